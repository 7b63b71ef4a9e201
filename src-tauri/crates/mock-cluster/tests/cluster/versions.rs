//! Every api in every version that the codec and a broker of 4.4.0 share: the request passes the walk, and the answer
//! decodes to its last byte.

use anyhow::{Context, Result};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use kafka_protocol::messages::consumer_group_describe_request::ConsumerGroupDescribeRequest;
use kafka_protocol::messages::describe_cluster_request::DescribeClusterRequest;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::{Decodable, Request, StrBytes};
use mock_cluster::{Group, GroupKind, Member, MockCluster, Release, TopicSpec, key};
use uuid::Uuid;

use crate::client::{Client, ask, who};

async fn cluster() -> std::io::Result<MockCluster> {
    let member = Member::new("m-1", "app").with_assigned("orders", [0, 1]);
    MockCluster::builder()
        .brokers(1)
        .racks(["a"])
        .topic(TopicSpec::new("orders").partitions(3).records(10))
        .group(Group::new("billing", GroupKind::Classic).with_state("Stable").with_member(member.clone()))
        .group(Group::new("audit", GroupKind::Consumer).with_state("Stable").with_member(member))
        .start()
        .await
}

/// Asks in each shared version, with a request that the test shapes for the version.
async fn in_each_version<R: Request>(build: impl Fn(i16) -> R) -> Result<Vec<(i16, R::Response)>> {
    let cluster = cluster().await?;
    let (min, max) = *Release::Kafka44.ranges().get(&R::KEY).context("not advertised")?;
    let (min, max) = (min.max(R::VERSIONS.min), max.min(R::VERSIONS.max));
    let mut answers = Vec::new();
    for version in min..=max {
        let answer = ask(&cluster, 1, version, &build(version)).await;
        answers.push((version, answer.with_context(|| format!("key {} v{version}", R::KEY))?));
    }
    assert!(!answers.is_empty());
    Ok(answers)
}

fn text(from: &'static str) -> StrBytes {
    StrBytes::from_static_str(from)
}

fn topic(name: &'static str) -> TopicName {
    TopicName(text(name))
}

#[tokio::test]
async fn api_versions_names_77_keys_in_each_version() {
    for (version, answer) in
        in_each_version(|version| if version >= 3 { who() } else { ApiVersionsRequest::default() })
            .await
            .unwrap()
    {
        assert_eq!(answer.error_code, 0);
        assert_eq!(answer.api_keys.len(), 77);
        let features = answer.finalized_features.iter().filter(|at| &*at.name == "metadata.version").count();
        assert_eq!(features, usize::from(version >= 3));
    }
}

#[tokio::test]
async fn metadata_answers_in_each_version() {
    for (version, answer) in in_each_version(|version| {
        let topics = if version == 0 { Some(Vec::new()) } else { None };
        MetadataRequest::default().with_topics(topics)
    })
    .await
    .unwrap()
    {
        assert_eq!(answer.brokers.len(), 1);
        assert_eq!(answer.brokers[0].rack.as_deref(), (version >= 1).then_some("a"));
        assert_eq!(answer.topics.len(), 1);
        let orders = &answer.topics[0];
        assert_eq!(orders.name.as_ref().unwrap().as_str(), "orders");
        assert_eq!(orders.partitions.len(), 3);
        assert_eq!(orders.topic_id.is_nil(), version < 10);
        assert!(orders.partitions.iter().all(|at| at.leader_id == 1 && at.isr_nodes == [1]));
        let epoch = if version >= 7 { 0 } else { -1 };
        assert!(orders.partitions.iter().all(|at| at.leader_epoch == epoch));
    }
}

#[tokio::test]
async fn an_empty_list_of_topics_means_brokers_only() {
    for (version, answer) in
        in_each_version(|_| MetadataRequest::default().with_topics(Some(Vec::new()))).await.unwrap()
    {
        assert_eq!(answer.topics.is_empty(), version >= 1, "v{version}");
    }
}

#[tokio::test]
async fn find_coordinator_answers_in_each_version() {
    for (version, answer) in in_each_version(|version| {
        let request = FindCoordinatorRequest::default();
        if version >= 4 {
            request.with_coordinator_keys(vec![text("billing"), text("audit")])
        } else {
            request.with_key(text("billing"))
        }
    })
    .await
    .unwrap()
    {
        if version >= 4 {
            let found: Vec<_> =
                answer.coordinators.iter().map(|at| (at.key.as_str(), at.node_id.0)).collect();
            assert_eq!(found, [("billing", 1), ("audit", 1)]);
        } else {
            assert_eq!((answer.error_code, answer.node_id.0), (0, 1));
        }
    }
}

#[tokio::test]
async fn describe_cluster_answers_in_each_version() {
    for (_, answer) in in_each_version(|_| DescribeClusterRequest::default()).await.unwrap() {
        assert_eq!((answer.error_code, answer.brokers.len(), answer.controller_id.0), (0, 1, 1));
    }
}

#[tokio::test]
async fn describe_quorum_answers_in_each_version() {
    use kafka_protocol::messages::describe_quorum_request::{PartitionData, TopicData};
    for (version, answer) in in_each_version(|_| {
        let partition = PartitionData::default();
        let metadata = TopicData::default()
            .with_topic_name(topic("__cluster_metadata"))
            .with_partitions(vec![partition]);
        DescribeQuorumRequest::default().with_topics(vec![metadata])
    })
    .await
    .unwrap()
    {
        let partition = &answer.topics[0].partitions[0];
        assert_eq!((partition.error_code, partition.leader_id.0), (0, 1));
        assert_eq!(partition.current_voters.len(), 1);
        assert_eq!(answer.nodes.len(), usize::from(version >= 2));
    }
}

#[tokio::test]
async fn describe_log_dirs_answers_in_each_version() {
    for (version, answer) in
        in_each_version(|_| DescribeLogDirsRequest::default().with_topics(None)).await.unwrap()
    {
        assert_eq!(answer.results.len(), 2);
        let replicas: usize =
            answer.results.iter().flat_map(|dir| &dir.topics).map(|topic| topic.partitions.len()).sum();
        assert_eq!(replicas, 3);
        assert_eq!(answer.results[0].total_bytes, if version >= 4 { 1 << 40 } else { -1 });
    }
}

#[tokio::test]
async fn describe_log_dirs_v5_ends_each_directory_with_the_cordoned_flag() {
    let cluster = cluster().await.unwrap();
    let spec = mock_cluster::LogDirSpec { cordoned: true, ..mock_cluster::LogDirSpec::default() };
    cluster.state().set_log_dir(1, "/var/lib/kafka/data-2", spec).unwrap();
    let mut client = Client::to(&cluster, 1).await.unwrap();
    // An empty array of topics, no tags.
    let v5 = client.call_raw(key::DESCRIBE_LOG_DIRS, 5, 2, &[1, 0]).await.unwrap();
    let v4 = client.call_raw(key::DESCRIBE_LOG_DIRS, 4, 2, &[1, 0]).await.unwrap();
    let mut as_v4 = v4.slice(1..);
    let described = DescribeLogDirsResponse::decode(&mut as_v4, 4).unwrap();
    assert_eq!(described.results.len(), 2);
    // Each directory is one byte longer, and only the second is set.
    assert_eq!(v5.len(), v4.len() + 2);
    assert_eq!(v5.slice(v5.len() - 3..).as_ref(), &[1, 0, 0]);
    let first_ends = v4.len() - 1 - (v4.len() - 1 - 1 - 4 - 2 - 1 - 1) / 2;
    assert_eq!(v5[first_ends - 1], 0);
}

#[tokio::test]
async fn list_offsets_answers_in_each_version() {
    use kafka_protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
    let build = |_| {
        let latest = ListOffsetsPartition::default().with_partition_index(2).with_timestamp(-1);
        let orders = ListOffsetsTopic::default().with_name(topic("orders")).with_partitions(vec![latest]);
        ListOffsetsRequest::default().with_replica_id(BrokerId(-1)).with_topics(vec![orders])
    };
    for (version, answer) in in_each_version(build).await.unwrap() {
        let partition = &answer.topics[0].partitions[0];
        assert_eq!((partition.error_code, partition.partition_index, partition.offset), (0, 2, 10));
        assert_eq!(partition.leader_epoch, if version >= 4 { 0 } else { -1 });
    }
    // Version 11 looks like 10, and the codec doesn't know it.
    let mut body = BytesMut::new();
    kafka_protocol::protocol::Encodable::encode(&build(10), &mut body, 10).unwrap();
    let cluster = cluster().await.unwrap();
    let answer =
        Client::to(&cluster, 1).await.unwrap().call_raw(key::LIST_OFFSETS, 11, 2, &body).await.unwrap();
    let mut body: Bytes = answer.slice(1..);
    let answer = ListOffsetsResponse::decode(&mut body, 10).unwrap();
    assert_eq!(answer.topics[0].partitions[0].offset, 10);
}

#[tokio::test]
async fn describe_configs_answers_in_each_version() {
    use kafka_protocol::messages::describe_configs_request::DescribeConfigsResource;
    for (version, answer) in in_each_version(|version| {
        let orders = DescribeConfigsResource::default()
            .with_resource_type(2)
            .with_resource_name(text("orders"))
            .with_configuration_keys(None);
        let broker = DescribeConfigsResource::default()
            .with_resource_type(4)
            .with_resource_name(text("1"))
            .with_configuration_keys(None);
        DescribeConfigsRequest::default()
            .with_resources(vec![orders, broker])
            .with_include_synonyms(true)
            .with_include_documentation(version >= 3)
    })
    .await
    .unwrap()
    {
        assert_eq!(answer.results[0].error_code, 0);
        let retention = answer.results[0].configs.iter().find(|at| &*at.name == "retention.ms").unwrap();
        assert_eq!(retention.value.as_deref(), Some("604800000"));
        assert_eq!(retention.config_source, 5);
        // The broker has no value for it unless somebody sets one, which it has for the size of segments.
        assert_eq!(retention.synonyms.len(), 0);
        let segment = answer.results[0].configs.iter().find(|at| &*at.name == "segment.bytes").unwrap();
        assert_eq!(&*segment.synonyms[0].name, "log.segment.bytes");
        assert_eq!(retention.config_type, if version >= 3 { 5 } else { 0 });
        assert_eq!(retention.documentation.as_deref().is_some_and(|doc| !doc.is_empty()), version >= 3);
        let dirs = answer.results[1].configs.iter().find(|at| &*at.name == "log.dirs").unwrap();
        assert_eq!(dirs.value.as_deref(), Some("/var/lib/kafka/data-1,/var/lib/kafka/data-2"));
        assert!(dirs.read_only);
    }
}

#[tokio::test]
async fn list_groups_answers_in_each_version() {
    for (version, answer) in in_each_version(|_| ListGroupsRequest::default()).await.unwrap() {
        assert_eq!(answer.groups.len(), 2);
        assert_eq!(&*answer.groups[0].group_state, if version >= 4 { "Stable" } else { "" });
        assert_eq!(&*answer.groups[0].group_type, if version >= 5 { "consumer" } else { "" });
    }
}

#[tokio::test]
async fn describe_groups_answers_in_each_version() {
    for (version, answer) in in_each_version(|_| {
        DescribeGroupsRequest::default().with_groups(vec![GroupId(text("billing")), GroupId(text("audit"))])
    })
    .await
    .unwrap()
    {
        let billing = &answer.groups[0];
        assert_eq!(
            (billing.error_code, &*billing.group_state, &*billing.protocol_data),
            (0, "Stable", "range")
        );
        let mut assignment = billing.members[0].member_assignment.clone();
        assert_eq!(assignment.get_i16(), 0);
        let assignment = ConsumerProtocolAssignment::decode(&mut assignment, 0).unwrap();
        assert_eq!(assignment.assigned_partitions[0].partitions, [0, 1]);
        assert_eq!(answer.groups[1].error_code, if version >= 6 { 69 } else { 0 });
        assert_eq!(&*answer.groups[1].group_state, "Dead");
    }
}

#[tokio::test]
async fn consumer_group_describe_answers_in_each_version() {
    for (_, answer) in in_each_version(|_| {
        ConsumerGroupDescribeRequest::default()
            .with_group_ids(vec![GroupId(text("audit")), GroupId(text("billing"))])
    })
    .await
    .unwrap()
    {
        let audit = &answer.groups[0];
        assert_eq!((audit.error_code, &*audit.group_state), (0, "Stable"));
        let assigned = &audit.members[0].assignment.topic_partitions[0];
        assert_eq!((assigned.topic_name.as_str(), &assigned.partitions[..]), ("orders", &[0, 1][..]));
        assert!(!assigned.topic_id.is_nil());
        assert_eq!(answer.groups[1].error_code, 69);
    }
}

#[tokio::test]
async fn offset_fetch_answers_in_each_version() {
    use kafka_protocol::messages::offset_fetch_request::{OffsetFetchRequestGroup, OffsetFetchRequestTopic};
    for (version, answer) in in_each_version(|version| {
        if version >= 8 {
            let group =
                OffsetFetchRequestGroup::default().with_group_id(GroupId(text("billing"))).with_topics(None);
            return OffsetFetchRequest::default().with_groups(vec![group]);
        }
        let orders =
            OffsetFetchRequestTopic::default().with_name(topic("orders")).with_partition_indexes(vec![7]);
        OffsetFetchRequest::default().with_group_id(GroupId(text("billing"))).with_topics(Some(vec![orders]))
    })
    .await
    .unwrap()
    {
        if version >= 8 {
            assert_eq!((answer.groups[0].error_code, answer.groups[0].topics.len()), (0, 0));
        } else {
            assert_eq!(answer.topics[0].partitions[0].committed_offset, -1);
        }
    }
}

#[tokio::test]
async fn create_and_delete_topics_answer_in_each_version() {
    use kafka_protocol::messages::create_topics_request::CreatableTopic;
    for (version, answer) in in_each_version(|version| {
        let new = CreatableTopic::default()
            .with_name(TopicName(StrBytes::from_string(format!("made-in-v{version}"))))
            .with_num_partitions(2)
            .with_replication_factor(1);
        CreateTopicsRequest::default().with_topics(vec![new]).with_timeout_ms(1000)
    })
    .await
    .unwrap()
    {
        let made = &answer.topics[0];
        assert_eq!(made.error_code, 0);
        assert_eq!(made.num_partitions, if version >= 5 { 2 } else { -1 });
        assert_eq!(made.topic_id.is_nil(), version < 7);
    }
    for (version, answer) in in_each_version(|version| {
        let request = DeleteTopicsRequest::default().with_timeout_ms(1000);
        if version >= 6 {
            let by_id = delete_topics_request::DeleteTopicState::default().with_topic_id(Uuid::from_u128(7));
            return request.with_topics(vec![by_id]);
        }
        request.with_topic_names(vec![topic("nobody")])
    })
    .await
    .unwrap()
    {
        assert_eq!(answer.responses[0].error_code, if version >= 6 { 100 } else { 3 });
    }
}

/// Requests whose plain form is enough to see that both sides agree on every version.
macro_rules! answers_in_each_version {
    ($($name:ident: $request:expr => $code:expr;)*) => {$(
        #[tokio::test]
        async fn $name() {
            for (version, answer) in in_each_version($request).await.unwrap() {
                assert_eq!($code(answer), "0", "v{version}");
            }
        }
    )*};
}

/// "0", or the codes that were not expected.
fn all_zero(codes: impl IntoIterator<Item = i16>) -> String {
    let wrong: Vec<i16> = codes.into_iter().filter(|&code| code != 0).collect();
    if wrong.is_empty() { "0".to_owned() } else { format!("{wrong:?}") }
}

answers_in_each_version! {
    list_partition_reassignments_answers_in_each_version:
        |_| ListPartitionReassignmentsRequest::default().with_topics(None)
        => |answer: ListPartitionReassignmentsResponse| all_zero([answer.error_code]);
    list_transactions_answers_in_each_version:
        |_| ListTransactionsRequest::default().with_state_filters(vec![text("Ongoing")])
        => |answer: ListTransactionsResponse| all_zero([answer.error_code]);
    describe_client_quotas_answers_in_each_version:
        |_| DescribeClientQuotasRequest::default()
            .with_components(vec![describe_client_quotas_request::ComponentData::default()
                .with_entity_type(text("user")).with_match_type(2)])
        => |answer: DescribeClientQuotasResponse| all_zero([answer.error_code]);
    describe_user_scram_credentials_answers_in_each_version:
        |_| DescribeUserScramCredentialsRequest::default().with_users(None)
        => |answer: DescribeUserScramCredentialsResponse| all_zero([answer.error_code]);
    list_config_resources_answers_in_each_version:
        |_| ListConfigResourcesRequest::default()
        => |answer: ListConfigResourcesResponse| all_zero([answer.error_code]);
    describe_topic_partitions_answers_in_each_version:
        |_| DescribeTopicPartitionsRequest::default().with_response_partition_limit(2)
        => |answer: DescribeTopicPartitionsResponse| {
            assert_eq!(answer.next_cursor.unwrap().partition_index, 2);
            all_zero(answer.topics.iter().map(|at| at.error_code))
        };
    describe_producers_answers_in_each_version:
        |_| DescribeProducersRequest::default().with_topics(vec![
            describe_producers_request::TopicRequest::default()
                .with_name(topic("orders")).with_partition_indexes(vec![0, 1])])
        => |answer: DescribeProducersResponse| all_zero(answer.topics[0].partitions.iter().map(|at| at.error_code));
    offset_for_leader_epoch_answers_in_each_version:
        |_| OffsetForLeaderEpochRequest::default().with_topics(vec![
            offset_for_leader_epoch_request::OffsetForLeaderTopic::default().with_topic(topic("orders"))
                .with_partitions(vec![offset_for_leader_epoch_request::OffsetForLeaderPartition::default()
                    .with_current_leader_epoch(-1).with_leader_epoch(0)])])
        => |answer: OffsetForLeaderEpochResponse| {
            assert_eq!(answer.topics[0].partitions[0].end_offset, 10);
            all_zero([answer.topics[0].partitions[0].error_code])
        };
    incremental_alter_configs_answers_in_each_version:
        |_| IncrementalAlterConfigsRequest::default().with_resources(vec![
            incremental_alter_configs_request::AlterConfigsResource::default()
                .with_resource_type(2).with_resource_name(text("orders"))
                .with_configs(vec![incremental_alter_configs_request::AlterableConfig::default()
                    .with_name(text("retention.ms")).with_value(Some(text("60000")))])])
        => |answer: IncrementalAlterConfigsResponse| all_zero([answer.responses[0].error_code]);
    elect_leaders_answers_in_each_version:
        |_| ElectLeadersRequest::default().with_topic_partitions(None)
        => |answer: ElectLeadersResponse| all_zero([answer.error_code]);
    alter_replica_log_dirs_answers_in_each_version:
        |_| AlterReplicaLogDirsRequest::default().with_dirs(vec![
            alter_replica_log_dirs_request::AlterReplicaLogDir::default().with_path(text("/var/lib/kafka/data-1"))
                .with_topics(vec![alter_replica_log_dirs_request::AlterReplicaLogDirTopic::default()
                    .with_name(topic("orders")).with_partitions(vec![0])])])
        => |answer: AlterReplicaLogDirsResponse| all_zero([answer.results[0].partitions[0].error_code]);
    alter_partition_reassignments_answers_in_each_version:
        |_| AlterPartitionReassignmentsRequest::default().with_topics(vec![
            alter_partition_reassignments_request::ReassignableTopic::default().with_name(topic("orders"))
                .with_partitions(vec![alter_partition_reassignments_request::ReassignablePartition::default()
                    .with_replicas(Some(vec![BrokerId(1)]))])])
        => |answer: AlterPartitionReassignmentsResponse| all_zero([answer.responses[0].partitions[0].error_code]);
    create_partitions_answers_in_each_version:
        |version: i16| CreatePartitionsRequest::default().with_topics(vec![
            create_partitions_request::CreatePartitionsTopic::default().with_name(topic("orders"))
                .with_count(4 + i32::from(version)).with_assignments(None)])
        => |answer: CreatePartitionsResponse| all_zero([answer.results[0].error_code]);
}

#[tokio::test]
async fn describe_acls_says_that_there_is_no_authorizer_in_each_version() {
    for (_, answer) in in_each_version(|_| DescribeAclsRequest::default()).await.unwrap() {
        assert_eq!(answer.error_code, 54);
        assert!(answer.error_message.is_some());
    }
}

#[tokio::test]
async fn describe_transactions_answers_in_each_version() {
    for (_, answer) in in_each_version(|_| {
        DescribeTransactionsRequest::default().with_transactional_ids(vec![TransactionalId(text("nobody"))])
    })
    .await
    .unwrap()
    {
        assert_eq!(answer.transaction_states[0].error_code, 105);
    }
}

#[tokio::test]
async fn delete_groups_answers_in_each_version_and_in_the_one_that_the_codec_does_not_know() {
    for (_, answer) in in_each_version(|_| {
        DeleteGroupsRequest::default()
            .with_groups_names(vec![GroupId(text("billing")), GroupId(text("nobody"))])
    })
    .await
    .unwrap()
    {
        let codes: Vec<i16> = answer.results.iter().map(|at| at.error_code).collect();
        assert_eq!(codes, [68, 69]);
    }
    let cluster = cluster().await.unwrap();
    let mut body = BytesMut::new();
    body.put_slice(&[2, 3]);
    body.put_slice(b"no");
    body.put_u8(0);
    let answer =
        Client::to(&cluster, 1).await.unwrap().call_raw(key::DELETE_GROUPS, 3, 2, &body).await.unwrap();
    // Header tags, throttle, one result: "no", 69, no message, no tags, then none for the whole.
    assert_eq!(answer.as_ref(), [&[0, 0, 0, 0, 0, 2, 3][..], b"no", &[0, 69, 0, 0, 0]].concat());
}

#[tokio::test]
async fn an_older_release_advertises_its_own_ranges() {
    for (release, metadata, keys) in [(Release::Kafka39, (0, 12), 61), (Release::Kafka28, (0, 11), 56)] {
        let cluster = MockCluster::builder().brokers(1).release(release).start().await.unwrap();
        let answer = ask(&cluster, 1, 3, &who()).await.unwrap();
        assert_eq!(answer.api_keys.len(), keys);
        let found = answer.api_keys.iter().find(|at| at.api_key == key::METADATA).unwrap();
        assert_eq!((found.min_version, found.max_version), metadata);
    }
}
