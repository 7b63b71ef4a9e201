//! Where the figures on screen come from. A figure in the document names its source by index, as it did on the wire; this is
//! what the indices point into. It is forgotten with the last row that needs it, so that a window that stays open for days does
//! not gather provenance.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use contract::Provenance;

thread_local! {
    static HELD: RefCell<HashMap<u64, Weak<Held>>> = RefCell::new(HashMap::new());
}
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A reply's provenance, held by everything that shows a figure of it.
#[derive(Clone, Debug)]
pub struct Sources(Arc<Held>);

#[derive(Debug)]
struct Held {
    id: u64,
    provenance: Provenance,
}

impl Drop for Held {
    fn drop(&mut self) {
        let id = self.id;
        // At the end of the thread the table may be gone before the last holder.
        let _gone = HELD.try_with(|held| held.try_borrow_mut().map(|mut held| held.remove(&id)).is_ok());
    }
}

impl PartialEq for Sources {
    fn eq(&self, other: &Sources) -> bool {
        self.0.id == other.0.id
    }
}

impl Default for Sources {
    fn default() -> Sources {
        Sources::of(Provenance::default())
    }
}

impl Sources {
    /// Takes a reply's provenance in.
    #[must_use]
    pub fn of(provenance: Provenance) -> Sources {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let held = Arc::new(Held { id, provenance });
        HELD.with(|all| all.borrow_mut().insert(id, Arc::downgrade(&held)));
        Sources(held)
    }

    /// What the document names it by.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.0.id
    }

    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.0.provenance
    }

    /// By the id in the document; None when no figure of it is shown any more.
    #[must_use]
    pub fn find(id: u64) -> Option<Sources> {
        HELD.with(|all| all.borrow().get(&id).and_then(Weak::upgrade)).map(Sources)
    }
}

#[cfg(test)]
mod tests {
    use contract::Provenance;

    use super::Sources;

    #[test]
    fn sources_are_found_while_shown_and_forgotten_after() {
        let sources = Sources::of(Provenance::default());
        let (id, other) = (sources.id(), sources.clone());
        drop(sources);
        assert_eq!(Sources::find(id), Some(other.clone()));
        drop(other);
        assert_eq!(Sources::find(id), None);
    }
}
