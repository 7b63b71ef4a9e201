//! How many children of one handle are still there, so that closing can wait until there is none.

use tokio::sync::watch;

#[derive(Clone, Debug)]
pub(crate) struct Living(watch::Sender<usize>);

impl Default for Living {
    fn default() -> Living {
        Living(watch::Sender::new(0))
    }
}

/// Held for as long as a child may be there.
pub(crate) struct Here(watch::Sender<usize>);

impl Living {
    pub(crate) fn one_more(&self) -> Here {
        self.0.send_modify(|count| *count += 1);
        Here(self.0.clone())
    }

    pub(crate) async fn none(&self) {
        // The sender is ours, so that this ends with the last child only.
        let _ = self.0.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}
