//! Row 11: sixty-four callers, each with one small request after the other, at one broker.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use meta::{Key, Refresh};
use rdkafka::consumer::Consumer as _;
use rskafka::client::partition::OffsetAt;
use tokio::task::JoinSet;

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout, key},
    measure::median,
    row::{Client, Goal, Line, Row, Unit},
};

const CALLERS: usize = 64;
const LONG: Duration = Duration::from_secs(30);

pub fn run(ground: &Ground) -> Result<Row> {
    let layout = Layout::of(1, 1, CALLERS as i32);
    let topic: Arc<str> = layout.topics.first().context("a topic")?.name.as_str().into();
    let fake = Fake::start(layout)?;
    let bootstrap = fake.bootstrap();
    let time = Duration::from_millis(if ground.quick { 400 } else { 1_500 });

    let ours = ground.wait(clients::ours::connect(&bootstrap))?;
    ground.wait(ours.refresh(Refresh::All))?;
    let kafka_meta = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
    let rskafka = ground.wait(clients::rskafka::connect(&bootstrap))?;
    let rskafka = Arc::new(ground.wait(clients::rskafka::partition(&rskafka, &topic, 0))?);
    let rdkafka = Arc::new(clients::rdkafka::connect(&bootstrap)?);
    rdkafka.fetch_metadata(None, LONG)?;

    let mut rates: Vec<(Client, Vec<f64>)> = Client::ALL.iter().map(|client| (*client, Vec::new())).collect();
    for round in 0..=ground.rounds(7) {
        for (client, rates) in &mut rates {
            let topic = Arc::clone(&topic);
            let rate = match client {
                Client::Ours => {
                    let cluster = ours.clone();
                    asynchronous(ground, &fake, time, move |caller| {
                        let (cluster, topic) = (cluster.clone(), Arc::clone(&topic));
                        async move {
                            let request = clients::ours::latest(&topic, caller as i32);
                            let sent = cluster.send(request, Key::None).await;
                            sent.is_ok_and(|answers| answers.failed.is_empty())
                        }
                    })
                }
                Client::KafkaMeta => {
                    let cluster = kafka_meta.clone();
                    asynchronous(ground, &fake, time, move |caller| {
                        let (cluster, topic) = (cluster.clone(), Arc::clone(&topic));
                        async move {
                            let request = clients::kafka_meta::latest(&topic, caller as i32);
                            cluster.send_to_leader(&topic, caller as i32, request).await.is_ok()
                        }
                    })
                }
                Client::Rskafka => {
                    let partition = Arc::clone(&rskafka);
                    asynchronous(ground, &fake, time, move |_| {
                        let partition = Arc::clone(&partition);
                        async move { partition.get_offset(OffsetAt::Latest).await.is_ok() }
                    })
                }
                Client::Rdkafka => {
                    let consumer = Arc::clone(&rdkafka);
                    in_threads(&fake, time, move |caller| {
                        consumer.fetch_watermarks(&topic, caller as i32, LONG).is_ok()
                    })
                }
            }?;
            if round > 0 {
                rates.push(rate);
            }
        }
    }
    let rates: Vec<_> = rates.into_iter().map(|(client, rates)| (client, median(rates))).collect();
    let line = Line::new("requests answered", Unit::PerSecond, Goal::AheadOfAll).values(&rates);
    let how = format!(
        "ListOffsets of one partition, {CALLERS} callers that each wait for their answer before they ask again, one broker on \
         loopback that answers from memory. Counted at the broker. rskafka's callers share the client of one partition and \
         with it one connection, as the others' do; rdkafka's are threads, and each call of theirs sends two requests, of which \
         both count. kafka-meta may have 64 requests on its connection instead of its default of 5. Client and broker share the \
         machine's cores."
    );
    Ok(Row {
        number: 11,
        title: "Throughput: 64 callers, small requests, one broker",
        how,
        lines: vec![line],
    })
}

fn asynchronous<F: Future<Output = bool> + Send + 'static>(
    ground: &Ground,
    fake: &Fake,
    time: Duration,
    call: impl Fn(usize) -> F + Clone + Send + 'static,
) -> Result<f64> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut callers = JoinSet::new();
    let (began, before) = (Instant::now(), fake.received(key::LIST_OFFSETS));
    for caller in 0..CALLERS {
        let (stop, call) = (Arc::clone(&stop), call.clone());
        let calling = async move {
            let mut good = true;
            while !stop.load(Ordering::Relaxed) {
                good &= call(caller).await;
            }
            good
        };
        callers.spawn_on(calling, ground.runtime.handle());
    }
    thread::sleep(time);
    let rate = (fake.received(key::LIST_OFFSETS) - before) as f64 / began.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    let good = ground.within(LONG, callers.join_all()).context("callers hang")?;
    ensure!(good.into_iter().all(|good| good), "a call failed");
    Ok(rate)
}

fn in_threads(
    fake: &Fake,
    time: Duration,
    call: impl Fn(usize) -> bool + Clone + Send + 'static,
) -> Result<f64> {
    let stop = Arc::new(AtomicBool::new(false));
    let (began, before) = (Instant::now(), fake.received(key::LIST_OFFSETS));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let (stop, call) = (Arc::clone(&stop), call.clone());
            thread::spawn(move || {
                let mut good = true;
                while !stop.load(Ordering::Relaxed) {
                    good &= call(caller);
                }
                good
            })
        })
        .collect();
    thread::sleep(time);
    let rate = (fake.received(key::LIST_OFFSETS) - before) as f64 / began.elapsed().as_secs_f64();
    stop.store(true, Ordering::Relaxed);
    let good =
        callers.into_iter().map(|caller| caller.join().unwrap_or(false)).fold(true, |all, good| all & good);
    ensure!(good, "a call failed");
    Ok(rate)
}
