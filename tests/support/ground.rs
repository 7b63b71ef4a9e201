//! The ground for tests of `Cluster` itself: a mock cluster, a handle to it, and a record of what was reported.

use std::{future::Future, sync::Arc, time::Duration};

use meta::{
    Address, Answers, ApiKey, Cluster, Config, Entry, Error, Event, Key, Observer,
    message::list_offsets::{self, LATEST, ListOffsets, PartitionAsked, TopicAsked},
};
use mock_cluster::{Builder, MockCluster, TopicSpec};
use parking_lot::Mutex;

/// Only a hang takes this long.
const HANG: Duration = Duration::from_secs(60);

pub async fn within<F: Future>(waiting: F) -> F::Output {
    tokio::time::timeout(HANG, waiting).await.expect("this hangs")
}

/// Waits until this holds.
pub async fn until(mut holds: impl FnMut() -> bool) {
    within(async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Keeps everything that is reported.
#[derive(Default)]
pub struct Record {
    entries: Mutex<Vec<Entry>>,
    events: Mutex<Vec<Event>>,
}

impl Observer for Record {
    fn request(&self, entry: Entry) {
        self.entries.lock().push(entry);
    }
    fn event(&self, event: Event) {
        self.events.lock().push(event);
    }
}

impl Record {
    pub fn of(&self, api: ApiKey) -> Vec<Entry> {
        self.entries.lock().iter().filter(|entry| entry.api == api).cloned().collect()
    }
    pub fn entries(&self) -> Vec<Entry> {
        self.entries.lock().clone()
    }
    pub fn events(&self) -> Vec<Event> {
        self.events.lock().clone()
    }
}

/// Three brokers, numbered from 1, and a topic "orders" of six partitions, three replicas each.
pub fn three() -> Builder {
    MockCluster::builder().brokers(3).topic(TopicSpec::new("orders").partitions(6).replication(3))
}

pub fn config(bootstrap: &str) -> Config {
    Config::new(Address::parse_list(bootstrap).unwrap())
}

pub async fn connect(mock: &MockCluster) -> (Cluster, Arc<Record>) {
    connect_as(config(&mock.bootstrap())).await
}

pub async fn connect_as(config: Config) -> (Cluster, Arc<Record>) {
    let record = Arc::new(Record::default());
    let config = Config { observer: Some(record.clone()), ..config };
    (within(Cluster::connect(config)).await.unwrap(), record)
}

/// The latest offsets of these partitions.
pub fn latest(topic: &str, partitions: impl IntoIterator<Item = i32>) -> ListOffsets {
    let asked = |partition| PartitionAsked { partition, leader_epoch: None, timestamp: LATEST };
    let partitions = partitions.into_iter().map(asked).collect();
    ListOffsets { topics: vec![TopicAsked { name: topic.to_owned(), partitions }], ..ListOffsets::default() }
}

pub async fn offsets(cluster: &Cluster, asked: ListOffsets) -> Answers<list_offsets::Reply> {
    within(cluster.send(asked, Key::None)).await.unwrap()
}

/// Which broker answered for which partition, sorted.
pub fn answered(answers: &Answers<list_offsets::Reply>) -> Vec<(i32, i32)> {
    let of = |part: &meta::Part<list_offsets::Reply>| {
        let broker = part.source.broker.unwrap();
        let partitions = part.reply.topics.iter().flat_map(|topic| topic.partitions.clone());
        partitions.map(|partition| (partition.partition, broker)).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = answers.parts.iter().flat_map(of).collect();
    all.sort_unstable();
    all
}

/// The error of a request that went to one broker.
pub fn failure<T>(result: Result<Answers<T>, Error>) -> Error {
    match result {
        Ok(_) => panic!("it was answered"),
        Err(error) => error,
    }
}
