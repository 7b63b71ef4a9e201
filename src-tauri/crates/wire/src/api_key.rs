//! The names of Kafka's requests: which number is which.
//!
//! Routing, the read-only gate and the journal all speak of a request by this key. A number that we do not know keeps
//! itself (`Unknown`), so that a newer broker's request is shown by its number and never mistaken for another.
//! Source: `apiKey` in the message schemas of Kafka 4.4.0 (keys 4 to 7 left the protocol with 4.0).

macro_rules! api_keys {
    ($($name:ident = $code:literal,)*) => {
        /// A request of the Kafka protocol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ApiKey {
            $($name,)*
            /// A number that this build has no name for.
            Unknown(i16),
        }

        impl ApiKey {
            /// Every named key, in the order of their numbers.
            pub const ALL: &'static [ApiKey] = &[$(ApiKey::$name,)*];

            /// The key with this number.
            #[must_use]
            pub const fn from_code(code: i16) -> ApiKey {
                match code {
                    $($code => ApiKey::$name,)*
                    other => ApiKey::Unknown(other),
                }
            }

            /// The number on the wire.
            #[must_use]
            pub const fn code(self) -> i16 {
                match self {
                    $(ApiKey::$name => $code,)*
                    ApiKey::Unknown(code) => code,
                }
            }

            /// The protocol's own name, or "Unknown".
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(ApiKey::$name => stringify!($name),)*
                    ApiKey::Unknown(_) => "Unknown",
                }
            }
        }
    };
}

api_keys! {
    Produce = 0,
    Fetch = 1,
    ListOffsets = 2,
    Metadata = 3,
    LeaderAndIsr = 4,
    StopReplica = 5,
    UpdateMetadata = 6,
    ControlledShutdown = 7,
    OffsetCommit = 8,
    OffsetFetch = 9,
    FindCoordinator = 10,
    JoinGroup = 11,
    Heartbeat = 12,
    LeaveGroup = 13,
    SyncGroup = 14,
    DescribeGroups = 15,
    ListGroups = 16,
    SaslHandshake = 17,
    ApiVersions = 18,
    CreateTopics = 19,
    DeleteTopics = 20,
    DeleteRecords = 21,
    InitProducerId = 22,
    OffsetForLeaderEpoch = 23,
    AddPartitionsToTxn = 24,
    AddOffsetsToTxn = 25,
    EndTxn = 26,
    WriteTxnMarkers = 27,
    TxnOffsetCommit = 28,
    DescribeAcls = 29,
    CreateAcls = 30,
    DeleteAcls = 31,
    DescribeConfigs = 32,
    AlterConfigs = 33,
    AlterReplicaLogDirs = 34,
    DescribeLogDirs = 35,
    SaslAuthenticate = 36,
    CreatePartitions = 37,
    CreateDelegationToken = 38,
    RenewDelegationToken = 39,
    ExpireDelegationToken = 40,
    DescribeDelegationToken = 41,
    DeleteGroups = 42,
    ElectLeaders = 43,
    IncrementalAlterConfigs = 44,
    AlterPartitionReassignments = 45,
    ListPartitionReassignments = 46,
    OffsetDelete = 47,
    DescribeClientQuotas = 48,
    AlterClientQuotas = 49,
    DescribeUserScramCredentials = 50,
    AlterUserScramCredentials = 51,
    Vote = 52,
    BeginQuorumEpoch = 53,
    EndQuorumEpoch = 54,
    DescribeQuorum = 55,
    AlterPartition = 56,
    UpdateFeatures = 57,
    Envelope = 58,
    FetchSnapshot = 59,
    DescribeCluster = 60,
    DescribeProducers = 61,
    BrokerRegistration = 62,
    BrokerHeartbeat = 63,
    UnregisterBroker = 64,
    DescribeTransactions = 65,
    ListTransactions = 66,
    AllocateProducerIds = 67,
    ConsumerGroupHeartbeat = 68,
    ConsumerGroupDescribe = 69,
    ControllerRegistration = 70,
    GetTelemetrySubscriptions = 71,
    PushTelemetry = 72,
    AssignReplicasToDirs = 73,
    ListConfigResources = 74,
    DescribeTopicPartitions = 75,
    ShareGroupHeartbeat = 76,
    ShareGroupDescribe = 77,
    ShareFetch = 78,
    ShareAcknowledge = 79,
    AddRaftVoter = 80,
    RemoveRaftVoter = 81,
    UpdateRaftVoter = 82,
    InitializeShareGroupState = 83,
    ReadShareGroupState = 84,
    WriteShareGroupState = 85,
    DeleteShareGroupState = 86,
    ReadShareGroupStateSummary = 87,
    StreamsGroupHeartbeat = 88,
    StreamsGroupDescribe = 89,
    DescribeShareGroupOffsets = 90,
    AlterShareGroupOffsets = 91,
    DeleteShareGroupOffsets = 92,
    StreamsGroupTopologyDescriptionUpdate = 93,
    UnregisterController = 94,
}

impl std::fmt::Display for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ApiKey::Unknown(code) => write!(f, "api key {code}"),
            named => f.write_str(named.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ApiKey;

    #[test]
    fn every_number_comes_back_as_itself() {
        for code in -2..200 {
            assert_eq!(ApiKey::from_code(code).code(), code);
        }
    }
}
