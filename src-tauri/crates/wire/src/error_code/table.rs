//! Every error code that a broker of Kafka 4.4 can say, one line each: number, name, flags, sentence.
//!
//! The flags decide what is retried, what is looked up again and what is never sent twice, so that a wrong letter here
//! costs a promise, not a message. Letters:
//! R another try may succeed · W the same broker, after a pause · L a person may try again later, the program doesn't ·
//! M the view of the cluster is stale · H as M, but only a hint · C the coordinator moved · B start over from the
//! bootstrap addresses · Z not authorized · N not authenticated · S refused before any effect, so that even a write may
//! go again · A whether a write happened is unknown · O once: one refresh and one more question, then it is the
//! answer · E things already are as asked.
//!
//! Where clients disagree, the choice here and its reason:
//! 8: retried (one of three clients does; a read loses nothing). 9: M, because outside of Metadata it comes from a broker
//! that no longer has the replica; in a Metadata reply it is information about a partition and is not looked up here.
//! 15: A and not S, although a broker mostly says it before doing anything: a coordinator says it too when its own log was
//! not replicated in time, and the change may yet be made. 41: M, the next controller is learnt from metadata. 51: retried after a pause. 75 and 11 and 108: a hint, the asked
//! broker may be the one that is behind. 78: no M, the leader is right and only not ready. 14: no C, the coordinator is
//! right and only loading. 84: never retried (some clients would ask for ever), it is success. 106: M, the names
//! behind the ids may have changed. 122, 123: retried.

use super::Row;

macro_rules! codes {
    ($($code:literal $name:ident [$($flag:ident)*] $sentence:literal)*) => {
        impl super::ErrorCode {
            $(#[doc = $sentence] pub const $name: super::ErrorCode = super::ErrorCode($code);)*
        }

        /// Line `n` holds code `n - 1`.
        pub(super) const ROWS: &[Row] =
            &[$(Row { code: $code, name: stringify!($name), flags: 0 $(| flag::$flag)*, sentence: $sentence },)*];
    };
}

/// One bit for each letter above.
pub(super) mod flag {
    pub(in crate::error_code) const R: u16 = 1;
    pub(in crate::error_code) const W: u16 = 1 << 1;
    pub(in crate::error_code) const L: u16 = 1 << 2;
    pub(in crate::error_code) const M: u16 = 1 << 3;
    pub(in crate::error_code) const H: u16 = 1 << 4;
    pub(in crate::error_code) const C: u16 = 1 << 5;
    pub(in crate::error_code) const B: u16 = 1 << 6;
    pub(in crate::error_code) const Z: u16 = 1 << 7;
    pub(in crate::error_code) const N: u16 = 1 << 8;
    pub(in crate::error_code) const S: u16 = 1 << 9;
    pub(in crate::error_code) const A: u16 = 1 << 10;
    pub(in crate::error_code) const O: u16 = 1 << 11;
    pub(in crate::error_code) const E: u16 = 1 << 12;
}

codes! {
    -1 UNKNOWN_SERVER_ERROR [A] "The broker met an unexpected error; its log has the cause. A change may have happened all the same"
    0 NONE [] "No error"
    1 OFFSET_OUT_OF_RANGE [] "The log no longer holds this offset, or not yet"
    2 CORRUPT_MESSAGE [R] "A record batch failed its checksum or size check"
    3 UNKNOWN_TOPIC_OR_PARTITION [R M O] "No such topic or partition: it may be just being created or deleted, or not be visible to you"
    4 INVALID_FETCH_SIZE [] "The broker rejected the fetch size"
    5 LEADER_NOT_AVAILABLE [R M S] "The partition has no leader now: an election is going on, or all its replicas are offline"
    6 NOT_LEADER_OR_FOLLOWER [R M S] "This broker does not lead the partition; the leadership moved"
    7 REQUEST_TIMED_OUT [R A] "The broker stopped waiting; a change may still be completed"
    8 BROKER_NOT_AVAILABLE [R M S] "The broker is not available"
    9 REPLICA_NOT_AVAILABLE [R M] "A replica is not available on this broker"
    10 MESSAGE_TOO_LARGE [] "The record batch is larger than the broker or the topic allows"
    11 STALE_CONTROLLER_EPOCH [H] "The controller moved while brokers were talking to each other"
    12 OFFSET_METADATA_TOO_LARGE [] "The note beside the committed offset is too long"
    13 NETWORK_EXCEPTION [R M A] "The connection ended before the answer came"
    14 COORDINATOR_LOAD_IN_PROGRESS [R W S] "The coordinator is still loading its state; it answers soon"
    15 COORDINATOR_NOT_AVAILABLE [R C A] "No coordinator is available: its internal topic has no leader, or is only being created"
    16 NOT_COORDINATOR [R C S] "This broker is not the coordinator; another one took over"
    17 INVALID_TOPIC_EXCEPTION [] "The topic name is not allowed, or the topic is internal"
    18 RECORD_LIST_TOO_LARGE [] "The record batch is larger than a log segment"
    19 NOT_ENOUGH_REPLICAS [R S] "Fewer replicas are in sync than min.insync.replicas asks; nothing was written"
    20 NOT_ENOUGH_REPLICAS_AFTER_APPEND [R A] "Written, but by then too few replicas were in sync: it may be lost"
    21 INVALID_REQUIRED_ACKS [] "The broker rejected the acks setting"
    22 ILLEGAL_GENERATION [] "The group has gone on to another generation; for a change of its offsets it must be empty"
    23 INCONSISTENT_GROUP_PROTOCOL [] "The group uses another type or protocol"
    24 INVALID_GROUP_ID [] "The group id is empty or not allowed"
    25 UNKNOWN_MEMBER_ID [] "The group does not know this member; for a change of its offsets it must be empty"
    26 INVALID_SESSION_TIMEOUT [] "The session timeout is outside of the broker's limits"
    27 REBALANCE_IN_PROGRESS [L] "The group is rebalancing; try again shortly"
    28 INVALID_COMMIT_OFFSET_SIZE [] "The offset commit is too large"
    29 TOPIC_AUTHORIZATION_FAILED [Z] "Not authorized: no ACL allows this for the topic"
    30 GROUP_AUTHORIZATION_FAILED [Z] "Not authorized: no ACL allows this for the group"
    31 CLUSTER_AUTHORIZATION_FAILED [Z] "Not authorized: no ACL allows this on the cluster"
    32 INVALID_TIMESTAMP [] "The timestamp is outside of the allowed range"
    33 UNSUPPORTED_SASL_MECHANISM [N] "The listener does not offer this SASL mechanism"
    34 ILLEGAL_SASL_STATE [N] "The listener asks for authentication, and the request came before it or in the midst of it"
    35 UNSUPPORTED_VERSION [] "The broker, or the cluster's feature level, does not support this"
    36 TOPIC_ALREADY_EXISTS [] "A topic of this name exists"
    37 INVALID_PARTITIONS [] "The number of partitions is not possible; it can only grow"
    38 INVALID_REPLICATION_FACTOR [] "The replication factor is below one or above the number of usable brokers"
    39 INVALID_REPLICA_ASSIGNMENT [] "The broker rejected the assignment of replicas"
    40 INVALID_CONFIG [] "The broker rejected a config key or its value"
    41 NOT_CONTROLLER [R M S] "This broker is not the controller; another one took over"
    42 INVALID_REQUEST [] "The broker finds the request malformed or out of place"
    43 UNSUPPORTED_FOR_MESSAGE_FORMAT [] "The log's message format is too old for this"
    44 POLICY_VIOLATION [] "A policy of the cluster forbids this"
    45 OUT_OF_ORDER_SEQUENCE_NUMBER [] "The producer's sequence has a gap"
    46 DUPLICATE_SEQUENCE_NUMBER [E] "These records were written before"
    47 INVALID_PRODUCER_EPOCH [] "The producer's epoch is an old one"
    48 INVALID_TXN_STATE [] "The transaction is in a state that does not allow this"
    49 INVALID_PRODUCER_ID_MAPPING [] "The producer id does not belong to this transactional id"
    50 INVALID_TRANSACTION_TIMEOUT [] "The transaction timeout is above transaction.max.timeout.ms"
    51 CONCURRENT_TRANSACTIONS [R W S] "The previous transaction of this id is still completing"
    52 TRANSACTION_COORDINATOR_FENCED [] "The marker comes from an old transaction coordinator"
    53 TRANSACTIONAL_ID_AUTHORIZATION_FAILED [Z] "Not authorized: no ACL allows this for the transactional id"
    54 SECURITY_DISABLED [] "The cluster has no authorizer, so that it has no ACLs"
    55 OPERATION_NOT_ATTEMPTED [S] "Not tried, because another item of the same request failed"
    56 KAFKA_STORAGE_ERROR [R M A] "The log directory on this broker is offline or its disk failed"
    57 LOG_DIR_NOT_FOUND [] "This broker has no such log directory"
    58 SASL_AUTHENTICATION_FAILED [N] "Wrong credentials, or an expired token"
    59 UNKNOWN_PRODUCER_ID [] "The broker no longer holds any state of this producer"
    60 REASSIGNMENT_IN_PROGRESS [L] "A reassignment of this topic is running; try again when it is done"
    61 DELEGATION_TOKEN_AUTH_DISABLED [] "Delegation tokens are switched off on this cluster"
    62 DELEGATION_TOKEN_NOT_FOUND [] "No such delegation token"
    63 DELEGATION_TOKEN_OWNER_MISMATCH [] "You are neither the owner nor a renewer of this token"
    64 DELEGATION_TOKEN_REQUEST_NOT_ALLOWED [] "Token requests need an encrypted or SASL connection that was not itself made with a token"
    65 DELEGATION_TOKEN_AUTHORIZATION_FAILED [Z] "Not authorized: no ACL allows this for the delegation token"
    66 DELEGATION_TOKEN_EXPIRED [] "The delegation token has expired"
    67 INVALID_PRINCIPAL_TYPE [] "This type of principal is not supported"
    68 NON_EMPTY_GROUP [] "The group still has members"
    69 GROUP_ID_NOT_FOUND [] "No such group, or it is of another type"
    70 FETCH_SESSION_ID_NOT_FOUND [R S] "The broker dropped the fetch session"
    71 INVALID_FETCH_SESSION_EPOCH [R S] "The fetch session is out of step"
    72 LISTENER_NOT_FOUND [R M] "The leader has no listener of this name: its listeners differ from those of the other brokers"
    73 TOPIC_DELETION_DISABLED [] "The cluster does not allow topics to be deleted (delete.topic.enable=false)"
    74 FENCED_LEADER_EPOCH [R M S] "A newer leader was elected than this program knew of"
    75 UNKNOWN_LEADER_EPOCH [R H S] "This broker has not yet learnt of the newest leader"
    76 UNSUPPORTED_COMPRESSION_TYPE [] "This version can't carry the compression of the records"
    77 STALE_BROKER_EPOCH [] "A broker spoke with an old epoch of its own"
    78 OFFSET_NOT_AVAILABLE [R W S] "The new leader has not caught up yet; it answers soon"
    79 MEMBER_ID_REQUIRED [] "The member has to join again with the id it was given"
    80 PREFERRED_LEADER_NOT_AVAILABLE [R M] "The preferred leader is down or not in sync"
    81 GROUP_MAX_SIZE_REACHED [] "The group is full"
    82 FENCED_INSTANCE_ID [] "Another member uses this static member id"
    83 ELIGIBLE_LEADERS_NOT_AVAILABLE [R M] "No replica can become the leader; all of them are offline"
    84 ELECTION_NOT_NEEDED [E] "No election was needed: the leader is the right one already"
    85 NO_REASSIGNMENT_IN_PROGRESS [E] "No reassignment was running, so that there was none to cancel"
    86 GROUP_SUBSCRIBED_TO_TOPIC [] "The group is subscribed to the topic, so that its offsets can't be deleted"
    87 INVALID_RECORD [] "The broker rejected a record"
    88 UNSTABLE_OFFSET_COMMIT [R W S] "A transaction holds offsets of this group open; they settle soon"
    89 THROTTLING_QUOTA_EXCEEDED [R W S] "A quota on changes is used up; the broker asks to wait"
    90 PRODUCER_FENCED [] "A newer producer uses the same transactional id"
    91 RESOURCE_NOT_FOUND [] "No such user or resource"
    92 DUPLICATE_RESOURCE [] "The request names the same resource twice"
    93 UNACCEPTABLE_CREDENTIAL [] "The broker does not accept the SCRAM iterations or password"
    94 INCONSISTENT_VOTER_SET [] "The controllers disagree on who votes"
    95 INVALID_UPDATE_VERSION [] "The feature can't be set to this level"
    96 FEATURE_UPDATE_FAILED [A] "The cluster failed to update the feature"
    97 PRINCIPAL_DESERIALIZATION_FAILURE [] "The broker could not forward the request to the controller: their security settings differ"
    98 SNAPSHOT_NOT_FOUND [] "The controllers' snapshot was not found"
    99 POSITION_OUT_OF_RANGE [] "The position is outside of the controllers' snapshot"
    100 UNKNOWN_TOPIC_ID [R M O] "No topic has this id: it was deleted or made anew, or the broker has not heard of it yet"
    101 DUPLICATE_BROKER_REGISTRATION [] "Another broker is registered under this id"
    102 BROKER_ID_NOT_REGISTERED [] "No broker is registered under this id"
    103 INCONSISTENT_TOPIC_ID [R M O] "The topic of this name has another id now: it was deleted and made anew"
    104 INCONSISTENT_CLUSTER_ID [] "The request was meant for another cluster"
    105 TRANSACTIONAL_ID_NOT_FOUND [] "No such transactional id, or it has expired"
    106 FETCH_SESSION_TOPIC_ID_ERROR [R M] "The fetch session mixes topic names and topic ids"
    107 INELIGIBLE_REPLICA [] "A replica can't join the in-sync set"
    108 NEW_LEADER_ELECTED [H] "A new leader was elected while replicas changed"
    109 OFFSET_MOVED_TO_TIERED_STORAGE [] "The offset is in remote storage only"
    110 FENCED_MEMBER_EPOCH [] "The group has fenced this member off"
    111 UNRELEASED_INSTANCE_ID [L] "Another member has not released this static member id yet"
    112 UNSUPPORTED_ASSIGNOR [] "The broker does not know this assignor"
    113 STALE_MEMBER_EPOCH [L] "The group has gone on to another epoch; for a change of its offsets it must be empty"
    114 MISMATCHED_ENDPOINT_TYPE [] "This port belongs to a controller where a broker was meant, or the other way round"
    115 UNSUPPORTED_ENDPOINT_TYPE [] "The broker does not know this type of endpoint"
    116 UNKNOWN_CONTROLLER_ID [] "No controller has this id"
    117 UNKNOWN_SUBSCRIPTION_ID [] "The telemetry subscription has changed"
    118 TELEMETRY_TOO_LARGE [] "The telemetry is larger than the broker allows"
    119 INVALID_REGISTRATION [] "The controller rejected the registration of a broker"
    120 TRANSACTION_ABORTABLE [] "The transaction has to be aborted; then the producer can go on"
    121 INVALID_RECORD_STATE [] "The acknowledgement comes too late for this record"
    122 SHARE_SESSION_NOT_FOUND [R S] "The broker dropped the share session"
    123 INVALID_SHARE_SESSION_EPOCH [R S] "The share session is out of step"
    124 FENCED_STATE_EPOCH [] "The share coordinator has a newer epoch"
    125 INVALID_VOTER_KEY [] "The voter's directory id is not the one on record"
    126 DUPLICATE_VOTER [] "This voter is in the set already"
    127 VOTER_NOT_FOUND [] "No such voter"
    128 INVALID_REGULAR_EXPRESSION [] "The subscription's regular expression is not valid"
    129 REBOOTSTRAP_REQUIRED [B] "The broker asks to start over from the bootstrap addresses"
    130 STREAMS_INVALID_TOPOLOGY [] "The Streams topology is not valid"
    131 STREAMS_INVALID_TOPOLOGY_EPOCH [] "The epoch of the Streams topology is not valid"
    132 STREAMS_TOPOLOGY_FENCED [] "The Streams topology is outdated"
    133 SHARE_SESSION_LIMIT_REACHED [R S] "The broker has no room for another share session"
    134 GROUP_DELETION_FAILED [] "The group could not be deleted"
    135 STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED [] "The description of the Streams topology could not be stored"
    136 CONTROLLER_ID_NOT_REGISTERED [] "No controller is registered under this id"
}
