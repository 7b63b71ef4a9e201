//! The window's page. `ipc` is its only door to the core; `model` decides, without a browser; `state` keeps what is looked at
//! and how fresh it is; `pages` and `components` draw. Nothing here knows Kafka's protocol or opens a connection.

// The macro that builds views nests deeply in long pages.
#![recursion_limit = "256"]

pub mod components;
pub mod ending;
pub mod ipc;
pub mod model;
pub mod pages;
pub mod start;
pub mod state;
