//! The two keys that come of a password, a salt and a number of rounds, kept for the next broker and the next renewal.
//!
//! All brokers of a cluster know a user by the same salt. Deriving anew for each of fifty sockets would cost seconds of a
//! processor, on the tasks that should be talking.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zeroize::Zeroizing;

use super::{Hash, Secret};

pub(super) struct Pair {
    pub(super) client: Zeroizing<Vec<u8>>,
    pub(super) server: Zeroizing<Vec<u8>>,
}

struct Kept {
    salt: Vec<u8>,
    rounds: u32,
    pair: Arc<Pair>,
}

#[derive(Default)]
pub(in crate::sasl) struct Keys(Mutex<Option<Kept>>);

impl Keys {
    /// `None` only when the runtime ends.
    pub(super) async fn of(
        &self,
        hash: Hash,
        password: &Secret,
        salt: &[u8],
        rounds: u32,
    ) -> Option<Arc<Pair>> {
        if let Some(kept) = self.kept().as_ref().filter(|kept| kept.salt == salt && kept.rounds == rounds) {
            return Some(Arc::clone(&kept.pair));
        }
        let (password, owned) = (password.clone(), salt.to_vec());
        let derived = tokio::task::spawn_blocking(move || {
            let salted = hash.salted(password.bytes(), &owned, rounds);
            let key = |of: &[u8]| Zeroizing::new(hash.mac(&salted, of));
            Pair { client: key(b"Client Key"), server: key(b"Server Key") }
        });
        let pair = Arc::new(derived.await.ok()?);
        *self.kept() = Some(Kept { salt: salt.to_vec(), rounds, pair: Arc::clone(&pair) });
        Some(pair)
    }

    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        // What is in it is whole or absent, whoever panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
