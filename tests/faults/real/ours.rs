//! Our own client on a real cluster, with its record, and how long it may take there.

use std::{sync::Arc, time::Duration};

use meta::{Cluster, Config, Error, What};
use support::{
    Stage,
    ground::{Record, config, connect_as},
};

/// Writes and reads.
pub(super) async fn unlocked(stage: &Stage) -> (Cluster, Arc<Record>) {
    connect_as(Config { read_only: false, ..config(&stage.bootstrap()) }).await
}

/// Reads that give up sooner than by default, for what no patience would cure.
pub(super) async fn impatient(stage: &Stage, limit: Duration) -> (Cluster, Arc<Record>) {
    connect_as(Config { read_timeout: limit, ..config(&stage.bootstrap()) }).await
}

/// That a broker could not be reached or did not answer.
pub(super) fn away(error: &Error) -> bool {
    matches!(error.what(), What::Connect(_) | What::Disconnected { .. } | What::Timeout { .. })
}

/// The addresses of the listeners that ask for a sign-in.
pub(super) async fn closed_addresses(stage: &Stage) -> String {
    let (tell, told) = std::sync::mpsc::channel();
    let read = move |kafka: &real_kafka::Kafka| {
        let each: Vec<_> = kafka.brokers().iter().map(|broker| broker.sasl_address.clone()).collect();
        let _ = tell.send(each.join(","));
        Ok(())
    };
    stage.on_kafka(read).await;
    told.recv().unwrap()
}
