//! Telling a broker whom we mean (KIP-1242), and believing it when it says that it is another.

use super::peer::*;
use crate::{ApiKey, Meant, Settings, What};

fn meant() -> Option<Meant> {
    Some(Meant { cluster_id: "cluster-one".to_owned(), broker: 7 })
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_is_known_by_name_is_told_the_name() {
    let (opening, mut peer) = start_to(meant(), &Settings::default(), 4096);
    let asked = peer.request().await;
    assert_eq!((asked.key, asked.version), (ApiKey::ApiVersions, 5));
    assert!(asked.rest.ends_with(b"\x0ccluster-one\0\0\0\x07\0"), "{:?}", asked.rest);
    peer.raw_reply(asked.correlation, &offer(USUAL)).await;
    let offered = opening.await.unwrap().unwrap().offered();
    assert_eq!((offered.told_in, offered.confirmed), (Some(5), true));
}

#[tokio::test(start_paused = true)]
async fn an_older_broker_is_asked_again_without_the_name() {
    for (told, next) in [(vec![(18, 0, 4)], 4), (vec![(18, 0, 2)], 2), (vec![], 0), (vec![(18, 0, 9)], 0)] {
        let (opening, mut peer) = start_to(meant(), &Settings::default(), 4096);
        let first = peer.request().await;
        peer.raw_reply(first.correlation, &old_offer(35, &told)).await;
        let second = peer.request().await;
        assert_eq!((second.key, second.version), (ApiKey::ApiVersions, next));
        let body = match next {
            4 => offer(USUAL),
            2 => [old_offer(0, USUAL), vec![0; 4]].concat(),
            _ => old_offer(0, USUAL),
        };
        peer.raw_reply(second.correlation, &body).await;
        let offered = opening.await.unwrap().unwrap().offered();
        assert_eq!((offered.told_in, offered.confirmed), (Some(next), false));
    }
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_is_another_is_left_at_once() {
    let (opening, mut peer) = start_to(meant(), &Settings::default(), 4096);
    let asked = peer.request().await;
    peer.raw_reply(asked.correlation, &[0, 129, 1, 0, 0, 0, 0, 0]).await;
    let why = opening.await.unwrap().unwrap_err();
    assert!(why.code().unwrap().rebootstrap(), "{why}");
    peer.hears_the_end().await;
}

/// What a broker says in the first words is not the answer to the request that comes after.
#[tokio::test(start_paused = true)]
async fn another_code_in_the_first_words_is_a_failure_to_connect() {
    for code in [-1_i16, 7, 31, 42, 58, 30_000] {
        let (opening, mut peer) = start(&Settings::default(), 4096);
        let asked = peer.request().await;
        let body = [&code.to_be_bytes()[..], &[1, 0, 0, 0, 0, 0]].concat();
        peer.raw_reply(asked.correlation, &body).await;
        let why = opening.await.unwrap().unwrap_err();
        assert!(matches!(why.what(), What::Connect(_)), "{code}: {why:?}");
    }
}
