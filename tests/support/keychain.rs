//! A keychain in memory, whose clones are one: so that a test can look into it, and can have it say no or say nothing.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use engine::Keychain;
use parking_lot::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use zeroize::Zeroizing;

#[derive(Clone, Default)]
pub struct MemoryKeychain(Arc<Inner>);

#[derive(Default)]
struct Inner {
    entries: Mutex<BTreeMap<String, Vec<u8>>>,
    missing: AtomicBool,
    asked: AtomicUsize,
    /// Held for writing while it hangs.
    hangs: RwLock<()>,
}

/// A prompt that somebody has not answered yet. Dropping it is the answer.
pub struct Prompt<'a> {
    _held: RwLockWriteGuard<'a, ()>,
}

impl MemoryKeychain {
    pub fn new() -> MemoryKeychain {
        MemoryKeychain::default()
    }

    /// One that can't be used, as in a bare Linux session.
    pub fn missing() -> MemoryKeychain {
        let keychain = MemoryKeychain::new();
        keychain.0.missing.store(true, Ordering::SeqCst);
        keychain
    }

    pub fn set_missing(&self, missing: bool) {
        self.0.missing.store(missing, Ordering::SeqCst);
    }

    /// It answers nothing as long as this is held, as while a prompt is on the screen.
    pub fn hang(&self) -> Prompt<'_> {
        Prompt { _held: self.0.hangs.write() }
    }

    pub fn entries(&self) -> BTreeMap<String, Vec<u8>> {
        self.0.entries.lock().clone()
    }

    /// How often a secret was asked for.
    pub fn asked(&self) -> usize {
        self.0.asked.load(Ordering::SeqCst)
    }

    fn answering(&self) -> RwLockReadGuard<'_, ()> {
        self.0.hangs.read()
    }
}

impl Keychain for MemoryKeychain {
    fn usable(&self) -> Result<(), String> {
        if self.0.missing.load(Ordering::SeqCst) {
            return Err("no keychain runs in this session".to_owned());
        }
        Ok(())
    }

    fn set(&self, entry: &str, secret: &[u8]) -> Result<(), String> {
        let _answering = self.answering();
        self.0.entries.lock().insert(entry.to_owned(), secret.to_vec());
        Ok(())
    }

    fn get(&self, entry: &str) -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        self.0.asked.fetch_add(1, Ordering::SeqCst);
        let _answering = self.answering();
        Ok(self.0.entries.lock().get(entry).cloned().map(Zeroizing::new))
    }

    fn delete(&self, entry: &str) -> Result<(), String> {
        let _answering = self.answering();
        self.0.entries.lock().remove(entry);
        Ok(())
    }
}
