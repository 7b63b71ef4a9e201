//! The last good answer, beside the failure that came after it.
//!
//! A failure never takes the place of what was known: that is what lets a page show a dead broker's figures greyed with
//! their age, instead of a blank or a zero.

use std::{collections::BTreeMap, ops::Deref, sync::Arc, time::SystemTime};

use admin::{Error, Source};
use parking_lot::Mutex;

/// An answer with who gave it.
#[derive(Debug)]
pub(crate) struct Good<T> {
    pub(crate) value: Arc<T>,
    pub(crate) source: Arc<Source>,
}

impl<T> Clone for Good<T> {
    fn clone(&self) -> Good<T> {
        Good { value: Arc::clone(&self.value), source: Arc::clone(&self.source) }
    }
}

/// An asking that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) error: Error,
    pub(crate) at: SystemTime,
}

/// What is kept of one thing that is asked again and again.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    pub(crate) good: Option<Good<T>>,
    /// Set while the last asking has failed; an answer clears it.
    pub(crate) failed: Option<Failure>,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Kept<T> {
        Kept { good: self.good.clone(), failed: self.failed.clone() }
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { good: None, failed: None }
    }
}

impl<T> Kept<T> {
    pub(crate) fn value(&self) -> Option<&T> {
        self.good.as_ref().map(|good| &*good.value)
    }

    pub(crate) fn answered(&mut self, value: Arc<T>, source: Arc<Source>) {
        *self = Kept { good: Some(Good { value, source }), failed: None };
    }

    pub(crate) fn failed(&mut self, error: Error, at: SystemTime) {
        self.failed = Some(Failure { error, at });
    }

    /// When it was last told.
    pub(crate) fn told_at(&self) -> Option<SystemTime> {
        self.good.as_ref().map(|good| good.source.at)
    }

    /// When an asking last ended, well or not.
    pub(crate) fn ended_at(&self) -> Option<SystemTime> {
        self.told_at().max(self.failed.as_ref().map(|failure| failure.at))
    }

    /// Told, and the last asking succeeded.
    pub(crate) fn fresh(&self) -> bool {
        self.good.is_some() && self.failed.is_none()
    }
}

/// One such thing, shared between the asking and the pages.
#[derive(Debug)]
pub(crate) struct KeptOne<T>(Mutex<Kept<T>>);

impl<T> Default for KeptOne<T> {
    fn default() -> KeptOne<T> {
        KeptOne(Mutex::new(Kept::default()))
    }
}

impl<T> KeptOne<T> {
    pub(crate) fn get(&self) -> Kept<T> {
        self.0.lock().clone()
    }

    /// Takes in the end of an asking.
    pub(crate) fn settle(&self, outcome: Result<(T, Arc<Source>), Error>, at: SystemTime) {
        let mut kept = self.0.lock();
        match outcome {
            Ok((value, source)) => kept.answered(Arc::new(value), source),
            Err(error) => kept.failed(error, at),
        }
    }
}

/// Such things by broker, topic or group.
#[derive(Debug)]
pub(crate) struct KeptMap<K, T>(Mutex<Arc<Shelf<K, T>>>);

/// All of them at one moment.
#[derive(Debug)]
pub(crate) struct Shelf<K, T> {
    by_key: BTreeMap<K, Kept<T>>,
    /// Grows with each change: what was worked out from an older one is no longer true. It goes with the data, because a
    /// version that was read a moment later would pin an old result to it for good.
    pub(crate) version: u64,
}

impl<K, T> Default for Shelf<K, T> {
    fn default() -> Shelf<K, T> {
        Shelf { by_key: BTreeMap::new(), version: 0 }
    }
}

impl<K: Clone, T> Clone for Shelf<K, T> {
    fn clone(&self) -> Shelf<K, T> {
        Shelf { by_key: self.by_key.clone(), version: self.version }
    }
}

impl<K, T> Deref for Shelf<K, T> {
    type Target = BTreeMap<K, Kept<T>>;

    fn deref(&self) -> &BTreeMap<K, Kept<T>> {
        &self.by_key
    }
}

impl<K: Ord + Clone, T> Default for KeptMap<K, T> {
    fn default() -> KeptMap<K, T> {
        KeptMap(Mutex::default())
    }
}

impl<K: Ord + Clone, T> KeptMap<K, T> {
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Kept<T>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.0.lock().by_key.get(key).cloned().unwrap_or_default()
    }

    /// Costs the same however many there are: what changes them copies them, and only while somebody looks.
    pub(crate) fn all(&self) -> Arc<Shelf<K, T>> {
        Arc::clone(&self.0.lock())
    }

    /// To be read before the data that something is worked out from: then a change in between makes the result a little
    /// newer than its version, and it is made again; the other way round it would be old for good.
    pub(crate) fn version(&self) -> u64 {
        self.0.lock().version
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().by_key.is_empty()
    }

    pub(crate) fn settle(&self, key: K, outcome: Result<(T, Arc<Source>), Error>, at: SystemTime) {
        self.settle_all([(key, outcome)], at);
    }

    /// Takes in many at once, as one change.
    pub(crate) fn settle_all(
        &self,
        outcomes: impl IntoIterator<Item = (K, Result<(T, Arc<Source>), Error>)>,
        at: SystemTime,
    ) {
        let mut shelf = self.0.lock();
        let shelf = Arc::make_mut(&mut shelf);
        shelf.version += 1;
        for (key, outcome) in outcomes {
            let kept = shelf.by_key.entry(key).or_default();
            match outcome {
                Ok((value, source)) => kept.answered(Arc::new(value), source),
                Err(error) => kept.failed(error, at),
            }
        }
    }

    /// Forgets what is not to be kept.
    pub(crate) fn retain(&self, mut keep: impl FnMut(&K) -> bool) {
        let mut shelf = self.0.lock();
        let shelf = Arc::make_mut(&mut shelf);
        let before = shelf.by_key.len();
        shelf.by_key.retain(|key, _| keep(key));
        if shelf.by_key.len() != before {
            shelf.version += 1;
        }
    }
}

/// Something worked out from versions of other things, and kept until one of them changes.
#[derive(Debug)]
pub(crate) struct Cached<K, V>(Mutex<Option<(K, Arc<V>)>>);

impl<K, V> Default for Cached<K, V> {
    fn default() -> Cached<K, V> {
        Cached(Mutex::new(None))
    }
}

impl<K: PartialEq, V> Cached<K, V> {
    pub(crate) fn get_or(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        if let Some((known, value)) = &*self.0.lock()
            && *known == key
        {
            return Arc::clone(value);
        }
        // Made outside the lock: another page must not wait for this one's sorting.
        let value = Arc::new(make());
        *self.0.lock() = Some((key, Arc::clone(&value)));
        value
    }
}
