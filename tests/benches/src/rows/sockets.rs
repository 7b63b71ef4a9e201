//! Row 6: a thousand callers at once, and no connection yet. How many sockets does the cluster see?

use std::{future::Future, sync::Arc, thread, time::Duration};

use anyhow::{Result, ensure};
use meta::{Key, Refresh};
use rdkafka::consumer::Consumer as _;
use rskafka::client::partition::OffsetAt;
use tokio::task::JoinSet;

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const CALLERS: usize = 1_000;
const LONG: Duration = Duration::from_secs(60);

pub fn run(ground: &Ground) -> Result<Row> {
    let mut line = Line::new("sockets opened", Unit::Count, Goal::AtMost(4.0));
    for client in Client::ALL {
        line = line.cell(client, Cell::Value(one(ground, client)? as f64));
    }
    let how = format!(
        "3 brokers. The client connects, learns where partitions are, and at once {CALLERS} callers ask for the end of 60 \
         partitions that all three lead. Counted at the brokers, the first connection included. rskafka has a connection for \
         each partition's client by design; callers of one partition share it. With rdkafka a caller is a thread.",
    );
    Ok(Row { number: 6, title: "Sockets opened by 1,000 cold callers, 3 brokers", how, lines: vec![line] })
}

fn one(ground: &Ground, client: Client) -> Result<u64> {
    let layout = Layout::of(3, 3, 20);
    let all: Vec<(String, i32)> = layout
        .topics
        .iter()
        .flat_map(|topic| (0..topic.partitions.len()).map(|index| (topic.name.clone(), index as i32)))
        .collect();
    let of = |caller: usize| all[caller % all.len()].clone();
    let fake = Fake::start(layout)?;
    let bootstrap = fake.bootstrap();
    match client {
        Client::Ours => {
            let cluster = ground.wait(clients::ours::connect(&bootstrap))?;
            ground.wait(cluster.refresh(Refresh::All))?;
            at_once(ground, |caller| {
                let (cluster, (topic, partition)) = (cluster.clone(), of(caller));
                async move {
                    let sent = cluster.send(clients::ours::latest(&topic, partition), Key::None).await;
                    sent.is_ok_and(|answers| answers.failed.is_empty())
                }
            })?;
        }
        Client::KafkaMeta => {
            let cluster = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
            at_once(ground, |caller| {
                let (cluster, (topic, partition)) = (cluster.clone(), of(caller));
                async move {
                    let request = clients::kafka_meta::latest(&topic, partition);
                    cluster.send_to_leader(&topic, partition, request).await.is_ok()
                }
            })?;
        }
        Client::Rskafka => {
            let client = Arc::new(ground.wait(clients::rskafka::connect(&bootstrap))?);
            let partitions: Arc<Vec<_>> =
                Arc::new(all.iter().map(|_| tokio::sync::OnceCell::new()).collect());
            at_once(ground, |caller| {
                let (client, partitions, (topic, partition)) =
                    (Arc::clone(&client), Arc::clone(&partitions), of(caller));
                async move {
                    let place = &partitions[caller % partitions.len()];
                    let partition = place
                        .get_or_try_init(|| clients::rskafka::partition(&client, &topic, partition))
                        .await;
                    match partition {
                        Ok(partition) => partition.get_offset(OffsetAt::Latest).await.is_ok(),
                        Err(_) => false,
                    }
                }
            })?;
        }
        Client::Rdkafka => {
            let consumer = Arc::new(clients::rdkafka::connect(&bootstrap)?);
            consumer.fetch_metadata(None, LONG)?;
            let callers: Vec<_> = (0..CALLERS)
                .map(|caller| {
                    let (consumer, (topic, partition)) = (Arc::clone(&consumer), of(caller));
                    let thread = thread::Builder::new().stack_size(256 << 10);
                    thread.spawn(move || consumer.fetch_watermarks(&topic, partition, LONG).is_ok())
                })
                .collect::<std::io::Result<_>>()?;
            let failed =
                callers.into_iter().map(|caller| caller.join().unwrap_or(false)).filter(|ok| !ok).count();
            ensure!(failed == 0, "{failed} callers of rdkafka failed");
        }
    }
    Ok(fake.accepted())
}

fn at_once<F: Future<Output = bool> + Send + 'static>(
    ground: &Ground,
    call: impl Fn(usize) -> F,
) -> Result<()> {
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        callers.spawn_on(call(caller), ground.runtime.handle());
    }
    let done = ground.within(LONG, callers.join_all());
    let failed = done.map(|done| done.into_iter().filter(|answered| !answered).count());
    ensure!(failed == Some(0), "callers failed: {failed:?}");
    Ok(())
}
