//! A dial that hangs makes us ask where the broker is now, and is given up when it is elsewhere.
//!
//! Otherwise whoever waits for a broker that moved waits for the whole time-out of the address that it left: here an hour.

use mock_cluster::Behaviour;
use support::ground::{connect_as, latest, offsets, three, within};

use super::scene::{Front, Mode, Names, homes, patient};

#[tokio::test]
async fn who_waits_for_a_dial_finds_the_broker_at_its_new_address() {
    let mock = three().start().await.unwrap();
    let ours = homes(&mock);
    // Broker 2 is told to be where nobody ever says a word.
    let mute = Front::new(Mode::Mute).await;
    mock.state().advertise(2, "127.0.0.1", mute.address.port()).unwrap();
    let typed = ours[0].to_string();
    let (cluster, _) = connect_as(patient(&typed, &Names::new())).await;
    let waiting = tokio::spawn({
        let cluster = cluster.clone();
        async move { offsets(&cluster, latest("orders", 0..6)).await }
    });
    support::ground::until(|| !mute.taken().is_empty()).await;
    mock.state().advertise(2, "127.0.0.1", ours[1].port()).unwrap();
    let answers = within(waiting).await.unwrap();
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    mock.behave(1, Behaviour::Normal).unwrap();
}
