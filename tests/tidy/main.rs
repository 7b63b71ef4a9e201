//! The invariants of the design, held against the source itself: what a compiler can't see, a test does.
//!
//! Each check prints how many things it looked at and fails when it looked at none, so a check that has gone blind is
//! noticed.

mod bundles;
mod doctor;
mod faults;
mod layers;
mod page;
mod prose;
mod shell;
mod source;
mod tables;
mod tree;
