//! What the socket has to know of a message before anybody reads its body: which header it has, and whether the broker's
//! wish to be left alone stands in front.
//!
//! A wrong header shifts the body by a byte, so that nothing after it can be read; the table of shapes is the one source
//! for both sides. (In every schema, request and reply become flexible in the same version.)

use super::{UNTAGGED, shape_of};
use crate::ApiKey;

/// The name of the field in Kafka's schemas.
const THROTTLE: &str = "ThrottleTimeMs";

/// Whether this version of the message has compact lengths and tagged fields, and so has its header.
pub(crate) fn is_flexible(key: ApiKey, version: i16) -> bool {
    shape_of(key).is_some_and(|shape| shape.flexible <= version)
}

/// Whether the body of this reply begins with the time for which the broker wants to be left alone.
///
/// Brokers since 2.0 answer at once and then ignore the connection for that time; older ones waited before they
/// answered, and are left alone once more than they need.
pub(crate) fn leads_with_throttle(key: ApiKey, version: i16) -> bool {
    shape_of(key)
        .and_then(|shape| shape.fields.iter().find(|field| field.4 == UNTAGGED && field.lives_in(version)))
        .is_some_and(|first| first.0 == THROTTLE)
}

#[cfg(test)]
mod tests {
    use super::{is_flexible, leads_with_throttle};
    use crate::ApiKey;

    #[test]
    fn headers_are_those_of_the_codec_for_every_message_it_knows() {
        let mut compared = 0;
        for key in ApiKey::ALL {
            let Ok(theirs) = kafka_protocol::messages::ApiKey::try_from(key.code()) else { continue };
            let Some((low, high)) = super::super::versions(*key) else { continue };
            for version in low..=high.min(theirs.valid_versions().max) {
                let flexible = theirs.request_header_version(version) >= 2;
                assert_eq!(is_flexible(*key, version), flexible, "request {key} v{version}");
                if *key != ApiKey::ApiVersions {
                    let flexible = theirs.response_header_version(version) >= 1;
                    assert_eq!(is_flexible(*key, version), flexible, "reply to {key} v{version}");
                }
                compared += 1;
            }
        }
        assert!(compared > 150, "{compared}");
    }

    #[test]
    fn the_throttle_time_is_taken_only_from_the_front() {
        assert!(leads_with_throttle(ApiKey::Metadata, 12));
        assert!(!leads_with_throttle(ApiKey::Metadata, 2));
        assert!(leads_with_throttle(ApiKey::Metadata, 3));
        assert!(leads_with_throttle(ApiKey::ListGroups, 5));
        assert!(!leads_with_throttle(ApiKey::ApiVersions, 4));
        assert!(!leads_with_throttle(ApiKey::OffsetDelete, 0));
        assert!(!leads_with_throttle(ApiKey::DescribeQuorum, 2));
        assert!(!leads_with_throttle(ApiKey::Unknown(1000), 0));
    }
}
