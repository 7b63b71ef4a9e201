//! Every request, written in every version, is read back whole by the codec's own reader of requests.
//!
//! A field that the version lacks makes the codec fail, and a body in the wrong shape leaves bytes over; both would show
//! only on a broker of just that version.

use std::time::Duration;

use bytes::BytesMut;
use kafka_protocol::{messages as theirs, protocol::Decodable, protocol::Message};
use uuid::Uuid;

use super::*;
use crate::Request;

/// Writes the request in each of its versions, and reads it by the codec. `refused` are the versions that can't carry
/// what is asked here.
fn written<R: Request, T: Decodable + Message>(request: &R, refused: &[i16]) {
    for version in R::VERSIONS.0..=R::VERSIONS.1 {
        let mut out = BytesMut::new();
        let said = request.encode(version, &mut out);
        assert_eq!(said.is_err(), refused.contains(&version), "{} v{version}: {said:?}", R::KEY);
        if said.is_ok() {
            let known = version.min(T::VERSIONS.max);
            let read = T::decode(&mut out, known);
            assert!(read.is_ok(), "{} v{version}: {:?}", R::KEY, read.err());
            assert!(out.is_empty(), "{} v{version}: {} bytes left over", R::KEY, out.len());
        }
    }
}

fn some_partitions() -> Vec<TopicPartitions> {
    vec![
        TopicPartitions { topic: "orders".into(), partitions: vec![0, 1] },
        TopicPartitions { topic: "zahlung.eingang".into(), partitions: vec![] },
    ]
}

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn what_the_screens_ask_is_written_in_every_version() {
    written::<_, theirs::ApiVersionsRequest>(&api_versions::ApiVersions, &[]);
    let handshake = sasl_handshake::SaslHandshake { mechanism: "PLAIN".into() };
    written::<_, theirs::SaslHandshakeRequest>(&handshake, &[]);
    let step = sasl_authenticate::SaslAuthenticate { said: "some words".into() };
    written::<_, theirs::SaslAuthenticateRequest>(&step, &[]);
    let cluster = describe_cluster::DescribeCluster { include_operations: true, include_fenced: true };
    written::<_, theirs::DescribeClusterRequest>(&cluster, &[]);
    written::<_, theirs::DescribeQuorumRequest>(&describe_quorum::DescribeQuorum, &[]);
    for topics in [None, Some(vec![]), Some(some_partitions())] {
        let dirs = describe_log_dirs::DescribeLogDirs { topics };
        written::<_, theirs::DescribeLogDirsRequest>(&dirs, &[]);
    }
    let resources = vec![
        describe_configs::ResourceAsked { kind: config_resource::TOPIC, name: "orders".into(), keys: None },
        describe_configs::ResourceAsked {
            kind: config_resource::BROKER,
            name: "1".into(),
            keys: Some(vec!["log.dirs".into()]),
        },
    ];
    let configs =
        describe_configs::DescribeConfigs { resources, include_synonyms: true, include_documentation: true };
    written::<_, theirs::DescribeConfigsRequest>(&configs, &[]);
    let partitions = vec![list_offsets::PartitionAsked {
        partition: 3,
        leader_epoch: Some(7),
        timestamp: list_offsets::LATEST,
    }];
    let topics = vec![list_offsets::TopicAsked { name: "orders".into(), partitions }];
    let offsets = list_offsets::ListOffsets { committed: true, topics, timeout: SECOND };
    written::<_, theirs::ListOffsetsRequest>(&offsets, &[1]);
}

#[test]
fn what_is_asked_of_groups_is_written_in_every_version() {
    let one = find_coordinator::FindCoordinator {
        kind: find_coordinator::Kind::Transaction,
        keys: vec!["pay".into()],
    };
    written::<_, theirs::FindCoordinatorRequest>(&one, &[0]);
    let many = find_coordinator::FindCoordinator {
        kind: find_coordinator::Kind::Group,
        keys: vec!["a".into(), "b".into()],
    };
    written::<_, theirs::FindCoordinatorRequest>(&many, &[0, 1, 2, 3]);
    written::<_, theirs::ListGroupsRequest>(&list_groups::ListGroups::default(), &[]);
    let groups = vec!["a".into(), "b".into()];
    let classic = describe_groups::DescribeGroups { groups: groups.clone(), include_operations: true };
    written::<_, theirs::DescribeGroupsRequest>(&classic, &[]);
    let modern = consumer_group_describe::ConsumerGroupDescribe { groups, include_operations: true };
    written::<_, theirs::ConsumerGroupDescribeRequest>(&modern, &[]);
    for (topics, refused) in [(None, [1].as_slice()), (Some(some_partitions()), &[])] {
        let groups = vec![offset_fetch::GroupAsked { id: "a".into(), topics }];
        let fetch = offset_fetch::OffsetFetch { groups, require_stable: false };
        written::<_, theirs::OffsetFetchRequest>(&fetch, refused);
    }
    written::<_, theirs::DeleteGroupsRequest>(&delete_groups::DeleteGroups { groups: vec!["a".into()] }, &[]);
}

#[test]
fn the_other_look_ups_are_written_in_every_version() {
    for topics in [None, Some(some_partitions())] {
        let moves = list_partition_reassignments::ListPartitionReassignments { topics, timeout: SECOND };
        written::<_, theirs::ListPartitionReassignmentsRequest>(&moves, &[]);
    }
    let ids = vec!["pay".into()];
    written::<_, theirs::DescribeTransactionsRequest>(
        &describe_transactions::DescribeTransactions { ids },
        &[],
    );
    let open = list_transactions::ListTransactions {
        states: vec!["Ongoing".into()],
        producer_ids: vec![4],
        longer_than: None,
    };
    written::<_, theirs::ListTransactionsRequest>(&open, &[]);
    let long = list_transactions::ListTransactions { longer_than: Some(SECOND), ..open };
    written::<_, theirs::ListTransactionsRequest>(&long, &[0]);
    let component = |matching| describe_client_quotas::Component { entity_type: "user".into(), matching };
    let components = vec![
        component(describe_client_quotas::Matching::Exact("ann".into())),
        component(describe_client_quotas::Matching::Default),
        component(describe_client_quotas::Matching::Any),
    ];
    let quotas = describe_client_quotas::DescribeClientQuotas { components, strict: true };
    written::<_, theirs::DescribeClientQuotasRequest>(&quotas, &[]);
    written::<_, theirs::DescribeAclsRequest>(&describe_acls::DescribeAcls::default(), &[]);
    let metrics = list_config_resources::ListConfigResources { kinds: vec![config_resource::CLIENT_METRICS] };
    written::<_, theirs::ListConfigResourcesRequest>(&metrics, &[]);
    let all = list_config_resources::ListConfigResources { kinds: vec![] };
    written::<_, theirs::ListConfigResourcesRequest>(&all, &[0]);
    for users in [None, Some(vec!["ann".into()])] {
        let scram = describe_user_scram_credentials::DescribeUserScramCredentials { users };
        written::<_, theirs::DescribeUserScramCredentialsRequest>(&scram, &[]);
    }
    let producers = describe_producers::DescribeProducers { topics: some_partitions() };
    written::<_, theirs::DescribeProducersRequest>(&producers, &[]);
    let partitions =
        vec![offset_for_leader_epoch::PartitionAsked { partition: 0, current_epoch: None, epoch: 4 }];
    let topics = vec![offset_for_leader_epoch::TopicAsked { name: "orders".into(), partitions }];
    let epochs = offset_for_leader_epoch::OffsetForLeaderEpoch { topics };
    written::<_, theirs::OffsetForLeaderEpochRequest>(&epochs, &[]);
}

#[test]
fn the_writes_are_written_in_every_version() {
    let layouts = [
        (create_topics::Layout::Counts { partitions: Some(3), replication: Some(2) }, [].as_slice()),
        (create_topics::Layout::Counts { partitions: None, replication: None }, &[2, 3]),
        (create_topics::Layout::Assigned(vec![vec![1, 2], vec![2, 3]]), &[]),
    ];
    for (layout, refused) in layouts {
        let configs = vec![("cleanup.policy".into(), Some("compact".into()))];
        let topics = vec![create_topics::NewTopic { name: "orders".into(), layout, configs }];
        let create = create_topics::CreateTopics { topics, timeout: SECOND, validate_only: false };
        written::<_, theirs::CreateTopicsRequest>(&create, refused);
    }
    let by_name = delete_topics::Doomed::Named("orders".into());
    let delete = delete_topics::DeleteTopics { topics: vec![by_name], timeout: SECOND };
    written::<_, theirs::DeleteTopicsRequest>(&delete, &[]);
    let by_id = delete_topics::Doomed::Id(Uuid::from_u128(9));
    let delete = delete_topics::DeleteTopics { topics: vec![by_id], timeout: SECOND };
    written::<_, theirs::DeleteTopicsRequest>(&delete, &[4, 5]);
    use incremental_alter_configs::{Change, IncrementalAlterConfigs, ResourceAltered};
    let changes = vec![
        ("retention.ms".into(), Change::Set("1".into())),
        ("cleanup.policy".into(), Change::Append("compact".into())),
        ("segment.ms".into(), Change::Delete),
    ];
    let resources = vec![ResourceAltered { kind: config_resource::TOPIC, name: "orders".into(), changes }];
    let alter = IncrementalAlterConfigs { resources, validate_only: true };
    written::<_, theirs::IncrementalAlterConfigsRequest>(&alter, &[]);
    use alter_partition_reassignments::{AlterPartitionReassignments, PartitionMoved, TopicMoved};
    for (allow_replication_change, refused) in [(true, [].as_slice()), (false, &[0])] {
        let partitions = vec![
            PartitionMoved { partition: 0, replicas: Some(vec![1, 2]) },
            PartitionMoved { partition: 1, replicas: None },
        ];
        let topics = vec![TopicMoved { name: "orders".into(), partitions }];
        let moves = AlterPartitionReassignments { topics, timeout: SECOND, allow_replication_change };
        written::<_, theirs::AlterPartitionReassignmentsRequest>(&moves, refused);
    }
    use elect_leaders::{ElectLeaders, Election};
    for (election, refused) in [(Election::Preferred, [].as_slice()), (Election::Unclean, &[0])] {
        let elect = ElectLeaders { election, topics: Some(some_partitions()), timeout: SECOND };
        written::<_, theirs::ElectLeadersRequest>(&elect, refused);
    }
    let dir = alter_replica_log_dirs::Dir { path: "/data/1".into(), topics: some_partitions() };
    let moves = alter_replica_log_dirs::AlterReplicaLogDirs { dirs: vec![dir] };
    written::<_, theirs::AlterReplicaLogDirsRequest>(&moves, &[]);
}

/// Reads a reply that the codec wrote, in this version.
fn told<R: Request>(reply: &impl kafka_protocol::protocol::Encodable, version: i16) -> R::Reply {
    let mut body = BytesMut::new();
    reply.encode(&mut body, version).unwrap();
    crate::decode_reply::<R>(version, body.freeze()).unwrap()
}

#[test]
fn what_an_old_version_does_not_tell_is_not_told_as_a_value() {
    use theirs::{
        consumer_group_describe_response as consumer, describe_cluster_response as cluster,
        describe_configs_response as configs, list_groups_response as groups,
    };
    let reply = theirs::DescribeClusterResponse::default()
        .with_brokers(vec![cluster::DescribeClusterBroker::default()]);
    let fenced = |version| {
        let reply = told::<describe_cluster::DescribeCluster>(&reply, version);
        assert_eq!((reply.controller, reply.operations), (None, None));
        reply.brokers[0].fenced
    };
    assert_eq!([fenced(0), fenced(1), fenced(2)], [None, None, Some(false)]);

    let reply = theirs::ListGroupsResponse::default().with_groups(vec![groups::ListedGroup::default()]);
    let kind = |version| {
        let group = told::<list_groups::ListGroups>(&reply, version).groups.remove(0);
        (group.state, group.group_type)
    };
    assert_eq!(kind(3), (None, None));
    assert_eq!(kind(4), (Some(String::new()), None));
    assert_eq!(kind(5), (Some(String::new()), Some(String::new())));

    let config = configs::DescribeConfigsResourceResult::default().with_value(None);
    let result = configs::DescribeConfigsResult::default().with_configs(vec![config]);
    let reply = theirs::DescribeConfigsResponse::default().with_results(vec![result]);
    let value_type = |version| {
        let reply = told::<describe_configs::DescribeConfigs>(&reply, version);
        reply.resources[0].configs[0].value_type
    };
    assert_eq!([value_type(2), value_type(3)], [None, Some(0)]);

    let classic = |version, member_type| {
        let member = consumer::Member::default().with_member_type(member_type);
        let group = consumer::DescribedGroup::default().with_members(vec![member]);
        let reply = theirs::ConsumerGroupDescribeResponse::default().with_groups(vec![group]);
        let reply = told::<consumer_group_describe::ConsumerGroupDescribe>(&reply, version);
        reply.groups[0].members[0].classic
    };
    assert_eq!(
        [classic(0, -1), classic(1, -1), classic(1, 0), classic(1, 1)],
        [None, None, Some(true), Some(false)]
    );
}

#[test]
fn a_quorum_without_a_leader_names_none() {
    use theirs::describe_quorum_response as quorum;
    let lost = quorum::ReplicaState::default().with_replica_id(theirs::BrokerId(3)).with_log_end_offset(-1);
    let partition = quorum::PartitionData::default()
        .with_leader_id(theirs::BrokerId(-1))
        .with_leader_epoch(5)
        .with_high_watermark(-1)
        .with_current_voters(vec![lost]);
    let other = quorum::TopicData::default().with_partitions(vec![quorum::PartitionData::default()]);
    let topic = quorum::TopicData::default()
        .with_topic_name(theirs::TopicName("__cluster_metadata".to_owned().into()))
        .with_partitions(vec![partition]);
    let reply = theirs::DescribeQuorumResponse::default().with_topics(vec![other.clone(), topic]);
    let found = told::<describe_quorum::DescribeQuorum>(&reply, 1).quorum.unwrap();
    assert_eq!((found.leader, found.leader_epoch, found.high_watermark), (None, Some(5), None));
    let voter = &found.voters[0];
    assert_eq!((voter.id, voter.log_end_offset, voter.last_fetch, voter.directory), (3, None, None, None));

    let reply = theirs::DescribeQuorumResponse::default().with_topics(vec![other]);
    assert_eq!(told::<describe_quorum::DescribeQuorum>(&reply, 1).quorum, None);
}

#[test]
fn one_group_and_many_groups_come_out_alike() {
    use theirs::offset_fetch_response as offsets;
    let in_one =
        offsets::OffsetFetchResponsePartition::default().with_partition_index(2).with_committed_offset(-1);
    let topic = offsets::OffsetFetchResponseTopic::default().with_partitions(vec![in_one]);
    let one = theirs::OffsetFetchResponse::default().with_topics(vec![topic]);
    let in_many =
        offsets::OffsetFetchResponsePartitions::default().with_partition_index(2).with_committed_offset(-1);
    let topic = offsets::OffsetFetchResponseTopics::default().with_partitions(vec![in_many]);
    let group = offsets::OffsetFetchResponseGroup::default().with_topics(vec![topic]);
    let many = theirs::OffsetFetchResponse::default().with_groups(vec![group]);
    let one = told::<offset_fetch::OffsetFetch>(&one, 7).groups.remove(0);
    let many = told::<offset_fetch::OffsetFetch>(&many, 8).groups.remove(0);
    assert_eq!((one.id, many.id), (None, Some(String::new())));
    assert_eq!(one.topics, many.topics);
    assert_eq!(one.topics[0].partitions[0].committed, None);
}
