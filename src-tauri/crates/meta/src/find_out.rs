//! What to read to find out whether a change happened whose answer never came: the whole table, request by request.
//!
//! "Outcome unknown" alone leaves a person with the choice of doing it again blindly or not at all. Each request that
//! could change a cluster has a request that only looks and whose answer tells; the match has no wildcard, so that a
//! newly learnt request does not compile until somebody has said what to look at.

use wire::ApiKey;

/// What to read, and what of it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindOut {
    /// `None`: nothing tells, or nothing has to be told.
    pub read: Option<ApiKey>,
    pub tells: &'static str,
}

const fn read(read: ApiKey, tells: &'static str) -> FindOut {
    FindOut { read: Some(read), tells }
}

const fn nothing(tells: &'static str) -> FindOut {
    FindOut { read: None, tells }
}

/// What to read to find out whether this request took effect; `None` for a request that only looks, and for those that
/// clients don't send.
#[must_use]
#[rustfmt::skip]
pub const fn find_out(api: ApiKey) -> Option<FindOut> {
    Some(match api {
        ApiKey::Produce => read(ApiKey::ListOffsets, "the latest offset is past what was written"),
        ApiKey::DeleteRecords => read(ApiKey::ListOffsets, "the earliest offset is the one that was asked for"),
        ApiKey::CreateTopics => read(ApiKey::Metadata, "a topic that was made is listed"),
        ApiKey::DeleteTopics => read(ApiKey::Metadata, "a topic that was deleted is gone, or has another id"),
        ApiKey::CreatePartitions => read(ApiKey::Metadata, "the topic has the partitions that were asked for"),
        ApiKey::ElectLeaders => read(ApiKey::Metadata, "the partition is led by its preferred replica"),
        ApiKey::AlterPartitionReassignments =>
            read(ApiKey::ListPartitionReassignments, "a move that was taken on is listed until it is done; then the replicas in Metadata are the new ones"),
        ApiKey::AlterReplicaLogDirs =>
            read(ApiKey::DescribeLogDirs, "the replica stands in its new directory, or there as a future replica"),
        ApiKey::AlterConfigs | ApiKey::IncrementalAlterConfigs =>
            read(ApiKey::DescribeConfigs, "the value is the one that was set; one that was appended may stand there twice after a repetition"),
        ApiKey::CreateAcls | ApiKey::DeleteAcls => read(ApiKey::DescribeAcls, "the bindings are there, or gone"),
        ApiKey::CreateDelegationToken => read(ApiKey::DescribeDelegationToken, "a token that was made is listed under its owner"),
        ApiKey::RenewDelegationToken | ApiKey::ExpireDelegationToken =>
            read(ApiKey::DescribeDelegationToken, "the token's expiry is the new one, or the token is gone"),
        ApiKey::AlterClientQuotas => read(ApiKey::DescribeClientQuotas, "the quota is the one that was set"),
        ApiKey::AlterUserScramCredentials =>
            read(ApiKey::DescribeUserScramCredentials, "the user's mechanism is listed with its iterations, or gone; a new password shows in the next login only"),
        ApiKey::UpdateFeatures => read(ApiKey::ApiVersions, "the finalized level of the feature is the new one"),
        ApiKey::UnregisterBroker => read(ApiKey::DescribeCluster, "the broker is not listed, not even as fenced"),
        ApiKey::AddRaftVoter | ApiKey::RemoveRaftVoter | ApiKey::UnregisterController =>
            read(ApiKey::DescribeQuorum, "the voters are those that were asked for"),

        ApiKey::OffsetCommit | ApiKey::TxnOffsetCommit | ApiKey::OffsetDelete =>
            read(ApiKey::OffsetFetch, "the committed offset is the new one, or gone"),
        ApiKey::DeleteGroups => read(ApiKey::ListGroups, "a group that was deleted is not listed"),
        ApiKey::JoinGroup | ApiKey::Heartbeat | ApiKey::LeaveGroup | ApiKey::SyncGroup =>
            read(ApiKey::DescribeGroups, "the members are those that are meant to be"),
        ApiKey::ConsumerGroupHeartbeat => read(ApiKey::ConsumerGroupDescribe, "the members are those that are meant to be"),
        ApiKey::ShareGroupHeartbeat => read(ApiKey::ShareGroupDescribe, "the members are those that are meant to be"),
        ApiKey::StreamsGroupHeartbeat => read(ApiKey::StreamsGroupDescribe, "the members are those that are meant to be"),
        ApiKey::StreamsGroupTopologyDescriptionUpdate =>
            read(ApiKey::StreamsGroupDescribe, "the topology is the one that was stored"),
        ApiKey::ShareFetch | ApiKey::ShareAcknowledge =>
            read(ApiKey::DescribeShareGroupOffsets, "the start offset is past what was acknowledged"),
        ApiKey::AlterShareGroupOffsets | ApiKey::DeleteShareGroupOffsets =>
            read(ApiKey::DescribeShareGroupOffsets, "the start offset is the new one, or gone"),

        ApiKey::InitProducerId => read(ApiKey::DescribeTransactions, "the producer's epoch is a new one; without a transactional id nothing was changed that anybody sees"),
        ApiKey::AddPartitionsToTxn | ApiKey::AddOffsetsToTxn =>
            read(ApiKey::DescribeTransactions, "the partitions are listed with the transaction"),
        ApiKey::EndTxn => read(ApiKey::DescribeTransactions, "the transaction's state is one of commit or abort"),
        ApiKey::WriteTxnMarkers => read(ApiKey::DescribeProducers, "the partition has no open transaction of that producer"),

        ApiKey::GetTelemetrySubscriptions | ApiKey::PushTelemetry =>
            nothing("the broker keeps a client's metrics or doesn't; no topic, group or config is touched"),

        // A number without a name is taken for a change, and only its sender knows what it meant to change.
        ApiKey::Unknown(_) => nothing("only who knows this request can tell what to look at"),

        // They only look.
        ApiKey::Fetch | ApiKey::ListOffsets | ApiKey::Metadata | ApiKey::OffsetFetch | ApiKey::FindCoordinator
        | ApiKey::DescribeGroups | ApiKey::ListGroups | ApiKey::ApiVersions | ApiKey::OffsetForLeaderEpoch
        | ApiKey::DescribeAcls | ApiKey::DescribeConfigs | ApiKey::DescribeLogDirs | ApiKey::DescribeDelegationToken
        | ApiKey::ListPartitionReassignments | ApiKey::DescribeClientQuotas | ApiKey::DescribeUserScramCredentials
        | ApiKey::DescribeQuorum | ApiKey::DescribeCluster | ApiKey::DescribeProducers | ApiKey::DescribeTransactions
        | ApiKey::ListTransactions | ApiKey::ConsumerGroupDescribe | ApiKey::ListConfigResources
        | ApiKey::DescribeTopicPartitions | ApiKey::ShareGroupDescribe | ApiKey::StreamsGroupDescribe
        | ApiKey::DescribeShareGroupOffsets => return None,

        // Never sent through a cluster: hand-shakes, and what brokers say among themselves.
        ApiKey::SaslHandshake | ApiKey::SaslAuthenticate | ApiKey::LeaderAndIsr | ApiKey::StopReplica
        | ApiKey::UpdateMetadata | ApiKey::ControlledShutdown | ApiKey::Vote | ApiKey::BeginQuorumEpoch
        | ApiKey::EndQuorumEpoch | ApiKey::AlterPartition | ApiKey::Envelope | ApiKey::FetchSnapshot
        | ApiKey::BrokerRegistration | ApiKey::BrokerHeartbeat | ApiKey::AllocateProducerIds
        | ApiKey::ControllerRegistration | ApiKey::AssignReplicasToDirs | ApiKey::UpdateRaftVoter
        | ApiKey::InitializeShareGroupState | ApiKey::ReadShareGroupState | ApiKey::WriteShareGroupState
        | ApiKey::DeleteShareGroupState | ApiKey::ReadShareGroupStateSummary => return None,
    })
}

/// The same as a sentence. `about` is what the request was about, in words; empty when it says nothing.
pub(crate) fn sentence(api: ApiKey, about: &str) -> Option<String> {
    let FindOut { read, tells } = find_out(api)?;
    let of = if about.is_empty() { String::new() } else { format!(" for {about}") };
    Some(match read {
        Some(read) => format!("To find out, read {read}{of}: {tells}"),
        None => format!("Nothing to read tells whether it happened: {tells}"),
    })
}

#[cfg(test)]
mod tests {
    use wire::{ApiKey, gate};

    use super::{find_out, sentence};
    use crate::route;

    #[test]
    fn just_what_could_write_and_is_sent_has_a_way_to_find_out_and_that_only_looks() {
        for api in ApiKey::ALL.iter().copied().chain([ApiKey::Unknown(1234)]) {
            let found = find_out(api);
            assert_eq!(found.is_some(), gate::could_write(api) && route(api).sent, "{api}");
            if let Some(read) = found.and_then(|found| found.read) {
                assert!(!gate::could_write(read) && route(read).sent, "{api} by {read}");
            }
        }
    }

    #[test]
    fn the_sentence_names_what_to_read_and_about_what() {
        let told = sentence(ApiKey::CreateTopics, "topic orders").unwrap();
        assert_eq!(told, "To find out, read Metadata for topic orders: a topic that was made is listed");
        assert!(sentence(ApiKey::PushTelemetry, "").unwrap().starts_with("Nothing to read tells"));
        assert_eq!(sentence(ApiKey::Metadata, "topic orders"), None);
    }
}
