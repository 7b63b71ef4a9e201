//! A connection lost amid the sign-in is a failure to connect: tried again, unlike a refusal.

use meta::{Key, What};
use mock_cluster::{Action, Fault, key};
use support::ground::{connect_as, latest, within};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

#[tokio::test]
async fn a_hang_up_amid_the_sign_in_costs_another_try_and_no_more() {
    for api in [key::SASL_HANDSHAKE, key::SASL_AUTHENTICATE] {
        for action in [Action::DropBefore, Action::DropAfter, Action::TruncateAt(7)] {
            let mock = closed_cluster(listener()).await;
            mock.fault(Fault::on(api).times(2), action);
            let [_, scram, _] = credentials(PASSWORD);
            let (cluster, _record) = connect_as(signing_in(&mock, &scram)).await;
            let answers = within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
            assert!(answers.failed.is_empty(), "{:?}", answers.failed);
        }
    }
}

#[tokio::test]
async fn a_broker_that_is_silent_amid_the_sign_in_costs_its_own_part() {
    let mock = closed_cluster(listener()).await;
    mock.fault(Fault::on(key::SASL_AUTHENTICATE).broker(2), Action::Silence);
    let [_, scram, _] = credentials(PASSWORD);
    let (cluster, _record) = connect_as(signing_in(&mock, &scram)).await;
    let answers =
        within(cluster.send(meta::message::list_groups::ListGroups::default(), Key::None)).await.unwrap();
    assert_eq!(answers.parts.len(), 2);
    let [failed] = answers.failed.as_slice() else { panic!("{:?}", answers.failed) };
    assert_eq!(failed.error.broker(), Some(2));
    assert!(matches!(failed.error.what(), What::Connect(_) | What::Timeout { .. }), "{}", failed.error);
}
