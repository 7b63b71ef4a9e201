//! The nearest command of Kafka's own tools, for whoever wants to do the same on a terminal. Where none comes near, there
//! is none: a command that does something else would be worse.

use admin::{ApiKey, Snapshot};
use contract::RequestDraft;

/// A command with the addresses of a broker that is known.
pub(super) fn nearest(draft: &RequestDraft, snapshot: &Snapshot) -> Option<String> {
    let server = server(snapshot);
    let filled = |id: &str| {
        let text = draft.fields.iter().find(|(field, _)| field == id).map(|(_, text)| text.trim())?;
        (!text.is_empty()).then(|| quoted(text))
    };
    let with =
        |option: &str, id: &str| filled(id).map_or_else(String::new, |text| format!(" {option} {text}"));
    let needed = |option: &str, id: &str, what: &str| {
        format!(" {option} {}", filled(id).unwrap_or_else(|| format!("<{what}>")))
    };
    let (tool, rest) = match ApiKey::from_code(draft.key) {
        ApiKey::ApiVersions => ("kafka-broker-api-versions.sh", String::new()),
        ApiKey::Metadata if filled("topics").is_some() => {
            ("kafka-topics.sh", format!(" --describe{}", with("--topic", "topics")))
        }
        ApiKey::DescribeCluster => {
            ("kafka-cluster.sh list-endpoints", " --include-fenced-brokers".to_owned())
        }
        ApiKey::DescribeQuorum => ("kafka-metadata-quorum.sh", " describe --status".to_owned()),
        ApiKey::ListOffsets => {
            let at = match filled("at").as_deref() {
                None | Some("latest") => "latest".to_owned(),
                Some(other) => other.to_owned(),
            };
            let partition = with("--partitions", "partition");
            (
                "kafka-get-offsets.sh",
                format!("{}{partition} --time {at}", needed("--topic", "topic", "topic")),
            )
        }
        ApiKey::DescribeConfigs => {
            let entity = match (filled("broker"), filled("topics")) {
                (Some(broker), _) => format!(" --entity-type brokers --entity-name {broker}"),
                (None, Some(topic)) => format!(" --entity-type topics --entity-name {topic}"),
                (None, None) => " --entity-type topics --entity-name <topic>".to_owned(),
            };
            ("kafka-configs.sh", format!(" --describe --all{entity}"))
        }
        ApiKey::DescribeLogDirs => (
            "kafka-log-dirs.sh",
            format!(" --describe{}{}", with("--broker-list", "broker"), with("--topic-list", "topics")),
        ),
        ApiKey::ListGroups => ("kafka-groups.sh", " --list".to_owned()),
        ApiKey::DescribeGroups | ApiKey::ConsumerGroupDescribe => {
            let group = needed("--group", "groups", "group");
            ("kafka-consumer-groups.sh", format!(" --describe --members --verbose{group}"))
        }
        ApiKey::OffsetFetch => {
            let group = needed("--group", "groups", "group");
            ("kafka-consumer-groups.sh", format!(" --describe --offsets{group}"))
        }
        ApiKey::FindCoordinator if filled("groups").is_some() => {
            let group = needed("--group", "groups", "group");
            ("kafka-consumer-groups.sh", format!(" --describe --state{group}"))
        }
        ApiKey::ListTransactions => ("kafka-transactions.sh", " list".to_owned()),
        ApiKey::DescribeTransactions => {
            let id = needed("--transactional-id", "transaction", "id");
            ("kafka-transactions.sh", format!(" describe{id}"))
        }
        ApiKey::DescribeProducers => {
            let topic = needed("--topic", "topic", "topic");
            let partition = needed("--partition", "partition", "partition");
            ("kafka-transactions.sh", format!(" describe-producers{topic}{partition}"))
        }
        ApiKey::ListPartitionReassignments => ("kafka-reassign-partitions.sh", " --list".to_owned()),
        ApiKey::DescribeAcls => ("kafka-acls.sh", " --list".to_owned()),
        ApiKey::DescribeClientQuotas => {
            ("kafka-configs.sh", " --describe --entity-type clients --entity-type users".to_owned())
        }
        ApiKey::DescribeUserScramCredentials => {
            ("kafka-configs.sh", " --describe --entity-type users".to_owned())
        }
        _ => return None,
    };
    Some(format!("{tool} --bootstrap-server {server}{rest}"))
}

/// The address of a broker that is known, for `--bootstrap-server`.
pub(crate) fn server(snapshot: &Snapshot) -> String {
    snapshot.brokers().first().map_or_else(
        || "<broker>".to_owned(),
        |broker| {
            if broker.host.contains(':') {
                format!("[{}]:{}", broker.host, broker.port)
            } else {
                format!("{}:{}", broker.host, broker.port)
            }
        },
    )
}

/// As a shell takes it for one word.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | ',' | ':' | '/');
    if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use admin::{ApiKey, Snapshot};
    use contract::RequestDraft;

    use super::nearest;

    fn draft(key: ApiKey, fields: &[(&str, &str)]) -> RequestDraft {
        let fields = fields.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
        RequestDraft { key: key.code(), fields }
    }

    #[test]
    fn a_command_carries_what_was_filled_in() {
        let command =
            nearest(&draft(ApiKey::DescribeLogDirs, &[("broker", "2")]), &Snapshot::empty()).unwrap();
        assert_eq!(command, "kafka-log-dirs.sh --bootstrap-server <broker> --describe --broker-list 2");
    }

    #[test]
    fn a_name_that_a_shell_would_read_is_quoted() {
        let command =
            nearest(&draft(ApiKey::OffsetFetch, &[("groups", "a; rm -rf '/'")]), &Snapshot::empty());
        assert!(command.unwrap().ends_with("--group 'a; rm -rf '\\''/'\\'''"));
    }

    #[test]
    fn a_mutating_request_has_no_command() {
        assert_eq!(nearest(&draft(ApiKey::DeleteTopics, &[]), &Snapshot::empty()), None);
    }
}
