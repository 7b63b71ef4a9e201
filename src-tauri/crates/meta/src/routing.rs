//! Which broker can answer which request: the whole table, in one place, for every request of Kafka 4.x.
//!
//! A request that goes to the wrong broker does not fail loudly: it comes back with "not the leader", is asked again and
//! looks like a flaky cluster; or, with the requests that each broker answers for itself only (ListGroups,
//! DescribeLogDirs), it succeeds and silently shows a part as the whole. So nothing above this table picks a broker, and
//! the match has no wildcard: a request that is newly learnt does not compile until someone has decided where it goes.
//!
//! The one default is that of a number without a name: `Any`, because a mis-routed request costs a redirect. (The
//! read-only gate has the opposite default, because there a mistake costs a promise.)

use wire::ApiKey;

/// Whose coordinator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    Group,
    Transaction,
}

/// Who says which broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The caller names it.
    Caller,
    /// The snapshot names it: the leader of the partition.
    PartitionLeader,
}

/// Which broker can answer a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Every broker answers alike, or forwards to the controller by itself.
    Any,
    /// The controller that Metadata names. With ZooKeeper only that one acts; with KRaft each broker forwards.
    Controller,
    Coordinator(Coordinates),
    Specific(By),
}

/// How many brokers a request is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    /// One broker answers all of it.
    One,
    /// Each broker knows its own part only: all are asked, or the one that the key names.
    EachBroker,
    /// The pieces of the body belong to different brokers: it is split.
    PerItem,
}

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    pub class: Class,
    pub spread: Spread,
    /// Whether `Cluster::send` sends it at all: not what belongs to a connection's handshake, nor what brokers say among
    /// themselves.
    pub sent: bool,
}

const fn to(class: Class, spread: Spread) -> Route {
    Route { class, spread, sent: true }
}

const ANY: Route = to(Class::Any, Spread::One);
/// Split because some pieces belong to a broker that the body names, or because old versions carry one piece only.
const ANY_PER_ITEM: Route = to(Class::Any, Spread::PerItem);
const CONTROLLER: Route = to(Class::Controller, Spread::One);
const GROUP: Route = to(Class::Coordinator(Coordinates::Group), Spread::One);
const GROUPS: Route = to(Class::Coordinator(Coordinates::Group), Spread::PerItem);
const TRANSACTION: Route = to(Class::Coordinator(Coordinates::Transaction), Spread::One);
const TRANSACTIONS: Route = to(Class::Coordinator(Coordinates::Transaction), Spread::PerItem);
const LEADERS: Route = to(Class::Specific(By::PartitionLeader), Spread::PerItem);
const EACH_BROKER: Route = to(Class::Specific(By::Caller), Spread::EachBroker);
const NAMED_BROKERS: Route = to(Class::Specific(By::Caller), Spread::PerItem);
const NEVER: Route = Route { class: Class::Any, spread: Spread::One, sent: false };

/// Where this request goes.
#[must_use]
pub const fn route(api: ApiKey) -> Route {
    match api {
        ApiKey::Produce => LEADERS,
        ApiKey::Fetch => LEADERS,
        ApiKey::ListOffsets => LEADERS,
        ApiKey::Metadata => ANY,
        // Gone from the protocol with 4.0, and only ever spoken from the controller to brokers.
        ApiKey::LeaderAndIsr => NEVER,
        ApiKey::StopReplica => NEVER,
        ApiKey::UpdateMetadata => NEVER,
        ApiKey::ControlledShutdown => NEVER,
        // One body holds the offsets of one group.
        ApiKey::OffsetCommit => GROUP,
        ApiKey::OffsetFetch => GROUPS,
        // Below v4 it carries one key.
        ApiKey::FindCoordinator => ANY_PER_ITEM,
        ApiKey::JoinGroup => GROUP,
        ApiKey::Heartbeat => GROUP,
        ApiKey::LeaveGroup => GROUP,
        ApiKey::SyncGroup => GROUP,
        ApiKey::DescribeGroups => GROUPS,
        // A broker lists the groups that it coordinates and no others.
        ApiKey::ListGroups => EACH_BROKER,
        ApiKey::SaslHandshake => NEVER,
        // Each connection asks it first, for itself; sent by a caller it serves the table of what each broker offers.
        ApiKey::ApiVersions => EACH_BROKER,
        ApiKey::CreateTopics => CONTROLLER,
        ApiKey::DeleteTopics => CONTROLLER,
        // A leader deletes from its own log; another broker refuses.
        ApiKey::DeleteRecords => LEADERS,
        // Without a transactional id any broker would do; a coordinator does too.
        ApiKey::InitProducerId => TRANSACTION,
        ApiKey::OffsetForLeaderEpoch => LEADERS,
        ApiKey::AddPartitionsToTxn => TRANSACTION,
        ApiKey::AddOffsetsToTxn => TRANSACTION,
        ApiKey::EndTxn => TRANSACTION,
        ApiKey::WriteTxnMarkers => LEADERS,
        // Names a transaction, but writes offsets: they belong to the group.
        ApiKey::TxnOffsetCommit => GROUP,
        ApiKey::DescribeAcls => ANY,
        ApiKey::CreateAcls => ANY,
        ApiKey::DeleteAcls => ANY,
        // The config of a named broker is known to that broker alone; the rest to all.
        ApiKey::DescribeConfigs => ANY_PER_ITEM,
        ApiKey::AlterConfigs => ANY_PER_ITEM,
        ApiKey::AlterReplicaLogDirs => NAMED_BROKERS,
        ApiKey::DescribeLogDirs => EACH_BROKER,
        ApiKey::SaslAuthenticate => NEVER,
        ApiKey::CreatePartitions => CONTROLLER,
        ApiKey::CreateDelegationToken => ANY,
        ApiKey::RenewDelegationToken => ANY,
        ApiKey::ExpireDelegationToken => ANY,
        ApiKey::DescribeDelegationToken => ANY,
        ApiKey::DeleteGroups => GROUPS,
        ApiKey::ElectLeaders => CONTROLLER,
        ApiKey::IncrementalAlterConfigs => ANY_PER_ITEM,
        ApiKey::AlterPartitionReassignments => CONTROLLER,
        ApiKey::ListPartitionReassignments => CONTROLLER,
        ApiKey::OffsetDelete => GROUP,
        ApiKey::DescribeClientQuotas => ANY,
        ApiKey::AlterClientQuotas => ANY,
        ApiKey::DescribeUserScramCredentials => ANY,
        ApiKey::AlterUserScramCredentials => CONTROLLER,
        ApiKey::Vote => NEVER,
        ApiKey::BeginQuorumEpoch => NEVER,
        ApiKey::EndQuorumEpoch => NEVER,
        // Forwarded to the active controller, whichever broker gets it.
        ApiKey::DescribeQuorum => ANY,
        ApiKey::AlterPartition => NEVER,
        ApiKey::UpdateFeatures => CONTROLLER,
        ApiKey::Envelope => NEVER,
        ApiKey::FetchSnapshot => NEVER,
        ApiKey::DescribeCluster => ANY,
        // The leader by default; every replica holds its own producer state.
        ApiKey::DescribeProducers => LEADERS,
        ApiKey::BrokerRegistration => NEVER,
        ApiKey::BrokerHeartbeat => NEVER,
        ApiKey::UnregisterBroker => ANY,
        ApiKey::DescribeTransactions => TRANSACTIONS,
        ApiKey::ListTransactions => EACH_BROKER,
        ApiKey::AllocateProducerIds => NEVER,
        ApiKey::ConsumerGroupHeartbeat => GROUP,
        ApiKey::ConsumerGroupDescribe => GROUPS,
        ApiKey::ControllerRegistration => NEVER,
        ApiKey::GetTelemetrySubscriptions => ANY,
        ApiKey::PushTelemetry => ANY,
        ApiKey::AssignReplicasToDirs => NEVER,
        ApiKey::ListConfigResources => ANY,
        ApiKey::DescribeTopicPartitions => ANY,
        // Share groups live with the group coordinator; the share coordinator is for brokers only.
        ApiKey::ShareGroupHeartbeat => GROUP,
        ApiKey::ShareGroupDescribe => GROUPS,
        ApiKey::ShareFetch => LEADERS,
        ApiKey::ShareAcknowledge => LEADERS,
        ApiKey::AddRaftVoter => ANY,
        ApiKey::RemoveRaftVoter => ANY,
        ApiKey::UpdateRaftVoter => NEVER,
        ApiKey::InitializeShareGroupState => NEVER,
        ApiKey::ReadShareGroupState => NEVER,
        ApiKey::WriteShareGroupState => NEVER,
        ApiKey::DeleteShareGroupState => NEVER,
        ApiKey::ReadShareGroupStateSummary => NEVER,
        ApiKey::StreamsGroupHeartbeat => GROUP,
        ApiKey::StreamsGroupDescribe => GROUPS,
        ApiKey::DescribeShareGroupOffsets => GROUPS,
        ApiKey::AlterShareGroupOffsets => GROUP,
        ApiKey::DeleteShareGroupOffsets => GROUP,
        ApiKey::StreamsGroupTopologyDescriptionUpdate => GROUP,
        ApiKey::UnregisterController => ANY,
        ApiKey::Unknown(_) => ANY,
    }
}

#[cfg(test)]
mod tests;
