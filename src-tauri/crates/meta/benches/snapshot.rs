//! What a large cluster costs: reading its listing, taking in one topic, finding a leader while snapshots are swapped.
//!
//! The codec's own decoder runs on the same bytes in the same run, so that the comparison holds on any machine.
//! `cargo bench -p meta`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a bench that can't go on has to stop")]

#[path = "snapshot/codec.rs"]
mod codec;
#[path = "snapshot/replies.rs"]
mod replies;

use std::{
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use arc_swap::ArcSwap;
use criterion::{Criterion, criterion_group, criterion_main};
use meta::{ApiKey, MetadataReply, Refresh, Snapshot, Source};

use replies::VERSION;

fn source() -> Source {
    Source {
        broker: Some(1),
        address: "localhost:9092".into(),
        api: ApiKey::Metadata,
        version: VERSION,
        at: SystemTime::UNIX_EPOCH,
        asked: std::time::Instant::now(),
        took: Duration::ZERO,
        attempts: 1,
        bytes: 0,
    }
}

fn listed(body: &[u8]) -> Snapshot {
    let reply = MetadataReply::read(VERSION, body).unwrap();
    Snapshot::empty().install(reply, &Refresh::All, source()).unwrap().snapshot
}

/// 200,000 partitions as many small topics and as few large ones, from the reply's bytes to lookups by name and id.
fn reading(criterion: &mut Criterion) {
    for (topics, partitions) in [(10_000, 20), (1_000, 200)] {
        let body = replies::listing(topics, partitions);
        let mut group = criterion.benchmark_group(format!("listing of {topics} topics x {partitions}"));
        group.sample_size(20);
        group.bench_function("ours: read and index", |bencher| {
            bencher.iter_with_large_drop(|| listed(black_box(&body)));
        });
        group.bench_function("ours: read, index and free", |bencher| {
            bencher.iter(|| listed(black_box(&body)));
        });
        group.bench_function("codec: read and index", |bencher| {
            bencher.iter_with_large_drop(|| codec::listed(black_box(&body)));
        });
        group.bench_function("codec: read, index and free", |bencher| {
            bencher.iter(|| codec::listed(black_box(&body)));
        });
        let known = listed(&body);
        group.bench_function("ours: read and take in again", |bencher| {
            bencher.iter_with_large_drop(|| {
                let reply = MetadataReply::read(VERSION, black_box(&body)).unwrap();
                known.install(reply, &Refresh::All, source()).unwrap()
            });
        });
        group.finish();
    }
}

/// A refresh of one topic among 200,000 partitions.
fn merging(criterion: &mut Criterion) {
    let known = listed(&replies::listing(10_000, 20));
    let one = replies::one_topic(5_000, 20);
    let what = Refresh::Topics(vec![replies::name(5_000)]);
    criterion.bench_function("one topic into 10000 x 20", |bencher| {
        bencher.iter(|| {
            let reply = MetadataReply::read(VERSION, black_box(&one)).unwrap();
            known.install(reply, &what, source()).unwrap()
        });
    });
}

/// Finding leaders of topics all over the cluster, alone and while another thread swaps the snapshot all the time.
fn finding(criterion: &mut Criterion) {
    let body = replies::listing(10_000, 20);
    let live = Arc::new(ArcSwap::from_pointee(listed(&body)));
    let names: Vec<String> = (0..10_000).map(|n| replies::name(n * 7919 % 10_000)).collect();
    let mut turn = 0;
    let mut find = |live: &ArcSwap<Snapshot>| {
        turn = (turn + 1) % names.len();
        live.load_full().leader(black_box(&names[turn]), 13)
    };
    criterion.bench_function("leader by name", |bencher| bencher.iter(|| find(&live)));

    let stop = Arc::new(AtomicBool::new(false));
    let swapping = {
        let (live, stop) = (Arc::clone(&live), Arc::clone(&stop));
        let others = [Arc::new(listed(&body)), Arc::new(listed(&body))];
        std::thread::spawn(move || {
            for other in others.iter().cycle().take_while(|_| !stop.load(Ordering::Relaxed)) {
                live.store(Arc::clone(other));
            }
        })
    };
    criterion.bench_function("leader by name while snapshots are swapped", |bencher| {
        bencher.iter(|| find(&live));
    });
    stop.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
}

criterion_group!(benches, reading, merging, finding);
criterion_main!(benches);
