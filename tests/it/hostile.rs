//! Brokers that lie. A reply that can't be so ends its connection with an error that says what was wrong; the next one is
//! asked on a new connection and the program goes on. The many kinds of lies are the wire's own tests; here is that each
//! layer above survives them.

use std::time::Duration;

use admin::{Address, Cluster, ClusterConfig, What, log_dirs_of};
use bytes::Bytes;
use contract::{ConnectionState, View};
use mock_cluster::{Action, Fault, key};
use support::{Session, within};

const LIMIT: Duration = Duration::from_secs(8);

/// Each with whether the right reply may still be read from it.
fn lies() -> Vec<(&'static str, Action, bool)> {
    let huge_array = [0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f];
    vec![
        ("an array of four billion", Action::RawBody(Bytes::copy_from_slice(&huge_array)), false),
        ("an empty body", Action::RawBody(Bytes::new()), false),
        ("noise", Action::RawBody(Bytes::from(vec![0xa5; 300])), false),
        (
            "a frame of negative size",
            Action::RawFrame(Bytes::from_static(&[0xff, 0xff, 0xff, 0xff, 1, 2])),
            false,
        ),
        (
            "a frame of two gigabytes",
            Action::RawFrame(Bytes::from_static(&[0x7f, 0xff, 0xff, 0xff, 0])),
            false,
        ),
        ("another one's answer", Action::Correlation(17), false),
        ("half a frame", Action::TruncateAt(20), false),
        ("the answer twice", Action::Twice, true),
        ("a trickle", Action::Dribble { bytes: 7, pause: Duration::from_millis(1) }, true),
    ]
}

#[tokio::test]
async fn a_broker_that_lies_is_an_error_and_the_next_answer_is_good() {
    let mock = crate::three_brokers().await;
    let addresses = Address::parse_list(&mock.bootstrap()).unwrap();
    let cluster = Cluster::connect(ClusterConfig::new(addresses)).await.unwrap();
    for (what, action, readable) in lies() {
        let armed = mock.fault(Fault::on(key::DESCRIBE_LOG_DIRS).broker(2), action);
        let asked = log_dirs_of(&cluster, 2, LIMIT);
        let told = within(Duration::from_secs(30), what, asked).await;
        match told {
            Ok(told) => {
                assert!(readable, "{what} was taken for an answer");
                assert_eq!(told.value.dirs.len(), 2);
            }
            Err(error) => {
                assert!(!readable, "{what}: {error}");
                let said = matches!(
                    error.what(),
                    What::Decode(_) | What::Disconnected { .. } | What::NotKafka(_) | What::Timeout { .. }
                );
                assert!(said, "{what}: {error:?}");
                assert_eq!(error.broker(), Some(2), "{what}: {error}");
            }
        }
        mock.disarm(armed);
        for broker in [1, 2, 3] {
            let asked = log_dirs_of(&cluster, broker, LIMIT);
            let told = within(Duration::from_secs(30), "the next answer", asked).await;
            assert!(told.is_ok(), "after {what}: {told:?}");
        }
    }
}

#[tokio::test]
async fn lies_about_the_cluster_leave_the_page_as_it_was() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    session
        .until("the topics", async || {
            let page = session.overview().await;
            if page.value.topics.value() == Some(&1) { Ok(()) } else { Err(page.value) }
        })
        .await;
    for (what, action, readable) in lies() {
        let armed = mock.fault(Fault::on(key::METADATA), action);
        session
            .until("the end of the refresh", async || {
                session.refresh(View::Cluster).await;
                session.settled(View::Cluster).await;
                let failed = session.overview().await.freshness.failed;
                if failed.is_some() || readable { Ok(()) } else { Err(what) }
            })
            .await;
        assert_eq!(session.brokers().await.rows.len(), 3, "{what}");
        assert_eq!(session.overview().await.value.topics.value(), Some(&1), "{what}");
        mock.disarm(armed);
        session
            .until("a good refresh after it", async || {
                session.refresh(View::Cluster).await;
                let page = session.overview().await;
                let state = session.state().await;
                let good = page.freshness.failed.is_none() && matches!(state, ConnectionState::Open { .. });
                if good { Ok(()) } else { Err((what, page.freshness, state)) }
            })
            .await;
    }
}

/// A listener that says this to whoever connects.
async fn saying(bytes: Vec<u8>) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            // Whoever hangs up early has what it needs.
            let _ = tokio::io::AsyncWriteExt::write_all(&mut stream, &bytes).await;
        }
    });
    address
}

#[tokio::test]
async fn a_stranger_that_talks_first_is_named_and_costs_no_memory() {
    for (what, bytes) in [
        ("a mail server", b"220 mail.example.com ESMTP ready\r\n".to_vec()),
        ("a shell", b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()),
        ("a web server", b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()),
        ("a frame of two gigabytes", vec![0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1]),
    ] {
        let address = saying(bytes).await;
        let session = Session::opening(&address, true).await;
        let error = session
            .until(what, async || match session.state().await {
                ConnectionState::Failed { error } => Ok(error),
                other => Err(other),
            })
            .await;
        assert!(error.message.contains(&address), "{what}: {}", error.message);
        assert!(error.advice.is_some(), "{what}: {error:?}");
    }
}
