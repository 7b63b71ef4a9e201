//! The notes that go to the window unasked. A page that is reloaded can't say goodbye and a channel doesn't tell that
//! nobody listens any more, so a new watch ends the one before it: there is one page.

#![expect(clippy::unreachable, reason = "Tauri's command macro writes it, for a case that it rules out")]

use contract::{ApiError, WatchEvent};
use engine::Engine;
use parking_lot::Mutex;
use tauri::{State, async_runtime, ipc::Channel};

/// The one watch that runs.
#[derive(Default)]
pub(crate) struct Watches(Mutex<Running>);

#[derive(Default)]
struct Running {
    id: u32,
    task: Option<async_runtime::JoinHandle<()>>,
}

impl Watches {
    fn replace(&self, task: async_runtime::JoinHandle<()>) -> u32 {
        let mut running = self.0.lock();
        if let Some(before) = running.task.replace(task) {
            before.abort();
        }
        running.id += 1;
        running.id
    }

    fn end(&self, id: u32) {
        let mut running = self.0.lock();
        // A late goodbye must not end the watch of the page that came after.
        if running.id == id
            && let Some(task) = running.task.take()
        {
            task.abort();
        }
    }
}

#[tauri::command]
pub(crate) async fn watch(
    engine: State<'_, Engine>,
    watches: State<'_, Watches>,
    on_event: Channel<WatchEvent>,
) -> Result<u32, ApiError> {
    let mut watcher = engine.watch();
    let task = async_runtime::spawn(async move {
        while let Some(event) = watcher.next().await {
            if on_event.send(event).is_err() {
                return;
            }
        }
    });
    Ok(watches.replace(task))
}

#[tauri::command]
pub(crate) async fn unwatch(watches: State<'_, Watches>, id: u32) -> Result<(), ApiError> {
    watches.end(id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless() -> async_runtime::JoinHandle<()> {
        async_runtime::spawn(std::future::pending())
    }

    #[test]
    fn a_late_goodbye_leaves_the_next_pages_watch() {
        let watches = Watches::default();
        let first = watches.replace(endless());
        let second = watches.replace(endless());
        watches.end(first);
        assert!(watches.0.lock().task.is_some());
        watches.end(second);
        assert!(watches.0.lock().task.is_none());
    }
}
