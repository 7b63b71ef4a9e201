//! Stores as `keytool` and `openssl` make them, read back: each format with each kind of password and content, everything that
//! people hand in by mistake, and some ten thousand damaged files.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "how a test fails")]

mod described;
mod foreign;
mod hostile;
mod made;
mod mutants;
mod paired;
mod pasted;
mod table;
