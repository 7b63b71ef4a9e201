//! The read-only gate: which requests are known to only look.
//!
//! It is an allow-list. A wrong entry here breaks the promise that a read-only connection can't change a cluster, so
//! the match has no catch-all: a newly named key does not compile until someone has decided, and a number without a
//! name could write.

use crate::ApiKey;

/// Whether a request with this key could change the cluster. Metadata only looks as long as it does not ask for topics to
/// be created; that bit is the request's own to tell (`Request::could_write`).
#[must_use]
pub const fn could_write(key: ApiKey) -> bool {
    match key {
        ApiKey::Fetch
        | ApiKey::ListOffsets
        | ApiKey::Metadata
        | ApiKey::OffsetFetch
        | ApiKey::FindCoordinator
        | ApiKey::DescribeGroups
        | ApiKey::ListGroups
        | ApiKey::SaslHandshake
        | ApiKey::ApiVersions
        | ApiKey::OffsetForLeaderEpoch
        | ApiKey::DescribeAcls
        | ApiKey::DescribeConfigs
        | ApiKey::DescribeLogDirs
        | ApiKey::SaslAuthenticate
        | ApiKey::DescribeDelegationToken
        | ApiKey::ListPartitionReassignments
        | ApiKey::DescribeClientQuotas
        | ApiKey::DescribeUserScramCredentials
        | ApiKey::DescribeQuorum
        | ApiKey::DescribeCluster
        | ApiKey::DescribeProducers
        | ApiKey::DescribeTransactions
        | ApiKey::ListTransactions
        | ApiKey::ConsumerGroupDescribe
        | ApiKey::ListConfigResources
        | ApiKey::DescribeTopicPartitions
        | ApiKey::ShareGroupDescribe
        | ApiKey::StreamsGroupDescribe
        | ApiKey::DescribeShareGroupOffsets => false,

        // Records, offsets and groups.
        ApiKey::Produce
        | ApiKey::OffsetCommit
        | ApiKey::JoinGroup
        | ApiKey::Heartbeat
        | ApiKey::LeaveGroup
        | ApiKey::SyncGroup
        | ApiKey::DeleteRecords
        | ApiKey::InitProducerId
        | ApiKey::AddPartitionsToTxn
        | ApiKey::AddOffsetsToTxn
        | ApiKey::EndTxn
        | ApiKey::WriteTxnMarkers
        | ApiKey::TxnOffsetCommit
        | ApiKey::DeleteGroups
        | ApiKey::OffsetDelete
        | ApiKey::ConsumerGroupHeartbeat
        | ApiKey::ShareGroupHeartbeat
        | ApiKey::ShareFetch
        | ApiKey::ShareAcknowledge
        | ApiKey::StreamsGroupHeartbeat
        | ApiKey::AlterShareGroupOffsets
        | ApiKey::DeleteShareGroupOffsets
        | ApiKey::StreamsGroupTopologyDescriptionUpdate => true,

        // Topics, configs, security, the cluster's own set-up.
        ApiKey::CreateTopics
        | ApiKey::DeleteTopics
        | ApiKey::CreateAcls
        | ApiKey::DeleteAcls
        | ApiKey::AlterConfigs
        | ApiKey::AlterReplicaLogDirs
        | ApiKey::CreatePartitions
        | ApiKey::CreateDelegationToken
        | ApiKey::RenewDelegationToken
        | ApiKey::ExpireDelegationToken
        | ApiKey::ElectLeaders
        | ApiKey::IncrementalAlterConfigs
        | ApiKey::AlterPartitionReassignments
        | ApiKey::AlterClientQuotas
        | ApiKey::AlterUserScramCredentials
        | ApiKey::UpdateFeatures
        | ApiKey::UnregisterBroker
        | ApiKey::AddRaftVoter
        | ApiKey::RemoveRaftVoter
        | ApiKey::UnregisterController
        | ApiKey::GetTelemetrySubscriptions
        | ApiKey::PushTelemetry => true,

        // Between brokers and controllers: not ours to send, whatever they do.
        ApiKey::LeaderAndIsr
        | ApiKey::StopReplica
        | ApiKey::UpdateMetadata
        | ApiKey::ControlledShutdown
        | ApiKey::Vote
        | ApiKey::BeginQuorumEpoch
        | ApiKey::EndQuorumEpoch
        | ApiKey::AlterPartition
        | ApiKey::Envelope
        | ApiKey::FetchSnapshot
        | ApiKey::BrokerRegistration
        | ApiKey::BrokerHeartbeat
        | ApiKey::AllocateProducerIds
        | ApiKey::ControllerRegistration
        | ApiKey::AssignReplicasToDirs
        | ApiKey::UpdateRaftVoter
        | ApiKey::InitializeShareGroupState
        | ApiKey::ReadShareGroupState
        | ApiKey::WriteShareGroupState
        | ApiKey::DeleteShareGroupState
        | ApiKey::ReadShareGroupStateSummary => true,

        ApiKey::Unknown(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::could_write;
    use crate::ApiKey;

    #[test]
    fn just_these_requests_pass_a_read_only_connection() {
        let reads: Vec<i16> =
            ApiKey::ALL.iter().filter(|key| !could_write(**key)).map(|key| key.code()).collect();
        assert_eq!(
            reads,
            [
                1, 2, 3, 9, 10, 15, 16, 17, 18, 23, 29, 32, 35, 36, 41, 46, 48, 50, 55, 60, 61, 65, 66, 69,
                74, 75, 77, 89, 90
            ]
        );
    }

    #[test]
    fn a_number_without_a_name_could_write() {
        for code in i16::MIN..=i16::MAX {
            if let unknown @ ApiKey::Unknown(_) = ApiKey::from_code(code) {
                assert!(could_write(unknown), "{code}");
            }
        }
    }

    #[test]
    fn no_read_has_the_name_of_a_change() {
        let verbs =
            ["Create", "Delete", "Alter", "Update", "Add", "Remove", "Commit", "Write", "Elect", "Push"];
        for key in ApiKey::ALL.iter().filter(|key| !could_write(**key)) {
            assert!(!verbs.iter().any(|verb| key.name().contains(verb)), "{key}");
        }
    }
}
