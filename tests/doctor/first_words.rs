//! What answers at the port, when it isn't the broker that was expected.

use std::time::Duration;

use contract::Examination;
use meta::Config;
use mock_cluster::{Action, Fault, MockCluster, key};
use support::{
    doctor::{diagnose, hold},
    encrypted::Authority,
    ground::config,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use crate::one;

/// A server that says this, to each who comes or to each who has said something.
async fn saying(words: &'static [u8], unasked: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut heard = [0; 1024];
                if !unasked && stream.read(&mut heard).await.is_ok_and(|read| read == 0) {
                    return;
                }
                let _ = stream.write_all(words).await;
                // It stays until the other goes: no answer is lost in a reset.
                while stream.read(&mut heard).await.is_ok_and(|read| 0 < read) {}
            });
        }
    });
    address
}

async fn examined(words: &'static [u8], unasked: bool) -> Examination {
    diagnose(config(&saying(words, unasked).await)).await
}

#[tokio::test]
async fn a_web_server() {
    hold("a_web_server", &examined(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", false).await);
}

#[tokio::test]
async fn a_redis_server() {
    hold("a_redis_server", &examined(b"-ERR unknown command\r\n", false).await);
}

#[tokio::test]
async fn an_ssh_server() {
    hold("an_ssh_server", &examined(b"SSH-2.0-OpenSSH_9.6\r\n", true).await);
}

#[tokio::test]
async fn a_stranger_behind_tls() {
    let address = saying(b"220 mail.example ESMTP\r\n", true).await;
    let found = diagnose(Config { tls: Some(Authority::new().trusted()), ..config(&address) }).await;
    hold("a_stranger_behind_tls", &found);
}

#[tokio::test]
async fn something_silent() {
    let address = saying(b"", true).await;
    let found = diagnose(Config { setup_timeout: Duration::from_secs(1), ..config(&address) }).await;
    hold("something_silent", &found);
}

#[tokio::test]
async fn a_controllers_listener() {
    let mock = one().await;
    mock.state().withdraw_versions(1, key::METADATA).unwrap();
    const VOTE: i16 = 52;
    mock.state().advertise_versions(1, VOTE, 0, 1).unwrap();
    hold("a_controllers_listener", &diagnose(config(&mock.bootstrap())).await);
}

#[tokio::test]
async fn a_broker_that_is_too_old() {
    let mock = one().await;
    mock.state().advertise_versions(1, key::METADATA, 0, 2).unwrap();
    hold("a_broker_that_is_too_old", &diagnose(config(&mock.bootstrap())).await);
}

#[tokio::test]
async fn a_broker_that_hangs_up() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    mock.fault(Fault::on(key::API_VERSIONS), Action::DropBefore);
    hold("a_broker_that_hangs_up", &diagnose(config(&mock.bootstrap())).await);
}
