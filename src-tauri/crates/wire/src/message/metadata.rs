//! Metadata, the asking half: the one place that builds this request. The reply is read by the crate above.
//!
//! In this request, and only in it, a look-up can create what it looks for: a broker with auto-creation on makes the
//! named topic if the request allows it, and every client's default allows it. Here it never does. Before version 4 there
//! was no such field and a look-up always allowed it, so those versions are not spoken.

use bytes::BytesMut;
use kafka_protocol::messages::{MetadataRequest, metadata_request::MetadataRequestTopic};
use uuid::Uuid;

use super::codec::{self, topic};
use crate::Malformed;

/// Lowest and highest version that this build writes.
pub const VERSIONS: (i16, i16) = (4, 13);

/// Whose metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataTopics {
    /// Of the brokers only.
    None,
    All,
    Named(Vec<String>),
    Ids(Vec<Uuid>),
}

/// Writes the body (no header) in this version.
///
/// # Errors
/// When the version can't ask by id.
pub fn encode(topics: &MetadataTopics, version: i16, out: &mut BytesMut) -> Result<(), Malformed> {
    codec::needs(version < VERSIONS.0, version, VERSIONS.0, "a look-up that creates nothing")?;
    let ids = matches!(topics, MetadataTopics::Ids(_));
    // Versions 10 and 11 have the field, but their brokers don't look at it.
    codec::needs(ids, version, 12, "asking for a topic by its id")?;
    let asked = match topics {
        MetadataTopics::None => Some(Vec::new()),
        MetadataTopics::All => None,
        MetadataTopics::Named(names) => {
            Some(codec::each(names, |name| MetadataRequestTopic::default().with_name(Some(topic(name)))))
        }
        MetadataTopics::Ids(ids) => {
            Some(codec::each(ids, |id| MetadataRequestTopic::default().with_name(None).with_topic_id(*id)))
        }
    };
    let body = MetadataRequest::default().with_topics(asked).with_allow_auto_topic_creation(false);
    codec::write(&body, version, out)
}

#[cfg(test)]
mod tests {
    use kafka_protocol::protocol::Decodable as _;

    use super::*;

    fn every_way() -> [MetadataTopics; 4] {
        [
            MetadataTopics::None,
            MetadataTopics::All,
            MetadataTopics::Named(vec!["orders".into()]),
            MetadataTopics::Ids(vec![Uuid::from_u128(7)]),
        ]
    }

    fn written(topics: &MetadataTopics, version: i16) -> Option<MetadataRequest> {
        let mut out = BytesMut::new();
        encode(topics, version, &mut out).ok()?;
        let read = MetadataRequest::decode(&mut out, version).unwrap();
        assert!(out.is_empty());
        Some(read)
    }

    #[test]
    fn a_look_up_never_allows_to_create_a_topic() {
        let mut seen = 0;
        for topics in every_way() {
            for version in VERSIONS.0..=VERSIONS.1 {
                if let Some(read) = written(&topics, version) {
                    assert!(!read.allow_auto_topic_creation, "{topics:?} in version {version}");
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 3 * 10 + 2);
    }

    #[test]
    fn the_codecs_own_default_would_allow_it() {
        assert!(MetadataRequest::default().allow_auto_topic_creation);
    }

    #[test]
    fn a_version_that_always_creates_is_refused() {
        for version in 0..VERSIONS.0 {
            assert!(encode(&MetadataTopics::None, version, &mut BytesMut::new()).is_err());
        }
    }

    #[test]
    fn no_topics_and_all_topics_are_not_mixed_up() {
        assert_eq!(written(&MetadataTopics::None, 13).unwrap().topics, Some(vec![]));
        assert_eq!(written(&MetadataTopics::All, 13).unwrap().topics, None);
    }

    #[test]
    fn asking_by_id_needs_a_version_whose_brokers_look_at_it() {
        let by_id = MetadataTopics::Ids(vec![Uuid::from_u128(7)]);
        assert!(written(&by_id, 11).is_none());
        let read = written(&by_id, 12).unwrap();
        assert_eq!(read.topics.unwrap()[0].topic_id, Uuid::from_u128(7));
    }
}
