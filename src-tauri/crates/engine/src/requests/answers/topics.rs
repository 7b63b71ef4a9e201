//! Answers about topics, their partitions and their configs.

use admin::{
    Source,
    message::{
        describe_configs::{self, DescribeConfigs},
        describe_producers::{self, DescribeProducers},
        list_config_resources::{self, ListConfigResources},
        list_offsets::{self, ListOffsets},
        list_partition_reassignments::{self, ListPartitionReassignments},
    },
};
use serde_json::{Value, json};

use super::{Show, Shown, Writer, code, counted, long, maybe_long, object, trouble};

impl Show for ListOffsets {
    fn show(&self, reply: list_offsets::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let topics = to.list(&reply.topics, |to, topic| {
            let partitions = to.list(&topic.partitions, |_, one| {
                object([
                    ("partitionIndex", json!(one.partition)),
                    ("error", code(one.code)),
                    ("timestamp", maybe_long(one.timestamp)),
                    ("offset", maybe_long(one.offset)),
                    ("leaderEpoch", json!(one.leader_epoch)),
                ])
            });
            object([("name", json!(topic.name)), ("partitions", partitions)])
        });
        let all = || reply.topics.iter().flat_map(|topic| &topic.partitions);
        let summary = match (all().count(), all().next()) {
            (1, Some(one)) if one.code.is_none() => {
                one.offset.map_or_else(|| "no such offset".to_owned(), |offset| format!("offset {offset}"))
            }
            (number, _) => format!("{}{}", counted(number, "partition"), trouble(all().map(|one| one.code))),
        };
        to.done(summary, object([("topics", topics)]))
    }
}

impl Show for DescribeConfigs {
    fn show(&self, reply: describe_configs::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let resources = to.list(&reply.resources, |to, resource| {
            let configs = to.list(&resource.configs, |to, config| {
                let synonyms = to.list(&config.synonyms, |_, synonym| {
                    object([
                        ("name", json!(synonym.name)),
                        ("value", json!(synonym.value)),
                        ("source", json!(synonym.source)),
                    ])
                });
                object([
                    ("name", json!(config.name)),
                    // A sensitive one is not told, and null says so.
                    ("value", json!(config.value)),
                    ("isSensitive", config.sensitive.then_some(json!(true)).unwrap_or(Value::Null)),
                    ("readOnly", json!(config.read_only)),
                    ("configSource", json!(config.source)),
                    ("synonyms", synonyms),
                ])
            });
            object([
                ("resourceType", json!(resource.kind)),
                ("resourceName", json!(resource.name)),
                ("error", code(resource.code)),
                ("errorMessage", json!(resource.words)),
                ("configs", configs),
            ])
        });
        let configs = reply.resources.iter().map(|resource| resource.configs.len()).sum();
        let codes = reply.resources.iter().map(|resource| resource.code);
        let summary = format!(
            "{} of {}{}",
            counted(configs, "config"),
            counted(reply.resources.len(), "resource"),
            trouble(codes)
        );
        to.done(summary, object([("results", resources)]))
    }
}

impl Show for ListPartitionReassignments {
    fn show(&self, reply: list_partition_reassignments::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let topics = to.list(&reply.topics, |to, topic| {
            let partitions = to.list(&topic.partitions, |_, one| {
                object([
                    ("partitionIndex", json!(one.partition)),
                    ("replicas", json!(one.replicas)),
                    ("addingReplicas", json!(one.adding)),
                    ("removingReplicas", json!(one.removing)),
                ])
            });
            object([("name", json!(topic.name)), ("partitions", partitions)])
        });
        let moving: usize = reply.topics.iter().map(|topic| topic.partitions.len()).sum();
        let summary =
            if moving == 0 { "nothing is being moved".to_owned() } else { counted(moving, "partition") };
        to.done(summary, object([("topics", topics)]))
    }
}

impl Show for DescribeProducers {
    fn show(&self, reply: describe_producers::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let topics = to.list(&reply.topics, |to, topic| {
            let partitions = to.list(&topic.partitions, |to, one| {
                let producers = to.list(&one.producers, |_, producer| {
                    object([
                        ("producerId", long(producer.id)),
                        ("producerEpoch", json!(producer.epoch)),
                        ("lastSequence", json!(producer.last_sequence)),
                        ("lastTimestamp", maybe_long(producer.last_timestamp)),
                        ("coordinatorEpoch", json!(producer.coordinator_epoch)),
                        ("currentTxnStartOffset", maybe_long(producer.transaction_start)),
                    ])
                });
                object([
                    ("partitionIndex", json!(one.partition)),
                    ("error", code(one.code)),
                    ("errorMessage", json!(one.words)),
                    ("activeProducers", producers),
                ])
            });
            object([("name", json!(topic.name)), ("partitions", partitions)])
        });
        let all = || reply.topics.iter().flat_map(|topic| &topic.partitions);
        let producers = all().map(|one| one.producers.len()).sum();
        let summary = format!("{}{}", counted(producers, "producer"), trouble(all().map(|one| one.code)));
        to.done(summary, object([("topics", topics)]))
    }
}

impl Show for ListConfigResources {
    fn show(&self, reply: list_config_resources::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let resources = to.list(&reply.resources, |_, one| {
            object([("resourceType", json!(one.kind)), ("resourceName", json!(one.name))])
        });
        to.done(counted(reply.resources.len(), "resource"), object([("configResources", resources)]))
    }
}
