//! Looking never changes a cluster: what does not exist is not made by asking for it, and what writes can't be sent.

use contract::{
    ConnectionState, ErrorKind, ExplainRequest, Fact, GetOverview, GetTopic, GetVersions, ListGroups,
    ListLogDirs, ListPartitions, ListRequestKinds, ListTopics, RequestDraft, SearchPalette, SendRequest,
    TableQuery, Verdict,
};
use mock_cluster::{Group, GroupKind, Member, MockCluster, Release, TopicSpec};

use super::{Bench, all};

fn draft(key: i16, fields: &[(&str, &str)]) -> RequestDraft {
    let fields = fields.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
    RequestDraft { key, fields }
}

#[tokio::test]
async fn a_topic_that_does_not_exist_is_not_made_by_looking_for_it() {
    let topic = TopicSpec::new("orders").partitions(2).replication(1);
    let cluster = MockCluster::builder().brokers(1).topic(topic).auto_create(true).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let id = || bench.id.clone();
    bench
        .until("said to be missing", async || {
            match bench.engine.topic(GetTopic { cluster: id(), name: "no-such".into() }).await {
                Ok(page) => {
                    assert!(page.freshness.loading && page.value.row.size == Fact::Asking);
                    false
                }
                Err(error) => {
                    assert_eq!((error.kind, error.code), (ErrorKind::NotFound, Some(3)));
                    true
                }
            }
        })
        .await;
    let query = ListPartitions { cluster: id(), topic: "no-such".into(), query: all() };
    assert_eq!(bench.engine.partitions(query).await.unwrap_err().kind, ErrorKind::NotFound);
    bench.engine.palette(SearchPalette { cluster: id(), text: "no-such".into() }).await.unwrap();
    let mut query = all();
    query.search = "no-such".into();
    bench.engine.topics(ListTopics { cluster: id(), query }).await.unwrap();
    let draft = draft(3, &[("topics", "no-such")]);
    let sent = bench.engine.send_request(SendRequest { cluster: id(), draft }).await.unwrap();
    assert!(sent.parts[0].body.contains("UNKNOWN_TOPIC_OR_PARTITION"), "{}", sent.parts[0].body);
    assert!(cluster.state().topic("no-such").is_err());
    assert_eq!(cluster.state().topics().count(), 1);
}

#[tokio::test]
async fn a_mutating_request_can_be_looked_at_and_not_sent() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let kinds = bench.engine.request_kinds(ListRequestKinds { cluster: bench.id.clone() }).await.unwrap();
    assert!(kinds.iter().all(|kind| !(kind.could_write && kind.offered)));
    let before = cluster.all_requests().len();
    for kind in kinds.iter().filter(|kind| kind.could_write) {
        let explain = ExplainRequest { cluster: bench.id.clone(), draft: draft(kind.key, &[]) };
        let told = bench.engine.explain_request(explain).await.unwrap();
        assert!(!told.passes && told.refused.is_some(), "{}", kind.name);
        let send = SendRequest { cluster: bench.id.clone(), draft: draft(kind.key, &[]) };
        assert!(bench.engine.send_request(send).await.is_err(), "{}", kind.name);
        assert!(cluster.requests(kind.key).is_empty(), "{}", kind.name);
    }
    assert!(before > 0);
}

#[tokio::test]
async fn every_request_that_is_offered_can_be_sent() {
    let topic = TopicSpec::new("orders").partitions(2).replication(1);
    let group = Group::new("billing", GroupKind::Classic).with_member(Member::new("m", "c"));
    let transactions = TopicSpec::new("__transaction_state").partitions(1).replication(1).internal();
    let builder = MockCluster::builder().brokers(1).topic(topic).topic(transactions).group(group);
    let cluster = builder.start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    bench
        .until("listed", async || {
            let query = ListTopics { cluster: bench.id.clone(), query: all() };
            !bench.engine.topics(query).await.unwrap().rows.is_empty()
        })
        .await;
    let kinds = bench.engine.request_kinds(ListRequestKinds { cluster: bench.id.clone() }).await.unwrap();
    for kind in kinds.iter().filter(|kind| kind.offered) {
        let fill = [
            ("topic", "orders"),
            ("partition", "0"),
            ("topics", "orders"),
            ("groups", "billing"),
            ("transaction", "t"),
        ];
        let filled: Vec<(&str, &str)> =
            fill.into_iter().filter(|(id, _)| kind.fields.iter().any(|field| field.id == *id)).collect();
        // Either a group or a transactional id, not both.
        let filled = if kind.name == "FindCoordinator" { vec![("groups", "billing")] } else { filled };
        let send = SendRequest { cluster: bench.id.clone(), draft: draft(kind.key, &filled) };
        let answered = bench.engine.send_request(send).await;
        let answered = answered.unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        assert_eq!(answered.parts.len(), 1, "{}", kind.name);
        // No authorizer, and no such transaction: errors of the broker's own are answers too.
        let error = answered.parts[0].error.as_ref().map(|error| error.kind);
        assert!(matches!(error, None | Some(ErrorKind::Broker)), "{}: {error:?}", kind.name);
        assert!(kind.versions.is_some(), "{}", kind.name);
    }
}

#[tokio::test]
async fn an_answer_counts_what_was_asked_for_and_what_is_there() {
    let topic = TopicSpec::new("orders").partitions(2).replication(1);
    let group = Group::new("billing", GroupKind::Classic).with_offset("orders", 0, 7);
    let cluster = MockCluster::builder().brokers(1).topic(topic).group(group).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let summary = async |key: i16, fields: &[(&str, &str)]| {
        let send = SendRequest { cluster: bench.id.clone(), draft: draft(key, fields) };
        bench.engine.send_request(send).await.unwrap().parts[0].summary.clone()
    };
    assert_eq!(summary(3, &[]).await, "1 broker", "no topics were asked for");
    assert_eq!(summary(3, &[("topics", "orders")]).await, "1 broker, 1 topic");
    assert_eq!(summary(9, &[("groups", "billing")]).await, "1 partition with a commit");
}

#[tokio::test]
async fn what_an_old_broker_does_not_tell_is_said_to_be_untold() {
    let topic = TopicSpec::new("orders").partitions(2).replication(1);
    let cluster = MockCluster::builder()
        .brokers(2)
        .release(Release::Kafka28)
        .kraft(false)
        .topic(topic)
        .start()
        .await
        .unwrap();
    let bench = Bench::open(&cluster).await;
    let id = || bench.id.clone();
    bench
        .until("log dirs", async || {
            let page = bench.engine.log_dirs(ListLogDirs { cluster: id(), query: all() }).await.unwrap();
            page.freshness.answered == 2
        })
        .await;
    let page = bench.engine.log_dirs(ListLogDirs { cluster: id(), query: all() }).await.unwrap();
    let row = &page.rows[0];
    assert!(matches!(row.kafka, Fact::Known { .. }));
    let Fact::Missing { why } = row.volume else { panic!("{:?}", row.volume) };
    assert!(page.provenance.reasons[why as usize].message.contains("no volume sizes"));
    bench
        .until("controller", async || {
            let overview = bench.engine.overview(GetOverview { cluster: id() }).await.unwrap();
            overview.value.controller.value().copied() == Some(cluster.state().controller())
        })
        .await;
    bench
        .until("version", async || {
            let matrix =
                bench.engine.versions(GetVersions { cluster: id(), broker: None }).await.unwrap().value;
            matrix.brokers.iter().all(|one| one.kafka_version.value().map(String::as_str) == Some("2.8"))
        })
        .await;
}

#[tokio::test]
async fn a_healthy_cluster_is_called_so_when_all_of_it_is_known() {
    let topic = TopicSpec::new("orders").partitions(2).replication(2);
    let cluster = MockCluster::builder().brokers(2).topic(topic).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    bench
        .until("healthy", async || {
            let overview = bench.engine.overview(GetOverview { cluster: bench.id.clone() }).await.unwrap();
            overview.value.verdict == Verdict::Healthy
        })
        .await;
    assert!(matches!(bench.state().await, ConnectionState::Open { .. }));
}

#[tokio::test]
async fn members_are_asked_for_the_groups_on_screen_only() {
    const DESCRIBE_GROUPS: i16 = 15;
    let mut builder = MockCluster::builder().brokers(1);
    for number in 0..200 {
        builder = builder.group(Group::new(format!("g{number:03}"), GroupKind::Classic));
    }
    let cluster = builder.start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    let query = TableQuery { limit: 5, ..TableQuery::default() };
    bench
        .until("members", async || {
            let asked = ListGroups { cluster: bench.id.clone(), query: query.clone() };
            let page = bench.engine.groups(asked).await.unwrap();
            page.total == 200 && page.rows.iter().all(|row| row.members.value().is_some())
        })
        .await;
    let described = bench.cluster().held.descriptions.all().len();
    assert!(described <= 10, "{described} groups were described for 5 rows");
    assert!(cluster.count(DESCRIBE_GROUPS) > 0);
}
