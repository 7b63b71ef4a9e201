//! Those who read: a question of every class of the routing table, and whether its answer could be right at any moment while it
//! was asked.

use std::{
    collections::BTreeSet,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use meta::{
    Answers, Ask, Error, Item, Key, Refresh, What,
    message::{
        describe_cluster::DescribeCluster,
        describe_log_dirs::DescribeLogDirs,
        describe_quorum::DescribeQuorum,
        describe_transactions::DescribeTransactions,
        list_groups::ListGroups,
        list_offsets::{LATEST, ListOffsets, PartitionAsked, TopicAsked},
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use rand::{Rng, rngs::StdRng};

use super::{
    scene::{BROKERS, GROUPS, ID, PARTITIONS, Scene, TOPICS, TRANSACTIONS, commit, end, producer, volume},
    verdict::reason,
};

/// Whether all that was asked for was answered.
pub type All = bool;

pub async fn one(scene: &Scene, chance: &mut StdRng) -> All {
    let limit = Duration::from_millis(chance.random_range(300..2_500));
    match chance.random_range(0..10) {
        0..=2 => ends(scene, limit).await,
        3 => log_dirs(scene, limit).await,
        4 => named(scene, chance.random_range(1..=BROKERS), limit).await,
        5 => commits(scene, limit).await,
        6 => transactions(scene, limit).await,
        7 => anybody(scene, limit).await,
        8 => groups(scene, limit).await,
        _ if chance.random_bool(0.3) => quorum(scene, limit).await,
        _ => topic(scene, TOPICS[chance.random_range(0..TOPICS.len())]).await,
    }
}

/// Each kind of question once.
pub async fn each(scene: &Scene, limit: Duration) -> Vec<(&'static str, All)> {
    vec![
        ("leaders", ends(scene, limit).await),
        ("each broker", log_dirs(scene, limit).await),
        ("a named broker", named(scene, 2, limit).await),
        ("coordinators of groups", commits(scene, limit).await),
        ("coordinators of transactions", transactions(scene, limit).await),
        ("anybody", anybody(scene, limit).await),
        ("groups of each broker", groups(scene, limit).await),
        ("a topic", topic(scene, TOPICS[0]).await),
    ]
}

/// Asks within a time, and holds what has to be true of every call. `None`: it failed as a whole.
async fn ask<R: Ask>(scene: &Scene, request: R, key: Key, limit: Duration) -> Option<Answers<R::Reply>> {
    let began = Instant::now();
    let result = scene.cluster.send_within(request, key, limit).await;
    let over = began.elapsed().saturating_sub(limit).as_millis() as u64;
    scene.overshoot.fetch_max(over, Ordering::Relaxed);
    let failed: Vec<Error> = match &result {
        Ok(answers) => answers.failed.iter().map(|failed| failed.error.clone()).collect(),
        Err(error) => vec![error.clone()],
    };
    scene.answers.fetch_add(u64::from(failed.is_empty()), Ordering::Relaxed);
    scene.failures.fetch_add(u64::from(!failed.is_empty()), Ordering::Relaxed);
    for error in &failed {
        reason(scene, error);
        if matches!(error.what(), What::OutcomeUnknown(_)) {
            scene.wrong(format!("the outcome of a question is unknown: {error}"));
        }
    }
    let answers = result.ok()?;
    for part in &answers.parts {
        let source = &part.source;
        if source.asked < began || source.asked > Instant::now() {
            scene.wrong(format!("{} says it was asked at another time than this call", R::KEY));
        }
        if source.broker.is_some_and(|id| !(1..=BROKERS).contains(&id)) {
            scene.wrong(format!("{} was answered by broker {:?}", R::KEY, source.broker));
        }
    }
    Some(answers)
}

/// That what was answered and what failed are what was asked for, each once.
fn once_each<T: Ord + std::fmt::Debug>(
    scene: &Scene,
    what: &str,
    asked: impl Iterator<Item = T>,
    told: Vec<T>,
) {
    let asked: BTreeSet<T> = asked.collect();
    let count = told.len();
    let told: BTreeSet<T> = told.into_iter().collect();
    if told.len() != count || told != asked {
        scene.wrong(format!("{what}: asked {asked:?}, told {count} times of {told:?}"));
    }
}

fn items<T>(answers: &Answers<T>) -> impl Iterator<Item = &Item> {
    answers.failed.iter().flat_map(|failed| &failed.items)
}

async fn ends(scene: &Scene, limit: Duration) -> All {
    let before: Vec<usize> = TOPICS.iter().map(|name| scene.life(name)).collect();
    let partition = |partition| PartitionAsked { partition, leader_epoch: None, timestamp: LATEST };
    let asked = TOPICS.iter().map(|name| TopicAsked {
        name: (*name).to_owned(),
        partitions: (0..PARTITIONS).map(partition).collect(),
    });
    let asked = ListOffsets { topics: asked.collect(), ..ListOffsets::default() };
    let Some(answers) = ask(scene, asked, Key::None, limit).await else { return false };
    let (mut told, mut all) = (Vec::new(), answers.failed.is_empty());
    for part in &answers.parts {
        for topic in &part.reply.topics {
            for one in &topic.partitions {
                told.push((topic.name.clone(), one.partition));
                if !one.code.is_none() {
                    all = false;
                    reason(scene, &Error::from_code(one.code, None));
                    continue;
                }
                let Some(at) = TOPICS.iter().position(|name| *name == topic.name) else { continue };
                let lives = before[at]..=scene.life(&topic.name);
                let ends: Vec<i64> = lives.map(|life| end(&topic.name, life, one.partition)).collect();
                if !one.offset.is_some_and(|offset| ends.contains(&offset)) {
                    let (name, partition, offset) = (&topic.name, one.partition, one.offset);
                    scene.wrong(format!(
                        "{name}-{partition} ends at {offset:?}, not {ends:?}: {:?}",
                        part.source
                    ));
                }
            }
        }
    }
    for item in items(&answers) {
        match item {
            Item::Partition(topic, index) => told.push((topic.to_string(), *index)),
            other => scene.wrong(format!("ListOffsets failed for {other:?}")),
        }
    }
    let asked = TOPICS.iter().flat_map(|name| (0..PARTITIONS).map(|index| ((*name).to_owned(), index)));
    once_each(scene, "ListOffsets", asked, told);
    all
}

fn is_of(scene: &Scene, told: Option<i64>, broker: Option<i32>, source: &meta::Source) {
    if broker.map(volume) != told {
        scene.wrong(format!("the directories of {broker:?} are on a volume of {told:?}: {source:?}"));
    }
}

async fn log_dirs(scene: &Scene, limit: Duration) -> All {
    let Some(answers) = ask(scene, DescribeLogDirs::default(), Key::None, limit).await else { return false };
    told_of_volumes(scene, &answers);
    let parts = answers.parts.iter().map(|part| part.source.broker);
    let told: Vec<_> = parts.chain(answers.failed.iter().map(|failed| failed.broker)).flatten().collect();
    let brokers: BTreeSet<i32> = told.iter().copied().collect();
    if brokers.len() != told.len() {
        scene.wrong(format!("DescribeLogDirs: brokers told twice: {told:?}"));
    }
    told.len() == BROKERS as usize && answers.failed.is_empty() && whole(&answers)
}

fn whole(answers: &Answers<meta::message::describe_log_dirs::Reply>) -> All {
    answers
        .parts
        .iter()
        .all(|part| part.reply.code.is_none() && part.reply.dirs.iter().all(|dir| dir.code.is_none()))
}

fn told_of_volumes(scene: &Scene, answers: &Answers<meta::message::describe_log_dirs::Reply>) {
    for part in &answers.parts {
        for dir in part.reply.dirs.iter().filter(|dir| dir.code.is_none() && dir.path.ends_with("data-1")) {
            if dir.volume_total.is_some() {
                is_of(scene, dir.volume_total, part.source.broker, &part.source);
            }
        }
    }
}

async fn named(scene: &Scene, broker: i32, limit: Duration) -> All {
    let asked = DescribeLogDirs::default();
    let Some(answers) = ask(scene, asked, Key::Broker(broker), limit).await else { return false };
    told_of_volumes(scene, &answers);
    if answers.parts.iter().any(|part| part.source.broker != Some(broker)) {
        scene.wrong(format!("broker {broker} was meant, {:?} answered", answers.parts[0].source));
    }
    answers.failed.is_empty() && whole(&answers)
}

async fn commits(scene: &Scene, limit: Duration) -> All {
    let asked = GROUPS.iter().map(|id| GroupAsked { id: (*id).to_owned(), topics: None });
    let asked = OffsetFetch { groups: asked.collect(), require_stable: false };
    let Some(answers) = ask(scene, asked, Key::None, limit).await else { return false };
    let (mut told, mut all) = (Vec::new(), answers.failed.is_empty());
    for part in &answers.parts {
        for group in &part.reply.groups {
            let id = group.id.clone().unwrap_or_default();
            told.push(id.clone());
            let Some(at) = GROUPS.iter().position(|name| *name == id) else { continue };
            let partitions = group.topics.iter().flat_map(|topic| &topic.partitions);
            let code =
                partitions.clone().map(|one| one.code).chain([group.code]).find(|code| !code.is_none());
            if let Some(code) = code {
                all = false;
                reason(scene, &Error::from_code(code, None));
                continue;
            }
            let committed: Vec<_> = partitions.map(|one| one.committed).collect();
            if committed != [Some(commit(at))] {
                scene.wrong(format!("{id} committed {committed:?}: {:?}", part.source));
            }
        }
    }
    for item in items(&answers) {
        match item {
            Item::Group(id) => told.push(id.to_string()),
            other => scene.wrong(format!("OffsetFetch failed for {other:?}")),
        }
    }
    once_each(scene, "OffsetFetch", GROUPS.iter().map(|id| (*id).to_owned()), told);
    all
}

async fn transactions(scene: &Scene, limit: Duration) -> All {
    if !scene.kraft() {
        return true;
    }
    let asked = DescribeTransactions { ids: TRANSACTIONS.iter().map(|id| (*id).to_owned()).collect() };
    let Some(answers) = ask(scene, asked, Key::None, limit).await else { return false };
    let (mut told, mut all) = (Vec::new(), answers.failed.is_empty());
    for part in &answers.parts {
        for one in &part.reply.transactions {
            told.push(one.id.clone());
            let Some(at) = TRANSACTIONS.iter().position(|id| *id == one.id) else { continue };
            if !one.code.is_none() {
                all = false;
                reason(scene, &Error::from_code(one.code, None));
            } else if one.producer_id != Some(producer(at)) {
                scene.wrong(format!("{} has producer {:?}: {:?}", one.id, one.producer_id, part.source));
            }
        }
    }
    for item in items(&answers) {
        match item {
            Item::Transaction(id) => told.push(id.to_string()),
            other => scene.wrong(format!("DescribeTransactions failed for {other:?}")),
        }
    }
    once_each(scene, "DescribeTransactions", TRANSACTIONS.iter().map(|id| (*id).to_owned()), told);
    all
}

async fn anybody(scene: &Scene, limit: Duration) -> All {
    let asked = DescribeCluster { include_operations: false, include_fenced: false };
    let Some(answers) = ask(scene, asked, Key::None, limit).await else { return false };
    for part in answers.parts.iter().filter(|part| part.reply.code.is_none()) {
        if part.reply.cluster_id != ID {
            scene.wrong(format!("the cluster is {:?}: {:?}", part.reply.cluster_id, part.source));
        }
    }
    answers.failed.is_empty() && answers.parts.iter().all(|part| part.reply.code.is_none())
}

async fn groups(scene: &Scene, limit: Duration) -> All {
    let Some(answers) = ask(scene, ListGroups::default(), Key::None, limit).await else { return false };
    let parts = answers.parts.iter().map(|part| part.source.broker);
    let told: Vec<_> = parts.chain(answers.failed.iter().map(|failed| failed.broker)).flatten().collect();
    let brokers: BTreeSet<i32> = told.iter().copied().collect();
    if brokers.len() != told.len() {
        scene.wrong(format!("ListGroups: brokers told twice: {told:?}"));
    }
    let groups = answers.parts.iter().flat_map(|part| &part.reply.groups);
    let known: BTreeSet<&str> =
        groups.map(|group| group.id.as_str()).filter(|id| GROUPS.contains(id)).collect();
    let codes = answers.parts.iter().all(|part| part.reply.code.is_none());
    answers.failed.is_empty() && codes && known.len() == GROUPS.len()
}

async fn quorum(scene: &Scene, limit: Duration) -> All {
    if !scene.kraft() {
        return true;
    }
    let Some(answers) = ask(scene, DescribeQuorum, Key::None, limit).await else { return false };
    answers.failed.is_empty()
}

/// A refresh of one topic, which is to show a life that it had since the call began.
async fn topic(scene: &Scene, name: &'static str) -> All {
    let (before, began) = (scene.life(name), Instant::now());
    let result = scene.cluster.refresh(Refresh::Topics(vec![name.to_owned()])).await;
    let snapshot = match result {
        Ok(snapshot) => snapshot,
        Err(error) => {
            reason(scene, &error);
            return false;
        }
    };
    let lives = scene.lives.lock()[name].clone();
    let Some(topic) = snapshot.topic(name).filter(|topic| topic.error().is_none()) else { return false };
    if snapshot.refusal(name).is_some() {
        return false;
    }
    if topic.source().asked < began {
        scene.wrong(format!("{name} was refreshed and is as old as before"));
        return false;
    }
    let id = topic.id().map(|id| id.to_string());
    if scene.kraft() && !lives[before..].iter().any(|life| Some(life) == id.as_ref()) {
        scene.wrong(format!("{name} is {id:?}, not of {:?}", &lives[before..]));
    }
    true
}
