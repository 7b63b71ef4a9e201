//! Read by hand, a tagged enum is what serde's own reader would make of it: a variant that got lost would be a page that
//! does not open.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::*;

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Ours {
    Nothing,
    TwoWords { a: String, b: Option<u8>, c: Vec<u8> },
}

tagged!(Ours by "kind": fields { a: String, b: u8, c: Vec<u8> } Nothing, TwoWords { a must, b opt, c may });

/// The same as serde reads it.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Serdes {
    Nothing,
    TwoWords {
        a: String,
        b: Option<u8>,
        #[serde(default)]
        c: Vec<u8>,
    },
}

#[test]
fn it_reads_what_serde_would_read_and_nothing_else() {
    for value in [
        json!({ "kind": "nothing" }),
        json!({ "kind": "nothing", "more": [1] }),
        json!({ "a": "x", "kind": "two_words" }),
        json!({ "kind": "two_words", "a": "x", "b": null, "c": [] }),
        json!({ "kind": "two_words", "a": "x", "b": 7, "c": [1, 2] }),
        json!({ "kind": "two_words", "b": 7 }),
        json!({ "kind": "two_words", "a": 1 }),
        json!({ "kind": "two_words", "a": "x", "b": 256 }),
        json!({ "kind": "three_words", "a": "x" }),
        json!({ "kind": "TwoWords", "a": "x" }),
        json!({ "a": "x" }),
        json!({}),
        json!([]),
        json!("nothing"),
        json!(null),
    ] {
        let ours = serde_json::from_value::<Ours>(value.clone()).ok();
        let serdes = serde_json::from_value::<Serdes>(value.clone()).ok().map(|read| match read {
            Serdes::Nothing => Ours::Nothing,
            Serdes::TwoWords { a, b, c } => Ours::TwoWords { a, b, c },
        });
        assert_eq!(ours, serdes, "{value}");
    }
}

/// What is written is read as the same; and each field that it has is needed, unless it is one of those that may be left out.
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    values: Vec<T>,
    may_lack: &[&str],
) {
    for value in values {
        let written = serde_json::to_value(&value).unwrap();
        assert_eq!(serde_json::from_value::<T>(written.clone()).unwrap(), value);
        for (name, part) in written.as_object().unwrap() {
            let mut less = written.clone();
            less.as_object_mut().unwrap().remove(name);
            let needed = !may_lack.contains(&name.as_str()) && *part != Value::Null;
            assert_eq!(serde_json::from_value::<T>(less).is_err(), needed, "{name} of {written}");
        }
    }
}

#[test]
fn every_variant_of_the_contract_comes_back() {
    let text = || "x".to_owned();
    let error = || ApiError::plain(ErrorKind::Tls, "no", Int64(1));
    let at = Int64(7);
    let chip = text;
    let tab = BrokerTab::Versions;
    comes_back(
        vec![
            Place::Overview,
            Place::Brokers { chip: chip() },
            Place::Broker { id: 1, tab },
            Place::LogDirs { chip: chip() },
            Place::LogDir { broker: 1, path: text() },
            Place::Topics { chip: chip() },
            Place::Topic { name: text(), tab: TopicTab::Configs },
            Place::Groups { chip: chip() },
            Place::Acls { name: text() },
            Place::ScramUsers,
            Place::Quotas,
            Place::Quorum,
            Place::Reassignments,
            Place::Transactions { chip: chip() },
            Place::Group { name: text() },
            Place::Versions,
            Place::Requests,
            Place::Journal,
        ],
        &[],
    );
    let tabs = [BrokerTab::Overview, BrokerTab::LogDirs, BrokerTab::Configs, tab, BrokerTab::Connections];
    comes_back(tabs.into_iter().map(|tab| Place::Broker { id: 1, tab }).collect(), &[]);
    let tabs = [TopicTab::Partitions, TopicTab::Groups, TopicTab::Acls, TopicTab::Producers];
    comes_back(tabs.into_iter().map(|tab| Place::Topic { name: text(), tab }).collect(), &[]);
    let names = || {
        vec![
            View::Topic { name: text() },
            View::TopicConfigs { name: text() },
            View::BrokerConfigs { broker: 3 },
            View::Producers { name: text() },
            View::Group { name: text() },
            View::TopicGroups { name: text() },
        ]
    };
    let mut views = vec![
        View::Cluster,
        View::LogDirs,
        View::Topics,
        View::Groups,
        View::Acls,
        View::ScramUsers,
        View::Quotas,
        View::Quorum,
        View::Reassignments,
        View::Transactions,
        View::Versions,
        View::Journal,
        View::Way,
        View::Examination,
        View::Updates,
    ];
    views.extend(names());
    comes_back(views, &[]);
    let status = ClusterStatus {
        name: text(),
        color: text(),
        read_only: true,
        state: ConnectionState::Failed { error: error() },
        summary: text(),
        notes: Vec::new(),
    };
    comes_back(
        vec![
            WatchEvent::Changed { cluster: text(), view: View::Topic { name: text() } },
            WatchEvent::Status { cluster: text(), status: Box::new(status) },
            WatchEvent::Profiles,
            WatchEvent::Start,
        ],
        &[],
    );
    let closed = ConnectionState::Closed;
    comes_back(
        vec![closed, ConnectionState::Connecting { since: at }, ConnectionState::Open { since: at }],
        &[],
    );
    comes_back(
        vec![
            BrokerState::Up,
            BrokerState::NotAnswering { since: at, error: error() },
            BrokerState::Down { since: None },
            BrokerState::Fenced { since: None },
        ],
        &[],
    );
    comes_back(
        vec![BrokerState::Down { since: Some(at) }, BrokerState::Fenced { since: Some(at) }],
        &["since"],
    );
    comes_back(
        vec![
            LogDirState::Online,
            LogDirState::Offline { code: 56, name: text(), sentence: text() },
            LogDirState::LastSeen { at },
            LogDirState::Unknown,
        ],
        &[],
    );
    comes_back(
        vec![
            PassageState::Idle,
            PassageState::Starting { since: at },
            PassageState::Up { since: at },
            PassageState::Ended { since: at, why: text() },
            PassageState::Unanswered { since: at, why: text() },
        ],
        &[],
    );
    comes_back(vec![TokenEnd::Endless, TokenEnd::Unknown, TokenEnd::At { at }], &[]);
}

#[test]
fn every_setting_of_a_connection_comes_back() {
    let text = || "x".to_owned();
    comes_back(vec![Trust::System, Trust::File { path: text() }, Trust::Text { pem: text() }], &[]);
    comes_back(
        vec![
            Identity::Store { path: text(), alias: Some(text()) },
            Identity::Store { path: text(), alias: None },
            Identity::Files { certificate: text(), key: text() },
            Identity::Text { certificate: text() },
        ],
        &["alias"],
    );
    let given = || AwsCredentials::Given { access_key: text() };
    comes_back(vec![AwsCredentials::Environment, AwsCredentials::Profile { name: text() }, given()], &[]);
    comes_back(
        vec![
            Through::Nothing,
            Through::Socks5 { proxy: text(), user: text() },
            Through::Ssh { host: text() },
            Through::Kubectl { context: text(), namespace: text() },
        ],
        &["user", "context"],
    );
    let pairs = || vec![(text(), text())];
    comes_back(vec![Sasl::None, Sasl::Plain { user: text() }], &[]);
    comes_back(
        vec![
            Sasl::ScramSha256 { user: text(), token: true },
            Sasl::ScramSha512 { user: text(), token: true },
            Sasl::OauthToken { extensions: pairs() },
            Sasl::OauthClient {
                endpoint: text(),
                client_id: text(),
                scope: text(),
                audience: text(),
                extensions: pairs(),
                signed: Some(text()),
            },
            Sasl::MskIam { region: text(), credentials: given() },
        ],
        &["token", "extensions", "scope", "audience", "signed", "region", "credentials"],
    );
}
