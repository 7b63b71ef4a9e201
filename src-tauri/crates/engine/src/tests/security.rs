//! ACLs, SCRAM users and quotas through the engine, in each state that a cluster can put them in: told, none, no authorizer,
//! forbidden, not spoken, and told before something went wrong.

use contract::{
    AclEffect, AclRow, ErrorKind, Freshness, ListAcls, ListQuotas, ListScramUsers, NO_AUTHORIZER, Page,
    Place, SearchPalette, TableQuery, Total, View,
};
use mock_cluster::{
    Action, Fault, MockCluster, demo,
    key::{DESCRIBE_ACLS, DESCRIBE_CLIENT_QUOTAS, DESCRIBE_USER_SCRAM_CREDENTIALS},
};

use super::{Bench, all};

async fn acls_by(bench: &Bench, principal: &str, topic: &str, query: TableQuery) -> Page<AclRow> {
    let (principal, topic) = (principal.to_owned(), topic.to_owned());
    bench.engine.acls(ListAcls { cluster: bench.id.clone(), principal, topic, query }).await.unwrap()
}

async fn acls(bench: &Bench, principal: &str, topic: &str) -> Page<AclRow> {
    acls_by(bench, principal, topic, all()).await
}

/// Rows, totals and freshness of each of the three pages.
async fn each(bench: &Bench) -> [(View, usize, Vec<Total>, Freshness); 3] {
    let cluster = || bench.id.clone();
    let acls = acls(bench, "", "").await;
    let users = bench.engine.scram_users(ListScramUsers { cluster: cluster(), query: all() }).await.unwrap();
    let quotas = bench.engine.quotas(ListQuotas { cluster: cluster(), query: all() }).await.unwrap();
    [
        (View::Acls, acls.rows.len(), acls.totals, acls.freshness),
        (View::ScramUsers, users.rows.len(), users.totals, users.freshness),
        (View::Quotas, quotas.rows.len(), quotas.totals, quotas.freshness),
    ]
}

async fn settled(bench: &Bench) {
    bench
        .until("an end of each asking", async || {
            each(bench)
                .await
                .iter()
                .all(|(.., fresh)| !fresh.loading && (fresh.oldest.is_some() || fresh.failed.is_some()))
        })
        .await;
}

async fn asked_again(bench: &Bench) {
    for view in [View::Acls, View::ScramUsers, View::Quotas] {
        bench.cluster().refresh(view);
    }
    settled(bench).await;
}

async fn three() -> (MockCluster, Bench) {
    let cluster = MockCluster::builder().brokers(3).start().await.unwrap();
    let bench = Bench::open(&cluster).await;
    (cluster, bench)
}

#[tokio::test]
async fn the_demo_fills_each_page_and_each_has_its_source() {
    let demo = demo::scene().paused().start().await.unwrap();
    let bench = Bench::open(demo.cluster()).await;
    settled(&bench).await;
    for ((view, rows, totals, fresh), least) in each(&bench).await.into_iter().zip([30, 5, 5]) {
        assert!(rows >= least, "{view:?}: {rows}");
        assert!(!totals.is_empty() && fresh.failed.is_none() && fresh.oldest.is_some(), "{view:?}");
    }
    let page = acls(&bench, "", "").await;
    let [source] = &page.provenance.sources[..] else { panic!("{:?}", page.provenance) };
    assert!(source.api == "DescribeAcls" && source.broker.is_some());
    let users = ListScramUsers { cluster: bench.id.clone(), query: all() };
    let users = bench.engine.scram_users(users).await.unwrap().rows;
    let legacy = users.iter().find(|row| row.user == "legacy-reporting").unwrap();
    assert_eq!((legacy.mechanism.as_deref(), legacy.iterations), (Some("SCRAM-SHA-256"), Some(4096)));
    let query = TableQuery { sort: "producer_byte_rate".to_owned(), limit: 1, ..all() };
    let quotas = ListQuotas { cluster: bench.id.clone(), query };
    let quota = bench.engine.quotas(quotas).await.unwrap().rows.remove(0);
    assert_eq!(quota.entity, [("user".to_owned(), Some("clickstream".to_owned()))]);
    assert_eq!(quota.limits[0].reading.as_deref(), Some("50 MiB/s"));
}

#[tokio::test]
async fn the_two_questions_are_answered_with_denials_first() {
    let demo = demo::scene().paused().start().await.unwrap();
    let bench = Bench::open(demo.cluster()).await;
    settled(&bench).await;
    let whole = acls(&bench, "", "").await.total;

    // Typed without its type. Everybody's are among them.
    let of = acls(&bench, "analytics", "").await;
    assert!(of.rows.iter().all(|row| ["User:analytics", "User:*"].contains(&row.principal.as_str())));
    assert!(of.rows.iter().any(|row| row.principal == "User:*"));
    assert_eq!((of.total, of.shown as usize), (whole, of.rows.len()));
    let denials = of.rows.iter().take_while(|row| row.effect == AclEffect::Denies).count();
    assert_eq!(denials, of.rows.iter().filter(|row| row.permission == "Deny").count());
    assert_eq!(denials, 3);
    let everything = of.rows.iter().find(|row| row.resource == "*").unwrap();
    assert_eq!(everything.effect, AclEffect::InPart, "all topics but those about money");

    // By its name, by a prefix, by *.
    let on = acls(&bench, "", "payments.captures.v1").await;
    let names: std::collections::BTreeSet<_> = on.rows.iter().map(|row| row.resource.as_str()).collect();
    assert_eq!(names, ["*", "payments.", "payments.captures.v1"].into());
    assert!(on.rows.iter().all(|row| row.resource_type == "Topic"));

    let both = acls(&bench, "User:analytics", "payments.captures.v1").await;
    let read = both.rows.iter().find(|row| row.resource == "*").unwrap();
    assert_eq!(read.effect, AclEffect::Overruled);
    assert!(read.denial.as_deref().unwrap().contains("on Topic payments. (prefixed)"), "{read:?}");
    let may =
        |page: &Page<AclRow>| page.totals.iter().find(|total| total.label == "May").unwrap().value.clone();
    assert_eq!(may(&both), "nothing that an ACL allows");
    assert_eq!(may(&acls(&bench, "orders", "orders.created.v1").await), "Read, Write, Describe");
    assert_eq!(may(&acls(&bench, "nobody", "catalog.prices").await), "Describe");

    let chip = TableQuery { chip: "permission:Deny".to_owned(), sort: "resource".to_owned(), ..all() };
    let denied = acls_by(&bench, "", "", chip).await;
    assert!(denied.rows.len() > 3 && denied.rows.iter().all(|row| row.permission == "Deny"));
    assert!(denied.rows.is_sorted_by_key(|row| row.resource.clone()));
    let effect = TableQuery { sort: "effect".to_owned(), descending: true, ..all() };
    assert_eq!(acls_by(&bench, "", "", effect).await.rows[0].effect, AclEffect::Overruled);

    let found = SearchPalette { cluster: bench.id.clone(), text: "User:ana".to_owned() };
    let found = bench.engine.palette(found).await.unwrap().hits;
    assert_eq!(found[0].place, Place::Acls { name: "User:analytics".to_owned() });
}

#[tokio::test]
async fn no_authorizer_is_neither_a_failure_nor_an_empty_list() {
    let (cluster, bench) = three().await;
    settled(&bench).await;
    let page = acls(&bench, "", "").await;
    assert_eq!((page.rows.len(), page.freshness.failed.is_none()), (0, true));
    assert!(page.freshness.oldest.is_some_and(|told| told <= page.freshness.now), "it was told, and when");
    assert_eq!(page.totals[0].label, NO_AUTHORIZER);
    assert!(page.totals[0].note.starts_with("Broker "), "{:?}", page.totals);

    cluster.state().set_acls(Some(Vec::new()));
    asked_again(&bench).await;
    let page = acls(&bench, "", "").await;
    assert_eq!((page.rows.len(), page.freshness.failed.is_none()), (0, true));
    assert!(page.totals.iter().all(|total| total.label != NO_AUTHORIZER), "{:?}", page.totals);
    assert_eq!(page.totals[0].value, "0");
}

#[tokio::test]
async fn who_may_not_ask_is_told_which_right_is_missing() {
    let (cluster, bench) = three().await;
    for key in [DESCRIBE_ACLS, DESCRIBE_USER_SCRAM_CREDENTIALS, DESCRIBE_CLIENT_QUOTAS] {
        cluster.fault(Fault::on(key), Action::ErrorCode(31));
    }
    settled(&bench).await;
    for ((view, rows, totals, fresh), right) in
        each(&bench).await.into_iter().zip(["Describe", "Describe", "DescribeConfigs"])
    {
        let error = fresh.failed.unwrap();
        assert_eq!((error.kind, rows), (ErrorKind::Authorization, 0), "{view:?}");
        let advice = error.advice.unwrap();
        assert!(advice.contains(&format!("--operation {right} --cluster")), "{view:?}: {advice}");
        assert!(totals.is_empty(), "a count of what is not known: {totals:?}");
    }
    cluster.disarm_all();
    cluster.state().set_acls(Some(Vec::new()));
    asked_again(&bench).await;
    assert!(each(&bench).await.iter().all(|(.., fresh)| fresh.failed.is_none()));
}

#[tokio::test]
async fn what_a_cluster_does_not_speak_is_said_with_both_ranges() {
    let (cluster, bench) = three().await;
    let keys = [DESCRIBE_ACLS, DESCRIBE_USER_SCRAM_CREDENTIALS, DESCRIBE_CLIENT_QUOTAS];
    for broker in 1..=3 {
        for key in keys {
            cluster.state().withdraw_versions(broker, key).unwrap();
        }
        // What brokers older than Kafka 2.0 speak.
        cluster.state().advertise_versions(broker, DESCRIBE_ACLS, 0, 0).unwrap();
    }
    drop(bench);
    let bench = Bench::open(&cluster).await;
    settled(&bench).await;
    let [(.., acls), (.., users), (.., quotas)] = each(&bench).await;
    let [acls, users, quotas] = [acls, users, quotas].map(|fresh| fresh.failed.unwrap());
    for error in [&acls, &users, &quotas] {
        assert_eq!(error.kind, ErrorKind::Unsupported, "{error:?}");
    }
    assert!(acls.message.contains("v1–3") && acls.message.contains("v0–0"), "{}", acls.message);
    let advice = |error: &contract::ApiError| error.advice.clone().unwrap();
    assert!(advice(&users).contains("v0–0") && advice(&users).contains("2.7"), "{}", advice(&users));
    assert!(advice(&quotas).contains("v0–1") && advice(&quotas).contains("2.6"), "{}", advice(&quotas));
}

#[tokio::test]
async fn what_was_told_before_a_failure_stays_and_is_said_to_be_from_before() {
    let demo = demo::scene().paused().start().await.unwrap();
    let bench = Bench::open(demo.cluster()).await;
    settled(&bench).await;
    let before = each(&bench).await;
    for key in [DESCRIBE_ACLS, DESCRIBE_USER_SCRAM_CREDENTIALS, DESCRIBE_CLIENT_QUOTAS] {
        demo.cluster().fault(Fault::on(key), Action::ErrorCode(-1));
    }
    asked_again(&bench).await;
    for ((view, rows, _, fresh), (_, were, _, was)) in each(&bench).await.into_iter().zip(before) {
        assert_eq!((rows, fresh.oldest), (were, was.oldest), "{view:?}");
        assert!(fresh.failed.is_some(), "{view:?}");
    }
}

#[tokio::test]
async fn five_thousand_acls_stay_below_the_limit_of_a_page() {
    let (cluster, bench) = three().await;
    let acl = |at: usize| {
        let acl = mock_cluster::state::acl::Acl::allow(
            &format!("User:CN=service-{at:04},OU=Platform,O=A Company With A Long Name,C=DE"),
            3,
            2,
            &format!("a.topic.with-a-name.of-some-length.{at:04}"),
        );
        if at.is_multiple_of(10) { acl.denied() } else { acl }
    };
    cluster.state().set_acls(Some((0..5_000).map(acl).collect()));
    settled(&bench).await;
    let page = acls(&bench, "", "").await;
    assert_eq!((page.total, page.shown), (5_000, 5_000));
    assert!(!page.rows.is_empty() && crate::tables::json_len(&page) < 64 * 1024);
}
