//! The read-only gate on the connection itself: not a byte of what could write.

use bytes::{Bytes, BytesMut};

use super::{answered, ask, peer::*, soon};
use crate::{ApiKey, Malformed, Request, Settings, What};

/// A change by its key.
struct Create;

/// A look-up by its key whose body asks for a change.
struct AutoCreate(bool);

macro_rules! empty {
    ($name:ty, $key:expr, $versions:expr $(, $could_write:item)?) => {
        impl Request for $name {
            type Reply = ();
            const KEY: ApiKey = $key;
            const VERSIONS: (i16, i16) = $versions;
            const BOUNDS_ITSELF: bool = true;

            fn encode(&self, _: i16, _: &mut BytesMut) -> Result<(), Malformed> {
                Ok(())
            }

            fn decode(_: i16, _: Bytes) -> Result<(), Malformed> {
                Ok(())
            }

            $($could_write)?
        }
    };
}

empty!(Create, ApiKey::CreateTopics, (2, 7));
empty!(
    AutoCreate,
    ApiKey::Metadata,
    (0, 13),
    fn could_write(&self) -> bool {
        self.0
    }
);

#[tokio::test(start_paused = true)]
async fn a_read_only_connection_sends_no_byte_of_a_change() {
    let (connection, mut peer) = open().await;
    let why = connection.call(&Create, soon()).await.unwrap_err();
    assert_eq!(*why.what(), What::ReadOnly);
    assert_eq!((why.api(), why.address()), (Some(ApiKey::CreateTopics), Some("broker:9092")));
    assert_eq!(*connection.call(&AutoCreate(true), soon()).await.unwrap_err().what(), What::ReadOnly);
    peer.hears_nothing().await;
    let asked = ask(&connection, "a look is fine");
    let came = peer.request().await;
    peer.reply(&came, "yes").await;
    assert_eq!(answered(asked).await, "yes");
}

#[tokio::test(start_paused = true)]
async fn a_metadata_request_without_the_bit_is_a_look() {
    let (connection, mut peer) = open().await;
    let asked = tokio::spawn(async move { connection.call(&AutoCreate(false), soon()).await });
    assert_eq!(peer.request().await.key, ApiKey::Metadata);
    drop(peer);
    asked.await.unwrap().unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn an_unlocked_connection_sends_changes() {
    let settings = Settings { read_only: false, ..Settings::default() };
    let (connection, mut peer) = open_with(settings, 4096, USUAL).await;
    let asked = tokio::spawn(async move { connection.call(&Create, soon()).await });
    let came = peer.request().await;
    assert_eq!(came.key, ApiKey::CreateTopics);
    peer.raw_reply(came.correlation, b"\0").await;
    asked.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn read_only_is_what_nobody_asked_to_change() {
    assert!(Settings::default().read_only);
}
