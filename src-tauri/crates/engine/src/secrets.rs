//! The secrets of connections: which store holds which, and how one is put in, had and forgotten.
//!
//! There are three stores and the user chooses: the system's keychain, an encrypted file with a pass phrase, and this session's
//! memory. Nothing here gives a secret to the window; the window hears that there is one and where. Whatever is typed goes into the
//! new place before the old one is let go, so that a store that refuses loses nothing.

mod hidden;
mod keychain;
mod notes;
mod sealed;
mod told;

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::Arc,
};

use contract::{ApiError, Keep, Millis, SecretFile, SecretKind};
use parking_lot::Mutex;
use zeroize::Zeroizing;

use keychain::Asked;
use notes::{Notes, Place};
use sealed::Sealed;

pub(crate) use hidden::Hidden;
pub use keychain::{Keychain, SystemKeychain};
pub(crate) use told::kind_words;

/// What no password, key or token reaches.
const SECRET_MOST: usize = 256 * 1024;

/// Where secrets can be kept on this machine.
#[derive(Clone)]
pub struct SecretStores {
    pub keychain: Arc<dyn Keychain>,
    /// The binary logarithm of what one guess at the encrypted file's pass phrase costs.
    pub file_work: u8,
}

impl SecretStores {
    /// The system's keychain, and a file that takes 128 MB and about half a second to open.
    #[must_use]
    pub fn machine() -> SecretStores {
        SecretStores { keychain: Arc::new(SystemKeychain), file_work: 17 }
    }
}

/// Why a secret that is kept can't be had.
#[derive(Debug)]
pub(crate) enum Unavailable {
    /// It is in the encrypted file, and that is locked.
    Locked,
    /// The store has it not any more, or won't give it.
    Refused(String),
}

pub(crate) struct Secrets {
    session: Mutex<HashMap<(String, SecretKind), Hidden>>,
    notes: Mutex<Notes>,
    file: Arc<Sealed>,
    keychain: Asked,
    /// Of two changes at once one waits.
    turn: tokio::sync::Mutex<()>,
}

impl Secrets {
    pub(crate) fn open(dir: &Path, stores: SecretStores, at: Millis) -> Secrets {
        Secrets {
            session: Mutex::default(),
            notes: Mutex::new(Notes::open(dir, at)),
            file: Arc::new(Sealed::new(dir, stores.file_work)),
            keychain: Asked::new(stores.keychain),
            turn: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn warning(&self) -> Option<String> {
        self.notes.lock().warning()
    }

    pub(crate) fn file_path(&self) -> String {
        self.file.path().display().to_string()
    }

    pub(crate) fn file(&self) -> SecretFile {
        self.file.standing()
    }

    /// Why there is no keychain here; asks the user nothing.
    pub(crate) async fn no_keychain(&self) -> Option<String> {
        self.keychain.usable().await.err()
    }

    /// Which secrets a connection has, and where.
    pub(crate) fn kept(&self, profile: &str) -> BTreeMap<SecretKind, Keep> {
        let mut kept: BTreeMap<SecretKind, Keep> =
            self.notes.lock().of(profile).into_iter().map(|(kind, place)| (kind, place.keep)).collect();
        let session = self.session.lock();
        let here = session.keys().filter(|(id, _)| id == profile);
        kept.extend(here.map(|(_, kind)| (*kind, Keep::Session)));
        kept
    }

    /// Whether the store can take a secret now.
    pub(crate) async fn takes(&self, keep: Keep, at: Millis) -> Result<(), ApiError> {
        match keep {
            Keep::Session => Ok(()),
            Keep::File => match self.file.standing() {
                SecretFile::Open => Ok(()),
                standing => Err(told::closed(standing, &self.file_path(), at)),
            },
            Keep::Keychain => self.keychain.usable().await.map_err(|why| told::keychain(&why, at)),
        }
    }

    /// Puts a secret into a store, in place of the one before. `name` is what a keychain shows of it.
    pub(crate) async fn give(
        &self,
        profile: &str,
        name: &str,
        kind: SecretKind,
        secret: Hidden,
        keep: Keep,
        at: Millis,
    ) -> Result<(), ApiError> {
        if secret.text().len() > SECRET_MOST {
            return Err(told::too_long(kind, at));
        }
        let _turn = self.turn.lock().await;
        let key = (profile.to_owned(), kind);
        if keep == Keep::Session {
            self.session.lock().insert(key, secret);
            return self.note(profile, kind, None, at).await;
        }
        let entry = format!("{name} · {} · {:016x}", kind_words(kind), rand::random::<u64>());
        if keep == Keep::File {
            self.change_file(entry.clone(), Some(secret), at).await?;
        } else {
            let bytes = Zeroizing::new(secret.text().as_bytes().to_vec());
            self.keychain.set(entry.clone(), bytes).await.map_err(|why| told::keychain(&why, at))?;
            // It answers now: what could not be removed earlier can be.
            let left = self.notes.lock().left(Keep::Keychain);
            for place in left {
                self.remove(&place, at).await;
            }
        }
        if let Err(error) = self.note(profile, kind, Some(Place { keep, entry: entry.clone() }), at).await {
            // Nobody would ever find it there again.
            if keep == Keep::Keychain {
                let _ = self.keychain.delete(entry).await;
            }
            return Err(error);
        }
        self.session.lock().remove(&key);
        Ok(())
    }

    pub(crate) async fn forget(&self, profile: &str, kind: SecretKind, at: Millis) -> Result<(), ApiError> {
        let _turn = self.turn.lock().await;
        self.session.lock().remove(&(profile.to_owned(), kind));
        self.note(profile, kind, None, at).await
    }

    /// All of a connection that is removed.
    pub(crate) async fn forget_all(&self, profile: &str, at: Millis) -> Result<(), ApiError> {
        for kind in self.kept(profile).into_keys() {
            self.forget(profile, kind, at).await?;
        }
        Ok(())
    }

    /// One that is in memory: nothing is asked for it.
    pub(crate) fn at_hand(&self, profile: &str, kind: SecretKind) -> Option<Hidden> {
        if let Some(secret) = self.session.lock().get(&(profile.to_owned(), kind)) {
            return Some(secret.clone());
        }
        let place = self.notes.lock().of(profile).remove(&kind).filter(|place| place.keep == Keep::File)?;
        self.file.get(&place.entry).ok().flatten()
    }

    /// None: there is none.
    pub(crate) async fn get(&self, profile: &str, kind: SecretKind) -> Result<Option<Hidden>, Unavailable> {
        if let Some(secret) = self.at_hand(profile, kind) {
            return Ok(Some(secret));
        }
        let Some(place) = self.notes.lock().of(profile).remove(&kind) else { return Ok(None) };
        match place.keep {
            Keep::Session => Ok(None),
            Keep::File if self.file.standing() == SecretFile::Open => {
                Err(Unavailable::Refused("It is not in the encrypted file any more.".to_owned()))
            }
            Keep::File => Err(Unavailable::Locked),
            Keep::Keychain => {
                let found = self.keychain.get(place.entry).await.map_err(Unavailable::Refused)?;
                let found = found
                    .ok_or_else(|| Unavailable::Refused("It is not in the keychain any more.".to_owned()))?;
                let text = std::str::from_utf8(&found)
                    .map_err(|_| Unavailable::Refused("What the keychain holds is no text.".to_owned()))?;
                Ok(Some(Hidden::from(text.to_owned())))
            }
        }
    }

    pub(crate) async fn unlock(&self, pass_phrase: Hidden, at: Millis) -> Result<SecretFile, ApiError> {
        let _turn = self.turn.lock().await;
        let file = Arc::clone(&self.file);
        let unlocked = tokio::task::spawn_blocking(move || file.unlock(pass_phrase.text(), at)).await;
        self.told(unlocked, at)?;
        let left = self.notes.lock().left(Keep::File);
        for place in left {
            self.remove(&place, at).await;
        }
        Ok(self.file.standing())
    }

    pub(crate) fn lock(&self) -> SecretFile {
        self.file.lock();
        self.file.standing()
    }

    /// Notes where a secret is now, and removes it from where it was.
    async fn note(
        &self,
        profile: &str,
        kind: SecretKind,
        place: Option<Place>,
        at: Millis,
    ) -> Result<(), ApiError> {
        if place.is_none() && !self.notes.lock().of(profile).contains_key(&kind) {
            return Ok(());
        }
        let before = self.notes.lock().set(profile, kind, place).map_err(|error| told::notes(&error, at))?;
        if let Some(before) = before {
            self.remove(&before, at).await;
        }
        Ok(())
    }

    /// Removes one that is noted as left; one that can't be removed now stays noted.
    async fn remove(&self, place: &Place, at: Millis) {
        let gone = match place.keep {
            Keep::Session => true,
            Keep::File => self.change_file(place.entry.clone(), None, at).await.is_ok(),
            Keep::Keychain => self.keychain.delete(place.entry.clone()).await.is_ok(),
        };
        if gone && let Err(error) = self.notes.lock().removed(place) {
            tracing::warn!(%error, "the notes on secrets can't be written");
        }
    }

    async fn change_file(&self, entry: String, secret: Option<Hidden>, at: Millis) -> Result<(), ApiError> {
        let file = Arc::clone(&self.file);
        let changed = tokio::task::spawn_blocking(move || file.change(&entry, secret, at)).await;
        self.told(changed, at)
    }

    fn told(
        &self,
        result: Result<Result<(), sealed::Problem>, tokio::task::JoinError>,
        at: Millis,
    ) -> Result<(), ApiError> {
        let path = self.file_path();
        result.map_err(|_| told::ended(at))?.map_err(|problem| told::file(problem, &path, at))
    }
}

#[cfg(test)]
mod tests;
