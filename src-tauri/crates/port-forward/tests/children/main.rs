//! Children as they behave and misbehave, played by small scripts in place of `ssh` and `kubectl`: what they are told, what is made
//! of their words, and that none is ever left behind.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "how a test fails")]

mod endings;
mod fakes;
mod killed;
mod kubectl;
mod secrets;
mod ssh;
