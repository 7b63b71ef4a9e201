//! REBOOTSTRAP_REQUIRED (129) at the top of a Metadata reply: the brokers are left for what the user typed, once.
//!
//! It may come from the one broker that is asked, from each of them, or from what was typed as well; then nothing is lost of
//! what is known, and the next good reply ends it.

use meta::{Config, Event, Key, Refresh, message::describe_cluster::DescribeCluster};
use mock_cluster::{Action, Fault, key};
use support::ground::{config, connect_as, latest, offsets, three, within};

use super::scene::{FOREVER, Front, Mode, behind_fronts, homes};

fn started_over(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Rebootstrap { .. })).count()
}

#[tokio::test]
async fn a_broker_that_says_start_over_is_left_for_what_the_user_typed() {
    let mock = three().start().await.unwrap();
    let typed = Front::new(Mode::To(homes(&mock)[2])).await;
    let _fronts = behind_fronts(&mock).await;
    let waits =
        Config { setup_timeout: FOREVER, attempt_timeout: FOREVER, ..config(&typed.address.to_string()) };
    let (cluster, record) = connect_as(waits).await;
    offsets(&cluster, latest("orders", 0..6)).await;
    for what in [Refresh::Brokers, Refresh::All, Refresh::Topics(vec!["orders".to_owned()])] {
        let before = started_over(&record.events());
        let used = typed.taken().len();
        mock.fault(Fault::on(key::METADATA).times(1), Action::ErrorCode(129));
        let snapshot = within(cluster.refresh(what)).await.unwrap();
        assert_eq!(snapshot.brokers().len(), 3);
        assert!(snapshot.failure().is_none());
        assert!(started_over(&record.events()) > before);
        assert!(typed.taken().len() >= used);
        let answers = offsets(&cluster, latest("orders", 0..6)).await;
        assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    }
}

#[tokio::test]
async fn a_cluster_of_which_everybody_says_start_over_keeps_its_view_and_recovers() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect_as(config(&mock.bootstrap())).await;
    let before = within(cluster.refresh(Refresh::All)).await.unwrap();
    let fault = mock.fault(Fault::on(key::METADATA), Action::ErrorCode(129));
    mock.forget_requests();
    let error = within(cluster.refresh(Refresh::All)).await.unwrap_err();
    assert_eq!(error.code().map(|code| code.0), Some(129), "{error}");
    let asked = mock.count(key::METADATA);
    assert!(asked <= 6, "{asked} requests for one failed refresh");
    let marked = cluster.snapshot();
    assert_eq!(marked.brokers(), before.brokers());
    assert_eq!(marked.topics().len(), 1);
    assert!(marked.failure().is_some());
    // What the brokers themselves are asked still works meanwhile: they are there.
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    mock.disarm(fault);
    within(cluster.refresh(Refresh::All)).await.unwrap();
    assert!(cluster.snapshot().failure().is_none());
}
