//! A group's page: every state of a lag, and what a silent leader, a missing right or an unusual type of group costs.

use contract::{
    ErrorKind, Fact, GetGroup, GroupDetail, GroupMemberRow, GroupOffsetRow, GroupRow, Int64, Lag, LagState,
    LagSum, ListGroupMembers, ListGroupOffsets, ListGroups, ListTopicGroups, Page, Refresh, Stamped,
    TableQuery, View,
};
use mock_cluster::{Action, Fault, Group, GroupKind, Member, MockCluster, TopicSpec, key};

use super::{Bench, all};

const LIST_OFFSETS: i16 = 2;
const OFFSET_FETCH: i16 = 9;

async fn offsets(bench: &Bench, group: &str) -> Page<GroupOffsetRow> {
    let call = ListGroupOffsets { cluster: bench.id.clone(), group: group.into(), query: all() };
    bench.engine.group_offsets(call).await.unwrap()
}

async fn members(bench: &Bench, group: &str) -> Page<GroupMemberRow> {
    let call = ListGroupMembers { cluster: bench.id.clone(), group: group.into(), query: all() };
    bench.engine.group_members(call).await.unwrap()
}

async fn detail(bench: &Bench, group: &str) -> Stamped<GroupDetail> {
    bench.engine.group(GetGroup { cluster: bench.id.clone(), id: group.into() }).await.unwrap()
}

async fn listed(bench: &Bench) -> Vec<GroupRow> {
    let call = ListGroups { cluster: bench.id.clone(), query: all() };
    bench.engine.groups(call).await.unwrap().rows
}

async fn settled(bench: &Bench, group: &str) {
    bench
        .until("the group was looked at", async || {
            let page = offsets(bench, group).await;
            !page.freshness.loading && page.freshness.oldest.is_some()
        })
        .await;
}

/// A topic of six partitions on three brokers, each with its records from 0 to 100; partition n is led by broker n % 3 + 1.
async fn three(groups: impl IntoIterator<Item = Group>) -> MockCluster {
    let replicas = (0..6).map(|at| vec![at % 3 + 1]);
    let topic = TopicSpec::new("orders").partitions(6).replication(1).assignments(replicas).records(100);
    let builder = MockCluster::builder().brokers(3).topic(topic);
    groups.into_iter().fold(builder, mock_cluster::Builder::group).start().await.unwrap()
}

fn lag(state: LagState, offsets: Option<i64>) -> Lag {
    Lag { state, offsets: offsets.map(Int64) }
}

#[tokio::test]
async fn each_way_in_which_a_commit_stands_to_its_log_is_told_apart() {
    let member = Member::new("m-1", "reader").with_assigned("orders", [0, 1, 2, 3, 4, 5]);
    let group = Group::new("readers", GroupKind::Classic).with_state("Stable").with_member(member);
    let commits = [(1, 100), (2, 60), (3, 130), (4, 10), (5, 100)];
    let group = commits.iter().fold(group, |group, (at, offset)| group.with_offset("orders", *at, *offset));
    let cluster = three([group.with_offset("gone", 0, 7)]).await;
    cluster.state().partition_mut("orders", 4).unwrap().log_start = 40;
    cluster.state().partition_mut("orders", 5).unwrap().log_start = 100;
    let bench = Bench::open(&cluster).await;
    settled(&bench, "readers").await;
    let page = offsets(&bench, "readers").await;
    let lags: Vec<_> =
        page.rows.iter().map(|row| (&*row.topic, row.partition, row.lag.value().copied())).collect();
    assert_eq!(
        lags,
        [
            ("gone", 0, None),
            ("orders", 0, Some(lag(LagState::NoCommit, None))),
            ("orders", 1, Some(lag(LagState::CaughtUp, Some(0)))),
            ("orders", 2, Some(lag(LagState::Behind, Some(40)))),
            ("orders", 3, Some(lag(LagState::Ahead, Some(-30)))),
            ("orders", 4, Some(lag(LagState::BelowStart, Some(90)))),
            ("orders", 5, Some(lag(LagState::Empty, Some(0)))),
        ]
    );
    // Unknown has a reason, nothing committed too.
    let why = |fact: &Fact<Int64>| page.provenance.reasons[fact.reason().unwrap() as usize].message.clone();
    assert!(
        why(&page.rows[0].log_end).contains("UNKNOWN_TOPIC_OR_PARTITION"),
        "{}",
        why(&page.rows[0].log_end)
    );
    assert_eq!(page.rows[0].committed.value(), Some(&Int64(7)));
    assert!(matches!(page.rows[0].lag, Fact::Missing { .. }));
    assert!(why(&page.rows[1].committed).contains("committed nothing"));
    assert_eq!(page.rows[1].client.value().map(String::as_str), Some("reader"));
    assert_eq!(page.rows[0].client.value().map(String::as_str), Some(""), "nobody has it");
    let sum = LagSum { offsets: Some(Int64(130)), known: 5, of: 7, no_commit: 1, ahead: 1, below_start: 1 };
    let head = detail(&bench, "readers").await.value;
    assert_eq!(head.row.lag.value(), Some(&sum));
    assert_eq!(
        (head.worst.value().map(String::as_str), head.worst_lag.value()),
        (Some("orders-4"), Some(&Int64(90)))
    );
    let chip = |id: &str| page.chips.iter().find(|chip| chip.id == id).and_then(|chip| chip.count);
    let counts = ["lag", "below_start", "ahead", "no_commit", "unknown"].map(chip);
    assert_eq!(counts, [Some(2), Some(1), Some(1), Some(1), Some(1)]);
    // The list says the same.
    bench.until("the lag in the list", async || listed(&bench).await[0].lag.value() == Some(&sum)).await;
    let query = TableQuery { sort: "lag".into(), descending: true, ..all() };
    let call = ListGroups { cluster: bench.id.clone(), query };
    assert_eq!(bench.engine.groups(call).await.unwrap().rows.len(), 1);
}

#[tokio::test]
async fn a_silent_leader_costs_the_lag_of_its_own_partitions() {
    let group = (0..6)
        .fold(Group::new("readers", GroupKind::Classic), |group, at| group.with_offset("orders", at, 90));
    let cluster = three([group]).await;
    cluster.state().move_coordinator("readers", 1).unwrap();
    cluster.fault(Fault::on(LIST_OFFSETS).broker(3), Action::Silence);
    let bench = Bench::open(&cluster).await;
    let of_three = |row: &GroupOffsetRow| row.partition % 3 == 2;
    bench
        .until("the lag at the other leaders, while the silent one is waited for", async || {
            let rows = offsets(&bench, "readers").await.rows;
            let as_it_should = |row: &GroupOffsetRow| match of_three(row) {
                true => row.lag == Fact::Asking && row.committed.value() == Some(&Int64(90)),
                false => row.lag.value() == Some(&lag(LagState::Behind, Some(10))),
            };
            rows.len() == 6 && rows.iter().all(as_it_should)
        })
        .await;
    bench
        .until("its reason", async || {
            let page = offsets(&bench, "readers").await;
            page.rows.iter().filter(|row| of_three(row)).all(|row| matches!(row.lag, Fact::Missing { .. }))
        })
        .await;
    let page = offsets(&bench, "readers").await;
    assert_eq!(page.freshness.failures.iter().map(|failure| failure.broker).collect::<Vec<_>>(), [3]);
    let sum = LagSum { offsets: Some(Int64(40)), known: 4, of: 6, ..LagSum::default() };
    assert_eq!(detail(&bench, "readers").await.value.row.lag.value(), Some(&sum), "and not 40 of 6");
}

#[tokio::test]
async fn a_group_whose_commits_may_not_be_read_says_which_right_is_missing_and_keeps_its_members() {
    let member = Member::new("m-1", "reader").with_assigned("orders", [0, 1]);
    let group = Group::new("readers", GroupKind::Classic).with_state("Stable").with_member(member);
    let cluster = three([group.with_offset("orders", 0, 1)]).await;
    cluster.fault(Fault::on(OFFSET_FETCH), Action::ErrorCode(30));
    let bench = Bench::open(&cluster).await;
    bench
        .until("members, and why there are no commits", async || {
            let page = offsets(&bench, "readers").await;
            page.freshness.failed.is_some()
                && page.rows.len() == 2
                && !members(&bench, "readers").await.rows.is_empty()
        })
        .await;
    let page = offsets(&bench, "readers").await;
    let failed = page.freshness.failed.unwrap();
    assert_eq!(failed.kind, ErrorKind::Authorization);
    assert!(failed.advice.unwrap().contains("--operation Describe --group"));
    for row in &page.rows {
        assert!(
            matches!((&row.committed, &row.lag), (Fact::Missing { .. }, Fact::Missing { .. })),
            "{row:?}"
        );
        assert_eq!(row.client.value().map(String::as_str), Some("reader"));
    }
    assert!(matches!(detail(&bench, "readers").await.value.row.lag, Fact::Missing { .. }));
}

#[tokio::test]
async fn members_show_what_they_have_and_what_they_are_to_have() {
    let member = || Member::new("m-1", "reader").with_assigned("orders", [0, 1, 2, 4]);
    let settled = Group::new("new", GroupKind::Consumer).with_state("Stable").with_member(member());
    let moving = Group::new("moving", GroupKind::Consumer).with_state("Reconciling").with_member(member());
    let rebalancing =
        Group::new("old", GroupKind::Classic).with_state("PreparingRebalance").with_member(member());
    let cluster = three([settled, moving, rebalancing]).await;
    let bench = Bench::open(&cluster).await;
    let row = async |group: &str| {
        bench.until("members", async || members(&bench, group).await.rows.len() == 1).await;
        members(&bench, group).await.rows.remove(0)
    };
    let spelled = vec![("orders".to_owned(), "0\u{2013}2, 4".to_owned())];
    let new = row("new").await;
    assert_eq!((new.partitions, new.epoch, new.target), (Some(4), Some(1), None));
    assert_eq!(new.assigned, spelled);
    let moving = row("moving").await;
    assert_eq!((moving.partitions, moving.epoch, moving.target), (Some(0), Some(0), Some(spelled)));
    let old = row("old").await;
    assert_eq!((old.partitions, old.epoch), (None, None));
    assert!(old.untold.unwrap().contains("PreparingRebalance"));
    assert_eq!(detail(&bench, "new").await.value.epoch.value(), Some(&1));
    assert!(matches!(detail(&bench, "old").await.value.epoch, Fact::Missing { .. }));
}

#[tokio::test]
async fn a_type_of_group_that_commits_nothing_says_so_and_one_that_is_not_there_is_not_found() {
    let cluster = three([Group::new("shared", GroupKind::Share)]).await;
    let bench = Bench::open(&cluster).await;
    bench
        .until("why there is no lag", async || {
            matches!(detail(&bench, "shared").await.value.row.lag, Fact::Missing { .. })
        })
        .await;
    let page = detail(&bench, "shared").await;
    let why = page.value.row.lag.reason().unwrap();
    assert!(page.provenance.reasons[why as usize].message.contains("share"));
    let call = || GetGroup { cluster: bench.id.clone(), id: "nobody".into() };
    bench.until("that there is none", async || bench.engine.group(call()).await.is_err()).await;
    assert_eq!(bench.engine.group(call()).await.unwrap_err().kind, ErrorKind::NotFound);
}

#[tokio::test]
async fn a_topics_groups_are_those_that_read_it_of_all_that_were_looked_at() {
    let on = |id: &str, topic: &str| {
        Group::new(id, GroupKind::Classic).with_offset(topic, 0, 30).with_offset("orders", 5, 95)
    };
    let cluster =
        three([on("both", "orders"), on("one", "other"), Group::new("none", GroupKind::Classic)]).await;
    let bench = Bench::open(&cluster).await;
    let page = async || {
        let call = ListTopicGroups { cluster: bench.id.clone(), topic: "orders".into(), query: all() };
        bench.engine.topic_groups(call).await.unwrap()
    };
    bench
        .until("their lag on it", async || {
            let lags: Vec<_> =
                page().await.rows.iter().map(|row| row.lag.value().and_then(|sum| sum.offsets)).collect();
            lags == [Some(Int64(75)), Some(Int64(5))]
        })
        .await;
    let page = page().await;
    assert_eq!(page.rows.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["both", "one"]);
    assert!(
        page.totals[0].note.contains("of 3 that were looked at, of 3 groups in all"),
        "{:?}",
        page.totals
    );
}

#[tokio::test]
async fn a_lag_follows_the_log_at_each_refresh_and_is_old_when_its_coordinator_is_gone() {
    let cluster = three([Group::new("readers", GroupKind::Classic).with_offset("orders", 0, 90)]).await;
    cluster.state().move_coordinator("readers", 2).unwrap();
    let bench = Bench::open(&cluster).await;
    let lag_of = async || detail(&bench, "readers").await.value.row.lag;
    let ten = LagSum { offsets: Some(Int64(10)), known: 1, of: 1, ..LagSum::default() };
    bench.until("ten", async || lag_of().await.value() == Some(&ten)).await;
    cluster.state().grow_offsets("orders", 0, 5).unwrap();
    let view = || View::Group { name: "readers".into() };
    let refresh =
        async || bench.engine.refresh(Refresh { cluster: bench.id.clone(), view: view() }).await.unwrap();
    settled(&bench, "readers").await;
    refresh().await;
    let fifteen = LagSum { offsets: Some(Int64(15)), ..ten };
    bench.until("fifteen", async || lag_of().await.value() == Some(&fifteen)).await;
    settled(&bench, "readers").await;
    cluster.fault(Fault::on(OFFSET_FETCH), Action::ErrorCode(30));
    cluster.fault(Fault::on(key::DESCRIBE_GROUPS), Action::ErrorCode(30));
    refresh().await;
    bench
        .until(
            "the same figure, old",
            async || matches!(lag_of().await, Fact::Stale { v, .. } if v == fifteen),
        )
        .await;
}
