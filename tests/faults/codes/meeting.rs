//! One request meets one error code at one place of its reply, once; and all that happened then.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use meta::{
    Cluster, Config, Key,
    message::{
        consumer_group_describe::ConsumerGroupDescribe, describe_groups::DescribeGroups,
        describe_transactions::DescribeTransactions, list_groups::ListGroups,
    },
};
use mock_cluster::{Action, Fault, MockCluster, Release, key};
use parking_lot::Mutex;
use support::ground::{config, connect_as, latest, within};

use super::{
    places::sites,
    requests::{Asked, Place, Told, cluster_of, requests},
};

/// What happened.
#[derive(Debug)]
pub struct Met {
    /// How many replies had such a place.
    pub asks: usize,
    /// The brokers that were asked by this request, in order; of a request to each broker only the one with the code.
    pub brokers: Vec<i32>,
    /// How often the place was there in each of the replies.
    pub there: Vec<usize>,
    /// Requests for metadata and for coordinators on the way.
    pub metadata: u64,
    pub coordinator: u64,
    pub told: Told,
}

/// A connected cluster that knows all that this request needs, and whose record is empty.
pub async fn warm(asked: &Asked, release: Release) -> (MockCluster, Cluster) {
    let mock = cluster_of(release).await;
    let (cluster, _) = connect_as(Config { read_only: false, ..config(&mock.bootstrap()) }).await;
    match asked.place {
        // New connections ask it too, so that none is to be new.
        Place::Anywhere if asked.name == "DescribeCluster" => {
            within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        }
        Place::Anywhere | Place::Controller | Place::Named => {}
        Place::Leader => {
            within(cluster.send(latest("orders", 0..2), Key::None)).await.unwrap();
        }
        Place::Coordinator if asked.name == "DescribeTransactions" => {
            let ids = vec!["t1".to_owned(), "t2".to_owned()];
            within(cluster.send(DescribeTransactions { ids }, Key::None)).await.unwrap();
        }
        Place::Coordinator if asked.name == "ConsumerGroupDescribe" => {
            let groups = vec!["c1".to_owned(), "c2".to_owned()];
            let describe = ConsumerGroupDescribe { groups, include_operations: false };
            within(cluster.send(describe, Key::None)).await.unwrap();
        }
        Place::Coordinator => {
            let groups = vec!["g1".to_owned(), "g2".to_owned()];
            let describe = DescribeGroups { groups, include_operations: false };
            within(cluster.send(describe, Key::None)).await.unwrap();
        }
        Place::Each => {
            within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
        }
    }
    mock.forget_requests();
    (mock, cluster)
}

/// Sends it; the first reply has this code at the first such place.
pub async fn meet(name: &str, release: Release, path: &str, code: i16) -> Met {
    let all = requests(release);
    let asked = all.iter().find(|asked| asked.name == name).unwrap();
    let (mock, cluster) = warm(asked, release).await;
    let (api, version) = (asked.api, asked.version(release).unwrap());
    let there: Arc<Mutex<Vec<usize>>> = Arc::default();
    let (seen, wanted, turn) = (Arc::clone(&there), path.to_owned(), AtomicUsize::new(0));
    let rewrite = Action::rewrite(move |body| {
        let mine = sites(api, version, &body).into_iter().filter(|site| site.path == wanted);
        let mine: Vec<usize> = mine.map(|site| site.at).collect();
        if !mine.is_empty() {
            seen.lock().push(mine.len());
        }
        let mut body = body.to_vec();
        // Metadata is asked for in the background too, and then names no topic.
        if !mine.is_empty() && turn.fetch_add(1, Ordering::Relaxed) == 0 {
            body[mine[0]..mine[0] + 2].copy_from_slice(&code.to_be_bytes());
        }
        body.into()
    });
    let fault = Fault::on(api.code());
    mock.fault(if asked.place == Place::Each { fault.broker(2) } else { fault }, rewrite);
    let told = within(asked.send(cluster)).await;
    let brokers = mock.requests(api.code()).into_iter().map(|seen| seen.broker);
    let brokers = brokers.filter(|broker| asked.place != Place::Each || *broker == 2).collect();
    let there = there.lock().clone();
    let asks = there.len();
    let (metadata, coordinator) = (mock.count(key::METADATA), mock.count(key::FIND_COORDINATOR));
    Met { asks, brokers, there, metadata, coordinator, told }
}

/// The places of the reply to a request that goes well, each once.
pub async fn places_met(asked: &Asked, release: Release) -> Vec<String> {
    let (mock, cluster) = warm(asked, release).await;
    let (api, version) = (asked.api, asked.version(release).unwrap());
    let paths: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&paths);
    mock.fault(
        Fault::on(api.code()),
        Action::rewrite(move |body| {
            seen.lock().extend(sites(api, version, &body).into_iter().map(|site| site.path));
            body
        }),
    );
    let told = within(asked.send(cluster)).await;
    assert!(told.whole.is_none() || asked.name == "DescribeAcls", "{}: {told:?}", asked.name);
    let mut paths = paths.lock().clone();
    paths.sort();
    paths.dedup();
    paths
}
