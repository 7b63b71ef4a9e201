//! Row 12: a page of the topics' table as the window asks for it: all topics filtered, sorted and cut to what fits.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use contract::{Fact, ListTopics, OpenCluster, Page, TableQuery, TopicRow};
use engine::{Clock, Engine, Options, Programs, SecretStores};

use super::{Ground, PARTITIONS, TOPICS};
use crate::{
    cluster_apart::{self, Apart},
    measure::median,
    row::{Client, Goal, Line, Row, Unit},
};

const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(50);
/// So long a query is given to have all that its rows show.
const SETTLED: Duration = Duration::from_secs(3);
/// More than any page can hold.
const LIMIT: u32 = 500;

pub fn run(ground: &Ground) -> Result<Row> {
    let apart = Apart::start(cluster_apart::Options { brokers: 12, topics: TOPICS, partitions: PARTITIONS })?;
    let folder = std::env::temp_dir().join(format!("brokerscope-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = pages(ground, &apart, folder.clone());
    std::fs::remove_dir_all(&folder)?;
    let Measured { worst, first, slowest, bytes } = measured?;
    let lines = vec![
        Line::new(
            format!("time, the slowest way to sort or search ({slowest})"),
            Unit::Seconds,
            Goal::AtMost(0.005),
        )
        .values(&[(Client::Ours, worst)]),
        Line::new(
            "the slowest first time, alone, while figures for rows seen before are still being fetched",
            Unit::Seconds,
            Goal::None,
        )
        .values(&[(Client::Ours, first)]),
        Line::new("bytes of the largest page", Unit::Bytes, Goal::AtMost(65_536.0))
            .values(&[(Client::Ours, bytes as f64)]),
    ];
    let how = format!(
        "The engine on a mock cluster of {TOPICS} topics and {} partitions in another process, with the sizes of all replicas \
         and the offsets that it asks for itself. `topics` with each column to sort by, both ways, from the start and from the \
         middle, and with searches that find all, a fortieth and one; the median of each query's rounds, of which the worst is \
         told, up to the page as a value. Rows make the engine ask for their offsets and configs; the rounds begin when it has \
         them. Bytes are those of its JSON. No peer has such a thing.",
        TOPICS as i32 * PARTITIONS
    );
    Ok(Row { number: 12, title: "Engine page of 10,000 topics on 200,000 partitions", how, lines })
}

/// Whether the engine is still asking for something that this row shows.
fn lacks(row: &TopicRow) -> bool {
    let numbers = [&row.offset_span, &row.size].into_iter().any(|fact| matches!(fact, Fact::Asking));
    numbers || matches!(row.cleanup, Fact::Asking)
}

struct Measured {
    worst: f64,
    first: f64,
    slowest: String,
    bytes: usize,
}

fn pages(ground: &Ground, apart: &Apart, folder: std::path::PathBuf) -> Result<Measured> {
    let connect = Some(apart.bootstrap.clone());
    let secrets = SecretStores::machine();
    let engine = Engine::new(Options {
        config_dir: folder,
        demo: None,
        connect,
        clock: Clock::machine(),
        secrets,
        programs: Programs::on_path(),
    });
    let start = ground.wait(engine.start_with(contract::StartWith {})).ok().flatten();
    let Some(contract::Start::Cluster { id }) = start else {
        anyhow::bail!("the engine does not start with the addresses")
    };
    let ask = |query: TableQuery| {
        let page = ground.wait(engine.topics(ListTopics { cluster: id.clone(), query }));
        page.map_err(|error| anyhow::anyhow!("{error:?}"))
    };
    ground
        .wait(engine.open_cluster(OpenCluster { id: id.clone() }))
        .map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let sized = |page: &Page<TopicRow>| page.rows.iter().all(|row| row.size.value().is_some());
    let began = Instant::now();
    loop {
        let page = ask(TableQuery { limit: LIMIT, ..TableQuery::default() });
        if page.is_ok_and(|page| page.total as usize >= TOPICS && !page.freshness.loading && sized(&page)) {
            break;
        }
        ensure!(began.elapsed() < PATIENCE, "the engine has no listing with sizes");
        std::thread::sleep(PAUSE);
    }
    let mut measured = Measured { worst: 0.0, first: 0.0, slowest: String::new(), bytes: 0 };
    let sorts = [
        "",
        "name",
        "partitions",
        "replication",
        "out_of_sync",
        "size",
        "offset_span",
        "cleanup",
        "retention",
    ];
    let searches = ["", "orders", "team-07", "000123"];
    for (sort, descending, offset, search) in sorts.iter().flat_map(|sort| {
        let ways = [(false, 0), (true, 0), (false, TOPICS as u32 / 2)];
        ways.into_iter().flat_map(move |(descending, offset)| {
            searches.into_iter().map(move |search| (*sort, descending, offset, search))
        })
    }) {
        let query = TableQuery {
            search: search.to_owned(),
            sort: sort.to_owned(),
            descending,
            offset,
            limit: LIMIT,
            ..TableQuery::default()
        };
        let began = Instant::now();
        let mut page = ask(query.clone())?;
        measured.first = measured.first.max(began.elapsed().as_secs_f64());
        // The page itself made the engine ask for what its rows lack; once that is there, nothing else runs.
        while page.rows.iter().any(lacks) && began.elapsed() < SETTLED {
            std::thread::sleep(PAUSE);
            page = ask(query.clone())?;
        }
        let mut times = Vec::new();
        for _ in 0..ground.rounds(15) {
            let began = Instant::now();
            let page = ask(query.clone())?;
            times.push(began.elapsed().as_secs_f64());
            measured.bytes = measured.bytes.max(serde_json::to_vec(&page)?.len());
        }
        let time = median(times);
        if time > measured.worst {
            measured.worst = time;
            measured.slowest = format!("sort {sort:?}, search {search:?}, from {offset}");
        }
    }
    ground.wait(engine.close_all());
    Ok(measured)
}
