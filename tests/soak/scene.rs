//! What all callers share: the one cluster they ask, the weather they ask in, and the door that is closed while everything is
//! compared. Each answer passes through here, so that what must be true of every answer is looked at in one place.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use meta::{Answers, Ask, Cluster, Item, Key, Part, Refresh, Spread, route};
use parking_lot::Mutex;
use support::{Stage, ground::config};
use tokio::sync::RwLock;

use crate::{
    floors::Floors,
    journal::Journal,
    ledger::{Asked, Ledger},
    weather::{Troubles, Weather},
};

/// Longer than any budget of time that a call has: only a call that hangs takes this long.
const HANG: Duration = Duration::from_secs(150);
pub(crate) struct Scene {
    pub(crate) cluster: Cluster,
    pub(crate) ledger: Ledger,
    pub(crate) floors: Floors,
    /// Callers hold it while they ask; whoever compares takes it alone.
    pub(crate) gate: RwLock<()>,
    pub(crate) addresses: BTreeMap<i32, String>,
    /// The ids of the topics that are there from the start to the end.
    pub(crate) ids: BTreeMap<&'static str, uuid::Uuid>,
    pub(crate) troubles: Troubles,
    over: AtomicBool,
    /// For each group that only commits: what was reported as done, and what was asked for.
    commits: Mutex<BTreeMap<u64, (i64, i64)>>,
    /// The producer ids of the transactional ids that are there.
    producers: Mutex<BTreeMap<u64, i64>>,
}

impl Scene {
    pub(crate) async fn new(stage: &Stage) -> Scene {
        let config = meta::Config { read_only: false, ..config(&stage.bootstrap()) };
        let journal = Arc::new(Journal::default());
        let config = meta::Config { observer: Some(journal.clone()), ..config };
        let cluster = Cluster::connect(config).await.unwrap();
        let mut ids = BTreeMap::new();
        for name in crate::stage_set::TOPICS {
            ids.insert(name, stage.topic_id(name).await);
        }
        Scene {
            cluster,
            ledger: Ledger::new(journal),
            floors: Floors::default(),
            gate: RwLock::new(()),
            addresses: stage.addresses(),
            ids,
            troubles: Troubles::default(),
            over: AtomicBool::new(false),
            commits: Mutex::default(),
            producers: Mutex::default(),
        }
    }

    /// At least the first was committed, at most the second.
    pub(crate) fn committed(&self, number: u64) -> (i64, i64) {
        self.commits.lock().get(&number).copied().unwrap_or_default()
    }

    pub(crate) fn commits(&self, number: u64, offset: i64) {
        self.commits.lock().entry(number).or_default().1 = offset;
    }

    pub(crate) fn has_committed(&self, number: u64, offset: i64) {
        self.commits.lock().entry(number).or_default().0 = offset;
    }

    pub(crate) fn producers(&self) -> BTreeMap<u64, i64> {
        self.producers.lock().clone()
    }

    pub(crate) fn fenced(&self, number: u64, producer: i64) {
        self.producers.lock().insert(number, producer);
    }

    pub(crate) fn over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Asks, and looks at what must be so of every answer. `None`: it failed, and that is written down.
    pub(crate) async fn ask<R: Ask>(
        &self,
        class: &'static str,
        request: R,
        key: Key,
    ) -> Result<Answers<R::Reply>, meta::Error> {
        let began = Instant::now();
        let each = route(R::KEY).spread == Spread::EachBroker && key == Key::None;
        let (asking, key_asked) = (request.clone(), key.clone());
        let asked = tokio::time::timeout(HANG, self.cluster.send(request, key)).await;
        let weather = self.troubles.weather(began);
        let asked_of = match &key_asked {
            Key::Broker(id) => Some(*id),
            _ => None,
        };
        let took = began.elapsed();
        let told = |error: &meta::Error, items: &[Item]| {
            let stranded = self.stranded(items, &weather);
            let asked = Asked { of: asked_of, items, each, stranded, took };
            self.ledger.failed(class, R::KEY, error, &asked, &weather);
        };
        let Ok(result) = asked else {
            self.ledger.wrong(format!("{}: no end after {HANG:?}", R::KEY));
            return Err(meta::Error::new(meta::What::Cancelled));
        };
        let answers = result.inspect_err(|error| told(error, &[]))?;
        self.ledger.answered(class, took);
        answers.failed.iter().for_each(|failed| told(&failed.error, &failed.items));
        for part in &answers.parts {
            self.source_is_right(part);
            for (item, code) in asking.codes(&part.reply) {
                if !Ledger::is_answer(R::KEY, code) {
                    let error = meta::Error::from_code(code, None).asking(R::KEY);
                    let error = part.source.broker.into_iter().fold(error, meta::Error::on_broker);
                    self.ledger.item_failed(R::KEY, &item, &error, took, &weather);
                }
            }
        }
        if each {
            self.each_broker_once(&answers, R::KEY, weather.calm());
        } else if route(R::KEY).spread == Spread::PerItem && !asking.items().is_empty() {
            self.each_item_once(&asking, &answers);
        }
        Ok(answers)
    }

    /// Fetches one topic anew; what is known then.
    pub(crate) async fn look(&self, class: &'static str, name: &str) -> Option<Arc<meta::Snapshot>> {
        let began = Instant::now();
        let refreshed = self.cluster.refresh(Refresh::Topics(vec![name.to_owned()])).await;
        let took = began.elapsed();
        match refreshed {
            Ok(snapshot) => {
                self.ledger.answered(class, took);
                Some(snapshot)
            }
            Err(error) => {
                let asked = Asked { of: None, items: &[], each: false, stranded: false, took };
                self.ledger.failed(
                    class,
                    meta::ApiKey::Metadata,
                    &error,
                    &asked,
                    &self.troubles.weather(began),
                );
                None
            }
        }
    }

    /// Whether these are partitions that have no leader, or whose in-sync replicas are all on brokers that are away: on a machine
    /// that is too slow for its followers the others have left the ISR before.
    fn stranded(&self, items: &[Item], weather: &Weather) -> bool {
        let snapshot = self.cluster.snapshot();
        let alone = |item: &Item| match item {
            Item::Partition(topic, index) => {
                let partition = snapshot.topic(topic).and_then(|topic| topic.partition(*index));
                partition.is_some_and(|one| {
                    one.leader.is_none() || one.isr.iter().all(|id| weather.hurt.contains(id))
                })
            }
            _ => false,
        };
        !items.is_empty() && items.iter().all(alone)
    }

    /// The broker that is said to have answered is there, at that address.
    fn source_is_right<T>(&self, part: &Part<T>) {
        let source = &part.source;
        if let Some(id) = source.broker
            && self.addresses.get(&id) != Some(&source.address)
        {
            self.ledger.wrong(format!("{}: told to be from broker {id} at {}", source.api, source.address));
        }
    }

    /// Each broker answered or failed, and none did both.
    fn each_broker_once<T>(&self, answers: &Answers<T>, api: meta::ApiKey, calm: bool) {
        let parts = answers.parts.iter().map(|part| part.source.broker);
        let all: Vec<_> = parts.chain(answers.failed.iter().map(|failed| failed.broker)).collect();
        let named: BTreeSet<i32> = all.iter().flatten().copied().collect();
        let there: BTreeSet<i32> = self.addresses.keys().copied().collect();
        if named.len() != all.len() || !named.is_subset(&there) || (calm && named != there) {
            self.ledger.wrong(format!("{api}: of brokers {there:?} these answered or failed: {all:?}"));
        }
    }

    /// Every item has one answer or one failure: none is lost, none is there twice.
    fn each_item_once<R: Ask>(&self, asked: &R, answers: &Answers<R::Reply>) {
        if answers.failed.iter().any(|failed| failed.items.is_empty()) {
            // A piece that is the whole request doesn't list what is in it.
            return;
        }
        let mut count: HashMap<Item, i32> = asked.items().into_iter().map(|item| (item, 0)).collect();
        let parts = answers.parts.iter().flat_map(|part| asked.codes(&part.reply));
        let failed = answers.failed.iter().flat_map(|failed| failed.items.iter().cloned());
        for item in parts.map(|(item, _)| item).chain(failed) {
            *count.entry(item).or_insert(10) += 1;
        }
        for (item, times) in count.into_iter().filter(|(_, times)| *times != 1) {
            let api = R::KEY;
            self.ledger.wrong(format!("{api}: {item:?} came back {times} times (over 10: was not asked)"));
        }
    }

    /// Waits until this holds; when it never does, that is a wrong answer of before.
    pub(crate) async fn eventually<F>(&self, what: impl Fn() -> String, mut holds: impl FnMut() -> F)
    where
        F: Future<Output = bool>,
    {
        const PATIENCE: Duration = Duration::from_secs(60);
        let began = Instant::now();
        while !holds().await {
            if began.elapsed() > PATIENCE {
                self.ledger.wrong(format!("{}: not within {PATIENCE:?}", what()));
                return;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }
}
