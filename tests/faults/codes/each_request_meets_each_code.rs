//! Each request meets each class of code at each place of its reply: asked again where it may be, and nothing twice.
//!
//! A code that a client overlooks is how its users come to see "not the controller" as an answer, and one that is
//! retried without thought is how a topic is created five times. So no request and no place is an exception by accident:
//! requests are those that the source has, places are those that the published shape has.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use meta::{ErrorCode, What};
use mock_cluster::Release;
use tokio::{sync::Semaphore, task::JoinSet};

use super::{
    classes::{
        self, ANSWER, MOVED, MOVED_FOR_READS, ONCE, PASSING, PASSING_FOR_READS, Then, UNKNOWN, WAIT, then,
    },
    meeting::{Met, meet, places_met},
    places::places,
    requests::{Asked, Place, requests},
};

/// Places whose codes are part of what was asked for and decide nothing; each with the reason.
const TOLD: &[(&str, &str, &str)] = &[
    ("Metadata", "Topics.ErrorCode", "a topic's state is what a view shows"),
    ("Metadata", "Topics.Partitions.ErrorCode", "so is a partition's"),
    ("DescribeLogDirs", "Results.ErrorCode", "that a directory is offline is the answer"),
    ("DescribeUserScramCredentials", "Results.ErrorCode", "that a user has none is the answer"),
];
/// The same, except that a wait is waited for: with stable offsets asked for, a group whose transactions are open.
const WAITED_FOR: &[(&str, &str)] =
    &[("OffsetFetch", "Topics.Partitions.ErrorCode"), ("OffsetFetch", "Groups.Topics.Partitions.ErrorCode")];
/// Places that no reply here has, with the reason.
const ABSENT: &[(&str, &str, &str)] =
    &[("CreateTopics", "Topics.TopicConfigErrorCode", "beside a topic whose configs may not be read")];

#[test]
fn no_request_that_can_be_sent_is_missing() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/meta/src");
    let mut sent = BTreeSet::new();
    let mut folders = vec![std::path::PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let named = text.lines().filter_map(|line| line.strip_prefix("impl Ask for "));
                sent.extend(named.map(|name| name.trim_end_matches([' ', '{', '}']).to_owned()));
            }
        }
    }
    assert!(sent.len() > 25, "the source is read: {sent:?}");
    let here: BTreeSet<String> =
        requests(Release::Kafka44).iter().map(|asked| asked.name.to_owned()).collect();
    assert_eq!(here, sent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_place_for_a_code_is_missing() {
    let mut missing = Vec::new();
    for of_all in requests(Release::Kafka44) {
        let mut left = places(of_all.api, of_all.versions);
        for release in [Release::Kafka44, Release::Kafka28] {
            let all = requests(release);
            let asked = all.iter().find(|asked| asked.name == of_all.name).unwrap();
            if asked.version(release).is_some() {
                for met in places_met(asked, release).await {
                    left.remove(&met);
                }
            }
        }
        left.retain(|path| !ABSENT.iter().any(|(name, at, _)| *name == of_all.name && at == path));
        missing.extend(left.into_iter().map(|path| format!("{} {path}", of_all.name)));
    }
    assert!(missing.is_empty(), "no reply of these tests has a code at {missing:?}");
}

/// Which code is next at a place, so that after all places each code had its turn.
#[derive(Default)]
struct Turns(BTreeMap<&'static [i16], usize>);

impl Turns {
    fn next(&mut self, class: &'static [i16], count: usize) -> Vec<i16> {
        let turn = self.0.entry(class).or_default();
        let from = *turn;
        *turn += count;
        (from..from + count).map(|at| class[at % class.len()]).collect()
    }

    /// Some of each class where a place is met first, and fewer where an older release has it too.
    fn codes(&mut self, asked: &Asked, path: &str, first: bool) -> BTreeSet<i16> {
        if is_told(asked, path) {
            return [14, 16, 41, 56, 3, 29, 30_000, -7].into();
        }
        // A change must not be made twice by any of these, wherever it meets them.
        let unknown = if asked.write && first { UNKNOWN.len() } else { usize::from(asked.write) };
        let of_each = usize::from(first);
        let mut codes = vec![30_000];
        codes.extend(first.then_some(-7));
        codes.extend(self.next(WAIT, 1));
        codes.extend(self.next(MOVED, 1 + of_each));
        codes.extend(self.next(UNKNOWN, unknown));
        codes.extend(self.next(MOVED_FOR_READS, of_each));
        codes.extend(self.next(PASSING, of_each));
        codes.extend(self.next(PASSING_FOR_READS, of_each));
        codes.extend(self.next(ONCE, of_each));
        codes.extend(self.next(ANSWER, 2 * of_each));
        codes.into_iter().filter(|code| !is_about_the_version(asked, *code)).collect()
    }
}

/// A reply that says "not this version of ApiVersions" is one of version 0, whatever was asked for.
fn is_about_the_version(asked: &Asked, code: i16) -> bool {
    asked.name == "ApiVersions" && code == 35
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_class_of_code_at_each_place_of_each_reply_does_what_it_promises() {
    let at_once = Arc::new(Semaphore::new(24));
    let (mut running, mut turns, mut had) = (JoinSet::new(), Turns::default(), BTreeSet::new());
    let mut met = BTreeSet::new();
    // The newest and the oldest form of each reply; what stands between has no place that neither of them has.
    for release in [Release::Kafka44, Release::Kafka28] {
        for asked in requests(release).into_iter().filter(|asked| asked.version(release).is_some()) {
            let asked = Arc::new(asked);
            for path in places_met(&asked, release).await {
                let first = had.insert((asked.name, path.clone()));
                for code in turns.codes(&asked, &path, first) {
                    met.insert(code);
                    let (asked, path, at_once) = (Arc::clone(&asked), path.clone(), Arc::clone(&at_once));
                    running.spawn(async move {
                        let _permit = at_once.acquire().await.unwrap();
                        let mut told = None;
                        // A look around that the cluster makes by itself may fall into a meeting and count as one of
                        // its look-ups. What a rule does it does each time.
                        for _ in 0..3 {
                            let met = meet(asked.name, release, &path, code).await;
                            let wrong = judge(&asked, &path, code, &met)?;
                            told = Some(format!(
                                "{release:?} {} {path} meets {code}: {wrong}: {met:?}",
                                asked.name
                            ));
                        }
                        told
                    });
                }
            }
        }
    }
    let count = running.len();
    let wrong: Vec<String> = running.join_all().await.into_iter().flatten().collect();
    let all: BTreeSet<i16> = classes::all().collect();
    assert_eq!(met, all, "each code has its turn somewhere");
    assert!(count > 400, "only {count} meetings");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

fn is_told(asked: &Asked, path: &str) -> bool {
    TOLD.iter().any(|(name, at, _)| *name == asked.name && *at == path)
}

/// What went against the promise, if anything did.
fn judge(asked: &Asked, path: &str, code: i16, met: &Met) -> Option<String> {
    let waited_for = WAITED_FOR.iter().any(|(name, at)| *name == asked.name && *at == path);
    let expected = match () {
        () if is_told(asked, path) => Then::Answer,
        () if waited_for && !WAIT.contains(&code) => Then::Answer,
        () => then(code, asked.write),
    };
    let told = is_told(asked, path) || waited_for && expected == Then::Answer;
    let asks = if expected == Then::Again { 2 } else { 1 };
    // What one answer lacks because of its code has no such place in it.
    let were = if asked.name == "Metadata" { met.asks } else { met.brokers.len() };
    if were != asks {
        return Some(format!("asked {were} times instead of {asks}"));
    }
    if let Some(lost) = lost_or_doubled(asked, met) {
        return Some(lost);
    }
    match expected {
        Then::Again => again(asked, path, code, met),
        Then::Answer if told => None,
        Then::Answer => answer(asked, path, code, met),
        Then::Unknown => unknown(asked, met),
    }
}

/// That each thing that was asked for comes back once: with its code, or as a failure, or the whole failed.
fn lost_or_doubled(asked: &Asked, met: &Met) -> Option<String> {
    if met.told.whole.is_some() || asked.items.is_empty() {
        return None;
    }
    let told = met.told.codes.iter().map(|(item, _)| item);
    let mut back: Vec<_> = told.chain(met.told.failed.iter().flat_map(|failed| &failed.items)).collect();
    let mut out: Vec<_> = asked.items.iter().collect();
    back.sort();
    out.sort();
    // One whole failure stands for all.
    let whole = met.told.failed.iter().any(|failed| failed.items.is_empty());
    (back != out && !whole).then(|| format!("out went {out:?}, back came {back:?}"))
}

fn again(asked: &Asked, path: &str, code: i16, met: &Met) -> Option<String> {
    if asked.place != Place::Each && met.told.parts > asked.items.len().max(1) {
        return Some(format!("{} parts of one answer", met.told.parts));
    }
    // No authorizer is how this cluster answers for ACLs.
    let acls = asked.name == "DescribeAcls";
    if (met.told.whole.is_some() && !acls) || !met.told.failed.is_empty() {
        return Some("it failed, though the second answer was good".to_owned());
    }
    if code != 85 && met.told.codes.iter().any(|(_, told)| told.0 == code) && !asked.write {
        return Some("the first answer was kept".to_owned());
    }
    // Only the one thing is asked for again, where a request can be for one thing.
    if asked.items.len() > 1 && path != "ErrorCode" && met.there.get(1) >= met.there.first() {
        return Some("what had its answer was asked for again".to_owned());
    }
    let same = met.brokers[0] == met.brokers[1];
    let looked = met.metadata + met.coordinator;
    match asked.place {
        Place::Anywhere if WAIT.contains(&code) && !same => Some("another broker than the right one".into()),
        Place::Anywhere if MOVED.contains(&code) || (MOVED_FOR_READS.contains(&code) && !asked.write) => {
            same.then(|| "the same broker, which had said that it can't".to_owned())
        }
        Place::Anywhere => None,
        _ if WAIT.contains(&code) && looked > 0 => Some("a look-up, although the broker is right".to_owned()),
        _ if WAIT.contains(&code) && !same => Some("another broker than the right one".to_owned()),
        Place::Coordinator if matches!(code, 15 | 16) && met.coordinator == 0 => {
            Some("the coordinator was not looked up again".to_owned())
        }
        Place::Leader | Place::Coordinator | Place::Controller
            if MOVED.contains(&code) && !matches!(code, 15 | 16) && met.metadata == 0 =>
        {
            Some("no fresh metadata".to_owned())
        }
        _ => None,
    }
}

fn answer(asked: &Asked, path: &str, code: i16, met: &Met) -> Option<String> {
    let failed = met.told.failed.first().map(|failed| &failed.error);
    let in_item = met.told.codes.iter().any(|(_, told)| told.0 == code);
    let as_error =
        met.told.whole.as_ref().or(failed).is_some_and(|error| error.code() == Some(ErrorCode(code)));
    let inside = path != "ErrorCode" || (asked.name == "FindCoordinator");
    match inside {
        true if !in_item => Some("the code is not the answer of its item".to_owned()),
        false if !as_error => Some("the code is not the failure of the whole".to_owned()),
        _ => None,
    }
}

fn unknown(asked: &Asked, met: &Met) -> Option<String> {
    let failed = met.told.failed.iter().map(|failed| &failed.error);
    let mut errors = failed.chain(&met.told.whole);
    let unknown = errors.find(|error| matches!(error.what(), What::OutcomeUnknown(_)));
    match unknown {
        None => Some("nobody says that the outcome is unknown".to_owned()),
        Some(error) if error.broker().is_none() || error.api() != Some(asked.api) => {
            Some(format!("{error} does not say where"))
        }
        Some(_) => None,
    }
}
