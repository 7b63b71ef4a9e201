//! Sources and reasons, each once per page, with facts pointing to them.
//!
//! It also counts the bytes that they take and the age of the oldest good one: a page is cut by its real size, and its age
//! is that of its oldest part, whatever the page is made of.

use std::{collections::HashMap, time::SystemTime};

use admin::Source;
use contract::{ApiError, Fact, Millis, Provenance};

use crate::{
    clock::{millis, whole_millis},
    errors::api_error,
    kept::{Failure, Kept},
    tables::json_len,
};

/// Collects what the facts of one reply point to.
#[derive(Default)]
pub(crate) struct Index {
    provenance: Provenance,
    sources: HashMap<SourceKey, u32>,
    reasons: HashMap<ReasonKey, u32>,
    bytes: usize,
    oldest: Option<SystemTime>,
}

/// A moment in the collecting.
pub(crate) struct Mark {
    sources: usize,
    reasons: usize,
    bytes: usize,
    oldest: Option<SystemTime>,
}

#[derive(PartialEq, Eq, Hash)]
struct SourceKey {
    broker: Option<i32>,
    api: i16,
    at: SystemTime,
    address: String,
    derived: Option<String>,
}

#[derive(PartialEq, Eq, Hash)]
struct ReasonKey {
    message: String,
    broker: Option<i32>,
    at: Millis,
}

impl Index {
    pub(crate) fn new() -> Index {
        Index::default()
    }

    /// The place of a source; `derived` says from what this program worked the figure out.
    pub(crate) fn source(&mut self, source: &Source, derived: Option<String>) -> u32 {
        self.oldest = Some(self.oldest.map_or(source.at, |oldest| oldest.min(source.at)));
        self.source_place(source, derived)
    }

    fn source_place(&mut self, source: &Source, derived: Option<String>) -> u32 {
        let key = SourceKey {
            broker: source.broker,
            api: source.api.code(),
            at: source.at,
            address: source.address.clone(),
            derived: derived.clone(),
        };
        if let Some(place) = self.sources.get(&key) {
            return *place;
        }
        let place = next(self.provenance.sources.len());
        let told = contract::Source {
            broker: source.broker,
            address: source.address.clone(),
            api: source.api.to_string(),
            version: source.version,
            at: millis(source.at),
            took_ms: whole_millis(source.took),
            attempts: source.attempts,
            derived,
        };
        self.bytes += json_len(&told) + 1;
        self.provenance.sources.push(told);
        self.sources.insert(key, place);
        place
    }

    /// The place of a reason.
    pub(crate) fn reason(&mut self, reason: ApiError) -> u32 {
        let key = ReasonKey { message: reason.message.clone(), broker: reason.broker, at: reason.at };
        if let Some(place) = self.reasons.get(&key) {
            return *place;
        }
        let place = next(self.provenance.reasons.len());
        self.bytes += json_len(&reason) + 1;
        self.provenance.reasons.push(reason);
        self.reasons.insert(key, place);
        place
    }

    pub(crate) fn failure(&mut self, failure: &Failure) -> u32 {
        self.reason(api_error(&failure.error, millis(failure.at)))
    }

    /// A figure read off something kept.
    pub(crate) fn fact<T, U>(&mut self, kept: &Kept<T>, read: impl FnOnce(&T) -> U) -> Fact<U> {
        self.told(kept, None, |value| Ok(read(value)))
    }

    /// A figure that the answer may not hold; then `read` says why not.
    pub(crate) fn told<T, U>(
        &mut self,
        kept: &Kept<T>,
        derived: Option<String>,
        read: impl FnOnce(&T) -> Result<U, ApiError>,
    ) -> Fact<U> {
        let Some(good) = &kept.good else {
            return match &kept.failed {
                Some(failure) => Fact::Missing { why: self.failure(failure) },
                None => Fact::Asking,
            };
        };
        let v = match read(&good.value) {
            Ok(v) => v,
            Err(reason) => return Fact::Missing { why: self.reason(reason) },
        };
        match &kept.failed {
            None => Fact::Known { v, s: self.source(&good.source, derived) },
            Some(failure) => {
                let why = self.failure(failure);
                Fact::Stale { v, s: self.source_place(&good.source, derived), why }
            }
        }
    }

    /// A figure with a source at hand.
    pub(crate) fn known<U>(&mut self, v: U, source: &Source, derived: Option<String>) -> Fact<U> {
        Fact::Known { v, s: self.source(source, derived) }
    }

    /// The same, told before the last asking failed.
    pub(crate) fn stale<U>(
        &mut self,
        v: U,
        source: &Source,
        derived: Option<String>,
        why: ApiError,
    ) -> Fact<U> {
        let why = self.reason(why);
        Fact::Stale { v, s: self.source_place(source, derived), why }
    }

    pub(crate) fn missing<U>(&mut self, why: ApiError) -> Fact<U> {
        Fact::Missing { why: self.reason(why) }
    }

    /// Where it stands, to come back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            sources: self.provenance.sources.len(),
            reasons: self.provenance.reasons.len(),
            bytes: self.bytes,
            oldest: self.oldest,
        }
    }

    /// Lets go of what came after the mark: of a row that did not fit on the page.
    pub(crate) fn back_to(&mut self, mark: &Mark) {
        self.provenance.sources.truncate(mark.sources);
        self.provenance.reasons.truncate(mark.reasons);
        self.sources.retain(|_, place| (*place as usize) < mark.sources);
        self.reasons.retain(|_, place| (*place as usize) < mark.reasons);
        self.bytes = mark.bytes;
        self.oldest = mark.oldest;
    }

    /// Bytes that all of it takes in the reply.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// When the oldest source of a good figure spoke.
    pub(crate) fn oldest(&self) -> Option<SystemTime> {
        self.oldest
    }

    /// The age of a page whose metadata is this old: its oldest part's.
    pub(crate) fn oldest_with(&self, known: Option<Millis>) -> Option<Millis> {
        known.into_iter().chain(self.oldest.map(millis)).min()
    }

    pub(crate) fn finish(self) -> Provenance {
        self.provenance
    }
}

fn next(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::{
        sync::Arc,
        time::{Duration, SystemTime},
    };

    use admin::{ApiKey, Error, Source, What};
    use contract::Fact;

    use super::Index;
    use crate::kept::Kept;

    fn source(broker: i32) -> Arc<Source> {
        Arc::new(Source {
            broker: Some(broker),
            address: format!("b{broker}:9092"),
            api: ApiKey::DescribeLogDirs,
            version: 4,
            at: SystemTime::UNIX_EPOCH + Duration::from_secs(100),
            asked: std::time::Instant::now(),
            took: Duration::from_millis(7),
            attempts: 1,
            bytes: 10,
        })
    }

    #[test]
    fn a_source_stands_once_however_many_figures_it_told() {
        let mut kept = Kept::default();
        kept.answered(Arc::new(7_u32), source(1));
        let mut index = Index::new();
        let first = index.fact(&kept, |v| *v);
        let second = index.fact(&kept, |v| *v + 1);
        assert_eq!(first.source(), second.source());
        assert_eq!(index.finish().sources.len(), 1);
    }

    #[test]
    fn a_failure_after_an_answer_makes_it_stale_and_not_unknown() {
        let mut kept = Kept::default();
        assert_eq!(Index::new().fact(&kept, |v: &u32| *v), Fact::Asking);
        kept.failed(Error::new(What::Closed), SystemTime::UNIX_EPOCH);
        assert!(matches!(Index::new().fact(&kept, |v| *v), Fact::Missing { .. }));
        kept.answered(Arc::new(7), source(1));
        assert!(matches!(Index::new().fact(&kept, |v| *v), Fact::Known { v: 7, .. }));
        kept.failed(Error::new(What::Closed), SystemTime::UNIX_EPOCH);
        let mut index = Index::new();
        assert!(matches!(index.fact(&kept, |v| *v), Fact::Stale { v: 7, .. }));
        assert_eq!(index.oldest(), None, "an old figure does not make the page's good part old");
    }
}
