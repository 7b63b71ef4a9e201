//! Real Kafka brokers for tests: started from the jars that Maven Central has, on free ports, in a folder of their own,
//! and ended with the value that stands for them. Without containers, so that the same test runs on a laptop and on a
//! small CI machine.
//!
//! ```no_run
//! # fn main() -> real_kafka::Result<()> {
//! use real_kafka::{Kafka, Tool, Version};
//!
//! let kafka = Kafka::builder().version(Version::V4_4).brokers(3).start()?;
//! kafka.tool(Tool::Topics, &["--create", "--topic", "orders", "--partitions", "6"])?;
//! kafka.kill(2)?;
//! println!("{}", kafka.bootstrap());
//! # Ok(())
//! # }
//! ```
//!
//! Everything blocks: call it from a blocking task where there is an executor.

mod artifacts;
mod builder;
mod claim;
mod cluster;
mod config;
mod detached;
mod error;
mod java;
mod process;
mod program;
mod ready;
mod tls;
mod tools;
mod version;

pub use artifacts::{cache_folder, is_downloaded, jars};
pub use builder::Builder;
pub use cluster::Kafka;
pub use config::{Broker, USERS};
pub use detached::Detached;
pub use error::{Error, Result};
pub use program::Program;
pub use tls::{BrokenStores, ClientFiles, Tls};
pub use tools::Tool;
pub use version::Version;
