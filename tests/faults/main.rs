//! The faults that users of other clients reported, and their kin: each module below a group is one case, and the first
//! line of its file names the report and the kind of fault. `cargo xtask test --only faults` prints one line for each.
//!
//! A case is about a kind: where a report names one request or one code, the test runs over all that share it.

mod chaos;
mod codes;
mod encrypted;
mod hostile;
mod real;
mod recovery;
mod sending;
mod sign_in;
mod view;
