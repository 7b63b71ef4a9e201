//! Brokers, topics, offsets, directories and configs in every version.

use bytes::*;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::{Decodable, StrBytes};
use mock_cluster::{MockCluster, Release, key};
use uuid::Uuid;

use super::{cluster, in_each_version, text, topic};
use crate::client::{Client, ask, who};

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
        let names: Vec<&str> =
            answer.topics.iter().map(|topic| topic.name.as_ref().unwrap().as_str()).collect();
        assert_eq!(names, ["__consumer_offsets", "orders"], "groups come with their topic");
        let orders = &answer.topics[1];
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
        assert_eq!(replicas, 3 + 50, "those of the groups' topic too");
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
