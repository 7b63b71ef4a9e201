//! Replies to every request that is sent, whole and damaged, and the promises that reading them keeps. A crate of its own,
//! because the suite and the fuzzer both need it: what one of them finds, the other one holds.

pub mod damage;
pub mod found;
pub mod made;
mod promise;
mod subjects;
pub mod talk;

pub use promise::{Verdict, check, cost};
pub use subjects::{SUBJECTS, Subject};
