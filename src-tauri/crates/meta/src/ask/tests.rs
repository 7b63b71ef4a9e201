//! Taking requests apart and their replies together again.

use std::fmt::Debug;

use wire::{
    ErrorCode,
    message::{
        TopicPartitions, config_resource, delete_topics, describe_configs, describe_groups,
        describe_producers, list_offsets, offset_fetch,
    },
};

use super::{Ask, Item, home};

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

/// What is plain is not looked at any further, so only the whole and good answer may be.
#[test]
fn only_the_good_answer_to_what_was_asked_is_plain() {
    let told = |name: &str, answers: &[(i32, ErrorCode)]| list_offsets::Topic {
        name: name.to_owned(),
        partitions: answers
            .iter()
            .map(|(partition, code)| list_offsets::Partition {
                partition: *partition,
                code: *code,
                timestamp: None,
                offset: Some(5),
                leader_epoch: None,
            })
            .collect(),
    };
    let plain = |topics: Vec<list_offsets::Topic>| {
        let reply = list_offsets::Reply { topics, ..list_offsets::Reply::default() };
        list_offsets::ListOffsets::default().plainly(&reply, &partition("a", 2))
    };
    let good = ErrorCode::NONE;
    assert!(plain(vec![told("a", &[(2, good)])]));
    assert!(!plain(vec![told("a", &[(2, ErrorCode::NOT_LEADER_OR_FOLLOWER)])]));
    assert!(!plain(vec![told("a", &[(1, good)])]));
    assert!(!plain(vec![told("b", &[(2, good)])]));
    assert!(!plain(vec![told("a", &[(2, good), (3, good)])]));
    assert!(!plain(vec![told("a", &[(2, good)]), told("b", &[])]));
    assert!(!plain(vec![told("a", &[])]));
    assert!(!plain(vec![]));
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
    let request = list_offsets::ListOffsets::default();
    let codes = request.codes(&reply);
    let expected = [
        (partition("a", 0), ErrorCode(0)),
        (partition("a", 1), ErrorCode(6)),
        (partition("b", 1), ErrorCode(6)),
    ];
    assert_eq!(codes, expected);
    request.without(&mut reply, &[partition("a", 1), partition("b", 1)]);
    assert_eq!(reply.topics, [list_offsets::Topic { name: "a".into(), partitions: vec![one(0, 0)] }]);
}

fn resource(kind: i8, name: &str) -> describe_configs::ResourceAsked {
    describe_configs::ResourceAsked { kind, name: name.to_owned(), keys: None }
}

fn piece(kind: i8, name: &str) -> Item {
    Item::Resource(kind, name.into())
}

#[test]
fn the_config_of_a_broker_belongs_to_that_broker_and_the_rest_to_any() {
    let told = [
        (config_resource::TOPIC, "7", None),
        (config_resource::BROKER, "2", Some(2)),
        (config_resource::BROKER_LOGGER, "2", Some(2)),
        (config_resource::BROKER, "", None),
        (config_resource::GROUP, "1", None),
    ];
    for (kind, name, expected) in told {
        assert_eq!(home(kind, name), expected, "{kind} {name}");
    }
}

#[test]
fn resources_come_apart_one_by_one() {
    let request = describe_configs::DescribeConfigs {
        resources: vec![
            resource(config_resource::TOPIC, "7"),
            resource(config_resource::BROKER, "7"),
            resource(config_resource::TOPIC, "8"),
        ],
        include_synonyms: true,
        include_documentation: false,
    };
    let items = [
        piece(config_resource::TOPIC, "7"),
        piece(config_resource::BROKER, "7"),
        piece(config_resource::TOPIC, "8"),
    ];
    comes_apart_without_loss(&request, &items);
    assert!(request.only(&items[1..]).include_synonyms);
}

#[test]
fn only_the_resource_that_says_again_is_asked_again() {
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
    let request = describe_configs::DescribeConfigs::default();
    let codes = request.codes(&reply);
    let expected = [
        (piece(config_resource::TOPIC, "a"), ErrorCode(29)),
        (piece(config_resource::BROKER, "1"), ErrorCode(0)),
        (piece(config_resource::TOPIC, "b"), ErrorCode(5)),
    ];
    assert_eq!(codes, expected);
    request.without(&mut reply, &[piece(config_resource::TOPIC, "b")]);
    assert_eq!(
        reply.resources,
        [told(config_resource::TOPIC, "a", 29), told(config_resource::BROKER, "1", 0)]
    );
}

#[test]
fn a_topic_to_delete_is_the_one_that_was_asked_for_by_name_or_by_id() {
    use delete_topics::{DeleteTopics, Doomed, Reply, Topic};
    let (one, two) = (uuid::Uuid::from_u128(1), uuid::Uuid::from_u128(2));
    let request = DeleteTopics {
        topics: vec![Doomed::Named("a".into()), Doomed::Id(two), Doomed::Id(one)],
        ..DeleteTopics::default()
    };
    let by_id = |id| Item::TopicId(crate::TopicId::new(id).unwrap());
    comes_apart_without_loss(&request, &[Item::Topic("a".into()), by_id(two), by_id(one)]);
    let told =
        |name: Option<&str>, id| Topic { name: name.map(str::to_owned), id, code: ErrorCode(0), words: None };
    let other = uuid::Uuid::from_u128(3);
    let reply = Reply {
        topics: vec![told(Some("a"), Some(other)), told(Some("b"), Some(two)), told(None, Some(one))],
        ..Reply::default()
    };
    let items: Vec<Item> = request.codes(&reply).into_iter().map(|(item, _)| item).collect();
    assert_eq!(items, request.items());
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
        offset_fetch::OffsetFetch::default().codes(&reply),
        [
            (group("pending"), ErrorCode(88)),
            (group("moved"), ErrorCode(16)),
            (group("unknown-topic"), ErrorCode(0)),
        ]
    );
}
