//! A small Kafka cluster inside the process: real brokers on loopback sockets that speak the real protocol, with state
//! that a test changes by hand and a hook to misbehave. Without it every fault (a moved leader, a broker that accepts
//! and says nothing, an answer cut in half) would need real brokers and luck.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use mock_cluster::{Action, Fault, MockCluster, TopicSpec, key};
//!
//! let cluster = MockCluster::builder()
//!     .brokers(3)
//!     .topic(TopicSpec::new("orders").partitions(6).replication(3))
//!     .start()
//!     .await?;
//! cluster.state().move_leader("orders", 0, 2)?;
//! cluster.fault(Fault::on(key::METADATA).broker(1).times(2), Action::Silence);
//! println!("{}", cluster.bootstrap());
//! # Ok(())
//! # }
//! ```
//!
//! What is here: no records (Produce and Fetch are advertised as a real broker does, and close the connection), no TLS.
//! Everything else that an operator's tool asks is answered from one shared state, one file per api key
//! under `api/`. Nothing listens beyond 127.0.0.1, and all of it ends when the last [`MockCluster`] is dropped.

mod api;
mod behaviour;
mod broker_socket;
mod builder;
mod cluster;
pub mod code;
mod connection;
pub mod demo;
mod fault;
mod header;
mod journal;
pub mod key;
mod sasl;
mod shape;
pub mod state;
mod versions;

pub use behaviour::Behaviour;
pub use builder::Builder;
pub use cluster::{MockCluster, Port};
pub use fault::{Action, Fault, FaultId};
pub use journal::Seen;
pub use sasl::SaslListener;
pub use state::{Group, GroupKind, LogDirSpec, Member, NoSuch, State, TopicSpec};
pub use versions::{ApiRange, Release};
