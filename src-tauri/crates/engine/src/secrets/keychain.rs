//! The system's keychain: where it is, and asking it without being held up by it.
//!
//! A keychain may ask the user something, or hang: on Linux it is another process behind a bus. So each question is asked by a
//! thread of its own and waited for with a limit, and while one hangs no second one is asked. Nothing is asked at the start of the
//! program: a prompt before anybody wanted anything is how users learn to click prompts away.

use std::{sync::Arc, thread, time::Duration};

use tokio::{sync::oneshot, time::timeout};
use zeroize::Zeroizing;

/// A keychain. Its methods may block, and are called on threads of their own.
pub trait Keychain: Send + Sync + 'static {
    /// Whether it can be used at all; asks the user nothing.
    ///
    /// # Errors
    /// Why not, as a sentence.
    fn usable(&self) -> Result<(), String>;

    /// # Errors
    /// Why it did not take the secret.
    fn set(&self, entry: &str, secret: &[u8]) -> Result<(), String>;

    /// None: it has no such entry.
    ///
    /// # Errors
    /// Why it can't tell.
    fn get(&self, entry: &str) -> Result<Option<Zeroizing<Vec<u8>>>, String>;

    /// One that is not there is no failure.
    ///
    /// # Errors
    /// Why it is still there.
    fn delete(&self, entry: &str) -> Result<(), String>;
}

/// This machine's: the Secret Service, Apple's Keychain or the Credential Manager.
#[derive(Debug, Default)]
pub struct SystemKeychain;

const SERVICE: &str = "brokerscope";

fn entry(name: &str) -> Result<keyring::Entry, String> {
    keyring::Entry::new(SERVICE, name).map_err(|error| told(&error))
}

/// Errors of the keychain may carry the bytes of a secret that they found odd; those are not told.
fn told(error: &keyring::Error) -> String {
    match error {
        keyring::Error::BadEncoding(_) | keyring::Error::BadDataFormat(..) => {
            "What it holds under this name is not what was put there.".to_owned()
        }
        keyring::Error::TooLong(_, most) => {
            format!("It takes no secret of this length (at most {most}). Keep it in the encrypted file.")
        }
        keyring::Error::Ambiguous(_) => "It holds more than one secret under this name.".to_owned(),
        // The library's words for it are the bus's own: a name that nobody has heard of.
        other if other.to_string().contains("org.freedesktop.secrets") => {
            "This session has none: no Secret Service (GNOME Keyring, KWallet, KeePassXC) answers on its bus."
                .to_owned()
        }
        // Who could unlock it declined, or there is no display to be asked on.
        keyring::Error::NoStorageAccess(_) => {
            "The keychain is locked, and it was not unlocked. Unlock it and try again.".to_owned()
        }
        other => other.to_string(),
    }
}

impl Keychain for SystemKeychain {
    fn usable(&self) -> Result<(), String> {
        keyring::Entry::store_status().as_ref().map_err(told).copied()
    }

    fn set(&self, name: &str, secret: &[u8]) -> Result<(), String> {
        entry(name)?.set_secret(secret).map_err(|error| told(&error))
    }

    fn get(&self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        match entry(name)?.get_secret() {
            Ok(secret) => Ok(Some(Zeroizing::new(secret))),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(told(&error)),
        }
    }

    fn delete(&self, name: &str) -> Result<(), String> {
        match entry(name)?.delete_credential() {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(error) => Err(told(&error)),
        }
    }
}

/// As long as a bus needs to start what answers on it.
const TO_BE_THERE: Duration = Duration::from_secs(5);
/// As long as somebody needs to type into a prompt.
const TO_ANSWER: Duration = Duration::from_secs(60);

/// A keychain as it is asked: one question at a time, each with a limit.
pub(super) struct Asked {
    keychain: Arc<dyn Keychain>,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Asked {
    pub(super) fn new(keychain: Arc<dyn Keychain>) -> Asked {
        Asked { keychain, turn: Arc::default() }
    }

    pub(super) async fn usable(&self) -> Result<(), String> {
        self.ask(TO_BE_THERE, |keychain| keychain.usable()).await
    }

    pub(super) async fn set(&self, entry: String, secret: Zeroizing<Vec<u8>>) -> Result<(), String> {
        self.usable().await?;
        self.ask(TO_ANSWER, move |keychain| keychain.set(&entry, &secret)).await
    }

    pub(super) async fn get(&self, entry: String) -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        self.usable().await?;
        self.ask(TO_ANSWER, move |keychain| keychain.get(&entry)).await
    }

    pub(super) async fn delete(&self, entry: String) -> Result<(), String> {
        self.usable().await?;
        self.ask(TO_ANSWER, move |keychain| keychain.delete(&entry)).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        question: impl FnOnce(&dyn Keychain) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let late = || format!("The keychain did not answer within {} seconds.", limit.as_secs());
        let asked = async {
            let turn = Arc::clone(&self.turn).lock_owned().await;
            let keychain = Arc::clone(&self.keychain);
            let (tell, told) = oneshot::channel();
            // A thread of its own and not one of the runtime's: that would wait for it when the program ends.
            thread::Builder::new()
                .name("keychain".to_owned())
                .spawn(move || {
                    let answer = question(&*keychain);
                    drop(turn);
                    let _ = tell.send(answer);
                })
                .map_err(|error| format!("The keychain can't be asked: {error}"))?;
            told.await.map_err(|_| "The keychain's library failed.".to_owned())?
        };
        timeout(limit, asked).await.unwrap_or_else(|_| Err(late()))
    }
}
