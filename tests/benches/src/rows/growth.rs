//! Row 14: the same at 2,000, 20,000, 200,000 and a million partitions. What grows faster than the cluster would show here
//! first.

use anyhow::{Context as _, Result};

use super::{BROKERS, Ground, PARTITIONS, full_refresh, memory, merge};
use crate::{
    fake::{Fake, Layout},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

/// Topics of 20 partitions.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 50_000];

pub fn run(ground: &Ground) -> Result<Row> {
    let (mut refreshes, mut per_partition) = (Vec::new(), Vec::new());
    let (mut merges, mut views) = (Vec::new(), Vec::new());
    let (mut merge_times, mut refresh_times) = (Vec::new(), Vec::new());
    for topics in SIZES {
        let layout = Layout::of(BROKERS, topics, PARTITIONS);
        let partitions = layout.partitions();
        let topic = layout.topics.first().context("a topic")?.name.clone();
        let fake = Fake::start(layout)?;
        let size = Unit::Count.text(partitions as f64);
        let rounds = ground.rounds(if topics > 10_000 { 8 } else { 24 });

        let refresh = full_refresh::refreshes(ground, &fake, rounds, &Client::ALL)?;
        let ours = refresh.first().map_or(f64::NAN, |(_, time)| *time);
        refresh_times.push(ours / partitions as f64);
        refreshes.push(
            Line::new(format!("{size} partitions: full refresh"), Unit::Seconds, Goal::None).values(&refresh),
        );
        let each: Vec<_> = refresh.iter().map(|(client, time)| (*client, time / partitions as f64)).collect();
        per_partition.push(
            Line::new(format!("{size}: the same per partition"), Unit::Seconds, Goal::None).values(&each),
        );

        let merge = merge::merges(ground, &fake, &topic, ground.rounds(80))?;
        merge_times.push(merge.first().map_or(f64::NAN, |(_, time)| *time));
        merges.push(
            Line::new(format!("{size}: one topic merged, in memory"), Unit::Seconds, Goal::None)
                .values(&merge),
        );

        let (ours, theirs) = (memory::ours(ground, &fake)?, memory::kafka_meta(ground, &fake)?);
        let view = |taken: &memory::Taken| Cell::Value(taken.view.map_or(f64::NAN, |view| view as f64));
        views.push(
            Line::new(format!("{size}: memory of the view"), Unit::Bytes, Goal::None)
                .cell(Client::Ours, view(&ours))
                .cell(Client::KafkaMeta, view(&theirs)),
        );
    }
    let mut lines: Vec<Line> = [refreshes, per_partition, merges, views].into_iter().flatten().collect();
    // Half as much again allows for caches that a larger view outgrows; what is quadratic would be five times as much.
    if let [.., before, last] = refresh_times[..] {
        let goal = Goal::TimesOf(1.5, before, "at 200,000");
        let line = Line::new("a million against 200,000: refresh per partition", Unit::Seconds, goal);
        lines.push(line.cell(Client::Ours, Cell::Value(last)));
    }
    if let [.., before, last] = merge_times[..] {
        let goal = Goal::TimesOf(2.0, before, "at 200,000");
        let line = Line::new("a million against 200,000: one topic merged", Unit::Seconds, goal);
        lines.push(line.cell(Client::Ours, Cell::Value(last)));
    }
    let how = format!(
        "Topics of {PARTITIONS} partitions, 3 replicas, {BROKERS} brokers; measured as in rows 1, 2 and 4. Linear means that \
         the time per partition stays and that merging one topic doesn't grow at all."
    );
    Ok(Row { number: 14, title: "Growth with the cluster", how, lines })
}
