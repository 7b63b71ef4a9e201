//! Who may sign in: one after another until a broker has taken the credentials, and nobody once one has refused them.
//!
//! Twenty brokers examined at once would otherwise be twenty wrong passwords in a second, and a locked account.

use tokio::sync::{Mutex, MutexGuard};

#[derive(Debug, Default)]
pub(super) struct Gate(Mutex<Known>);

#[derive(Debug, Default)]
enum Known {
    #[default]
    Nothing,
    Taken,
    RefusedBy(String),
}

/// The right to sign in; how it went has to be told.
pub(super) struct Turn<'a>(Option<MutexGuard<'a, Known>>);

impl Gate {
    /// Waits for the right to sign in.
    ///
    /// # Errors
    /// Who refused these credentials.
    pub(super) async fn turn(&self) -> Result<Turn<'_>, String> {
        let known = self.0.lock().await;
        match &*known {
            Known::Nothing => Ok(Turn(Some(known))),
            Known::Taken => Ok(Turn(None)),
            Known::RefusedBy(address) => Err(address.clone()),
        }
    }

    /// Refused by a broker although another took them: the others may still be asked, each once.
    pub(super) fn took(turn: Turn<'_>) {
        if let Some(mut known) = turn.0 {
            *known = Known::Taken;
        }
    }

    pub(super) fn refused(turn: Turn<'_>, address: String) {
        if let Some(mut known) = turn.0 {
            *known = Known::RefusedBy(address);
        }
    }
}
