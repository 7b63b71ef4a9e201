//! Groups and their coordinators.

use meta::{
    Config, ErrorCode, Key, What,
    message::{
        delete_groups::DeleteGroups,
        describe_groups::{DescribeGroups, Reply},
        find_coordinator::{FindCoordinator, Kind},
    },
};
use mock_cluster::{Action, Builder, Fault, Group, GroupKind, key};
use tokio::task::JoinSet;

use support::ground::{config, connect, connect_as, failure, three, within};

fn with_groups(count: usize) -> Builder {
    (0..count).fold(three(), |builder, index| {
        builder.group(Group::new(format!("group-{index}"), GroupKind::Classic))
    })
}

fn describe(ids: impl IntoIterator<Item = usize>) -> DescribeGroups {
    let groups = ids.into_iter().map(|index| format!("group-{index}")).collect();
    DescribeGroups { groups, ..DescribeGroups::default() }
}

fn described(answers: &meta::Answers<Reply>) -> Vec<(String, Option<i32>)> {
    let of = |part: &meta::Part<Reply>| {
        let broker = part.source.broker;
        part.reply.groups.iter().map(|group| (group.id.clone(), broker)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = answers.parts.iter().flat_map(of).collect();
    all.sort();
    all
}

#[tokio::test]
async fn a_moved_coordinator_is_looked_up_again() {
    let mock = with_groups(1).start().await.unwrap();
    mock.state().move_coordinator("group-0", 1).unwrap();
    let (cluster, _) = connect(&mock).await;
    let first = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert_eq!(described(&first), [("group-0".to_owned(), Some(1))]);
    mock.state().move_coordinator("group-0", 3).unwrap();
    let second = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert_eq!(described(&second), [("group-0".to_owned(), Some(3))]);
    assert!(second.parts[0].reply.groups[0].code.is_none());
    assert_eq!(mock.count(key::FIND_COORDINATOR), 2);
}

#[tokio::test]
async fn a_group_by_its_key_goes_to_its_coordinator() {
    let mock = with_groups(1).start().await.unwrap();
    mock.state().move_coordinator("group-0", 2).unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(describe([0]), Key::Group("group-0".into()))).await.unwrap();
    assert_eq!(answers.one().unwrap().source.broker, Some(2));
}

#[tokio::test]
async fn a_thousand_groups_are_looked_up_in_one_or_two_requests() {
    let mock = with_groups(1000).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(describe(0..1000), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(described(&answers).len(), 1000);
    assert!(mock.count(key::FIND_COORDINATOR) <= 2, "{}", mock.count(key::FIND_COORDINATOR));
    assert!(mock.count(key::DESCRIBE_GROUPS) <= 3);
}

#[tokio::test]
async fn callers_for_the_same_group_share_one_look_up() {
    let mock = with_groups(1).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let mut callers = JoinSet::new();
    for _ in 0..200 {
        let cluster = cluster.clone();
        callers.spawn(async move { cluster.send(describe([0]), Key::None).await.unwrap().failed.len() });
    }
    assert_eq!(within(callers.join_all()).await.into_iter().sum::<usize>(), 0);
    assert_eq!(mock.count(key::FIND_COORDINATOR), 1);
}

#[tokio::test]
async fn an_old_broker_is_asked_for_one_coordinator_at_a_time() {
    let mock = with_groups(40).start().await.unwrap();
    for broker in 1..=3 {
        mock.state().advertise_versions(broker, key::FIND_COORDINATOR, 0, 3).unwrap();
    }
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(describe(0..40), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(described(&answers).len(), 40);
    assert_eq!(mock.count(key::FIND_COORDINATOR), 40);
}

#[tokio::test]
async fn a_loading_coordinator_is_waited_for_at_the_same_broker() {
    let mock = with_groups(1).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let loading = ErrorCode::COORDINATOR_LOAD_IN_PROGRESS.0;
    mock.fault(Fault::on(key::DESCRIBE_GROUPS).times(3), Action::ErrorCode(loading));
    let answers = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(answers.parts[0].reply.groups[0].code.is_none());
    let asked: Vec<i32> = mock.requests(key::DESCRIBE_GROUPS).iter().map(|seen| seen.broker).collect();
    assert_eq!(asked.len(), 4);
    assert!(asked.windows(2).all(|two| two[0] == two[1]), "{asked:?}");
    assert_eq!(mock.count(key::FIND_COORDINATOR), 1, "the coordinator is right, it is only loading");
}

#[tokio::test]
async fn a_coordinator_that_is_not_there_yet_is_waited_for() {
    let mock = with_groups(1).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let not_yet = ErrorCode::COORDINATOR_NOT_AVAILABLE.0;
    mock.fault(Fault::on(key::FIND_COORDINATOR).times(2), Action::ErrorCode(not_yet));
    let answers = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert_eq!(mock.count(key::FIND_COORDINATOR), 3);
}

#[tokio::test]
async fn a_coordinator_that_died_takes_its_groups_along_and_no_others() {
    let mock = with_groups(2).start().await.unwrap();
    mock.state().move_coordinator("group-0", 1).unwrap();
    mock.state().move_coordinator("group-1", 2).unwrap();
    let (cluster, _) = connect(&mock).await;
    within(cluster.send(describe(0..2), Key::None)).await.unwrap();
    mock.fail_broker(2).await.unwrap();
    mock.state().move_coordinator("group-1", 3).unwrap();
    mock.forget_requests();
    let answers = within(cluster.send(describe(0..2), Key::None)).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    let expected = [("group-0".to_owned(), Some(1)), ("group-1".to_owned(), Some(3))];
    assert_eq!(described(&answers), expected);
    assert_eq!(mock.count(key::FIND_COORDINATOR), 1);
}

#[tokio::test]
async fn a_look_at_a_group_does_not_create_the_topic_that_holds_groups() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let answers = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    let error = &answers.failed[0].error;
    assert!(matches!(error.what(), What::NoTarget(why) if why.contains("__consumer_offsets")), "{error}");
    for kind in [Kind::Group, Kind::Transaction] {
        let request = FindCoordinator { kind, keys: vec!["some".into()] };
        let error = failure(within(cluster.send(request, Key::None)).await);
        assert!(matches!(error.what(), What::NoTarget(_)), "{error}");
    }
    let told = cluster.explain(meta::ApiKey::DescribeGroups, &Key::Group("some".into()));
    assert!(told.targets.is_empty() && told.why.contains("would create it"), "{}", told.why);
    assert_eq!(mock.count(key::FIND_COORDINATOR), 0);
    assert!(mock.state().topic("__consumer_offsets").is_err());
    assert!(mock.state().topic("__transaction_state").is_err());

    mock.state().add_group(Group::new("group-0", GroupKind::Classic));
    let answers = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert_eq!(described(&answers).len(), 1, "now it is there: {:?}", answers.failed);
}

#[tokio::test]
async fn who_may_not_see_the_internal_topic_may_still_look_at_groups() {
    let mock = with_groups(1).start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    mock.fault(Fault::on(key::METADATA), Action::ErrorCode(ErrorCode::TOPIC_AUTHORIZATION_FAILED.0));
    let answers = within(cluster.send(describe([0]), Key::None)).await.unwrap();
    assert_eq!(described(&answers).len(), 1, "{:?}", answers.failed);
}

/// "No coordinator" is two things: to a look-up it says that nothing was done yet, to a change that it may yet be made.
#[tokio::test]
async fn a_change_waits_for_its_coordinator_and_is_not_sent_again_by_what_the_coordinator_doubts() {
    let mock = with_groups(1).start().await.unwrap();
    let config = Config { read_only: false, ..config(&mock.bootstrap()) };
    let (cluster, _) = connect_as(config).await;
    let forget = || DeleteGroups { groups: vec!["group-0".to_owned()] };
    let not_yet = ErrorCode::COORDINATOR_NOT_AVAILABLE.0;
    mock.fault(Fault::on(key::FIND_COORDINATOR).times(2), Action::ErrorCode(not_yet));
    mock.fault(Fault::on(key::DELETE_GROUPS).times(1), Action::ErrorCode(not_yet));
    let answers = within(cluster.send(forget(), Key::None)).await.unwrap();
    assert_eq!(mock.count(key::DELETE_GROUPS), 1, "{answers:?}");
    assert!(mock.count(key::FIND_COORDINATOR) >= 3);
    let [failed] = &answers.failed[..] else { panic!("{answers:?}") };
    assert!(matches!(failed.error.what(), What::OutcomeUnknown(..)), "{}", failed.error);
}
