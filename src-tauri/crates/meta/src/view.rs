//! A look at the snapshot for a few look-ups, cheaper than a share of it.
//!
//! `Cluster::snapshot` counts its readers in one place, and with eight threads that ask for leaders at the same time that
//! place is what they wait for. A view counts nobody. A thread that looks again and again keeps its share from one look to
//! the next, and all that a look costs then is to see that no other snapshot came: one number that nobody writes
//! meanwhile, so that the processor needn't wait for one look-up before it begins the next.
//!
//! A share that is kept holds memory, so keeping has its bounds: a thread keeps one, of the cluster it asked last, and only
//! if it asked often; and while replaced listings are kept in several places (`Stamp::replaced`), nobody keeps another.

use std::{
    cell::RefCell,
    fmt,
    ops::Deref,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use arc_swap::{ArcSwap, Guard};

use crate::Snapshot;

/// Views of one snapshot by one thread before it keeps its share. Who plans a request or two doesn't come so far.
const OFTEN: u32 = 64;
/// Replaced listings that may be held at the same time; beyond that nobody keeps a share until the next refresh.
const MOST_REPLACED: usize = 2;
const NO_STAMP: u64 = 0;

/// Says which snapshot is the present one: a number that no other snapshot of any cluster has, or that none may be kept.
#[derive(Debug)]
pub(crate) struct Stamp(AtomicU64);

impl Stamp {
    pub(crate) fn new() -> Stamp {
        Stamp(AtomicU64::new(next()))
    }

    /// Another snapshot is about to be put in. Before it can be seen anywhere, so that nobody who saw it is shown an older
    /// one by a view.
    pub(crate) fn withdraw(&self) {
        self.0.store(NO_STAMP, Ordering::SeqCst);
    }

    /// This snapshot has just been put in; `replaced` are those before it that somebody still holds.
    pub(crate) fn renew(&self, present: &Snapshot, replaced: &[Arc<Snapshot>]) {
        let listings = replaced.iter().filter(|old| !old.shares_listing(present)).count();
        // Only now: who sees the number finds that snapshot, or a later one.
        if listings <= MOST_REPLACED {
            self.0.store(next(), Ordering::Release);
        }
    }
}

fn next() -> u64 {
    static STAMPS: AtomicU64 = AtomicU64::new(NO_STAMP + 1);
    STAMPS.fetch_add(1, Ordering::Relaxed)
}

/// A share of a snapshot that the views of one thread count among themselves, in a place that no other thread counts in.
struct Shared(Arc<Snapshot>);

/// What a thread remembers from one view to the next.
struct Kept {
    stamp: u64,
    /// Views of the snapshot with this stamp.
    views: u32,
    snapshot: Option<Rc<Shared>>,
}

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept { stamp: NO_STAMP, views: 0, snapshot: None }) };
}

impl Kept {
    #[inline]
    fn share(&mut self, stamp: u64, present: &ArcSwap<Snapshot>) -> Option<Rc<Shared>> {
        if self.stamp == stamp
            && let Some(snapshot) = &self.snapshot
        {
            return Some(Rc::clone(snapshot));
        }
        self.begin(stamp, present)
    }

    #[cold]
    fn begin(&mut self, stamp: u64, present: &ArcSwap<Snapshot>) -> Option<Rc<Shared>> {
        if self.stamp != stamp {
            *self = Kept { stamp, views: 0, snapshot: None };
        }
        if stamp == NO_STAMP {
            return None;
        }
        self.views += 1;
        if self.views >= OFTEN {
            self.snapshot = Some(Rc::new(Shared(present.load_full())));
        }
        self.snapshot.clone()
    }
}

/// The view at the moment it was asked for, for some look-ups in a row; to keep it for long, take a snapshot. Many that are
/// held at the same time by one thread cost what snapshots cost, and nothing worse.
pub struct View(Share);

enum Share {
    Kept(Rc<Shared>),
    Counted(Guard<Arc<Snapshot>>),
}

impl View {
    #[inline]
    pub(crate) fn of(present: &ArcSwap<Snapshot>, stamp: &Stamp) -> View {
        let stamp = stamp.0.load(Ordering::Acquire);
        // A thread that is ending keeps nothing any more.
        let kept = KEPT.try_with(|kept| kept.try_borrow_mut().ok()?.share(stamp, present));
        match kept {
            Ok(Some(snapshot)) => View(Share::Kept(snapshot)),
            Ok(None) | Err(_) => View(Share::Counted(present.load())),
        }
    }
}

impl Deref for View {
    type Target = Snapshot;

    #[inline]
    fn deref(&self) -> &Snapshot {
        match &self.0 {
            Share::Kept(shared) => &shared.0,
            Share::Counted(snapshot) => snapshot,
        }
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
