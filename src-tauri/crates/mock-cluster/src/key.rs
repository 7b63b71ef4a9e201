//! The api keys that this cluster answers, by the protocol's own names. They are plain numbers, so that a test can also
//! name a key that nobody knows yet.

pub const PRODUCE: i16 = 0;
pub const FETCH: i16 = 1;
pub const LIST_OFFSETS: i16 = 2;
pub const METADATA: i16 = 3;
pub const OFFSET_FETCH: i16 = 9;
pub const FIND_COORDINATOR: i16 = 10;
pub const DESCRIBE_GROUPS: i16 = 15;
pub const LIST_GROUPS: i16 = 16;
pub const SASL_HANDSHAKE: i16 = 17;
pub const API_VERSIONS: i16 = 18;
pub const CREATE_TOPICS: i16 = 19;
pub const DELETE_TOPICS: i16 = 20;
pub const OFFSET_FOR_LEADER_EPOCH: i16 = 23;
pub const DESCRIBE_ACLS: i16 = 29;
pub const DESCRIBE_CONFIGS: i16 = 32;
pub const ALTER_REPLICA_LOG_DIRS: i16 = 34;
pub const DESCRIBE_LOG_DIRS: i16 = 35;
pub const SASL_AUTHENTICATE: i16 = 36;
pub const CREATE_PARTITIONS: i16 = 37;
pub const DELETE_GROUPS: i16 = 42;
pub const ELECT_LEADERS: i16 = 43;
pub const INCREMENTAL_ALTER_CONFIGS: i16 = 44;
pub const ALTER_PARTITION_REASSIGNMENTS: i16 = 45;
pub const LIST_PARTITION_REASSIGNMENTS: i16 = 46;
pub const DESCRIBE_CLIENT_QUOTAS: i16 = 48;
pub const DESCRIBE_USER_SCRAM_CREDENTIALS: i16 = 50;
pub const DESCRIBE_QUORUM: i16 = 55;
pub const DESCRIBE_CLUSTER: i16 = 60;
pub const DESCRIBE_PRODUCERS: i16 = 61;
pub const DESCRIBE_TRANSACTIONS: i16 = 65;
pub const LIST_TRANSACTIONS: i16 = 66;
pub const CONSUMER_GROUP_DESCRIBE: i16 = 69;
pub const LIST_CONFIG_RESOURCES: i16 = 74;
pub const DESCRIBE_TOPIC_PARTITIONS: i16 = 75;
