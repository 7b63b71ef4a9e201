//! What the page knows while it runs: where it is, what the core told and when, what is chosen. Signals only; no drawing.

pub mod app;
pub mod dialog;
pub mod editing;
pub mod events;
pub mod feed;
pub mod fetched;
pub mod keeping;
pub mod plan;
pub mod query;
pub mod selection;
pub mod sources;
pub mod subject;
pub mod table;
pub mod theme;
