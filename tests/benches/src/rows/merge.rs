//! Row 2: one topic told anew, in a view of ten thousand. What it costs must not depend on the other topics.

use std::{hint::black_box, time::Duration};

use anyhow::{Context as _, Result};
use kafka_protocol::{
    messages::{MetadataRequest, TopicName, metadata_request::MetadataRequestTopic},
    protocol::{Encodable as _, StrBytes},
};
use meta::Refresh;
use rdkafka::consumer::Consumer as _;

use super::{BROKERS, Ground, PARTITIONS, TOPICS};
use crate::{
    clients,
    fake::{Asked, Fake, Layout, key},
    in_memory::{self, LISTING, VERSION},
    measure::{Contestant, in_turns, median, timed},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const LONG: Duration = Duration::from_secs(60);
const NO_MERGE: &str = "keeps the whole listing or asks anew";

pub fn run(ground: &Ground) -> Result<Row> {
    let layout = Layout::of(BROKERS, TOPICS, PARTITIONS);
    let topic = layout.topics.first().context("a topic")?.name.clone();
    let fake = Fake::start(layout)?;
    let bootstrap = fake.bootstrap();
    let merges = merges(ground, &fake, &topic, ground.rounds(200))?;

    let ours = ground.wait(clients::ours::connect(&bootstrap))?;
    ground.wait(ours.refresh(Refresh::All))?;
    let kafka_meta = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
    let consumer = clients::rdkafka::connect(&bootstrap)?;
    consumer.fetch_metadata(None, LONG)?;
    let what = Refresh::Topics(vec![topic.clone()]);
    let mut contestants: Vec<Contestant<'_>> = vec![
        (
            Client::Ours,
            Box::new(|| {
                let (time, view) = timed(|| ground.wait(ours.refresh(what.clone())));
                view?;
                Ok(time)
            }),
        ),
        (
            Client::KafkaMeta,
            Box::new(|| {
                let (time, view) = timed(|| ground.wait(kafka_meta.refresh_topics(&[&topic])));
                view?;
                Ok(time)
            }),
        ),
        (
            Client::Rdkafka,
            Box::new(|| {
                let (time, metadata) = timed(|| consumer.fetch_metadata(Some(&topic), LONG));
                metadata?;
                Ok(time)
            }),
        ),
    ];
    let end_to_end = in_turns(ground.rounds(80), &mut contestants)?;
    let lines = vec![
        Line::new("one topic's reply in memory → a view with it", Unit::Seconds, Goal::Times(200.0))
            .values(&merges)
            .cell(Client::Rskafka, Cell::Not(NO_MERGE))
            .cell(Client::Rdkafka, Cell::Not("its cache is private")),
        Line::new("the same from the call to its return, over loopback", Unit::Seconds, Goal::AheadOfAll)
            .values(&end_to_end)
            .cell(Client::Rskafka, Cell::Not(NO_MERGE)),
    ];
    let how = format!(
        "The view of row 1. In memory: ours decodes the reply and takes it in; kafka-meta merges a topic that is decoded \
         already (`with_topics_merged`), both with the freeing of the view before. Over loopback: ours \
         `refresh(Topics)`, kafka-meta `refresh_topics`, rdkafka `fetch_metadata(Some)`, which hands out this topic's \
         part and keeps no view of its own that a caller could read. {PARTITIONS} partitions in the topic.",
    );
    Ok(Row { number: 2, title: "One-topic refresh merged into that view", how, lines })
}

/// The median time to merge this topic into a view of all that the fake holds: ours and kafka-meta.
pub fn merges(ground: &Ground, fake: &Fake, topic: &str, rounds: usize) -> Result<Vec<(Client, f64)>> {
    let mut known = in_memory::listed(&fake.body(LISTING))?;
    let body = fake.body(Asked { key: key::METADATA, version: VERSION, body: &one_topic(topic)? });
    let what = Refresh::Topics(vec![topic.to_owned()]);
    let mut ours = Vec::new();
    for _ in 0..rounds {
        let (time, merged) = timed(|| {
            let merged = in_memory::merged(&known, &what, black_box(&body));
            merged.map(|merged| known = merged)
        });
        merged?;
        ours.push(time.as_secs_f64());
    }

    let cluster = ground.wait(clients::kafka_meta::connect(&fake.bootstrap()))?;
    let mut known = (*cluster.snapshot()).clone();
    let fresh = known.topic(topic).context("the topic is not in the view")?.clone();
    let mut theirs = Vec::new();
    for _ in 0..rounds.min(40) {
        let (time, ()) = timed(|| known = known.with_topics_merged(vec![black_box(fresh.clone())]));
        theirs.push(time.as_secs_f64());
    }
    Ok(vec![(Client::Ours, median(ours)), (Client::KafkaMeta, median(theirs))])
}

/// The body of a request for one topic.
fn one_topic(name: &str) -> Result<Vec<u8>> {
    let name = TopicName(StrBytes::from_string(name.to_owned()));
    let topic = MetadataRequestTopic::default().with_name(Some(name));
    let mut body = Vec::new();
    let request = MetadataRequest::default().with_topics(Some(vec![topic]));
    request.with_allow_auto_topic_creation(false).encode(&mut body, VERSION)?;
    Ok(body)
}
