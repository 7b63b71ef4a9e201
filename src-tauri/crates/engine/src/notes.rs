//! What the window is told without asking: that something changed, never what.
//!
//! Notes wait as a set and not as a queue. A window that is slow, hidden or gone costs one set of view names and holds up
//! nobody; what happened ten times while it was away is told once.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Weak},
    time::Duration,
};

use contract::{ClusterStatus, View, WatchEvent};
use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

/// A view is told of at most five times a second.
const PACE: Duration = Duration::from_millis(200);

/// More views than this are not noted apart; a window never shows so many.
const VIEWS_MOST: usize = 1_024;

/// Everyone who watches.
#[derive(Default)]
pub(crate) struct Notes {
    mailboxes: Mutex<Vec<Weak<Mailbox>>>,
}

#[derive(Default)]
struct Mailbox {
    waiting: Mutex<Waiting>,
    arrived: Notify,
}

#[derive(Default)]
struct Waiting {
    changed: BTreeSet<(String, View)>,
    statuses: BTreeSet<String>,
    profiles: bool,
    start: bool,
    ended: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.statuses.is_empty() && !self.profiles && !self.start
    }
}

impl Notes {
    pub(crate) fn changed(&self, cluster: &str, view: View) {
        self.each(|waiting| {
            if waiting.changed.len() < VIEWS_MOST {
                waiting.changed.insert((cluster.to_owned(), view.clone()));
            }
        });
    }

    pub(crate) fn status(&self, cluster: &str) {
        self.each(|waiting| {
            waiting.statuses.insert(cluster.to_owned());
        });
    }

    pub(crate) fn profiles(&self) {
        self.each(|waiting| waiting.profiles = true);
    }

    pub(crate) fn start(&self) {
        self.each(|waiting| waiting.start = true);
    }

    fn each(&self, mut note: impl FnMut(&mut Waiting)) {
        self.mailboxes.lock().retain(|mailbox| {
            let Some(mailbox) = mailbox.upgrade() else { return false };
            note(&mut mailbox.waiting.lock());
            mailbox.arrived.notify_one();
            true
        });
    }

    /// Starts to watch. `status_of` gives the state of a cluster at the moment when the note is read.
    pub(crate) fn watch(
        &self,
        status_of: impl Fn(&str) -> Option<ClusterStatus> + Send + Sync + 'static,
    ) -> Watcher {
        let mailbox = Arc::new(Mailbox::default());
        self.mailboxes.lock().push(Arc::downgrade(&mailbox));
        Watcher { mailbox, status_of: Box::new(status_of), batch: VecDeque::new(), last: None }
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        self.each(|waiting| waiting.ended = true);
    }
}

/// Tells the state of a cluster, if there is one with that id.
type StatusOf = Box<dyn Fn(&str) -> Option<ClusterStatus> + Send + Sync>;

/// Reads the notes, one by one.
pub struct Watcher {
    mailbox: Arc<Mailbox>,
    status_of: StatusOf,
    batch: VecDeque<WatchEvent>,
    last: Option<Instant>,
}

impl Watcher {
    /// The next note; `None` when the engine is gone. May be dropped and called again.
    pub async fn next(&mut self) -> Option<WatchEvent> {
        loop {
            if let Some(event) = self.batch.pop_front() {
                return Some(event);
            }
            if let Some(last) = self.last {
                tokio::time::sleep_until(last + PACE).await;
            }
            if !self.take() {
                if self.mailbox.waiting.lock().ended {
                    return None;
                }
                // One permit is kept when a note comes in between, so none is missed.
                self.mailbox.arrived.notified().await;
            }
        }
    }

    /// Takes what waits; false when nothing did.
    fn take(&mut self) -> bool {
        let waiting = {
            let mut waiting = self.mailbox.waiting.lock();
            if waiting.is_empty() {
                return false;
            }
            let ended = waiting.ended;
            std::mem::replace(&mut *waiting, Waiting { ended, ..Waiting::default() })
        };
        self.last = Some(Instant::now());
        if waiting.profiles {
            self.batch.push_back(WatchEvent::Profiles);
        }
        if waiting.start {
            self.batch.push_back(WatchEvent::Start);
        }
        for cluster in waiting.statuses {
            if let Some(status) = (self.status_of)(&cluster) {
                self.batch.push_back(WatchEvent::Status { cluster, status: Box::new(status) });
            }
        }
        let changed = waiting.changed.into_iter();
        self.batch.extend(changed.map(|(cluster, view)| WatchEvent::Changed { cluster, view }));
        true
    }
}

#[cfg(test)]
mod tests {
    use contract::{View, WatchEvent};

    use super::Notes;

    #[tokio::test]
    async fn what_happened_many_times_is_told_once() {
        let notes = Notes::default();
        let mut watcher = notes.watch(|_| None);
        for _ in 0..1_000 {
            notes.changed("a", View::LogDirs);
        }
        notes.changed("a", View::Topics);
        let told = [watcher.next().await.unwrap(), watcher.next().await.unwrap()];
        let changed = |view| WatchEvent::Changed { cluster: "a".into(), view };
        assert_eq!(told, [changed(View::LogDirs), changed(View::Topics)]);
        notes.profiles();
        assert_eq!(watcher.next().await, Some(WatchEvent::Profiles), "nothing else had waited");
    }

    #[tokio::test(start_paused = true)]
    async fn one_view_is_told_at_most_five_times_a_second() {
        let notes = Notes::default();
        let mut watcher = notes.watch(|_| None);
        let start = tokio::time::Instant::now();
        for _ in 0..6 {
            notes.changed("a", View::LogDirs);
            watcher.next().await.unwrap();
        }
        assert!(start.elapsed() >= std::time::Duration::from_secs(1));
    }

    #[tokio::test]
    async fn a_watcher_ends_with_the_engine_and_after_the_last_note() {
        let notes = Notes::default();
        let mut watcher = notes.watch(|_| None);
        notes.profiles();
        drop(notes);
        assert_eq!(watcher.next().await, Some(WatchEvent::Profiles));
        assert_eq!(watcher.next().await, None);
    }

    #[test]
    fn who_does_not_read_is_not_waited_for() {
        let notes = Notes::default();
        let watcher = notes.watch(|_| None);
        for name in 0..10_000 {
            notes.changed("a", View::Topic { name: name.to_string() });
        }
        assert!(watcher.mailbox.waiting.lock().changed.len() <= super::VIEWS_MOST);
        drop(watcher);
        notes.profiles();
        assert!(notes.mailboxes.lock().is_empty(), "a watcher that is gone is forgotten");
    }
}
