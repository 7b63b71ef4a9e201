//! Groups and transactions at their coordinators, and nowhere else.

use std::collections::BTreeSet;

use kafka_protocol::messages::offset_fetch_request::OffsetFetchRequestGroup;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::state::Transaction;
use mock_cluster::{Group, GroupKind, MockCluster, TopicSpec};

use crate::client::ask;

const KINDS: [GroupKind; 4] = [GroupKind::Classic, GroupKind::Consumer, GroupKind::Share, GroupKind::Streams];

async fn cluster() -> std::io::Result<MockCluster> {
    let mut builder = MockCluster::builder()
        .topic(TopicSpec::new("__consumer_offsets").partitions(50).replication(3).internal());
    for (at, kind) in (0..40).zip(KINDS.iter().cycle()) {
        builder = builder.group(Group::new(format!("group-{at}"), *kind).with_offset("orders", 0, at));
    }
    builder.start().await
}

fn text(from: &'static str) -> StrBytes {
    StrBytes::from_static_str(from)
}

async fn coordinator(cluster: &MockCluster, group: &str) -> anyhow::Result<(i16, i32)> {
    let key = StrBytes::from_string(group.to_owned());
    let answer = ask(cluster, 1, 3, &FindCoordinatorRequest::default().with_key(key)).await?;
    Ok((answer.error_code, answer.node_id.0))
}

#[tokio::test]
async fn each_group_is_listed_by_exactly_the_broker_that_coordinates_it() {
    let cluster = cluster().await.unwrap();
    let mut listed = BTreeSet::new();
    for broker in 1..=3 {
        let answer = ask(&cluster, broker, 5, &ListGroupsRequest::default()).await.unwrap();
        assert!(!answer.groups.is_empty());
        for group in &answer.groups {
            assert_eq!(coordinator(&cluster, &group.group_id).await.unwrap(), (0, broker));
            assert!(listed.insert(group.group_id.to_string()), "{} twice", &*group.group_id);
        }
    }
    assert_eq!(listed.len(), 40);
}

#[tokio::test]
async fn a_list_is_filtered_by_type_and_state() {
    let cluster = MockCluster::builder()
        .brokers(1)
        .group(Group::new("a", GroupKind::Share))
        .group(Group::new("b", GroupKind::Consumer).with_state("Stable"))
        .start()
        .await
        .unwrap();
    let request = |types: &[&'static str], states: &[&'static str]| {
        ListGroupsRequest::default()
            .with_types_filter(types.iter().map(|at| text(at)).collect())
            .with_states_filter(states.iter().map(|at| text(at)).collect())
    };
    for (types, states, expected) in
        [(&["share"][..], &[][..], "a"), (&["Consumer"], &["stable"], "b"), (&[], &["Empty"], "a")]
    {
        let answer = ask(&cluster, 1, 5, &request(types, states)).await.unwrap();
        let ids: Vec<&str> = answer.groups.iter().map(|group| &*group.group_id.0).collect();
        assert_eq!(ids, [expected]);
    }
    assert!(ask(&cluster, 1, 5, &request(&["share"], &["Stable"])).await.unwrap().groups.is_empty());
}

#[tokio::test]
async fn a_moved_coordinator_refuses_at_the_old_broker_and_answers_at_the_new_one() {
    let cluster = cluster().await.unwrap();
    let (_, old) = coordinator(&cluster, "group-0").await.unwrap();
    let new = old % 3 + 1;
    cluster.state().move_coordinator("group-0", new).unwrap();
    assert_eq!(coordinator(&cluster, "group-0").await.unwrap(), (0, new));
    let request = DescribeGroupsRequest::default().with_groups(vec![GroupId(text("group-0"))]);
    assert_eq!(ask(&cluster, old, 6, &request).await.unwrap().groups[0].error_code, 16);
    assert_eq!(ask(&cluster, new, 6, &request).await.unwrap().groups[0].error_code, 0);
}

#[tokio::test]
async fn a_dead_brokers_groups_get_another_coordinator() {
    let cluster = cluster().await.unwrap();
    let (_, old) = coordinator(&cluster, "group-7").await.unwrap();
    cluster.fail_broker(old).await.unwrap();
    let asked = old % 3 + 1;
    let request = FindCoordinatorRequest::default().with_coordinator_keys(vec![text("group-7")]);
    let answer = ask(&cluster, asked, 4, &request).await.unwrap();
    assert_eq!(answer.coordinators[0].error_code, 0);
    assert_ne!(answer.coordinators[0].node_id.0, old);
}

#[tokio::test]
async fn without_any_live_coordinator_the_code_is_15() {
    let cluster = MockCluster::builder()
        .topic(TopicSpec::new("__consumer_offsets").assignments([vec![2]]))
        .start()
        .await
        .unwrap();
    cluster.state().lose_leader("__consumer_offsets", 0).unwrap();
    assert_eq!(coordinator(&cluster, "anything").await.unwrap(), (15, -1));
}

#[tokio::test]
async fn a_loading_group_answers_14() {
    let cluster =
        MockCluster::builder().brokers(1).group(Group::new("a", GroupKind::Classic)).start().await.unwrap();
    cluster.state().group_mut("a").unwrap().loading = true;
    let request = DescribeGroupsRequest::default().with_groups(vec![GroupId(text("a"))]);
    assert_eq!(ask(&cluster, 1, 5, &request).await.unwrap().groups[0].error_code, 14);
    assert_eq!(ask(&cluster, 1, 4, &ListGroupsRequest::default()).await.unwrap().error_code, 14);
}

#[tokio::test]
async fn committed_offsets_of_several_groups_come_in_one_answer() {
    let cluster = MockCluster::builder()
        .brokers(1)
        .group(Group::new("a", GroupKind::Classic).with_offset("orders", 0, 5).with_offset("orders", 1, 6))
        .start()
        .await
        .unwrap();
    let group = |id| OffsetFetchRequestGroup::default().with_group_id(GroupId(text(id))).with_topics(None);
    let request = OffsetFetchRequest::default().with_groups(vec![group("a"), group("nobody")]);
    let answer = ask(&cluster, 1, 9, &request).await.unwrap();
    let offsets: Vec<(i32, i64)> = answer.groups[0].topics[0]
        .partitions
        .iter()
        .map(|at| (at.partition_index, at.committed_offset))
        .collect();
    assert_eq!(offsets, [(0, 5), (1, 6)]);
    assert_eq!((answer.groups[1].error_code, answer.groups[1].topics.len()), (0, 0));
}

#[tokio::test]
async fn only_an_empty_group_is_deleted() {
    let cluster = MockCluster::builder()
        .brokers(1)
        .group(Group::new("busy", GroupKind::Classic).with_state("Stable"))
        .group(Group::new("idle", GroupKind::Classic))
        .start()
        .await
        .unwrap();
    let request =
        DeleteGroupsRequest::default().with_groups_names(vec![GroupId(text("busy")), GroupId(text("idle"))]);
    let codes: Vec<i16> =
        ask(&cluster, 1, 2, &request).await.unwrap().results.iter().map(|at| at.error_code).collect();
    assert_eq!(codes, [68, 0]);
    assert!(cluster.state().group("idle").is_err());
}

#[tokio::test]
async fn transactions_are_listed_by_their_coordinator_with_filters() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    for (id, state, started_ms) in [("pay-1", "Ongoing", 1), ("pay-2", "Empty", -1), ("ship-1", "Ongoing", 1)]
    {
        cluster.state().add_transaction(Transaction {
            id: id.to_owned(),
            producer_id: 7,
            producer_epoch: 0,
            state: state.to_owned(),
            timeout_ms: 60_000,
            started_ms,
            partitions: [("orders".to_owned(), vec![0])].into(),
        });
    }
    let ids = |answer: ListTransactionsResponse| -> Vec<String> {
        answer.transaction_states.iter().map(|at| at.transactional_id.to_string()).collect()
    };
    let ongoing = ListTransactionsRequest::default().with_state_filters(vec![text("Ongoing"), text("Odd")]);
    let answer = ask(&cluster, 1, 0, &ongoing).await.unwrap();
    assert_eq!(answer.unknown_state_filters, [text("Odd")]);
    assert_eq!(ids(answer), ["pay-1", "ship-1"]);
    let old = ListTransactionsRequest::default().with_duration_filter(1000);
    assert_eq!(ids(ask(&cluster, 1, 1, &old).await.unwrap()), ["pay-1", "ship-1"]);
    for (pattern, expected) in
        [("pay-.*", &["pay-1", "pay-2"][..]), (".*-1", &["pay-1", "ship-1"]), ("pay-1", &["pay-1"])]
    {
        let request = ListTransactionsRequest::default().with_transactional_id_pattern(Some(text(pattern)));
        assert_eq!(ids(ask(&cluster, 1, 2, &request).await.unwrap()), expected);
    }
    let described =
        DescribeTransactionsRequest::default().with_transactional_ids(vec![TransactionalId(text("pay-1"))]);
    let state = &ask(&cluster, 1, 0, &described).await.unwrap().transaction_states[0];
    assert_eq!(
        (state.error_code, &*state.transaction_state, state.topics[0].partitions.len()),
        (0, "Ongoing", 1)
    );
}
