//! ApiVersions: what this broker speaks. Asked in a version that it doesn't have, it answers in version 0 with error 35
//! and its own range of this one key, so that the client can ask again.

use bytes::Bytes;
use kafka_protocol::messages::ApiVersionsResponse;
use kafka_protocol::messages::api_versions_response::{ApiVersion, FinalizedFeatureKey, SupportedFeatureKey};

use super::text::text;
use super::{Call, encode};
use crate::shape::{self, Cursor};
use crate::state::State;
use crate::{code, key};

/// The last version whose answer the codec knows; the answer of version 5 looks the same.
const CODEC_MAX: i16 = 4;

pub(super) fn answer(call: &Call, state: &State, body: &Bytes) -> Option<Bytes> {
    let broker = state.broker(call.broker).ok()?;
    let (min, max) = broker.versions.get(&key::API_VERSIONS).copied().unwrap_or((0, 0));
    if call.version < min || max < call.version {
        let range = range(key::API_VERSIONS, min, max);
        let response = ApiVersionsResponse::default()
            .with_error_code(code::UNSUPPORTED_VERSION)
            .with_api_keys(vec![range]);
        return encode(&response, 0);
    }
    if !shape::holds(call.key, call.version, body) {
        return None;
    }
    let error = call.code(|| reached_the_right_broker(call, state, body));
    let version = call.version.min(CODEC_MAX);
    let mut response = ApiVersionsResponse::default().with_error_code(error);
    if error == code::NONE {
        let keys = broker.versions.iter().map(|(&key, &(min, max))| range(key, min, max));
        response = response.with_api_keys(keys.collect());
        if version >= 3 {
            response = with_features(response, state);
        }
    }
    encode(&response, version)
}

fn range(key: i16, min: i16, max: i16) -> ApiVersion {
    ApiVersion::default().with_api_key(key).with_min_version(min).with_max_version(max)
}

fn with_features(response: ApiVersionsResponse, state: &State) -> ApiVersionsResponse {
    let features = state.release.features();
    if features.is_empty() {
        return response;
    }
    let supported = features.iter().map(|(name, level)| {
        SupportedFeatureKey::default()
            .with_name(text(name))
            .with_min_version(i16::from(*name == "metadata.version"))
            .with_max_version(*level)
    });
    let finalized = features.iter().map(|(name, level)| {
        FinalizedFeatureKey::default()
            .with_name(text(name))
            .with_min_version_level(*level)
            .with_max_version_level(*level)
    });
    response
        .with_supported_features(supported.collect())
        .with_finalized_features(finalized.collect())
        .with_finalized_features_epoch(i64::from(state.controller_epoch))
}

/// From version 5 a client may name the cluster and the node that it means to reach, both or neither.
fn reached_the_right_broker(call: &Call, state: &State, body: &Bytes) -> i16 {
    if call.version < 5 {
        return code::NONE;
    }
    let mut cursor = Cursor::new(body);
    let named = (|| {
        cursor.compact_text()?;
        cursor.compact_text()?;
        Some((cursor.compact_text()?, cursor.i32()?))
    })();
    match named {
        Some((Some(cluster), node)) if cluster != state.cluster_id || node != call.broker => {
            code::REBOOTSTRAP_REQUIRED
        }
        _ => code::NONE,
    }
}
