//! Brokers that this machine can't dial by their own addresses: by rules, through a proxy, through forwarded ports. Whichever way it is,
//! they keep their addresses in the journal, in errors and in what their certificates are held against, and nobody goes past it.

mod by_rule;
mod encrypted;
mod forwarded;
mod proxied;

use std::{sync::Arc, time::Duration};

use admin::{Dirs, Told, each_log_dirs};
use meta::{Cluster, Config, Error, Reach, Rewrites};
use support::{
    ground::{Record, answered, config, connect_as, latest, offsets, within},
    way::{Network, NoNames},
};

/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(60);

/// How the brokers of this network are reached, with a name service that knows none of them.
fn by(reach: Reach, network: &Network) -> (Config, Arc<NoNames>) {
    let names = Arc::new(NoNames::default());
    (Config { reach, resolver: names.clone(), ..config(&network.bootstrap()) }, names)
}

fn rules<F: AsRef<str>, T: AsRef<str>>(rules: impl IntoIterator<Item = (F, T)>) -> Reach {
    Reach { rewrites: Rewrites::parse(rules).unwrap(), ..Reach::default() }
}

/// Everything that these brokers know is told, under their own addresses and no others.
async fn all_is_told(config: Config) -> (Cluster, Arc<Record>) {
    let (cluster, record) = connect_as(config).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(answered(&answers).len(), 6);
    let mut told = Vec::new();
    let note =
        |broker: i32, dirs: Result<Told<Dirs>, Error>| told.push((broker, dirs.unwrap().source.clone()));
    within(each_log_dirs(&cluster, [1, 2, 3], LIMIT, note)).await;
    assert_eq!(told.len(), 3);
    for (broker, source) in told {
        assert_eq!(
            (source.broker, &*source.address),
            (Some(broker), &*format!("kafka-{broker}.internal:9092"))
        );
    }
    let own = |address: &str| address.starts_with("kafka-") && address.ends_with(".internal:9092");
    for entry in record.entries() {
        assert!(entry.attempts.iter().all(|attempt| own(&attempt.address)), "{entry:?}");
    }
    assert!(cluster.connections().iter().all(|state| own(&state.address)));
    (cluster, record)
}

async fn refused(config: Config) -> Error {
    match within(Cluster::connect(config)).await {
        Ok(_) => panic!("it was connected"),
        Err(why) => why,
    }
}
