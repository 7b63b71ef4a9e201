//! The error codes that the answers carry, by the protocol's own names. Only what this cluster says is here: the full
//! table belongs to whoever reads answers.

pub const UNKNOWN_SERVER_ERROR: i16 = -1;
pub const NONE: i16 = 0;
pub const UNKNOWN_TOPIC_OR_PARTITION: i16 = 3;
pub const LEADER_NOT_AVAILABLE: i16 = 5;
pub const NOT_LEADER_OR_FOLLOWER: i16 = 6;
pub const REPLICA_NOT_AVAILABLE: i16 = 9;
pub const COORDINATOR_LOAD_IN_PROGRESS: i16 = 14;
pub const COORDINATOR_NOT_AVAILABLE: i16 = 15;
pub const NOT_COORDINATOR: i16 = 16;
pub const INVALID_TOPIC_EXCEPTION: i16 = 17;
pub const INVALID_GROUP_ID: i16 = 24;
pub const UNSUPPORTED_SASL_MECHANISM: i16 = 33;
pub const ILLEGAL_SASL_STATE: i16 = 34;
pub const UNSUPPORTED_VERSION: i16 = 35;
pub const TOPIC_ALREADY_EXISTS: i16 = 36;
pub const INVALID_PARTITIONS: i16 = 37;
pub const INVALID_REPLICATION_FACTOR: i16 = 38;
pub const INVALID_REPLICA_ASSIGNMENT: i16 = 39;
pub const INVALID_CONFIG: i16 = 40;
pub const NOT_CONTROLLER: i16 = 41;
pub const INVALID_REQUEST: i16 = 42;
pub const SECURITY_DISABLED: i16 = 54;
pub const KAFKA_STORAGE_ERROR: i16 = 56;
pub const LOG_DIR_NOT_FOUND: i16 = 57;
pub const SASL_AUTHENTICATION_FAILED: i16 = 58;
pub const NON_EMPTY_GROUP: i16 = 68;
pub const GROUP_ID_NOT_FOUND: i16 = 69;
pub const LISTENER_NOT_FOUND: i16 = 72;
pub const FENCED_LEADER_EPOCH: i16 = 74;
pub const UNKNOWN_LEADER_EPOCH: i16 = 75;
pub const PREFERRED_LEADER_NOT_AVAILABLE: i16 = 80;
pub const ELIGIBLE_LEADERS_NOT_AVAILABLE: i16 = 83;
pub const ELECTION_NOT_NEEDED: i16 = 84;
pub const NO_REASSIGNMENT_IN_PROGRESS: i16 = 85;
pub const RESOURCE_NOT_FOUND: i16 = 91;
pub const DUPLICATE_RESOURCE: i16 = 92;
pub const UNKNOWN_TOPIC_ID: i16 = 100;
pub const TRANSACTIONAL_ID_NOT_FOUND: i16 = 105;
pub const MISMATCHED_ENDPOINT_TYPE: i16 = 114;
pub const UNSUPPORTED_ENDPOINT_TYPE: i16 = 115;
pub const REBOOTSTRAP_REQUIRED: i16 = 129;

/// What a broker says beside a code where it has nothing more to say: its general sentence for it.
pub(crate) fn sentence(code: i16) -> &'static str {
    match code {
        NONE => "NONE",
        UNKNOWN_TOPIC_OR_PARTITION => "There is no such topic or partition here.",
        UNKNOWN_TOPIC_ID => "There is no topic with this id here.",
        COORDINATOR_NOT_AVAILABLE => "The coordinator is not available.",
        INVALID_REQUEST => "The request is malformed or this broker can't understand it.",
        NOT_CONTROLLER => "This is not the controller of the cluster.",
        ELECTION_NOT_NEEDED => "The partition is led as it should be: no election is needed.",
        PREFERRED_LEADER_NOT_AVAILABLE => "The preferred leader is not available.",
        ELIGIBLE_LEADERS_NOT_AVAILABLE => "No replica that may lead is available.",
        NO_REASSIGNMENT_IN_PROGRESS => "No reassignment of this partition is in progress.",
        INVALID_REPLICA_ASSIGNMENT => "The replica assignment is invalid.",
        INVALID_PARTITIONS => "The number of partitions is invalid.",
        _ => "The request failed.",
    }
}
