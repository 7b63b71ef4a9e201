//! Row 8: every broker gets a new address, as when a cluster's pods are scheduled anew. What the user typed still leads to
//! the cluster. How long until the first good answer?

use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use meta::{Cluster, Key, Refresh};
use rdkafka::consumer::{BaseConsumer, Consumer as _};
use rskafka::client::partition::OffsetAt;

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout, Old},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

/// Of one request, for all who have such a setting.
const PATIENCE: Duration = Duration::from_secs(2);
const LIMIT: Duration = Duration::from_secs(40);
/// After so much waiting no further round is made.
const ENOUGH: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);

pub fn run(ground: &Ground) -> Result<Row> {
    let refused = line(ground, "old ports refused", Old::Refused, 0.3)?;
    let mute = line(ground, "old ports mute", Old::Mute, PATIENCE.as_secs_f64() + 0.5)?;
    let how = format!(
        "Connected and answered once; then all three brokers listen elsewhere. Their old ports are closed with their sockets, \
         or stay open with them and say nothing. The address that the user typed is a service's and leads to a broker before \
         and after. A caller asks for the end of one partition, again as soon as a call fails, until one is answered; the worst \
         of the rounds. The time-outs for a request and for connecting are {} s for all who have them (rskafka has none), and the \
         background refreshes of all are on, as they are unless one turns them off; after {} s the wait ends. kafka-meta's \
         refresh of one topic leaves the addresses of the brokers as they were, so that it waits for its next full one.",
        PATIENCE.as_secs(),
        LIMIT.as_secs(),
    );
    Ok(Row { number: 8, title: "All brokers moved to new addresses", how, lines: vec![refused, mute] })
}

fn line(ground: &Ground, what: &str, old: Old, goal: f64) -> Result<Line> {
    let mut line = Line::new(what, Unit::Seconds, Goal::AtMost(goal));
    for client in Client::ALL {
        let mut cell = Cell::Value(0.0);
        let began = Instant::now();
        for _ in 0..if ground.quick { 1 } else { 3 } {
            cell = match (one(ground, client, old)?, cell) {
                (Some(time), Cell::Value(worst)) => Cell::Value(time.as_secs_f64().max(worst)),
                _ => Cell::Never(LIMIT.as_secs_f64()),
            };
            if began.elapsed() > ENOUGH {
                break;
            }
        }
        line = line.cell(client, cell);
    }
    Ok(line)
}

fn one(ground: &Ground, client: Client, old: Old) -> Result<Option<Duration>> {
    let layout = Layout::of(3, 1, 6);
    let topic = layout.topics.first().context("a topic")?.name.clone();
    let fake = Fake::start_behind_a_service(layout)?;
    let bootstrap = fake.bootstrap();
    match client {
        Client::Ours => {
            let config = clients::ours::patient_for(&bootstrap, PATIENCE)?;
            let cluster = ground.wait(Cluster::connect(config))?;
            ground.wait(cluster.refresh(Refresh::All))?;
            let call = || async {
                let sent = cluster.send(clients::ours::latest(&topic, 0), Key::None).await;
                sent.is_ok_and(|answers| answers.failed.is_empty())
            };
            asynchronous(ground, &fake, old, call)
        }
        Client::KafkaMeta => {
            let config = clients::kafka_meta::patient_for(PATIENCE);
            let cluster = ground.wait(kafka_meta::Cluster::connect(bootstrap.clone(), config))?;
            let call = || async {
                cluster.send_to_leader(&topic, 0, clients::kafka_meta::latest(&topic, 0)).await.is_ok()
            };
            asynchronous(ground, &fake, old, call)
        }
        Client::Rskafka => {
            let client = ground.wait(clients::rskafka::patient_for(&bootstrap, PATIENCE))?;
            let partition = ground.wait(clients::rskafka::partition(&client, &topic, 0))?;
            asynchronous(ground, &fake, old, || async {
                partition.get_offset(OffsetAt::Latest).await.is_ok()
            })
        }
        Client::Rdkafka => {
            let consumer: BaseConsumer = clients::rdkafka::patient_for(&bootstrap, PATIENCE).create()?;
            let consumer = Arc::new(consumer);
            consumer.fetch_watermarks(&topic, 0, LIMIT)?;
            fake.move_all(old)?;
            let began = Instant::now();
            while began.elapsed() < LIMIT {
                if consumer.fetch_watermarks(&topic, 0, PATIENCE).is_ok() {
                    return Ok(Some(began.elapsed()));
                }
                std::thread::sleep(PAUSE);
            }
            Ok(None)
        }
    }
}

fn asynchronous<F: Future<Output = bool>>(
    ground: &Ground,
    fake: &Fake,
    old: Old,
    call: impl Fn() -> F,
) -> Result<Option<Duration>> {
    anyhow::ensure!(ground.within(LIMIT, call()) == Some(true), "no answer before the move");
    fake.move_all(old)?;
    let began = Instant::now();
    let good = ground.within(LIMIT, async {
        while !call().await {
            tokio::time::sleep(PAUSE).await;
        }
    });
    Ok(good.map(|()| began.elapsed()))
}
