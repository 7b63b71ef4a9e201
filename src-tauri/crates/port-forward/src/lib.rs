//! Ports of this machine that lead to brokers elsewhere, made by the user's own `ssh` and `kubectl`: how they are found, what
//! they are told, and that none of them outlives the connection which it was started for.
//!
//! A tunnel of our own would have to learn everybody's jump hosts, agents, certificates and cloud log-ins. Those programs know
//! them already; what is left to us is to start them with care, to say what became of them, and to end them.

mod attempt;
mod child;
mod kubectl;
mod living;
mod passage;
mod port;
mod programs;
mod ssh;
mod tether;
mod words;

pub use kubectl::Kubectl;
pub use passage::{Passage, State};
pub use programs::Programs;
pub use ssh::Ssh;

/// What can't be passed to a program, in a sentence that says what to type instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub(crate) String);
