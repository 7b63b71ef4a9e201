//! What isn't a request closes its connection and harms nobody else.

use bytes::{BufMut, BytesMut};
use kafka_protocol::messages::*;
use kafka_protocol::protocol::Decodable;
use mock_cluster::{MockCluster, Release, key};
use tokio::io::AsyncWriteExt;

use crate::client::{Client, ask, who};

async fn is_well(cluster: &MockCluster) -> bool {
    ask(cluster, 1, 4, &who()).await.is_ok()
}

#[tokio::test]
async fn bytes_that_are_no_frame_close_the_connection() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    for bytes in [
        &b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..],
        &[0xff; 64],
        &[0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00],
        // An empty frame, one that ends inside the header, one whose client id is longer than the frame.
        &[0, 0, 0, 0],
        &[0, 0, 0, 3, 0, 3, 0],
        &[0, 0, 0, 10, 0, 3, 0, 0, 0, 0, 0, 1, 0x7f, 0xff],
    ] {
        let mut client = Client::to(&cluster, 1).await.unwrap();
        client.stream.write_all(bytes).await.unwrap();
        assert!(client.read_to_close().await.unwrap().is_empty(), "{bytes:?}");
        assert!(is_well(&cluster).await);
    }
}

#[tokio::test]
async fn a_count_far_beyond_the_bytes_closes_the_connection_without_reserving_for_it() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    for (version, header, body) in [
        (8, 1, &[0x7f, 0xff, 0xff, 0xff, 0, 0, 0][..]),
        (12, 2, &[0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0]),
        (12, 2, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        (0, 1, &[0xff, 0xff, 0xff, 0xfe]),
    ] {
        let mut client = Client::to(&cluster, 1).await.unwrap();
        client.send(key::METADATA, version, header, body).await.unwrap();
        assert!(client.read_to_close().await.unwrap().is_empty());
        assert!(is_well(&cluster).await);
    }
}

#[tokio::test]
async fn an_unknown_key_or_version_closes_the_connection_as_a_broker_does() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    for (asked, version, header) in
        [(999, 0, 2), (-1, 0, 1), (key::METADATA, 99, 2), (key::PRODUCE, 9, 2), (7, 0, 1)]
    {
        let mut client = Client::to(&cluster, 1).await.unwrap();
        client.send(asked, version, header, &[]).await.unwrap();
        assert!(client.read_to_close().await.unwrap().is_empty(), "key {asked} v{version}");
        assert_eq!(cluster.count(asked), 1);
    }
}

#[tokio::test]
async fn api_versions_in_an_unknown_version_is_answered_in_version_0_with_the_range() {
    let cluster = MockCluster::builder().brokers(1).release(Release::Kafka28).start().await.unwrap();
    let mut client = Client::to(&cluster, 1).await.unwrap();
    let mut answer = client.call_raw(key::API_VERSIONS, 4, 2, &[2, b'a', 2, b'b', 0]).await.unwrap();
    let answer = ApiVersionsResponse::decode(&mut answer, 0).unwrap();
    assert_eq!(answer.error_code, 35);
    let ranges: Vec<_> =
        answer.api_keys.iter().map(|at| (at.api_key, at.min_version, at.max_version)).collect();
    assert_eq!(ranges, [(key::API_VERSIONS, 0, 3)]);
    // The same connection goes on in a version that fits.
    assert_eq!(client.call(3, &who()).await.unwrap().error_code, 0);
}

#[tokio::test]
async fn api_versions_v5_names_the_wrong_cluster_or_node() {
    let cluster = MockCluster::builder().brokers(1).cluster_id("here").start().await.unwrap();
    for (id, node, code) in
        [(Some("here"), 1, 0), (Some("there"), 1, 129), (Some("here"), 2, 129), (None, -1, 0)]
    {
        let mut body = BytesMut::new();
        body.put_slice(&[2, b'a', 2, b'b']);
        match id {
            Some(id) => {
                body.put_u8(u8::try_from(id.len()).unwrap() + 1);
                body.put_slice(id.as_bytes());
            }
            None => body.put_u8(0),
        }
        body.put_i32(node);
        body.put_u8(0);
        let mut client = Client::to(&cluster, 1).await.unwrap();
        let mut answer = client.call_raw(key::API_VERSIONS, 5, 2, &body).await.unwrap();
        assert_eq!(ApiVersionsResponse::decode(&mut answer, 4).unwrap().error_code, code);
    }
}

/// Requests of every key that is answered, with bytes that differ from good ones in all kinds of ways.
#[tokio::test]
async fn random_bodies_of_every_key_and_version_never_harm_the_broker() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    let mut seed = 0x1234_5678_9abc_def0_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut sent = 0;
    for (key, (min, max)) in Release::Kafka44.ranges() {
        for version in min..=max {
            for _ in 0..4 {
                let length = usize::try_from(next() % 60).unwrap();
                // Small numbers are more often plausible counts and lengths.
                let body: Vec<u8> = (0..length)
                    .map(|_| {
                        if next() % 2 == 0 {
                            u8::try_from(next() % 4).unwrap()
                        } else {
                            next().to_le_bytes()[0]
                        }
                    })
                    .collect();
                let mut client = Client::to(&cluster, 1).await.unwrap();
                let header = if next() % 2 == 0 { 1 } else { 2 };
                client.send(key, version, header, &body).await.unwrap();
                client.stream.shutdown().await.unwrap();
                client.read_to_close().await.unwrap();
                sent += 1;
            }
        }
    }
    assert!(sent > 500);
    assert!(is_well(&cluster).await);
}
