//! Row 4: what the view of a large cluster takes, and how much is allocated to make it anew. One client at a time, counted
//! at `malloc`, which Rust and C both end in; what the fake allocates is left out.

use std::time::Duration;

use anyhow::Result;
use meta::Refresh;
use rdkafka::consumer::Consumer as _;

use super::{BROKERS, Ground, PARTITIONS, TOPICS};
use crate::{
    clients,
    counting::{self, Counted},
    fake::{Fake, Layout},
    in_memory::{self, LISTING},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const LONG: Duration = Duration::from_secs(60);

/// Of one client: with the first listing, and while it was fetched again.
pub struct Taken {
    pub first: Counted,
    pub again: Counted,
    /// The view by itself.
    pub view: Option<i64>,
}

pub fn run(ground: &Ground) -> Result<Row> {
    let fake = Fake::start(Layout::of(BROKERS, TOPICS, PARTITIONS))?;
    let all = [
        (Client::Ours, ours(ground, &fake)?),
        (Client::KafkaMeta, kafka_meta(ground, &fake)?),
        (Client::Rskafka, rskafka(ground, &fake)?),
        (Client::Rdkafka, rdkafka(&fake)?),
    ];
    let line = |what: &str, unit, goal, value: &dyn Fn(&Taken) -> Option<f64>, not: &'static str| {
        all.iter().fold(Line::new(what, unit, goal), |line, (client, taken)| {
            line.cell(*client, value(taken).map_or(Cell::Not(not), Cell::Value))
        })
    };
    let lines = vec![
        line(
            "the view alone",
            Unit::Bytes,
            Goal::Times(3.0),
            &|taken| taken.view.map(|view| view as f64),
            "its cache is private",
        ),
        line(
            "allocations of a refresh",
            Unit::Count,
            Goal::Times(3.0),
            &|taken| Some(taken.again.allocations as f64),
            "",
        ),
        line(
            "bytes allocated by a refresh",
            Unit::Bytes,
            Goal::AheadOfAll,
            &|taken| Some(taken.again.bytes as f64),
            "",
        ),
        line(
            "all that the client holds after the first listing",
            Unit::Bytes,
            Goal::None,
            &|taken| Some(taken.first.live as f64),
            "",
        ),
        line(
            "the most that it holds meanwhile",
            Unit::Bytes,
            Goal::None,
            &|taken| Some(taken.first.peak as f64),
            "",
        ),
    ];
    let how = "The listing of row 1, one client at a time in a process where nothing else happens. Counted at `malloc` for \
               Rust and C alike, blocks as the C library holds them. The view alone: ours and kafka-meta's snapshot (theirs \
               as a copy of it takes), rdkafka's metadata as handed out. A refresh is the second one, with the view before \
               still there, over a connection that stands."
        .to_owned();
    Ok(Row { number: 4, title: "Memory of the view, allocations of a refresh", how, lines })
}

/// Lets background work of a client come to rest, so that it falls into no count.
fn settle() {
    std::thread::sleep(Duration::from_millis(200));
}

fn counted<T>(work: impl FnOnce() -> Result<T>) -> Result<(Counted, T)> {
    settle();
    counting::start();
    let done = work();
    settle();
    Ok((counting::stop(), done?))
}

pub fn ours(ground: &Ground, fake: &Fake) -> Result<Taken> {
    // The reply is made before anything is counted.
    let body = fake.body(LISTING);
    let (view, snapshot) = counted(|| in_memory::listed(&body))?;
    drop(snapshot);
    let (first, cluster) = counted(|| {
        let cluster = ground.wait(clients::ours::connect(&fake.bootstrap()))?;
        ground.wait(cluster.refresh(Refresh::All))?;
        Ok(cluster)
    })?;
    let (again, ()) = counted(|| Ok(drop(ground.wait(cluster.refresh(Refresh::All))?)))?;
    Ok(Taken { first, again, view: Some(view.live) })
}

pub fn kafka_meta(ground: &Ground, fake: &Fake) -> Result<Taken> {
    let connect = || ground.wait(clients::kafka_meta::connect(&fake.bootstrap()));
    // Once before it counts, so that the fake has its reply.
    drop(connect()?);
    let (first, cluster) = counted(connect)?;
    let (again, ()) = counted(|| Ok(drop(ground.wait(cluster.refresh())?)))?;
    let snapshot = cluster.snapshot();
    let (view, copy) = counted(|| Ok((*snapshot).clone()))?;
    drop(copy);
    Ok(Taken { first, again, view: Some(view.live) })
}

fn rskafka(ground: &Ground, fake: &Fake) -> Result<Taken> {
    let connect = || ground.wait(clients::rskafka::connect(&fake.bootstrap()));
    drop(connect()?);
    let (first, client) = counted(connect)?;
    let (again, ()) = counted(|| Ok(drop(ground.wait(client.list_topics())?)))?;
    Ok(Taken { first, again, view: None })
}

fn rdkafka(fake: &Fake) -> Result<Taken> {
    let connect = || {
        let consumer = clients::rdkafka::connect(&fake.bootstrap())?;
        let metadata = consumer.fetch_metadata(None, LONG)?;
        Ok((consumer, metadata))
    };
    drop(connect()?);
    let (first, (consumer, metadata)) = counted(connect)?;
    drop(metadata);
    let (again, metadata) = counted(|| Ok(consumer.fetch_metadata(None, LONG)?))?;
    let (freed, ()) = counted(|| Ok(drop(metadata)))?;
    Ok(Taken { first, again, view: Some(-freed.live) })
}
