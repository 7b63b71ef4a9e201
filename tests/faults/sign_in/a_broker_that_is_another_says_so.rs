//! KIP-1242: an address that was given to another broker is noticed by the first words, and the addresses are asked for anew.
//!
//! Since Kafka 4.4 a client may say in ApiVersions whom it means. Without it a broker that took over another's address is
//! believed to be that one, and answers about log directories or leaderships that are not its own.

use std::time::Duration;

use meta::{
    Answers, ApiKey, Error, Event, Key, Refresh, What,
    message::{describe_log_dirs::DescribeLogDirs, list_groups::ListGroups},
};
use mock_cluster::{Action, Fault, Port, Release, key};
use support::ground::{config, connect, connect_as, latest, three, within};

#[tokio::test]
async fn a_broker_known_by_name_is_told_the_name() {
    let mock = three().start().await.unwrap();
    let (cluster, _record) = connect(&mock).await;
    for broker in 1..=3 {
        mock.stop_broker(broker).await.unwrap();
        mock.start_broker(broker, Port::Same).await.unwrap();
    }
    mock.forget_requests();
    within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
    let asked: Vec<i16> = mock.requests(key::API_VERSIONS).iter().map(|seen| seen.version).collect();
    assert_eq!(asked, [5, 5, 5]);
}

#[tokio::test]
async fn an_older_release_is_asked_again_without_the_name() {
    for (release, versions) in [(Release::Kafka39, vec![5, 4]), (Release::Kafka28, vec![5, 3])] {
        let mock = three().release(release).start().await.unwrap();
        let (cluster, _record) = connect(&mock).await;
        mock.stop_broker(1).await.unwrap();
        mock.start_broker(1, Port::Same).await.unwrap();
        mock.forget_requests();
        within(cluster.send(DescribeLogDirs::default(), Key::Broker(1))).await.unwrap();
        let asked = mock.requests(key::API_VERSIONS);
        let asked: Vec<i16> = asked.iter().filter(|seen| seen.broker == 1).map(|seen| seen.version).collect();
        assert!(asked.chunks(2).all(|pair| pair == versions), "{release:?}: {asked:?}");
    }
}

/// The error of the one broker that was asked.
fn refused<T: std::fmt::Debug>(result: Result<Answers<T>, Error>) -> Error {
    match result {
        Ok(answers) => {
            assert!(answers.parts.is_empty(), "{:?}", answers.parts);
            answers.failed.into_iter().next().unwrap().error
        }
        Err(why) => why,
    }
}

/// Metadata keeps naming a wrong address: we start over once, and then it is that broker's failure and nobody else's.
#[tokio::test]
async fn a_wrong_address_is_one_brokers_failure_and_is_left_as_soon_as_it_is_right() {
    let mock = three().start().await.unwrap();
    let ports: Vec<u16> = (1..=3).map(|id| mock.state().broker(id).unwrap().port).collect();
    let (cluster, record) = connect_as(config(&format!("127.0.0.1:{}", ports[0]))).await;
    mock.state().advertise(2, "127.0.0.1", ports[2]).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    for _ in 0..5 {
        let why = refused(within(cluster.send(DescribeLogDirs::default(), Key::Broker(2))).await);
        assert!(
            matches!(why.what(), What::Connect(words) if words.contains("says that it is not broker 2")),
            "{why}"
        );
        within(cluster.send(DescribeLogDirs::default(), Key::Broker(3))).await.unwrap();
    }
    let over = record.events().into_iter().filter(|event| matches!(event, Event::Rebootstrap { .. }));
    assert!(over.count() <= 2);
    assert!(mock.requests(key::DESCRIBE_LOG_DIRS).iter().all(|seen| seen.broker == 3));
    assert!(record.of(ApiKey::ApiVersions).iter().any(|entry| entry.outcome.is_err()));

    mock.state().advertise(2, "127.0.0.1", ports[1]).unwrap();
    within(cluster.refresh(Refresh::Brokers)).await.unwrap();
    let answers = within(cluster.send(DescribeLogDirs::default(), Key::Broker(2))).await.unwrap();
    assert_eq!(answers.parts[0].source.broker, Some(2));
    assert_eq!(mock.requests(key::DESCRIBE_LOG_DIRS).last().unwrap().broker, 2);
}

/// All addresses are given up while others are still being dialled: they are dialled anew, and answer.
#[tokio::test]
async fn starting_over_fails_nobody_who_is_just_being_dialled() {
    let mock = three().start().await.unwrap();
    let ports: Vec<u16> = (1..=3).map(|id| mock.state().broker(id).unwrap().port).collect();
    for everybody in [false, true] {
        let (cluster, record) = connect_as(config(&format!("127.0.0.1:{}", ports[0]))).await;
        mock.state().advertise(3, "127.0.0.1", ports[0]).unwrap();
        within(cluster.refresh(Refresh::Brokers)).await.unwrap();
        mock.fault(
            Fault::on(key::API_VERSIONS).broker(2).times(1),
            Action::Delay(Duration::from_millis(300)),
        );
        let mistaken = cluster.send(DescribeLogDirs::default(), Key::Broker(3));
        if everybody {
            let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
            let told: Vec<Option<i32>> = answers.parts.iter().map(|part| part.source.broker).collect();
            assert_eq!((told.len(), answers.failed.len()), (2, 1), "{told:?}; {:?}", answers.failed);
            assert_eq!(answers.failed[0].broker, Some(3));
        } else {
            let slow = cluster.send(DescribeLogDirs::default(), Key::Broker(2));
            let (why, slow) = within(async { tokio::join!(mistaken, slow) }).await;
            assert_eq!(slow.unwrap().parts[0].source.broker, Some(2));
            assert!(refused(why).to_string().contains("says that it is not broker 3"));
        }
        let events = record.events();
        assert!(events.iter().any(|event| matches!(event, Event::Rebootstrap { .. })), "{events:?}");
        mock.state().advertise(3, "127.0.0.1", ports[2]).unwrap();
    }
}
