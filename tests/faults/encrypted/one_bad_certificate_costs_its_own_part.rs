//! One broker of three shows a certificate that can't be believed: it is named, and the other two go on.
//!
//! A certificate that was renewed on two brokers and forgotten on the third is an everyday fault. It must not be asked for again
//! and again either: what is wrong with it does not pass.

use meta::What;
use support::{
    encrypted::{Authority, all_before, before},
    ground::{answered, connect_as, latest, offsets, three},
};

use super::{groups, hurried};

#[tokio::test]
async fn the_others_answer_and_the_words_say_what_is_wrong() {
    let (ours, theirs) = (Authority::new(), Authority::new());
    for (server, told) in [
        (ours.expired_server(&["127.0.0.1"]), "expired on 2020-02-29"),
        (
            ours.server(&["kafka-2.example.com"]),
            "for another name: kafka-2.example.com, and not for 127.0.0.1",
        ),
        (theirs.server(&["127.0.0.1"]), "another key of that name"),
    ] {
        let mock = three().start().await.unwrap();
        let second = mock.broker_addresses()[&2].clone();
        let bootstrap = all_before(&mock, &ours.server(&["127.0.0.1"])).await;
        let first = bootstrap.split(',').next().unwrap();
        let port = before(second, server).await;
        mock.state().advertise(2, "127.0.0.1", port).unwrap();
        let (cluster, record) = connect_as(hurried(first, &ours.trusted())).await;
        let (answerers, failed) = groups(&cluster).await;
        assert_eq!((answerers, failed.len()), (vec![1, 3], 1));
        let error = &failed[0].error;
        assert!(matches!(error.what(), What::Tls(words) if words.contains(told)), "{error:?}");
        assert_eq!(error.broker(), Some(2));
        // What is wrong is told at once, and nobody waits for it to pass.
        let entries = record.of(meta::ApiKey::ListGroups);
        assert!(entries.iter().all(|entry| entry.attempts.len() <= 2), "{entries:?}");
        let told = answered(&offsets(&cluster, latest("orders", 0..6)).await);
        assert!(told.iter().all(|(_, broker)| *broker != 2) && !told.is_empty(), "{told:?}");
    }
}
