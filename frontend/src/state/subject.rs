//! What the page in view is about, for the frame around it: its age chip, its status line, and what a refresh asks for again.

use contract::{Total, View};
use leptos::prelude::*;

use crate::model::freshness::Stamp;

/// The signals of a page that the frame reads.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub stamp: RwSignal<Option<Stamp>>,
    pub totals: RwSignal<Vec<Total>>,
    pub views: Signal<Vec<View>>,
}
