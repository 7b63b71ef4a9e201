//! Every request that is sent, with what reads its reply here and in the codec. A request that is not in this table is one
//! whose reply nobody has damaged; the suite counts them.

use std::{fmt::Debug, time::Duration};

use bytes::{Bytes, BytesMut};
use kafka_protocol::{
    messages::*,
    protocol::{Decodable, Encodable, Message},
};
use meta::{ApiKey, Ask, Malformed, Metadata, MetadataReply, Refresh, Snapshot, Source, message::*};
use wire::{
    Request,
    shape::{Shape, shape_of},
};

pub(crate) type Written = Result<Vec<u8>, String>;

/// One request.
pub struct Subject {
    pub key: ApiKey,
    pub versions: (i16, i16),
    pub(crate) read: fn(i16, Bytes) -> Result<Box<dyn Reply>, Malformed>,
    /// What the codec writes of what it reads, in versions that it knows.
    pub(crate) by_codec: fn(i16, &[u8]) -> Option<Written>,
    pub(crate) reply_version: fn(i16, &[u8]) -> i16,
}

impl Subject {
    #[must_use]
    pub fn shape(&self) -> &'static Shape {
        shape_of(self.key).unwrap()
    }
}

/// A reply that was read.
pub(crate) trait Reply {
    /// All of it, to be compared.
    fn words(&self) -> String;
    /// What `send` does with it.
    fn put_to_use(self: Box<Self>);
}

struct Of<A: Ask> {
    asked: A,
    reply: A::Reply,
}

impl<A: Ask> Reply for Of<A>
where
    A::Reply: Debug,
{
    fn words(&self) -> String {
        format!("{:?}", self.reply)
    }

    fn put_to_use(self: Box<Self>) {
        let Of { asked, mut reply } = *self;
        let _ = (A::top_code(&reply), A::throttle(&reply));
        let items: Vec<_> = asked.codes(&reply).into_iter().map(|(item, _)| item).collect();
        // Of a few of them, as each is looked for among all.
        let _ = items.iter().take(100).filter_map(|item| asked.words(&reply, item)).count();
        asked.without(&mut reply, &items);
        let any: Box<dyn std::any::Any> = Box::new(reply);
        if let Ok(reply) = any.downcast::<MetadataReply>() {
            install(*reply);
        }
    }
}

/// The reply to a request that a connection sends by itself, to begin or to sign in.
struct Plain<R: Request>(R::Reply);

impl<R: Request> Reply for Plain<R>
where
    R::Reply: Debug,
{
    fn words(&self) -> String {
        format!("{:?}", self.0)
    }

    fn put_to_use(self: Box<Self>) {
        let _ = (R::top_code(&self.0), R::throttle(&self.0));
    }
}

fn read_plain<R: Request>(version: i16, body: Bytes) -> Result<Box<dyn Reply>, Malformed>
where
    R::Reply: Debug,
{
    Ok(Box::new(Plain::<R>(wire::decode_reply::<R>(version, body)?)))
}

/// Takes it into a snapshot and looks at all of that.
fn install(reply: MetadataReply) {
    let source = Source {
        broker: None,
        address: String::new(),
        api: ApiKey::Metadata,
        version: 0,
        at: std::time::SystemTime::UNIX_EPOCH,
        asked: std::time::Instant::now(),
        took: Duration::ZERO,
        attempts: 1,
        bytes: 0,
    };
    let Ok(installed) = Snapshot::empty().install(reply, &Refresh::All, source) else { return };
    for topic in installed.snapshot.topics() {
        assert!(installed.snapshot.topic(topic.name()).is_some());
        for partition in topic.partitions() {
            let _ = installed.snapshot.leader(topic.name(), partition.index);
        }
    }
}

fn read<A: Ask>(asked: A, version: i16, body: Bytes) -> Result<Box<dyn Reply>, Malformed>
where
    A::Reply: Debug,
{
    Ok(Box::new(Of { asked, reply: wire::decode_reply::<A>(version, body)? }))
}

fn by_codec<T: Message + Decodable + Encodable + PartialEq>(
    version: i16,
    body: &[u8],
) -> Option<Result<Vec<u8>, String>> {
    if T::VERSIONS.max < version {
        return None;
    }
    let mut rest = Bytes::copy_from_slice(body);
    let read = match T::decode(&mut rest, version) {
        Ok(read) if rest.is_empty() => read,
        Ok(_) => return Some(Err(format!("{} bytes left over", rest.len()))),
        Err(why) => return Some(Err(format!("not read: {why:#}"))),
    };
    let mut written = BytesMut::new();
    if let Err(why) = read.encode(&mut written, version) {
        return Some(Err(format!("not written: {why:#}")));
    }
    // It drops tags above 31 bits when it writes, and counts them all the same; such a body says nothing of our reading.
    let again = T::decode(&mut Bytes::copy_from_slice(&written), version);
    again.is_ok_and(|again| again == read).then(|| Ok(written.to_vec()))
}

fn moves() -> alter_partition_reassignments::AlterPartitionReassignments {
    alter_partition_reassignments::AlterPartitionReassignments {
        topics: Vec::new(),
        timeout: Duration::ZERO,
        allow_replication_change: false,
    }
}

fn elections() -> elect_leaders::ElectLeaders {
    let election = elect_leaders::Election::Preferred;
    elect_leaders::ElectLeaders { election, topics: None, timeout: Duration::ZERO }
}

fn coordinators() -> find_coordinator::FindCoordinator {
    find_coordinator::FindCoordinator { kind: find_coordinator::Kind::Group, keys: Vec::new() }
}

macro_rules! subjects {
    ($($ask:ty, $read:expr, $reply:ident;)*) => {
        /// Sorted as they are listed here; the fuzzer's files name them by their place, so that new ones go to the end.
        pub static SUBJECTS: &[Subject] = &[$(Subject {
            key: <$ask as wire::Request>::KEY,
            versions: <$ask as wire::Request>::VERSIONS,
            read: $read,
            by_codec: by_codec::<$reply>,
            reply_version: <$ask as wire::Request>::reply_version,
        },)*];
    };
}

subjects! {
    alter_partition_reassignments::AlterPartitionReassignments, |version, body| read(moves(), version, body), AlterPartitionReassignmentsResponse;
    alter_replica_log_dirs::AlterReplicaLogDirs, |version, body| read(<alter_replica_log_dirs::AlterReplicaLogDirs>::default(), version, body), AlterReplicaLogDirsResponse;
    api_versions::ApiVersions, |version, body| read(api_versions::ApiVersions, version, body), ApiVersionsResponse;
    consumer_group_describe::ConsumerGroupDescribe, |version, body| read(<consumer_group_describe::ConsumerGroupDescribe>::default(), version, body), ConsumerGroupDescribeResponse;
    create_topics::CreateTopics, |version, body| read(<create_topics::CreateTopics>::default(), version, body), CreateTopicsResponse;
    delete_groups::DeleteGroups, |version, body| read(<delete_groups::DeleteGroups>::default(), version, body), DeleteGroupsResponse;
    delete_topics::DeleteTopics, |version, body| read(<delete_topics::DeleteTopics>::default(), version, body), DeleteTopicsResponse;
    describe_acls::DescribeAcls, |version, body| read(<describe_acls::DescribeAcls>::default(), version, body), DescribeAclsResponse;
    describe_client_quotas::DescribeClientQuotas, |version, body| read(<describe_client_quotas::DescribeClientQuotas>::default(), version, body), DescribeClientQuotasResponse;
    describe_cluster::DescribeCluster, |version, body| read(<describe_cluster::DescribeCluster>::default(), version, body), DescribeClusterResponse;
    describe_configs::DescribeConfigs, |version, body| read(<describe_configs::DescribeConfigs>::default(), version, body), DescribeConfigsResponse;
    describe_groups::DescribeGroups, |version, body| read(<describe_groups::DescribeGroups>::default(), version, body), DescribeGroupsResponse;
    describe_log_dirs::DescribeLogDirs, |version, body| read(<describe_log_dirs::DescribeLogDirs>::default(), version, body), DescribeLogDirsResponse;
    describe_producers::DescribeProducers, |version, body| read(<describe_producers::DescribeProducers>::default(), version, body), DescribeProducersResponse;
    describe_quorum::DescribeQuorum, |version, body| read(describe_quorum::DescribeQuorum, version, body), DescribeQuorumResponse;
    describe_transactions::DescribeTransactions, |version, body| read(<describe_transactions::DescribeTransactions>::default(), version, body), DescribeTransactionsResponse;
    describe_user_scram_credentials::DescribeUserScramCredentials, |version, body| read(<describe_user_scram_credentials::DescribeUserScramCredentials>::default(), version, body), DescribeUserScramCredentialsResponse;
    elect_leaders::ElectLeaders, |version, body| read(elections(), version, body), ElectLeadersResponse;
    find_coordinator::FindCoordinator, |version, body| read(coordinators(), version, body), FindCoordinatorResponse;
    incremental_alter_configs::IncrementalAlterConfigs, |version, body| read(<incremental_alter_configs::IncrementalAlterConfigs>::default(), version, body), IncrementalAlterConfigsResponse;
    list_config_resources::ListConfigResources, |version, body| read(<list_config_resources::ListConfigResources>::default(), version, body), ListConfigResourcesResponse;
    list_groups::ListGroups, |version, body| read(<list_groups::ListGroups>::default(), version, body), ListGroupsResponse;
    list_offsets::ListOffsets, |version, body| read(<list_offsets::ListOffsets>::default(), version, body), ListOffsetsResponse;
    list_partition_reassignments::ListPartitionReassignments, |version, body| read(<list_partition_reassignments::ListPartitionReassignments>::default(), version, body), ListPartitionReassignmentsResponse;
    list_transactions::ListTransactions, |version, body| read(<list_transactions::ListTransactions>::default(), version, body), ListTransactionsResponse;
    Metadata, |version, body| read(Metadata { what: Refresh::All }, version, body), MetadataResponse;
    offset_fetch::OffsetFetch, |version, body| read(<offset_fetch::OffsetFetch>::default(), version, body), OffsetFetchResponse;
    offset_for_leader_epoch::OffsetForLeaderEpoch, |version, body| read(<offset_for_leader_epoch::OffsetForLeaderEpoch>::default(), version, body), OffsetForLeaderEpochResponse;
    sasl_handshake::SaslHandshake, read_plain::<sasl_handshake::SaslHandshake>, SaslHandshakeResponse;
    sasl_authenticate::SaslAuthenticate, read_plain::<sasl_authenticate::SaslAuthenticate>, SaslAuthenticateResponse;
    api_versions::ApiVersionsOf, read_plain::<api_versions::ApiVersionsOf>, ApiVersionsResponse;
}
