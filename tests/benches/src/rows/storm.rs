//! Row 5: a broker drops while a hundred callers wait for its answers. How many metadata requests does the cluster get?

use std::{
    future::Future,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use meta::{Key, Refresh};
use rdkafka::consumer::Consumer as _;
use tokio::task::JoinSet;

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout, key},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const CALLERS: usize = 100;
/// The broker that drops.
const DROPPED: i32 = 1;
/// Longer than any of them goes on.
const END: Duration = Duration::from_secs(40);

/// What came of it.
struct Outcome {
    requests: u64,
    answered: usize,
}

pub fn run(ground: &Ground) -> Result<Row> {
    let at_once = line(ground, "another broker leads at once", Duration::ZERO, Goal::AtMost(3.0))?;
    let later = line(ground, "another leads after 2 s", Duration::from_secs(2), Goal::None)?;
    let how = format!(
        "{CALLERS} callers wait for ListOffsets of partitions that broker {DROPPED} of 3 leads; then its port and sockets close. \
         Counted are the Metadata requests that arrive at all brokers until the last caller has an answer or an error; what a \
         client asks to find the new leader is in it. With rdkafka a call is a thread that blocks and asks for two offsets.",
    );
    Ok(Row {
        number: 5,
        title: "Metadata requests when a broker drops under 100 waiting callers",
        how,
        lines: vec![at_once, later],
    })
}

fn line(ground: &Ground, what: &str, takeover: Duration, goal: Goal) -> Result<Line> {
    let mut line = Line::new(what, Unit::Count, goal);
    for client in Client::ALL {
        let outcome = one(ground, client, takeover)?;
        let name = client.name();
        line = line
            .cell(client, Cell::Value(outcome.requests as f64))
            .note(format!("{name}: {} of {CALLERS} callers got their answer", outcome.answered));
    }
    Ok(line)
}

fn one(ground: &Ground, client: Client, takeover: Duration) -> Result<Outcome> {
    let layout = Layout::of(3, 10, 6);
    let led: Vec<(String, i32)> = layout
        .topics
        .iter()
        .flat_map(|topic| {
            topic
                .partitions
                .iter()
                .enumerate()
                .map(|(index, place)| (topic.name.clone(), index as i32, place.leader))
        })
        .filter(|(_, _, leader)| *leader == DROPPED)
        .map(|(topic, index, _)| (topic, index))
        .collect();
    let of = |caller: usize| led[caller % led.len()].clone();
    let fake = Arc::new(Fake::start(layout)?);
    let bootstrap = fake.bootstrap();
    match client {
        Client::Ours => {
            let cluster = ground.wait(clients::ours::connect(&bootstrap))?;
            ground.wait(cluster.refresh(Refresh::All))?;
            let call = |caller| {
                let (cluster, (topic, partition)) = (cluster.clone(), of(caller));
                async move {
                    let sent = cluster.send(clients::ours::latest(&topic, partition), Key::None).await;
                    sent.is_ok_and(|answers| answers.failed.is_empty())
                }
            };
            asynchronous(ground, &fake, takeover, call)
        }
        Client::KafkaMeta => {
            let cluster = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
            let call = |caller| {
                let (cluster, (topic, partition)) = (cluster.clone(), of(caller));
                async move {
                    let request = clients::kafka_meta::latest(&topic, partition);
                    cluster.send_to_leader(&topic, partition, request).await.is_ok()
                }
            };
            asynchronous(ground, &fake, takeover, call)
        }
        Client::Rskafka => {
            let client = ground.wait(clients::rskafka::patient_for(&bootstrap, END / 2))?;
            let mut partitions = Vec::new();
            for (topic, partition) in &led {
                let one = ground.wait(clients::rskafka::partition(&client, topic, *partition))?;
                partitions.push(Arc::new(one));
            }
            let call = |caller: usize| {
                let partition = Arc::clone(&partitions[caller % partitions.len()]);
                async move { partition.get_offset(rskafka::client::partition::OffsetAt::Latest).await.is_ok() }
            };
            asynchronous(ground, &fake, takeover, call)
        }
        Client::Rdkafka => {
            let consumer = Arc::new(clients::rdkafka::connect(&bootstrap)?);
            consumer.fetch_metadata(None, END)?;
            fake.ignore(Some(key::LIST_OFFSETS));
            let callers: Vec<_> = (0..CALLERS)
                .map(|caller| {
                    let (consumer, (topic, partition)) = (Arc::clone(&consumer), of(caller));
                    thread::spawn(move || consumer.fetch_watermarks(&topic, partition, END / 2).is_ok())
                })
                .collect();
            let before = break_it(&fake, takeover);
            let answered = callers.into_iter().map(|caller| caller.join().unwrap_or(false));
            let answered = answered.filter(|answered| *answered).count();
            Ok(Outcome { requests: fake.received(key::METADATA) - before, answered })
        }
    }
}

fn asynchronous<F: Future<Output = bool> + Send + 'static>(
    ground: &Ground,
    fake: &Arc<Fake>,
    takeover: Duration,
    call: impl Fn(usize) -> F,
) -> Result<Outcome> {
    fake.ignore(Some(key::LIST_OFFSETS));
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        callers.spawn_on(call(caller), ground.runtime.handle());
    }
    let before = break_it(fake, takeover);
    let answered = ground.within(END, async {
        let mut answered = 0;
        while let Some(done) = callers.join_next().await {
            answered += usize::from(done.unwrap_or(false));
        }
        answered
    });
    Ok(Outcome { requests: fake.received(key::METADATA) - before, answered: answered.unwrap_or(0) })
}

/// Waits until all callers wait, then drops the broker; the number of metadata requests before it.
fn break_it(fake: &Arc<Fake>, takeover: Duration) -> u64 {
    let mut seen = (u64::MAX, Instant::now());
    while seen.1.elapsed() < Duration::from_millis(300) {
        let now = fake.received(key::LIST_OFFSETS);
        if now != seen.0 {
            seen = (now, Instant::now());
        }
        thread::sleep(Duration::from_millis(10));
    }
    let before = fake.received(key::METADATA);
    fake.ignore(None);
    if takeover.is_zero() {
        fake.lead_elsewhere(DROPPED);
    }
    fake.stop(DROPPED);
    if !takeover.is_zero() {
        let fake = Arc::clone(fake);
        thread::spawn(move || {
            thread::sleep(takeover);
            fake.lead_elsewhere(DROPPED);
        });
    }
    before
}
