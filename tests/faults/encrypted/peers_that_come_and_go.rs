//! Brokers that restart behind TLS: a hang-up in the midst of a handshake is no bad certificate, and is asked again.
//!
//! A client that takes every failure of a handshake for a wrong setting gives up amid a rolling restart.

use meta::{Key, message::describe_cluster::DescribeCluster};
use support::{
    encrypted::{Authority, all_before, before},
    ground::{answered, connect_as, latest, offsets, three, within},
};
use tokio::net::TcpListener;

use super::hurried;

#[tokio::test]
async fn a_listener_that_hangs_up_for_a_while_is_asked_again() {
    let (mock, authority) = (three().start().await.unwrap(), Authority::new());
    let second = mock.broker_addresses()[&2].clone();
    let server = authority.server(&["127.0.0.1"]);
    let bootstrap = all_before(&mock, &server).await;
    let first = bootstrap.split(',').next().unwrap();
    // In the second broker's place: hangs up on the first three, as a broker that is going down.
    let passing = before(second, server).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let mut taken = 0;
        while let Ok((mut ours, _)) = listener.accept().await {
            taken += 1;
            if taken <= 3 {
                continue;
            }
            tokio::spawn(async move {
                let mut theirs = tokio::net::TcpStream::connect(("127.0.0.1", passing)).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs).await;
            });
        }
    });
    mock.state().advertise(2, "127.0.0.1", port).unwrap();
    let (cluster, _) = connect_as(hurried(first, &authority.trusted())).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(answered(&answers).iter().any(|(_, broker)| *broker == 2));
}

#[tokio::test]
async fn sessions_that_the_brokers_forgot_are_begun_anew() {
    let (mock, authority) = (three().start().await.unwrap(), Authority::new());
    let addresses = mock.broker_addresses();
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    let (cluster, _) = connect_as(hurried(&bootstrap, &authority.trusted())).await;
    within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    // Other servers with other keys and no memory, at other ports: as after a restart with renewed certificates.
    for (broker, address) in addresses {
        let port = before(address, authority.server(&["127.0.0.1"])).await;
        mock.state().advertise(broker, "127.0.0.1", port).unwrap();
    }
    within(cluster.refresh(meta::Refresh::All)).await.unwrap();
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
}
