//! The hook: each action does what its name says, to the requests that the fault names and to no other.

use std::time::{Duration, Instant};

use bytes::Bytes;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::StrBytes;
use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};

use crate::client::{Client, ask, who, within};

async fn cluster() -> std::io::Result<MockCluster> {
    MockCluster::builder().brokers(2).topic(TopicSpec::new("orders")).start().await
}

fn brokers_only() -> MetadataRequest {
    MetadataRequest::default().with_topics(Some(Vec::new()))
}

#[tokio::test]
async fn a_fault_meets_its_broker_its_key_and_its_number_of_times() {
    let cluster = cluster().await.unwrap();
    cluster.fault(Fault::on(key::LIST_GROUPS).broker(2).after(1).times(2), Action::ErrorCode(15));
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(ask(&cluster, 2, 5, &ListGroupsRequest::default()).await.unwrap().error_code);
        assert_eq!(ask(&cluster, 1, 5, &ListGroupsRequest::default()).await.unwrap().error_code, 0);
    }
    assert_eq!(codes, [0, 15, 15, 0, 0]);
}

#[tokio::test]
async fn faults_play_in_the_order_in_which_they_were_armed_until_disarmed() {
    let cluster = cluster().await.unwrap();
    cluster.fault(Fault::on(key::LIST_GROUPS).times(1), Action::ErrorCode(41));
    cluster.fault(Fault::on(key::LIST_GROUPS).client_id("nobody"), Action::DropBefore);
    let last = cluster.fault(Fault::on(key::LIST_GROUPS), Action::ErrorCode(7));
    let mut codes = Vec::new();
    for at in 0..4 {
        if at == 3 {
            cluster.disarm(last);
        }
        codes.push(ask(&cluster, 1, 5, &ListGroupsRequest::default()).await.unwrap().error_code);
    }
    assert_eq!(codes, [41, 7, 7, 0]);
}

#[tokio::test]
async fn a_forced_code_does_nothing_and_stands_at_each_item() {
    let cluster = cluster().await.unwrap();
    cluster.fault(Fault::on(key::CREATE_TOPICS), Action::ErrorCode(41));
    let topic = create_topics_request::CreatableTopic::default()
        .with_name(TopicName(StrBytes::from_static_str("new")))
        .with_num_partitions(1)
        .with_replication_factor(1);
    let request = CreateTopicsRequest::default().with_topics(vec![topic]);
    assert_eq!(ask(&cluster, 1, 7, &request).await.unwrap().topics[0].error_code, 41);
    assert!(cluster.state().topic("new").is_err());
    cluster.fault(Fault::on(key::METADATA), Action::ErrorCode(29));
    let answer = ask(&cluster, 1, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    assert_eq!((answer.topics[0].error_code, answer.topics[0].partitions.len()), (29, 0));
}

#[tokio::test]
async fn silence_holds_the_connection_open_and_skip_answers_the_next() {
    let cluster = cluster().await.unwrap();
    cluster.fault(Fault::on(key::METADATA).times(1), Action::Skip);
    let mut client = Client::to(&cluster, 1).await.unwrap();
    client.send(key::METADATA, 0, 1, &[0, 0, 0, 0]).await.unwrap();
    let second = client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    assert_eq!(client.read().await.unwrap().0, second);
    cluster.fault(Fault::on(key::METADATA).times(1), Action::Silence);
    client.send(key::METADATA, 0, 1, &[0, 0, 0, 0]).await.unwrap();
    client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    within(cluster.until(|cluster| cluster.count(key::METADATA) == 2)).await.unwrap();
    assert!(client.hears_nothing().await);
    assert_eq!(cluster.connections_open(1), 1);
    // The later request was swallowed, not answered.
    assert_eq!(cluster.count(key::API_VERSIONS), 1);
    drop(client);
    within(cluster.until(|cluster| cluster.connections_open(1) == 0)).await.unwrap();
}

#[tokio::test]
async fn a_drop_before_does_nothing_and_a_drop_after_has_acted() {
    let cluster = cluster().await.unwrap();
    let delete =
        DeleteTopicsRequest::default().with_topic_names(vec![TopicName(StrBytes::from_static_str("orders"))]);
    cluster.fault(Fault::on(key::DELETE_TOPICS).times(1), Action::DropBefore);
    assert!(ask(&cluster, 1, 5, &delete).await.is_err());
    assert!(cluster.state().topic("orders").is_ok());
    cluster.fault(Fault::on(key::DELETE_TOPICS).times(1), Action::DropAfter);
    assert!(ask(&cluster, 1, 5, &delete).await.is_err());
    assert!(cluster.state().topic("orders").is_err());
}

#[tokio::test]
async fn bytes_are_replaced_cut_dribbled_doubled_and_renumbered() {
    let cluster = cluster().await.unwrap();
    let arm = |action| cluster.fault(Fault::on(key::API_VERSIONS).times(1), action);
    arm(Action::RawBody(Bytes::from_static(&[9, 9, 9])));
    let mut client = Client::to(&cluster, 1).await.unwrap();
    assert_eq!(client.call_raw(key::API_VERSIONS, 0, 1, &[]).await.unwrap().as_ref(), [9, 9, 9]);

    arm(Action::RawFrame(Bytes::from_static(b"junk")));
    client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    let mut junk = [0; 4];
    tokio::io::AsyncReadExt::read_exact(&mut client.stream, &mut junk).await.unwrap();
    assert_eq!(&junk, b"junk");

    arm(Action::Correlation(5));
    let sent = client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    assert_eq!(client.read().await.unwrap().0, sent + 5);

    arm(Action::Twice);
    let sent = client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    assert_eq!((client.read().await.unwrap().0, client.read().await.unwrap().0), (sent, sent));

    arm(Action::rewrite(|body| body.slice(..2)));
    assert_eq!(client.call_raw(key::API_VERSIONS, 0, 1, &[]).await.unwrap().as_ref(), [0, 0]);

    arm(Action::Dribble { bytes: 100, pause: Duration::from_millis(1) });
    client.call(0, &ApiVersionsRequest::default()).await.unwrap();

    arm(Action::TruncateAt(11));
    client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    assert_eq!(client.read_to_close().await.unwrap().len(), 11);
}

#[tokio::test]
async fn a_delay_comes_before_the_answer_and_combines_with_others() {
    let cluster = cluster().await.unwrap();
    let wait = Duration::from_millis(30);
    cluster.fault(Fault::on(key::LIST_GROUPS), Action::All(vec![Action::Delay(wait), Action::ErrorCode(14)]));
    let asked = Instant::now();
    assert_eq!(ask(&cluster, 1, 5, &ListGroupsRequest::default()).await.unwrap().error_code, 14);
    assert!(asked.elapsed() >= wait);
}

#[tokio::test]
async fn an_address_changes_in_the_answer_that_the_fault_meets() {
    let cluster = cluster().await.unwrap();
    cluster.fault(Fault::on(key::METADATA).after(1).times(1), Action::address_change(2, "127.0.0.1", 1));
    let port = async || {
        let answer = ask(&cluster, 1, 12, &brokers_only()).await?;
        anyhow::Ok(answer.brokers.iter().find(|at| at.node_id.0 == 2).map(|at| at.port))
    };
    assert_ne!(port().await.unwrap(), Some(1));
    assert_eq!(port().await.unwrap(), Some(1));
}

#[tokio::test]
async fn advertised_versions_can_be_narrowed_withdrawn_and_invented() {
    let cluster = cluster().await.unwrap();
    cluster.state().advertise_versions(1, key::METADATA, 0, 5).unwrap();
    cluster.state().withdraw_versions(1, key::LIST_GROUPS).unwrap();
    cluster.state().advertise_versions(1, 999, 7, 3).unwrap();
    let answer = ask(&cluster, 1, 4, &who()).await.unwrap();
    let range =
        |key| answer.api_keys.iter().find(|at| at.api_key == key).map(|at| (at.min_version, at.max_version));
    assert_eq!(
        (range(key::METADATA), range(key::LIST_GROUPS), range(999)),
        (Some((0, 5)), None, Some((7, 3)))
    );
    assert!(ask(&cluster, 1, 6, &brokers_only()).await.is_err());
    assert!(ask(&cluster, 1, 5, &brokers_only()).await.is_ok());
    assert!(ask(&cluster, 1, 5, &ListGroupsRequest::default()).await.is_err());
    assert!(ask(&cluster, 2, 5, &ListGroupsRequest::default()).await.is_ok());
}
