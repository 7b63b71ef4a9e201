//! What the panel asks for, by request. A request without an entry here is not offered.

use admin::ApiKey;
use contract::{FieldKind, RequestField};

fn field(id: &str, label: &str, placeholder: &str, kind: FieldKind, required: bool) -> RequestField {
    RequestField {
        id: id.to_owned(),
        label: label.to_owned(),
        placeholder: placeholder.to_owned(),
        kind,
        required,
    }
}

fn brokers() -> RequestField {
    field("broker", "Brokers", "Each broker, or one id", FieldKind::Broker, false)
}

fn topics(placeholder: &str) -> RequestField {
    field("topics", "Topics", placeholder, FieldKind::Topics, false)
}

fn groups() -> RequestField {
    field("groups", "Groups", "One group id, or more separated by commas", FieldKind::Group, true)
}

/// The fields of a request; `None`: it is not offered.
pub(super) fn of(key: ApiKey) -> Option<Vec<RequestField>> {
    const ALL_TOPICS: &str = "All, or names separated by commas";
    let text = |id, label, placeholder| field(id, label, placeholder, FieldKind::Text, false);
    Some(match key {
        ApiKey::ApiVersions => vec![brokers()],
        ApiKey::Metadata => vec![topics("None: brokers only; or names separated by commas")],
        ApiKey::DescribeCluster | ApiKey::DescribeQuorum | ApiKey::ListPartitionReassignments => Vec::new(),
        ApiKey::FindCoordinator => vec![
            field("groups", "Groups", "Group ids, separated by commas", FieldKind::Group, false),
            field("transaction", "Or a transactional id", "", FieldKind::TransactionalId, false),
        ],
        ApiKey::ListOffsets => vec![
            field("topic", "Topic", "One name", FieldKind::Topic, true),
            field("partition", "Partition", "All, or one number", FieldKind::Partition, false),
            text("at", "At", "latest, earliest, max-timestamp, or milliseconds since 1970"),
        ],
        ApiKey::DescribeConfigs => vec![
            field("broker", "Broker", "One id, or a topic below", FieldKind::Broker, false),
            topics("Names, separated by commas"),
            text("keys", "Keys", "All, or names separated by commas"),
        ],
        ApiKey::DescribeLogDirs => vec![brokers(), topics(ALL_TOPICS)],
        ApiKey::ListGroups => vec![
            brokers(),
            text("states", "States", "All, or names separated by commas"),
            text("types", "Types", "All, or names separated by commas"),
        ],
        ApiKey::DescribeGroups | ApiKey::ConsumerGroupDescribe | ApiKey::OffsetFetch => vec![groups()],
        ApiKey::ListTransactions => {
            vec![brokers(), text("states", "States", "All, or names separated by commas")]
        }
        ApiKey::DescribeTransactions => vec![field(
            "transaction",
            "Transactional ids",
            "One, or more separated by commas",
            FieldKind::TransactionalId,
            true,
        )],
        ApiKey::DescribeProducers => vec![
            field("topic", "Topic", "One name", FieldKind::Topic, true),
            field("partition", "Partition", "All, or one number", FieldKind::Partition, false),
        ],
        ApiKey::DescribeAcls | ApiKey::DescribeClientQuotas | ApiKey::ListConfigResources => Vec::new(),
        ApiKey::DescribeUserScramCredentials => {
            vec![text("users", "Users", "All, or names separated by commas")]
        }
        _ => return None,
    })
}
