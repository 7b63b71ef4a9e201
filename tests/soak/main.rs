//! The soak: three real brokers that are restarted, killed and frozen, and whose leaders move, under a few hundred callers of
//! every class. A single fault has its own test; this one is for what only shows in their company and after some time: an
//! answer that is wrong once in a thousand, an error nobody can explain, a socket or a buffer that is never given back.
//!
//! `cargo xtask soak --minutes 30 --seed 7`; two minutes of it belong to `cargo xtask test`.

mod callers;
mod compare;
mod figures;
mod floors;
mod journal;
mod ledger;
mod meter;
mod requests;
mod scene;
mod stage_set;
mod tools;
mod trouble;
mod weather;

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use scene::Scene;

/// Two minutes hold each kind of trouble at least once.
const MINUTES: u64 = 2;
const SEED: u64 = 4;

fn number(name: &str, otherwise: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => otherwise,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_wrong_is_told_and_nothing_grows_while_brokers_come_and_go() {
    let minutes = number("BROKERSCOPE_SOAK_MINUTES", MINUTES);
    let seed = number("BROKERSCOPE_SOAK_SEED", SEED);
    println!("soak: {minutes} min, seed {seed}");
    let stage = stage_set::set().await;
    let scene = Arc::new(Scene::new(&stage).await);
    let meter = meter::start();
    let producer = tokio::spawn(callers::produce(Arc::clone(&scene)));
    let mut crew = callers::hire(&scene, seed);
    let hired = crew.len();
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let began = Instant::now();
    trouble::until(end, &stage, &scene, seed).await;
    let took = began.elapsed();
    // What is told of memory and sockets is told of the time under load.
    let samples = meter.stop();
    scene.end();
    while let Some(ended) = crew.join_next().await {
        ended.unwrap();
    }
    producer.await.unwrap();
    let report = figures::Report { minutes, seed, took, callers: hired, samples, ledger: &scene.ledger };
    println!("{report}");
    report.verdict();
}
