//! What has to hold whatever the weather was: every failure has a reason that could be true, no change was sent again after it
//! may have been made, the view only went forward, and afterwards all is as the cluster's own state says.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use meta::{Error, Refresh, Snapshot, What, could_write};
use mock_cluster::key;

use super::{
    changes::Expected,
    scene::{BROKERS, ID, Scene, shown},
    weather::CODES,
};

/// What brokers say by themselves when things move.
const NATURAL: [i16; 8] = [3, 5, 6, 15, 16, 41, 74, 75];

/// A reason that can't be true here is a lie.
pub fn reason(scene: &Scene, error: &Error) {
    let true_here = match error.what() {
        What::Connect(_)
        | What::NotKafka(_)
        | What::Disconnected { .. }
        | What::Timeout { .. }
        | What::Throttled { .. }
        | What::Decode(_)
        | What::NoTarget(_)
        | What::OutcomeUnknown(_) => true,
        What::OtherCluster { was, now } => was == ID && now == "not ours",
        What::Broker(code, _) => {
            NATURAL.contains(&code.0)
                || CODES.contains(&code.0)
                || ["TOPIC_ALREADY_EXISTS", "GROUP_ID_NOT_FOUND"].contains(&code.name())
        }
        What::Unsupported { .. }
        | What::NotInVersion { .. }
        | What::BadInput(_)
        | What::BadKey(_)
        | What::Tls(_)
        | What::Token(_)
        | What::Authentication(_)
        | What::Authorization(_)
        | What::ReadOnly
        | What::Closed
        | What::Cancelled => false,
    };
    if scene.fine.load(Ordering::Relaxed) {
        scene.wrong(format!("in fine weather: {error}, tried {:?}", error.tries()));
    }
    if !true_here || error.broker().is_some_and(|id| !(1..=BROKERS).contains(&id)) {
        scene.wrong(format!("a reason that can't be: {error:?}"));
    }
}

/// Looks at the view all the time: nothing in it may go back.
pub async fn watch(scene: &Scene) {
    let mut before: Arc<Snapshot> = scene.cluster.snapshot();
    while !scene.over() {
        tokio::time::sleep(Duration::from_millis(3)).await;
        let now = scene.cluster.snapshot();
        forward(scene, &before, &now);
        before = now;
    }
}

fn forward(scene: &Scene, before: &Snapshot, now: &Snapshot) {
    if now.generation() < before.generation() {
        scene.wrong(format!("generation {} after {}", now.generation(), before.generation()));
    }
    if now.cluster_id() != Some(ID) {
        scene.wrong(format!("the view is of cluster {:?}", now.cluster_id()));
    }
    for old in before.topics() {
        let Some(new) = now.topic(old.name()) else { continue };
        if new.source().asked < old.source().asked {
            scene.wrong(format!("{} is told by an older question", old.name()));
        }
        for one in old.partitions().filter(|_| old.id().is_some() && old.id() == new.id()) {
            let epoch = new.partition(one.index).and_then(|one| one.leader_epoch);
            if epoch < one.leader_epoch {
                let (name, index, was) = (old.name(), one.index, one.leader_epoch);
                scene.wrong(format!("{name}-{index} went back from leader epoch {was:?} to {epoch:?}"));
            }
        }
    }
}

/// No attempt at a change follows one that may have made it, and what arrived is what left.
pub fn sent_once(scene: &Scene) {
    for entry in scene.record.entries().iter().filter(|entry| could_write(entry.api)) {
        let last = entry.attempts.len().saturating_sub(1);
        for attempt in &entry.attempts[..last] {
            let harmless = attempt.error.as_ref().is_some_and(|error| match error.what() {
                What::Broker(code, _) => code.refused_before_effect(),
                What::Disconnected { sent, .. } | What::Timeout { sent, .. } => !sent,
                What::OutcomeUnknown(_) | What::Decode(_) => false,
                _ => true,
            });
            if !harmless {
                scene.wrong(format!("a change was sent again after {:?}: {entry:?}", attempt.error));
            }
        }
    }
    let changes = [key::CREATE_TOPICS, key::DELETE_TOPICS, key::DELETE_GROUPS];
    for key in changes.iter().filter(|key| scene.stranger.count(**key) > 0) {
        scene.wrong(format!("a change (key {key}) was sent to another cluster"));
    }
    // What arrived, in part too, has left.
    let entries = scene.record.entries();
    for key in changes {
        let left = entries.iter().filter(|entry| entry.api.code() == key).flat_map(|entry| &entry.attempts);
        let sent = left.filter(|attempt| {
            attempt.error.as_ref().is_none_or(|error| match error.what() {
                What::Disconnected { sent, .. } | What::Timeout { sent, .. } => *sent,
                What::Broker(..) | What::OutcomeUnknown(_) | What::Decode(_) | What::Cancelled => true,
                _ => false,
            })
        });
        let (came, sent) = (scene.mock.count(key), sent.count() as u64);
        if came > sent {
            scene.wrong(format!("changes of key {key}: {came} came, and {sent} are said to have left"));
        }
    }
}

/// What each caller was told of its change is so.
pub fn as_told(scene: &Scene, things: &[Expected]) {
    let state = scene.mock.state();
    let mut wrong = Vec::new();
    for one in things {
        let there = if one.topic { state.topic(&one.name).is_ok() } else { state.group(&one.name).is_ok() };
        if one.there.is_some_and(|told| told != there) {
            wrong
                .push(format!("{} is there: {there}, which is not what was told: {:?}", one.name, one.story));
        }
    }
    drop(state);
    wrong.into_iter().for_each(|what| scene.wrong(what));
}

/// The whole view is the cluster's own state.
pub async fn same_view(scene: &Scene) {
    let snapshot = match scene.cluster.refresh(Refresh::All).await {
        Ok(snapshot) => snapshot,
        Err(error) => return scene.wrong(format!("no listing in fine weather: {error}")),
    };
    type Topics = BTreeMap<(String, i32), (Option<i32>, Option<i32>, Vec<i32>, Vec<i32>)>;
    let (mut ours, mut theirs) = (Topics::new(), Topics::new());
    for topic in snapshot.topics() {
        for one in topic.partitions() {
            let place = (topic.name().to_owned(), one.index);
            ours.insert(place, (one.leader, one.leader_epoch, one.replicas.to_vec(), one.isr.to_vec()));
        }
    }
    let state = scene.mock.state();
    for topic in state.topics() {
        for one in &topic.partitions {
            let leader = (one.leader >= 0).then_some(one.leader);
            let replicas = one.replicas.iter().map(|replica| replica.broker).collect();
            let place = (topic.name.clone(), one.index);
            theirs.insert(place, (leader, Some(one.leader_epoch), replicas, one.isr.clone()));
        }
        let id = snapshot.topic(&topic.name).and_then(|topic| topic.id()).map(|id| id.to_string());
        if state.kraft && id != Some(shown(topic)) {
            scene.wrong(format!("{} is {id:?} in the view, {} in the cluster", topic.name, topic.id));
        }
    }
    for place in ours.keys().chain(theirs.keys()).filter(|place| ours.get(*place) != theirs.get(*place)) {
        scene.wrong(format!("{place:?}: ours {:?}, the cluster's {:?}", ours.get(place), theirs.get(place)));
    }
    let brokers: Vec<_> = snapshot.brokers().iter().map(|broker| (broker.id, broker.port)).collect();
    let theirs: Vec<_> = state.brokers().map(|broker| (broker.id, broker.port)).collect();
    if brokers != theirs {
        scene.wrong(format!("brokers: ours {brokers:?}, the cluster's {theirs:?}"));
    }
    if snapshot.failure().is_some() || snapshot.listing_failure().is_some() {
        scene.wrong(format!("a view that was just told is marked with {:?}", snapshot.failure()));
    }
}

/// Nothing is on its way, and no more sockets are open than one for each lane of a broker and each typed address.
pub async fn nothing_left(scene: &Scene) {
    let began = Instant::now();
    let busy = || scene.cluster.connections().into_iter().filter(|one| one.in_flight > 0).collect::<Vec<_>>();
    while !busy().is_empty() {
        if began.elapsed() > Duration::from_secs(20) {
            return scene.wrong(format!("still on its way: {:#?}", busy()));
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for broker in 1..=BROKERS {
        let open = scene.mock.connections_open(broker);
        if open > 3 {
            scene.wrong(format!("{open} sockets to broker {broker}: {:#?}", scene.cluster.connections()));
        }
    }
}

/// Closing ends every socket.
pub async fn all_closed(scene: &Scene) {
    scene.cluster.close();
    let began = Instant::now();
    let open = || {
        (1..=BROKERS)
            .map(|id| scene.mock.connections_open(id) + scene.stranger.connections_open(id))
            .sum::<u64>()
    };
    while open() > 0 {
        if began.elapsed() > Duration::from_secs(20) {
            return scene.wrong(format!("{} sockets outlive the handle", open()));
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
