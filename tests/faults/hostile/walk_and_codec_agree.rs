//! The table of shapes and the codec come from the same schemas by two ways: here each reply is tried on both.
//!
//! Were they apart, a reply of an honest broker would be refused, or a body would pass the walk and be read as something
//! else behind it.

use bytes::{Bytes, BytesMut};
use hostile_replies::made;
use kafka_protocol::{
    messages::*,
    protocol::{Decodable, Encodable, Message},
};
use rand::{SeedableRng as _, rngs::StdRng};
use wire::shape::{Shape, shape_of, shapes, walk};

/// How many replies of each version are tried.
const TRIES: u64 = 25;

fn agree<T: Message + Decodable + Encodable + PartialEq + std::fmt::Debug>(key: wire::ApiKey) -> usize {
    let shape = shape_of(key).unwrap_or_else(|| panic!("{key} has no shape"));
    let codec = T::VERSIONS;
    let (first, last) = (codec.min.max(shape.versions().0), codec.max.min(shape.versions().1));
    assert_eq!((first, last), (codec.min, codec.max), "{key}: the codec has versions that Kafka has not");
    let mut tried = 0;
    for version in first..=last {
        for seed in 0..TRIES {
            let body = made::random(&mut StdRng::seed_from_u64(seed), shape, version).body;
            let place = format!("{key} v{version} seed {seed}: {body:02x?}");
            walk(key, version, &body).unwrap_or_else(|why| panic!("{place}\nrefused by the walk: {why}"));
            let mut rest = Bytes::copy_from_slice(&body);
            let read =
                T::decode(&mut rest, version).unwrap_or_else(|why| panic!("{place}\nthe codec: {why}"));
            assert!(rest.is_empty(), "{place}\nthe codec left {} bytes", rest.len());

            let mut written = BytesMut::new();
            read.encode(&mut written, version).unwrap_or_else(|why| panic!("{place}\nthe codec: {why}"));
            let why = walk(key, version, &written);
            assert_eq!(why, Ok(()), "{place}\nwhat the codec writes is refused");
            assert_eq!(T::decode(&mut written, version).ok(), Some(read), "{place}");
            tried += 1;
        }
    }
    tried
}

macro_rules! agree_on {
    ($($key:ident $reply:ident,)*) => {
        /// Each reply that the codec knows.
        const KNOWN: &[(wire::ApiKey, fn(wire::ApiKey) -> usize)] =
            &[$((wire::ApiKey::$key, agree::<$reply>),)*];
    };
}

agree_on! {
    Produce ProduceResponse,
    Fetch FetchResponse,
    ListOffsets ListOffsetsResponse,
    Metadata MetadataResponse,
    OffsetCommit OffsetCommitResponse,
    OffsetFetch OffsetFetchResponse,
    FindCoordinator FindCoordinatorResponse,
    JoinGroup JoinGroupResponse,
    Heartbeat HeartbeatResponse,
    LeaveGroup LeaveGroupResponse,
    SyncGroup SyncGroupResponse,
    DescribeGroups DescribeGroupsResponse,
    ListGroups ListGroupsResponse,
    SaslHandshake SaslHandshakeResponse,
    ApiVersions ApiVersionsResponse,
    CreateTopics CreateTopicsResponse,
    DeleteTopics DeleteTopicsResponse,
    DeleteRecords DeleteRecordsResponse,
    InitProducerId InitProducerIdResponse,
    OffsetForLeaderEpoch OffsetForLeaderEpochResponse,
    AddPartitionsToTxn AddPartitionsToTxnResponse,
    AddOffsetsToTxn AddOffsetsToTxnResponse,
    EndTxn EndTxnResponse,
    WriteTxnMarkers WriteTxnMarkersResponse,
    TxnOffsetCommit TxnOffsetCommitResponse,
    DescribeAcls DescribeAclsResponse,
    CreateAcls CreateAclsResponse,
    DeleteAcls DeleteAclsResponse,
    DescribeConfigs DescribeConfigsResponse,
    AlterConfigs AlterConfigsResponse,
    AlterReplicaLogDirs AlterReplicaLogDirsResponse,
    DescribeLogDirs DescribeLogDirsResponse,
    SaslAuthenticate SaslAuthenticateResponse,
    CreatePartitions CreatePartitionsResponse,
    CreateDelegationToken CreateDelegationTokenResponse,
    RenewDelegationToken RenewDelegationTokenResponse,
    ExpireDelegationToken ExpireDelegationTokenResponse,
    DescribeDelegationToken DescribeDelegationTokenResponse,
    DeleteGroups DeleteGroupsResponse,
    ElectLeaders ElectLeadersResponse,
    IncrementalAlterConfigs IncrementalAlterConfigsResponse,
    AlterPartitionReassignments AlterPartitionReassignmentsResponse,
    ListPartitionReassignments ListPartitionReassignmentsResponse,
    OffsetDelete OffsetDeleteResponse,
    DescribeClientQuotas DescribeClientQuotasResponse,
    AlterClientQuotas AlterClientQuotasResponse,
    DescribeUserScramCredentials DescribeUserScramCredentialsResponse,
    AlterUserScramCredentials AlterUserScramCredentialsResponse,
    Vote VoteResponse,
    BeginQuorumEpoch BeginQuorumEpochResponse,
    EndQuorumEpoch EndQuorumEpochResponse,
    DescribeQuorum DescribeQuorumResponse,
    AlterPartition AlterPartitionResponse,
    UpdateFeatures UpdateFeaturesResponse,
    Envelope EnvelopeResponse,
    FetchSnapshot FetchSnapshotResponse,
    DescribeCluster DescribeClusterResponse,
    DescribeProducers DescribeProducersResponse,
    BrokerRegistration BrokerRegistrationResponse,
    BrokerHeartbeat BrokerHeartbeatResponse,
    UnregisterBroker UnregisterBrokerResponse,
    DescribeTransactions DescribeTransactionsResponse,
    ListTransactions ListTransactionsResponse,
    AllocateProducerIds AllocateProducerIdsResponse,
    ConsumerGroupHeartbeat ConsumerGroupHeartbeatResponse,
    ConsumerGroupDescribe ConsumerGroupDescribeResponse,
    ControllerRegistration ControllerRegistrationResponse,
    GetTelemetrySubscriptions GetTelemetrySubscriptionsResponse,
    PushTelemetry PushTelemetryResponse,
    AssignReplicasToDirs AssignReplicasToDirsResponse,
    ListConfigResources ListConfigResourcesResponse,
    DescribeTopicPartitions DescribeTopicPartitionsResponse,
    ShareGroupHeartbeat ShareGroupHeartbeatResponse,
    ShareGroupDescribe ShareGroupDescribeResponse,
    ShareFetch ShareFetchResponse,
    ShareAcknowledge ShareAcknowledgeResponse,
    AddRaftVoter AddRaftVoterResponse,
    RemoveRaftVoter RemoveRaftVoterResponse,
    UpdateRaftVoter UpdateRaftVoterResponse,
    InitializeShareGroupState InitializeShareGroupStateResponse,
    ReadShareGroupState ReadShareGroupStateResponse,
    WriteShareGroupState WriteShareGroupStateResponse,
    DeleteShareGroupState DeleteShareGroupStateResponse,
    ReadShareGroupStateSummary ReadShareGroupStateSummaryResponse,
    DescribeShareGroupOffsets DescribeShareGroupOffsetsResponse,
    AlterShareGroupOffsets AlterShareGroupOffsetsResponse,
    DeleteShareGroupOffsets DeleteShareGroupOffsetsResponse,
}

#[test]
fn walk_and_codec_see_the_same_bodies() {
    let tried: usize = KNOWN.iter().map(|(key, agree)| agree(*key)).sum();
    assert!(tried > 200 * usize::try_from(TRIES).unwrap(), "only {tried} replies were tried");
}

#[test]
fn only_these_shapes_are_unknown_to_the_codec() {
    let known = |shape: &&Shape| !KNOWN.iter().any(|(key, _)| *key == shape.key());
    let unknown: Vec<i16> = shapes().iter().filter(known).map(|shape| shape.key().code()).collect();
    assert_eq!(unknown, [88, 89, 93, 94]);
}

/// The one reply that is read by hand, against the codec's reading of it.
#[test]
fn log_dirs_are_read_as_the_codec_reads_them() {
    use wire::{Request as _, message::describe_log_dirs::DescribeLogDirs};
    let shape = shape_of(DescribeLogDirs::KEY).unwrap();
    let told = |figure: i64| (0 <= figure).then_some(figure);
    let mut replicas = 0;
    for version in 1..=4 {
        for seed in 0..200 {
            let body = Bytes::from(made::random(&mut StdRng::seed_from_u64(seed), shape, version).body);
            let theirs = DescribeLogDirsResponse::decode(&mut body.clone(), version).unwrap();
            let ours = DescribeLogDirs::decode(version, body).unwrap();
            assert_eq!(ours.code.0, theirs.error_code);
            assert_eq!(ours.dirs.len(), theirs.results.len());
            for (our, their) in ours.dirs.iter().zip(&theirs.results) {
                assert_eq!((our.code.0, our.path.as_str()), (their.error_code, their.log_dir.as_str()));
                let volume = if version == 4 {
                    (told(their.total_bytes), told(their.usable_bytes))
                } else {
                    (None, None)
                };
                assert_eq!((our.volume_total, our.volume_usable, our.cordoned), (volume.0, volume.1, None));
                assert_eq!(our.topics.len(), their.topics.len());
                for (our, their) in our.topics.iter().zip(&their.topics) {
                    assert_eq!(our.name, their.name.as_str());
                    let our: Vec<_> = our
                        .replicas
                        .iter()
                        .map(|one| (one.partition, one.size, one.offset_lag, one.future))
                        .collect();
                    let their: Vec<_> = their
                        .partitions
                        .iter()
                        .map(|one| {
                            (one.partition_index, one.partition_size, one.offset_lag, one.is_future_key)
                        })
                        .collect();
                    assert_eq!(our, their);
                    replicas += our.len();
                }
            }
        }
    }
    assert!(replicas > 500, "only {replicas} replicas were compared");
}

/// Version 5 is newer than the codec, so its bytes are written out here.
#[test]
fn a_cordoned_directory_is_told_from_version_5_on() {
    use wire::{Request as _, message::describe_log_dirs::DescribeLogDirs};
    let mut body = vec![0, 0, 0, 0, 0, 0, 2, 0, 0, 3, b'/', b'd', 1];
    body.extend(1000_i64.to_be_bytes());
    body.extend((-1_i64).to_be_bytes());
    body.extend([1, 0, 0]);
    let dir = DescribeLogDirs::decode(5, Bytes::from(body)).unwrap().dirs.remove(0);
    assert_eq!((dir.path.as_str(), dir.cordoned), ("/d", Some(true)));
    assert_eq!((dir.volume_total, dir.volume_usable), (Some(1000), None));
}
