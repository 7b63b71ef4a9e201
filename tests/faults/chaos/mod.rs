//! Faults of every kind at once, by a seed, under callers of every class; and what has to hold whatever comes of it.

mod changes;
mod questions;
mod scene;
mod verdict;
mod weather;
mod whatever_comes_nothing_is_wrong_or_lost;
