//! Row 3: who leads a partition, asked by name, while refreshes go on. Eight threads ask; a ninth has one topic refreshed
//! twenty times a second, so that each second twenty views are swapped in.

use std::{
    hint::black_box,
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use meta::Refresh;

use super::{BROKERS, Ground, PARTITIONS, TOPICS};
use crate::{
    clients,
    fake::{Fake, Layout},
    measure::percentile,
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const READERS: usize = 8;
/// Look-ups between two looks at the clock: long enough that the clock's own 25 ns or so don't count, short enough that few
/// batches are cut by a change of threads.
const BATCH: usize = 32;
const SWAP: Duration = Duration::from_millis(50);
const NO_LOOK_UP: &str = "no look-up without a request";

pub fn run(ground: &Ground) -> Result<Row> {
    let layout = Layout::of(BROKERS, TOPICS, PARTITIONS);
    let names: Arc<[String]> = layout.topics.iter().map(|topic| topic.name.clone()).collect();
    let fake = Fake::start(layout)?;
    let bootstrap = fake.bootstrap();
    let swapped = names.first().context("a topic")?.clone();
    let time = Duration::from_millis(if ground.quick { 500 } else { 2_000 });
    let rounds = if ground.quick { 1 } else { 3 };

    let ours = ground.wait(clients::ours::connect(&bootstrap))?;
    ground.wait(ours.refresh(Refresh::All))?;
    let kafka_meta = ground.wait(clients::kafka_meta::connect(&bootstrap))?;

    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let writing = {
            let (cluster, topic) = (ours.clone(), swapped.clone());
            ground.runtime.spawn(async move {
                loop {
                    // A refresh that fails would leave the view as it is; the readers go on.
                    let _ = cluster.refresh(Refresh::Topics(vec![topic.clone()])).await;
                    tokio::time::sleep(SWAP).await;
                }
            })
        };
        let cluster = ours.clone();
        let find = move |name: &str, partition| cluster.view().leader(name, partition);
        our_times.extend(readers(&names, time, find)?);
        writing.abort();

        let writing = {
            let (cluster, topic) = (kafka_meta.clone(), swapped.clone());
            ground.runtime.spawn(async move {
                loop {
                    let _ = cluster.refresh_topics(&[&topic]).await;
                    tokio::time::sleep(SWAP).await;
                }
            })
        };
        let cluster = kafka_meta.clone();
        let find = move |name: &str, partition| cluster.snapshot().leader_for(name, partition);
        their_times.extend(readers(&names, time, find)?);
        writing.abort();
    }

    let line = |what: &str, per_cent: f64| {
        Line::new(what, Unit::Seconds, Goal::Times(6.0))
            .cell(Client::Ours, Cell::Value(percentile(our_times.clone(), per_cent)))
            .cell(Client::KafkaMeta, Cell::Value(percentile(their_times.clone(), per_cent)))
            .cell(Client::Rskafka, Cell::Not(NO_LOOK_UP))
            .cell(Client::Rdkafka, Cell::Not(NO_LOOK_UP))
    };
    let how = format!(
        "{READERS} threads look names up all over {TOPICS} topics, in an order of their own each; meanwhile one topic is \
         refreshed over loopback twenty times a second. Times are per look-up, from batches of {BATCH} between two looks at \
         the clock, so that p99 is that of batches and not of single look-ups. What the refreshes cost the machine is part of \
         it: kafka-meta copies its whole view in each. {} threads on {} cores.",
        READERS + 1,
        thread::available_parallelism().map_or(0, std::num::NonZero::get),
    );
    let lines = vec![line("p50", 50.0), line("p99", 99.0)];
    Ok(Row { number: 3, title: "Leader look-up by name, 8 readers, a writer at 20 Hz", how, lines })
}

/// The time per look-up of each batch of each reader.
fn readers(
    names: &Arc<[String]>,
    time: Duration,
    find: impl Fn(&str, i32) -> Option<i32> + Clone + Send + 'static,
) -> Result<Vec<f64>> {
    let stop = Arc::new(AtomicBool::new(false));
    let begin = Arc::new(Barrier::new(READERS + 1));
    let readers: Vec<_> = (0..READERS)
        .map(|reader| {
            let (names, stop, begin, find) =
                (Arc::clone(names), Arc::clone(&stop), Arc::clone(&begin), find.clone());
            thread::spawn(move || {
                let mut times = Vec::with_capacity(1 << 20);
                let mut turn = reader * 1_237;
                let mut unknown = 0_u64;
                begin.wait();
                while !stop.load(Ordering::Relaxed) {
                    let began = Instant::now();
                    for _ in 0..BATCH {
                        turn = (turn + 7_919) % names.len();
                        let leader = find(black_box(&names[turn]), (turn % 20) as i32);
                        unknown += u64::from(black_box(leader).is_none());
                    }
                    times.push(began.elapsed().as_secs_f64() / BATCH as f64);
                }
                (times, unknown)
            })
        })
        .collect();
    begin.wait();
    thread::sleep(time);
    stop.store(true, Ordering::Relaxed);
    let mut all = Vec::new();
    for reader in readers {
        let (times, unknown) = reader.join().ok().context("a reader ended")?;
        anyhow::ensure!(unknown == 0, "{unknown} look-ups found no leader");
        all.extend(times);
    }
    Ok(all)
}
