//! Row 9: the socket drops after a CreateTopics was sent. Whether it was carried out is unknown, so that sending it again
//! could do it twice. How many copies does the cluster get?

use std::{thread, time::Duration};

use anyhow::{Context as _, Result, ensure};
use kafka_conn::protocol::{
    StrBytes,
    messages::{CreateTopicsRequest, TopicName, create_topics_request::CreatableTopic},
};
use meta::{
    Cluster, Config, Key, What,
    message::create_topics::{CreateTopics, Layout as Places, NewTopic},
};
use rdkafka::{
    admin::{AdminClient, AdminOptions, NewTopic as RdkafkaTopic, TopicReplication},
    client::DefaultClientContext,
};

use super::Ground;
use crate::{
    clients,
    fake::{Fake, Layout, key},
    row::{Cell, Client, Goal, Line, Row, Unit},
};

const LIMIT: Duration = Duration::from_secs(10);
const TOPIC: &str = "created-once";

pub fn run(ground: &Ground) -> Result<Row> {
    let mut line = Line::new("copies received", Unit::Count, Goal::AtMost(1.0));
    for client in Client::ALL {
        line = line.cell(client, Cell::Value(one(ground, client)? as f64));
    }
    let how = format!(
        "Each connection on which a CreateTopics arrives is dropped without a reply. Counted until the call returns, or for {} s \
         (rskafka's retries have no end unless one is set). Ours comes back with an error that says the outcome is unknown, \
         which this run checks.",
        LIMIT.as_secs()
    );
    Ok(Row { number: 9, title: "CreateTopics copies received when the socket drops", how, lines: vec![line] })
}

fn one(ground: &Ground, client: Client) -> Result<u64> {
    let fake = Fake::start(Layout::of(3, 1, 6))?;
    let bootstrap = fake.bootstrap();
    fake.drop_on(Some(key::CREATE_TOPICS));
    match client {
        Client::Ours => {
            let config = Config { read_only: false, ..clients::ours::config(&bootstrap)? };
            let cluster = ground.wait(Cluster::connect(config))?;
            let layout = Places::Counts { partitions: Some(1), replication: Some(1) };
            let topic = NewTopic { name: TOPIC.to_owned(), layout, configs: Vec::new() };
            let request =
                CreateTopics { topics: vec![topic], timeout: Duration::from_secs(5), validate_only: false };
            let sent =
                ground.within(LIMIT, cluster.send(request, Key::None)).context("ours did not return")?;
            let error = sent.err().context("a dropped write counts as done")?;
            ensure!(matches!(error.what(), What::OutcomeUnknown { .. }), "not said to be unknown: {error}");
        }
        Client::KafkaMeta => {
            let cluster = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
            let topic = CreatableTopic::default()
                .with_name(TopicName(StrBytes::from_static_str(TOPIC)))
                .with_num_partitions(1)
                .with_replication_factor(1);
            let request = CreateTopicsRequest::default().with_topics(vec![topic]).with_timeout_ms(5_000);
            let sent = ground.within(LIMIT, cluster.send_to_controller(request));
            ensure!(!matches!(sent, Some(Ok(_))), "kafka-meta was answered");
        }
        Client::Rskafka => {
            let client = ground.wait(clients::rskafka::connect(&bootstrap))?;
            let controller = client.controller_client()?;
            let sent = ground.within(LIMIT, controller.create_topic(TOPIC, 1, 1, 5_000));
            ensure!(!matches!(sent, Some(Ok(()))), "rskafka was answered");
        }
        Client::Rdkafka => {
            let admin: AdminClient<DefaultClientContext> = clients::rdkafka::config(&bootstrap).create()?;
            let topic = RdkafkaTopic::new(TOPIC, 1, TopicReplication::Fixed(1));
            let options = AdminOptions::new().request_timeout(Some(LIMIT));
            let sent = ground.within(LIMIT + Duration::from_secs(2), admin.create_topics([&topic], &options));
            ensure!(
                !matches!(sent, Some(Ok(ref all)) if all.iter().any(Result::is_ok)),
                "rdkafka was answered"
            );
        }
    }
    // A copy that is still on its way counts as well.
    thread::sleep(Duration::from_millis(300));
    Ok(fake.received(key::CREATE_TOPICS))
}
