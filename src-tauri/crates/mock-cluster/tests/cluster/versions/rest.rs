//! The apis whose plain form is enough to see that both sides agree on every version.

use kafka_protocol::messages::*;

use super::{in_each_version, text, topic};

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
        |_| ElectLeadersRequest::default().with_topic_partitions(Some(vec![
            elect_leaders_request::TopicPartitions::default().with_topic(topic("orders")).with_partitions(vec![0])]))
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
