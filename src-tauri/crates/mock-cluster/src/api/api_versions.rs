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
    let error = call.code(|| {
        if !names_itself(call, body) {
            code::INVALID_REQUEST
        } else {
            reached_the_right_broker(call, state, body)
        }
    });
    let version = call.version.min(CODEC_MAX);
    let mut response = ApiVersionsResponse::default().with_error_code(error);
    if error == code::NONE {
        let keys = broker.versions.iter().map(|(&key, &(min, max))| range(key, min, max));
        response = response.with_api_keys(keys.collect());
        if version >= 3 {
            response = with_features(response, state, version);
        }
    }
    encode(&response, version)
}

fn range(key: i16, min: i16, max: i16) -> ApiVersion {
    ApiVersion::default().with_api_key(key).with_min_version(min).with_max_version(max)
}

fn with_features(response: ApiVersionsResponse, state: &State, version: i16) -> ApiVersionsResponse {
    // A release with none to tell still tells how new its knowledge of them is.
    let features = state.release.features();
    // Before version 4 clients take a lowest level of 0 for a mistake, and such a feature is left out.
    let supported = features.iter().filter(|feature| version >= 4 || feature.min > 0).map(|feature| {
        SupportedFeatureKey::default()
            .with_name(text(feature.name))
            .with_min_version(feature.min)
            .with_max_version(feature.max)
    });
    let finalized = features.iter().filter_map(|feature| {
        let level = feature.finalized?;
        let key = FinalizedFeatureKey::default().with_name(text(feature.name));
        Some(key.with_min_version_level(level).with_max_version_level(level))
    });
    response
        .with_supported_features(supported.collect())
        .with_finalized_features(finalized.collect())
        .with_finalized_features_epoch(i64::from(state.controller_epoch))
}

/// From version 3 a client has to say what it is, in letters, digits, dots and dashes.
fn names_itself(call: &Call, body: &Bytes) -> bool {
    if call.version < 3 {
        return true;
    }
    let mut cursor = Cursor::new(body);
    let mut legal = || {
        let word = cursor.compact_text().flatten().unwrap_or_default();
        let ends = |at: Option<char>| at.is_some_and(|at| at.is_ascii_alphanumeric());
        let inner = word.chars().all(|at| at.is_ascii_alphanumeric() || matches!(at, '.' | '-'));
        ends(word.chars().next()) && ends(word.chars().next_back()) && inner
    };
    legal() && legal()
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
