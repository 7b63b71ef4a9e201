//! Row 10: a thousand groups are described. Each has its coordinator, and from version 4 on FindCoordinator finds many at
//! once. How many of them does the cluster get?

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use meta::{Key, message::describe_groups::DescribeGroups};

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout, key},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const GROUPS: usize = 1_000;
const LONG: Duration = Duration::from_secs(60);

pub fn run(ground: &Ground) -> Result<Row> {
    let groups: Vec<String> = (0..GROUPS).map(|number| format!("a-group-of-consumers-{number:04}")).collect();
    let ours = {
        let fake = Fake::start(layout())?;
        let cluster = ground.wait(clients::ours::connect(&fake.bootstrap()))?;
        let request = DescribeGroups { groups: groups.clone(), ..DescribeGroups::default() };
        let answers =
            ground.within(LONG, cluster.send(request, Key::None)).context("ours did not return")??;
        let told: usize = answers.parts.iter().map(|part| part.reply.groups.len()).sum();
        ensure!(told == GROUPS && answers.failed.is_empty(), "{told} groups told, {:?}", answers.failed);
        fake.received(key::FIND_COORDINATOR)
    };
    let kafka_meta = {
        let fake = Fake::start(layout())?;
        let cluster = ground.wait(clients::kafka_meta::connect(&fake.bootstrap()))?;
        ground.wait(async {
            for group in &groups {
                cluster.coordinator_for(group).await?;
            }
            anyhow::Ok(())
        })?;
        fake.received(key::FIND_COORDINATOR)
    };
    let rdkafka = {
        let fake = Fake::start(layout())?;
        let consumer = clients::rdkafka::connect(&fake.bootstrap())?;
        let told = clients::rdkafka_groups::describe(&consumer, &groups, LONG)?;
        ensure!(told == GROUPS, "rdkafka described {told} groups");
        fake.received(key::FIND_COORDINATOR)
    };
    let line = Line::new("FindCoordinator calls", Unit::Count, Goal::AtMost(2.0))
        .values(&[
            (Client::Ours, ours as f64),
            (Client::KafkaMeta, kafka_meta as f64),
            (Client::Rdkafka, rdkafka as f64),
        ])
        .cell(Client::Rskafka, Cell::Not("knows no groups"));
    let how = format!(
        "3 brokers that speak FindCoordinator up to version 6. Ours describes {GROUPS} groups in one call; kafka-meta has a \
         call for one group's coordinator, made for each; rdkafka describes them in one call of its C library."
    );
    Ok(Row { number: 10, title: "FindCoordinator calls for 1,000 groups", how, lines: vec![line] })
}

fn layout() -> Layout {
    let mut layout = Layout::of(3, 1, 6);
    // A client may want to know that looking for a coordinator creates nothing: the topic behind it is there.
    if let Some(topic) = layout.topics.first_mut() {
        topic.name = "__consumer_offsets".to_owned();
    }
    layout
}
