//! Who wants to hear of which note of the core's. A note may come while no listener is left, or from inside one; neither may
//! lose a note for the others.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use contract::WatchEvent;
use leptos::prelude::on_cleanup;

type Listener = Rc<dyn Fn(&WatchEvent)>;

thread_local! {
    static LISTENERS: RefCell<(u64, BTreeMap<u64, Listener>)> = RefCell::new((0, BTreeMap::new()));
}

/// Listens until the owner of the calling component is cleaned up.
pub fn listen(hear: impl Fn(&WatchEvent) + 'static) {
    let id = LISTENERS.with(|all| {
        let mut all = all.borrow_mut();
        all.0 += 1;
        let id = all.0;
        all.1.insert(id, Rc::new(hear));
        id
    });
    on_cleanup(move || {
        LISTENERS.with(|all| all.borrow_mut().1.remove(&id));
    });
}

/// Hands a note to everyone who listens now.
pub fn tell(event: &WatchEvent) {
    // Cloned out, so that a listener may listen or leave meanwhile.
    let listeners: Vec<Listener> = LISTENERS.with(|all| all.borrow().1.values().cloned().collect());
    for hear in listeners {
        hear(event);
    }
}
