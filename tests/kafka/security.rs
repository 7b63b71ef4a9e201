//! ACLs, SCRAM users and quotas of brokers with an authorizer, against what Kafka's own tools print of them; and what the
//! authorizer itself lets through, against what we say that it does.

use std::{collections::BTreeSet, time::Duration};

use admin::{
    Cluster, Decision, ErrorCode, Operation, Resource, client_quotas, decide, describe_acls, scram_users,
};
use meta::{Config, Secret, SignIn};
use real_kafka::{Kafka, Tool, Version};
use support::ground::{config, connect_as};

const LIMIT: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn who_may_do_what_is_what_kafkas_tools_print_of_2_8_2() {
    who_may_do_what(Version::V2_8, "kafka.security.authorizer.AclAuthorizer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_do_what_is_what_kafkas_tools_print_of_4_4_0() {
    who_may_do_what(Version::V4_4, "org.apache.kafka.metadata.authorizer.StandardAuthorizer").await;
}

/// What the tool adds, each by its own call.
const ADDED: &[&[&str]] = &[
    &["--allow-principal", "User:alice", "--operation", "Read", "--topic", "books."],
    &["--allow-principal", "User:*", "--operation", "Write", "--topic", "open"],
    &["--deny-principal", "User:alice", "--operation", "All", "--topic", "open"],
    &[
        "--allow-principal",
        "User:alice",
        "--allow-host",
        "10.9.8.7",
        "--operation",
        "AlterConfigs",
        "--topic",
        "*",
    ],
    &["--allow-principal", "User:alice", "--operation", "Read", "--group", "readers"],
    &["--allow-principal", "User:CN=a, O=b", "--operation", "ClusterAction", "--cluster"],
    &["--allow-principal", "User:alice", "--operation", "Write", "--transactional-id", "tx"],
];

async fn who_may_do_what(version: Version, authorizer: &'static str) {
    let start = move || {
        let kafka = Kafka::builder()
            .version(version)
            .brokers(1)
            .property("authorizer.class.name", authorizer)
            // Whom the open listeners take everybody for: brokers and tools.
            .property("super.users", "User:ANONYMOUS")
            .start()?;
        for topic in ["books.new", "books", "open", "closed"] {
            kafka.create_topic(topic, "1")?;
        }
        for (at, rule) in ADDED.iter().enumerate() {
            let pattern: &[&str] = if at == 0 { &["--resource-pattern-type", "prefixed"] } else { &[] };
            kafka.tool(Tool::Acls, &[&["--force", "--add"], *rule, pattern].concat())?;
        }
        let limited = ["--alter", "--add-config", "producer_byte_rate=1048576,request_percentage=12.5"];
        let of = ["--entity-type", "users", "--entity-name", "alice"];
        kafka.tool(Tool::Configs, &[&limited[..], &of].concat())?;
        let limited = ["--alter", "--add-config", "consumer_byte_rate=2048"];
        let of = ["--entity-type", "clients", "--entity-default"];
        kafka.tool(Tool::Configs, &[&limited[..], &of].concat())?;
        let acls = kafka.tool(Tool::Acls, &["--list"])?;
        let users = kafka.tool(Tool::Configs, &["--describe", "--entity-type", "users"])?;
        let clients =
            kafka.tool(Tool::Configs, &["--describe", "--entity-type", "clients", "--entity-default"])?;
        Ok::<_, real_kafka::Error>((kafka, acls, users, clients))
    };
    let (kafka, acls, users, clients) = tokio::task::spawn_blocking(start).await.unwrap().unwrap();
    let (cluster, _) = connect_as(config(&kafka.bootstrap())).await;
    acls_are_what_the_tool_lists(&cluster, &acls).await;
    users_and_quotas_are_what_the_tool_describes(&cluster, &users, &clients).await;
    what_is_decided_is_what_the_authorizer_does(&kafka, &cluster).await;
}

/// (resource type, name, pattern, principal, host, operation, permission), each in capitals without underscores where it is a
/// word of Kafka's.
type Line = [String; 7];

fn word(name: &str) -> String {
    name.replace('_', "").to_uppercase()
}

/// "Current ACLs for resource `ResourcePattern(resourceType=TOPIC, name=open, patternType=LITERAL)`:" and below it
/// "(principal=User:alice, host=*, operation=ALL, permissionType=DENY)".
fn listed(printed: &str) -> BTreeSet<Line> {
    let between = |line: &str, from: &str, to: &str| {
        let (_, rest) = line.split_once(from).unwrap_or_else(|| panic!("no {from} in {line}"));
        rest.split_once(to).unwrap_or_else(|| panic!("no {to} in {line}")).0.to_owned()
    };
    let (mut lines, mut about) = (BTreeSet::new(), None);
    for line in printed.lines() {
        if line.starts_with("Current ACLs for resource") {
            let [kind, name, pattern] =
                [("resourceType=", ", name="), (", name=", ", patternType="), (", patternType=", ")")]
                    .map(|(from, to)| between(line, from, to));
            about = Some([word(&kind), name, word(&pattern)]);
        } else if line.contains("(principal=") {
            let [kind, name, pattern] = about.clone().unwrap();
            let [principal, host, operation, permission] = [
                ("(principal=", ", host="),
                (", host=", ", operation="),
                (", operation=", ", permissionType="),
                (", permissionType=", ")"),
            ]
            .map(|(from, to)| between(line, from, to));
            lines.insert([kind, name, pattern, principal, host, word(&operation), word(&permission)]);
        }
    }
    lines
}

async fn acls_are_what_the_tool_lists(cluster: &Cluster, printed: &str) {
    let tools = listed(printed);
    assert_eq!(tools.len(), ADDED.len(), "{printed}");
    let ours = describe_acls(cluster, LIMIT).await.unwrap().value;
    let ours: BTreeSet<Line> = ours
        .iter()
        .map(|acl| {
            [
                word(&acl.resource.name()),
                acl.name.to_string(),
                word(&acl.pattern.name()),
                acl.principal.clone(),
                acl.host.clone(),
                word(&acl.operation.name()),
                word(&acl.permission.name()),
            ]
        })
        .collect();
    assert_eq!(ours, tools);
}

async fn users_and_quotas_are_what_the_tool_describes(cluster: &Cluster, users: &str, clients: &str) {
    let ours = scram_users(cluster, LIMIT).await.unwrap().value;
    let mut told = 0;
    for user in &ours {
        for credential in user.credentials.as_ref().unwrap() {
            let line = users.lines().find(|line| {
                line.starts_with(&format!("SCRAM credential configs for user-principal '{}'", user.name))
            });
            let is = format!("{}=iterations={}", credential.mechanism, credential.iterations);
            assert!(line.is_some_and(|line| line.contains(&is)), "{is} of {} in {users}", user.name);
            told += 1;
        }
    }
    assert_eq!(told, users.matches("=iterations=").count(), "{users}");
    assert_eq!(told, 4, "two users with two mechanisms each");

    let mut ours = client_quotas(cluster, LIMIT).await.unwrap().value;
    ours.sort_by(|a, b| a.entity.cmp(&b.entity));
    let [default, alice] = &ours[..] else { panic!("{ours:?}") };
    assert_eq!(default.entity, [("client-id".to_owned(), None)]);
    assert_eq!(alice.entity, [("user".to_owned(), Some("alice".to_owned()))]);
    for (quota, printed) in [(alice, users), (default, clients)] {
        let line = printed.lines().find(|line| line.starts_with("Quota configs")).unwrap();
        for (key, value) in &quota.limits {
            assert!(line.contains(&format!("{key}={value:?}")), "{key}={value:?} in {line}");
        }
        assert_eq!(quota.limits.len(), line.matches('=').count(), "{line}");
    }
}

/// Metadata names to alice just those topics that she may describe; and she may not ask for ACLs.
async fn what_is_decided_is_what_the_authorizer_does(kafka: &Kafka, ours: &Cluster) {
    let acls = describe_acls(ours, LIMIT).await.unwrap().value;
    let sign_in = SignIn::plain("alice", Secret::new("alice-secret"));
    let (alice, _) = connect_as(Config { sign_in: Some(sign_in), ..config(&kafka.sasl_bootstrap()) }).await;
    alice.refresh(meta::Refresh::All).await.unwrap();
    let snapshot = alice.snapshot();
    let seen: BTreeSet<&str> = snapshot.topics().map(|topic| topic.name()).collect();
    let may = |topic: &&str| {
        let asked = (Resource::Topic, *topic);
        matches!(decide(&acls, "User:alice", "127.0.0.1", asked, Operation::Describe), Decision::Allowed(_))
    };
    let said: BTreeSet<&str> = ["books.new", "books", "open", "closed"].into_iter().filter(may).collect();
    assert_eq!(seen, said);
    assert_eq!(said, ["books.new"].into(), "a prefix with a dot, and a denial over everybody's allowance");

    let refused = describe_acls(&alice, LIMIT).await.unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode(31)), "CLUSTER_AUTHORIZATION_FAILED: {refused}");
    let refused = client_quotas(&alice, LIMIT).await.unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode(31)), "{refused}");
    let refused = scram_users(&alice, LIMIT).await.unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode(31)), "{refused}");
}
