//! A password is in no error, no entry of the journal, no event and no debug output, whether it is taken or refused.

use meta::{Cluster, Key, Secret, SignIn, message::describe_cluster::DescribeCluster};
use support::ground::{Record, connect_as, latest, within};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

fn shows_nothing(text: &str) {
    let base64 = "aHVudGVyMi1acTk";
    let bytes = format!("{:?}", PASSWORD.as_bytes());
    for leak in [PASSWORD, base64, bytes.trim_matches(['[', ']'])] {
        assert!(!text.contains(leak), "{text}");
    }
}

#[tokio::test]
async fn what_is_reported_of_a_sign_in_shows_no_password() {
    for right in [true, false] {
        for sign_in in credentials(PASSWORD) {
            let password = if right { PASSWORD } else { "another one" };
            let mock = closed_cluster(listener().user("alice", password)).await;
            let record = std::sync::Arc::new(Record::default());
            let config = meta::Config { observer: Some(record.clone()), ..signing_in(&mock, &sign_in) };
            shows_nothing(&format!("{config:?} {sign_in:?} {sign_in:#?}"));
            let cluster = Cluster::new(config).unwrap();
            let result = within(cluster.send(DescribeCluster::default(), Key::None)).await;
            let offsets = within(cluster.send(latest("orders", 0..6), Key::None)).await;
            assert_eq!(result.is_ok(), right);
            shows_nothing(&format!(
                "{result:?} {offsets:?} {cluster:?} {:?} {:?}",
                cluster.connections(),
                record.events()
            ));
            shows_nothing(&format!("{:?} {:?}", cluster.snapshot().failure(), record.entries()));
            if let Err(why) = result {
                shows_nothing(&why.to_string());
            }
        }
    }
}

#[tokio::test]
async fn what_is_reported_of_a_sign_in_tells_who_and_how() {
    let mock = closed_cluster(listener()).await;
    let (_cluster, record) =
        connect_as(signing_in(&mock, &SignIn::plain("alice", Secret::new(PASSWORD)))).await;
    let entries = record.of(meta::ApiKey::SaslAuthenticate);
    assert!(entries.iter().any(|entry| entry.key == "alice by PLAIN" && entry.sent_bytes > 0), "{entries:?}");
}
