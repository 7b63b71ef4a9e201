//! Taking requests apart and their replies together again.

use std::fmt::Debug;

use wire::{
    ErrorCode,
    message::{
        TopicPartitions, config_resource, describe_configs, describe_groups, describe_producers,
        list_offsets, offset_fetch,
    },
};

use super::{Ask, Item};

fn partition(topic: &str, index: i32) -> Item {
    Item::Partition(topic.into(), index)
}

fn group(id: &str) -> Item {
    Item::Group(id.into())
}

/// That each piece alone is just that piece, and that all of them are the whole.
fn comes_apart_without_loss<R: Ask + PartialEq + Debug>(request: &R, expected: &[Item]) {
    assert_eq!(request.items(), expected);
    assert_eq!(&request.only(expected), request);
    for item in expected {
        let alone = std::slice::from_ref(item);
        assert_eq!(request.only(alone).items(), alone);
    }
    assert_eq!(request.only(&[]).items(), []);
}

#[test]
fn partitions_come_apart_across_topics() {
    let asked = |name: &str, partitions: &[i32]| list_offsets::TopicAsked {
        name: name.to_owned(),
        partitions: partitions
            .iter()
            .map(|index| list_offsets::PartitionAsked {
                partition: *index,
                leader_epoch: Some(4),
                timestamp: list_offsets::LATEST,
            })
            .collect(),
    };
    let request = list_offsets::ListOffsets {
        committed: true,
        topics: vec![asked("a", &[0, 2]), asked("b", &[0])],
        ..list_offsets::ListOffsets::default()
    };
    comes_apart_without_loss(&request, &[partition("a", 0), partition("a", 2), partition("b", 0)]);
    let some = request.only(&[partition("b", 0), partition("a", 2)]);
    assert_eq!(some.topics, [asked("a", &[2]), asked("b", &[0])]);
    assert!(some.committed, "what is not a piece stays");

    let topic = |topic: &str, partitions: &[i32]| TopicPartitions {
        topic: topic.to_owned(),
        partitions: partitions.to_vec(),
    };
    let request =
        describe_producers::DescribeProducers { topics: vec![topic("a", &[1]), topic("c", &[0, 1])] };
    comes_apart_without_loss(&request, &[partition("a", 1), partition("c", 0), partition("c", 1)]);
}

#[test]
fn groups_come_apart() {
    let request =
        describe_groups::DescribeGroups { groups: vec!["x".into(), "y".into()], include_operations: true };
    comes_apart_without_loss(&request, &[group("x"), group("y")]);
    assert!(request.only(&[group("x")]).include_operations);
}

#[test]
fn a_moved_leader_inside_a_good_reply_is_seen_and_its_piece_can_be_dropped() {
    let one = |partition, code| list_offsets::Partition {
        partition,
        code: ErrorCode(code),
        timestamp: None,
        offset: Some(7),
        leader_epoch: None,
    };
    let mut reply = list_offsets::Reply {
        topics: vec![
            list_offsets::Topic { name: "a".into(), partitions: vec![one(0, 0), one(1, 6)] },
            list_offsets::Topic { name: "b".into(), partitions: vec![one(1, 6)] },
        ],
        ..list_offsets::Reply::default()
    };
    let codes = list_offsets::ListOffsets::codes(&reply);
    let expected = [
        (partition("a", 0), ErrorCode(0)),
        (partition("a", 1), ErrorCode(6)),
        (partition("b", 1), ErrorCode(6)),
    ];
    assert_eq!(codes, expected);
    list_offsets::ListOffsets::without(&mut reply, &[partition("a", 1), partition("b", 1)]);
    assert_eq!(reply.topics, [list_offsets::Topic { name: "a".into(), partitions: vec![one(0, 0)] }]);
}

fn resource(kind: i8, name: &str) -> describe_configs::ResourceAsked {
    describe_configs::ResourceAsked { kind, name: name.to_owned(), keys: None }
}

#[test]
fn the_config_of_a_broker_goes_to_that_broker_and_the_rest_to_any() {
    let request = describe_configs::DescribeConfigs {
        resources: vec![
            resource(config_resource::TOPIC, "7"),
            resource(config_resource::BROKER, "2"),
            resource(config_resource::BROKER_LOGGER, "2"),
            resource(config_resource::BROKER, ""),
            resource(config_resource::BROKER, "1"),
            resource(config_resource::GROUP, "1"),
        ],
        include_synonyms: true,
        include_documentation: false,
    };
    assert_eq!(request.items(), [Item::Broker(1), Item::Broker(2), Item::Rest]);
    let of = |items: &[Item]| {
        let some = request.only(items);
        assert!(some.include_synonyms);
        some.resources.iter().map(|asked| (asked.kind, asked.name.clone())).collect::<Vec<_>>()
    };
    assert_eq!(of(&[Item::Broker(2)]), [(4, "2".into()), (8, "2".into())]);
    assert_eq!(of(&[Item::Broker(1)]), [(4, "1".into())]);
    assert_eq!(of(&[Item::Rest]), [(2, "7".into()), (4, String::new()), (32, "1".into())]);
}

#[test]
fn a_piece_of_several_resources_is_asked_again_when_one_of_them_says_so() {
    let told = |kind, name: &str, code| describe_configs::Resource {
        code: ErrorCode(code),
        words: None,
        kind,
        name: name.to_owned(),
        configs: Vec::new(),
    };
    let mut reply = describe_configs::Reply {
        resources: vec![
            told(config_resource::TOPIC, "a", 29),
            told(config_resource::BROKER, "1", 0),
            told(config_resource::TOPIC, "b", 5),
        ],
        ..describe_configs::Reply::default()
    };
    let codes = describe_configs::DescribeConfigs::codes(&reply);
    assert_eq!(codes, [(Item::Rest, ErrorCode(5)), (Item::Broker(1), ErrorCode(0))]);
    describe_configs::DescribeConfigs::without(&mut reply, &[Item::Rest]);
    assert_eq!(reply.resources, [told(config_resource::BROKER, "1", 0)]);
}

#[test]
fn an_offset_that_is_still_being_decided_makes_its_group_be_asked_again() {
    let fetched = |id: Option<&str>, code, partition_code| offset_fetch::Group {
        id: id.map(str::to_owned),
        code: ErrorCode(code),
        topics: vec![offset_fetch::Topic {
            name: "a".into(),
            partitions: vec![offset_fetch::Partition {
                partition: 0,
                code: ErrorCode(partition_code),
                committed: None,
                leader_epoch: None,
                metadata: None,
            }],
        }],
    };
    let reply = offset_fetch::Reply {
        groups: vec![
            fetched(Some("pending"), 0, 88),
            fetched(Some("moved"), 16, 0),
            fetched(Some("unknown-topic"), 0, 3),
        ],
        ..offset_fetch::Reply::default()
    };
    assert_eq!(
        offset_fetch::OffsetFetch::codes(&reply),
        [
            (group("pending"), ErrorCode(88)),
            (group("moved"), ErrorCode(16)),
            (group("unknown-topic"), ErrorCode(0)),
        ]
    );
}
