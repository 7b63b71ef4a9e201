//! What the suites share: a stage that is either the mock cluster or real brokers, the cases that are played on it, and a
//! raw client to set scenes and to look behind our own. One case body for both grounds is what keeps the mock honest.

pub mod apart;
#[path = "../cases/mod.rs"]
pub mod cases;
pub mod doctor;
pub mod encrypted;
pub mod filtered;
pub mod ground;
pub mod issuer;
pub mod keychain;
pub mod raw;
pub mod real;
mod session;
#[cfg(unix)]
pub mod sshd;
pub mod stage;
mod wait;
pub mod way;
pub mod window;

pub use session::{Session, all, engine_among, engine_in, engine_with, found, json_bytes};
pub use stage::Stage;
pub use wait::{eventually, within};
