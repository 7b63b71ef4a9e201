//! One refresh of a view at a time. Whoever asks while one runs gets its result, so that a page with a short timer and a
//! slow cluster never pile up requests.

use std::{collections::BTreeSet, sync::Arc};

use contract::View;
use parking_lot::Mutex;

/// The refreshes that are under way in a cluster.
#[derive(Clone, Default)]
pub(crate) struct Flights(Arc<Mutex<BTreeSet<View>>>);

impl Flights {
    /// `None`: one is under way.
    pub(crate) fn begin(&self, view: &View) -> Option<Flight> {
        self.0.lock().insert(view.clone()).then(|| Flight { all: self.clone(), view: view.clone() })
    }

    pub(crate) fn under_way(&self, view: &View) -> bool {
        self.0.lock().contains(view)
    }
}

/// A refresh under way; it ends when this is dropped, also by a panic or when the cluster is closed.
pub(crate) struct Flight {
    all: Flights,
    view: View,
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.all.0.lock().remove(&self.view);
    }
}

#[cfg(test)]
mod tests {
    use contract::View;

    use super::Flights;

    #[test]
    fn a_second_refresh_of_the_same_view_does_not_begin() {
        let flights = Flights::default();
        let first = flights.begin(&View::LogDirs);
        assert!(first.is_some() && flights.begin(&View::LogDirs).is_none());
        assert!(flights.begin(&View::Topics).is_some(), "another view is another matter");
        drop(first);
        assert!(!flights.under_way(&View::LogDirs));
        assert!(flights.begin(&View::LogDirs).is_some());
    }
}
