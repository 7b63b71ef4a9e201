//! THE cluster: which brokers there are, who leads what, which broker a request must go to, and the one way to send it.
//!
//! Everything above this crate sends through [`Cluster::send`]. The routing table ([`route`]) decides where a request
//! goes and a [`Key`] only fills in what the table asks for; there is no second way to pick a broker, so that no call
//! site can contradict the table. What is known of the cluster stands in an immutable [`Snapshot`] that is swapped
//! whole: reading it never waits, and each part of it carries the time and the broker it came from.
//!
//! ```no_run
//! use meta::{Address, Cluster, Config, Key, message::list_groups::ListGroups};
//!
//! # async fn groups() -> Result<(), meta::Error> {
//! let cluster = Cluster::connect(Config::new(Address::parse_list("one:9092, two:9092")?)).await?;
//! // The table says that each broker knows its own groups only, so that each is asked.
//! let answers = cluster.send(ListGroups::default(), Key::None).await?;
//! for part in &answers.parts {
//!     println!("{} knows {} groups", part.source.address, part.reply.groups.len());
//! }
//! for failed in &answers.failed {
//!     println!("a broker did not answer: {}", failed.error);
//! }
//! # Ok(())
//! # }
//! ```

mod answers;
mod ask;
mod cluster;
mod config;
mod coordinators;
mod deadline;
pub mod doctor;
mod explain;
mod find_out;
mod key;
mod lasting;
mod metadata;
mod metadata_reply;
mod observe;
mod pool;
mod refresh;
mod retry;
mod routing;
mod send;
mod shared;
mod snapshot;
mod topic_id;
mod view;

pub use answers::{Answers, Failed, Part, Source};
pub use ask::{Ask, Item};
pub use cluster::{Cluster, ConnectionState};
pub use config::Config;
pub use explain::{Explanation, Target};
pub use find_out::{FindOut, find_out};
pub use key::Key;
pub use metadata::{Metadata, Refresh};
pub use metadata_reply::MetadataReply;
pub use observe::{Attempt, Entry, Event, Observer};
pub use routing::{By, Class, Coordinates, Route, Spread, route};
pub use send::Parts;
pub use snapshot::{Broker, Installed, Partition, RefreshFailure, Refusal, Snapshot, Topic};
pub use topic_id::{NotATopicId, TopicId};
pub use view::View;

/// What the layers above may use of the layer below.
pub use wire::{
    Address, ApiKey, AwsFuture, AwsKeys, AwsSource, Encryption, Error, ErrorCode, Forward, Found, GivenKeys,
    GivenToken, Hash, Identity, KeyDer, Malformed, NO_KERBEROS, Offered, PlaceFuture, Reach, Resolve,
    Rewrites, Rewritten, Roots, Secret, SignIn, Socks5, SystemResolver, Through, Tls, TlsPlan, Token,
    TokenFuture, TokenSource, Unpassed, Verify, What, gate::could_write, message,
};
