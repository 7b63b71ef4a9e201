//! Brokers that stop, come back, move, freeze or turn out to be something else.

use kafka_protocol::messages::*;
use mock_cluster::{Behaviour, MockCluster, Port, TopicSpec, key};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::client::{Client, ask, who, within};

async fn cluster() -> std::io::Result<MockCluster> {
    let orders = TopicSpec::new("orders").assignments([vec![1, 2], vec![2, 3], vec![3, 1]]);
    MockCluster::builder().brokers(3).topic(orders).start().await
}

#[tokio::test]
async fn a_stopped_broker_refuses_closes_what_was_open_and_stays_in_metadata() {
    let cluster = cluster().await.unwrap();
    let address = cluster.broker_addresses()[&2].clone();
    let mut open = Client::to(&cluster, 2).await.unwrap();
    open.call(4, &who()).await.unwrap();
    cluster.stop_broker(2).await.unwrap();
    assert!(open.read_to_close().await.unwrap().is_empty());
    assert!(TcpStream::connect(&address).await.is_err());
    let answer = ask(&cluster, 1, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    assert_eq!(answer.brokers.len(), 3);
    assert!(!cluster.bootstrap().contains(&address));
}

#[tokio::test]
async fn a_broker_comes_back_on_its_port_or_on_a_new_one() {
    let cluster = cluster().await.unwrap();
    let before = cluster.broker_addresses()[&2].clone();
    cluster.stop_broker(2).await.unwrap();
    cluster.start_broker(2, Port::Same).await.unwrap();
    assert_eq!(cluster.broker_addresses()[&2], before);
    ask(&cluster, 2, 4, &who()).await.unwrap();
    // Hold the old port, so that the free one that is found must be another.
    cluster.stop_broker(2).await.unwrap();
    let _held = tokio::net::TcpListener::bind(&before).await.unwrap();
    cluster.start_broker(2, Port::New).await.unwrap();
    assert_ne!(cluster.broker_addresses()[&2], before);
    let answer = ask(&cluster, 1, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    let named = answer.brokers.iter().find(|broker| broker.node_id.0 == 2).unwrap();
    assert_eq!(format!("{}:{}", &*named.host, named.port), cluster.broker_addresses()[&2]);
}

#[tokio::test]
async fn a_failed_broker_leaves_metadata_and_its_leaderships_move() {
    let cluster = cluster().await.unwrap();
    cluster.fail_broker(1).await.unwrap();
    let answer = ask(&cluster, 2, 12, &MetadataRequest::default().with_topics(None)).await.unwrap();
    assert_eq!(answer.brokers.len(), 2);
    let partition = &answer.topics[0].partitions[0];
    assert_eq!(partition.leader_id.0, 2);
    assert_eq!(
        (partition.isr_nodes.clone(), partition.offline_replicas.clone()),
        (vec![BrokerId(2)], vec![BrokerId(1)])
    );
    cluster.restore_broker(1, Port::Same).await.unwrap();
    assert_eq!(cluster.state().partition("orders", 0).unwrap().isr, [2]);
    cluster.state().catch_up(1).unwrap();
    let state = cluster.state();
    let partition = state.partition("orders", 0).unwrap();
    assert_eq!((partition.leader, partition.isr.clone()), (1, vec![1, 2]));
}

#[tokio::test]
async fn the_last_replica_in_sync_stays_in_the_isr_and_leads_again() {
    let cluster = MockCluster::builder()
        .brokers(2)
        .topic(TopicSpec::new("one").assignments([vec![2]]))
        .start()
        .await
        .unwrap();
    cluster.fail_broker(2).await.unwrap();
    {
        let state = cluster.state();
        let partition = state.partition("one", 0).unwrap();
        assert_eq!((partition.leader, partition.isr.clone()), (-1, vec![2]));
    }
    cluster.restore_broker(2, Port::Same).await.unwrap();
    assert_eq!(cluster.state().partition("one", 0).unwrap().leader, 2);
}

#[tokio::test]
async fn a_mute_broker_accepts_and_answers_only_once_it_thaws() {
    let cluster = cluster().await.unwrap();
    cluster.behave(1, Behaviour::Mute).unwrap();
    let mut client = Client::to(&cluster, 1).await.unwrap();
    let sent = client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
    within(cluster.until(|cluster| cluster.count(key::API_VERSIONS) == 1)).await.unwrap();
    assert!(client.hears_nothing().await);
    cluster.behave(1, Behaviour::Normal).unwrap();
    assert_eq!(client.read().await.unwrap().0, sent);
}

#[tokio::test]
async fn a_web_server_a_tls_listener_and_a_proxy_without_backend_speak_as_such() {
    let cluster = cluster().await.unwrap();
    for (behaviour, first) in [(Behaviour::Http, &b"HTTP/1.1 400"[..]), (Behaviour::Tls, &[0x15, 3, 3])] {
        cluster.behave(1, behaviour).unwrap();
        let mut client = Client::to(&cluster, 1).await.unwrap();
        client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
        assert!(client.read_to_close().await.unwrap().starts_with(first));
    }
    cluster.behave(1, Behaviour::Hangup).unwrap();
    let mut client = Client::to(&cluster, 1).await.unwrap();
    assert!(client.read_to_close().await.unwrap().is_empty());
}

#[tokio::test]
async fn requests_and_connections_are_counted_and_recorded() {
    let cluster = cluster().await.unwrap();
    let mut client = Client::to(&cluster, 3).await.unwrap();
    client.call(2, &ApiVersionsRequest::default()).await.unwrap();
    client.call(12, &MetadataRequest::default().with_topics(Some(Vec::new()))).await.unwrap();
    let seen = cluster.requests(key::METADATA);
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].broker, seen[0].version, seen[0].client_id.as_deref()), (3, 12, Some("suite")));
    // No topics, no auto-creation asked for... but the codec's default is to allow it: the byte is there to be judged.
    assert_eq!(seen[0].body.as_ref(), [1, 1, 0, 0]);
    assert_eq!(
        (cluster.connections_opened(3), cluster.connections_open(3), cluster.connections_opened(1)),
        (1, 1, 0)
    );
    drop(client);
    within(cluster.until(|cluster| cluster.connections_open(3) == 0)).await.unwrap();
    cluster.forget_requests();
    assert_eq!((cluster.count(key::METADATA), cluster.connections_opened(3)), (0, 0));
}

#[tokio::test]
async fn everything_stops_when_the_last_handle_is_dropped() {
    let cluster = cluster().await.unwrap();
    let mut client = Client::to(&cluster, 1).await.unwrap();
    client.call(2, &ApiVersionsRequest::default()).await.unwrap();
    let twin = cluster.clone();
    drop(cluster);
    client.call(2, &ApiVersionsRequest::default()).await.unwrap();
    drop(twin);
    // A write into the closing socket may still be taken; the read ends either way.
    let _ = client.stream.write_all(&[0]).await;
    assert!(client.read_to_close().await.unwrap().is_empty());
}

#[tokio::test]
async fn many_connections_and_pipelined_requests_are_answered_in_order() {
    let cluster = cluster().await.unwrap();
    let mut clients = Vec::new();
    for _ in 0..50 {
        clients.push(Client::to(&cluster, 1).await.unwrap());
    }
    for client in &mut clients {
        for _ in 0..10 {
            client.send(key::API_VERSIONS, 0, 1, &[]).await.unwrap();
        }
    }
    for client in &mut clients {
        for expected in 1..=10 {
            assert_eq!(client.read().await.unwrap().0, expected);
        }
    }
    assert_eq!(cluster.count(key::API_VERSIONS), 500);
}
