//! What this cluster answers: one file per api key, and the one table that leads to them. A request goes through the walk
//! over its shape, then the codec, then its file; a key without a line here closes the connection, as a broker does with
//! what it does not support.

mod alter_partition_reassignments;
mod alter_replica_log_dirs;
mod api_versions;
mod consumer_group_describe;
mod create_partitions;
mod create_topics;
mod delete_groups;
mod delete_topics;
mod describe_acls;
mod describe_client_quotas;
mod describe_cluster;
mod describe_configs;
mod describe_groups;
mod describe_log_dirs;
mod describe_producers;
mod describe_quorum;
mod describe_topic_partitions;
mod describe_transactions;
mod describe_user_scram_credentials;
mod elect_leaders;
mod find_coordinator;
mod incremental_alter_configs;
mod list_config_resources;
mod list_groups;
mod list_offsets;
mod list_partition_reassignments;
mod list_transactions;
mod metadata;
mod offset_fetch;
mod offset_for_leader_epoch;
mod operations;
pub(crate) mod sasl_authenticate;
pub(crate) mod sasl_handshake;
mod text;

use bytes::{Bytes, BytesMut};
use kafka_protocol::protocol::{Encodable, Request};
use parking_lot::Mutex;

use crate::state::State;
use crate::{code, key, shape};

/// One request on its way through: who was asked, in which version, and the code that a fault forces on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) broker: i32,
    pub(crate) key: i16,
    pub(crate) version: i16,
    pub(crate) forced: Option<i16>,
}

impl Call {
    /// The forced code, or else what is true. Where this is not zero nothing may be done.
    pub(crate) fn code(&self, truth: impl FnOnce() -> i16) -> i16 {
        self.forced.unwrap_or_else(truth)
    }

    /// The check of every request for the controller.
    fn controller_code(&self, state: &State) -> i16 {
        self.code(|| if state.may_control(self.broker) { code::NONE } else { code::NOT_CONTROLLER })
    }
}

/// The body of the answer, or `None` where a real broker closes the connection.
pub(crate) fn answer(call: &Call, state: &Mutex<State>, body: &Bytes) -> Option<Bytes> {
    if call.key == key::API_VERSIONS {
        return api_versions::answer(call, &state.lock(), body);
    }
    let offered = state.lock().broker(call.broker).ok()?.versions.get(&call.key).copied();
    let (min, max) = offered?;
    if call.version < min || max < call.version {
        return None;
    }
    match call.key {
        key::LIST_OFFSETS => run(call, state, body, list_offsets::answer),
        key::METADATA => run(call, state, body, metadata::answer),
        key::OFFSET_FETCH => run(call, state, body, offset_fetch::answer),
        key::FIND_COORDINATOR => run(call, state, body, find_coordinator::answer),
        key::DESCRIBE_GROUPS => run(call, state, body, describe_groups::answer),
        key::LIST_GROUPS => run(call, state, body, list_groups::answer),
        key::CREATE_TOPICS => run(call, state, body, create_topics::answer),
        key::DELETE_TOPICS => run(call, state, body, delete_topics::answer),
        key::OFFSET_FOR_LEADER_EPOCH => run(call, state, body, offset_for_leader_epoch::answer),
        key::DESCRIBE_ACLS => run(call, state, body, describe_acls::answer),
        key::DESCRIBE_CONFIGS => run(call, state, body, describe_configs::answer),
        key::ALTER_REPLICA_LOG_DIRS => run(call, state, body, alter_replica_log_dirs::answer),
        key::DESCRIBE_LOG_DIRS => {
            let request = decode(call, body)?;
            let dirs = describe_log_dirs::answer(call, &state.lock(), &request);
            describe_log_dirs::encode(call.version, &dirs)
        }
        key::CREATE_PARTITIONS => run(call, state, body, create_partitions::answer),
        key::DELETE_GROUPS => {
            let request = decode(call, body)?;
            let response = delete_groups::answer(call, &mut state.lock(), request);
            delete_groups::encode(call.version, &response)
        }
        key::ELECT_LEADERS => run(call, state, body, elect_leaders::answer),
        key::INCREMENTAL_ALTER_CONFIGS => run(call, state, body, incremental_alter_configs::answer),
        key::ALTER_PARTITION_REASSIGNMENTS => run(call, state, body, alter_partition_reassignments::answer),
        key::LIST_PARTITION_REASSIGNMENTS => run(call, state, body, list_partition_reassignments::answer),
        key::DESCRIBE_CLIENT_QUOTAS => run(call, state, body, describe_client_quotas::answer),
        key::DESCRIBE_USER_SCRAM_CREDENTIALS => {
            run(call, state, body, describe_user_scram_credentials::answer)
        }
        key::DESCRIBE_QUORUM => run(call, state, body, describe_quorum::answer),
        key::DESCRIBE_CLUSTER => run(call, state, body, describe_cluster::answer),
        key::DESCRIBE_PRODUCERS => run(call, state, body, describe_producers::answer),
        key::DESCRIBE_TRANSACTIONS => run(call, state, body, describe_transactions::answer),
        key::LIST_TRANSACTIONS => run(call, state, body, list_transactions::answer),
        key::CONSUMER_GROUP_DESCRIBE => run(call, state, body, consumer_group_describe::answer),
        key::LIST_CONFIG_RESOURCES => run(call, state, body, list_config_resources::answer),
        key::DESCRIBE_TOPIC_PARTITIONS => run(call, state, body, describe_topic_partitions::answer),
        _ => None,
    }
}

fn run<R: Request>(
    call: &Call,
    state: &Mutex<State>,
    body: &Bytes,
    handler: impl FnOnce(&Call, &mut State, R) -> R::Response,
) -> Option<Bytes> {
    let request = decode::<R>(call, body)?;
    // The lock is let go before the encoding, which for a large Metadata answer takes longer than the rest.
    let response = handler(call, &mut state.lock(), request);
    encode(&response, codec_version(call.key, call.version))
}

fn decode<R: Request>(call: &Call, body: &Bytes) -> Option<R> {
    if !shape::holds(call.key, call.version, body) {
        return None;
    }
    R::decode(&mut body.clone(), codec_version(call.key, call.version)).ok()
}

fn encode(response: &impl Encodable, version: i16) -> Option<Bytes> {
    let mut out = BytesMut::new();
    response.encode(&mut out, version).ok()?;
    Some(out.freeze())
}

/// Versions that the codec does not know and whose requests look like the one before.
fn codec_version(key: i16, version: i16) -> i16 {
    match (key, version) {
        (key::LIST_OFFSETS, 11) => 10,
        (key::DESCRIBE_LOG_DIRS, 5) => 4,
        (key::DELETE_GROUPS, 3) => 2,
        (_, same) => same,
    }
}
