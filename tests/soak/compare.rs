//! Everything that the core tells of the quiet cluster against what Kafka's own tools print of it, item by item. The callers
//! hold still meanwhile, so that a difference is somebody's mistake and not a matter of time.

use std::{collections::BTreeMap, fmt::Debug, time::Duration};

use meta::{
    Key, Refresh,
    message::{
        consumer_group_describe::ConsumerGroupDescribe,
        describe_groups::DescribeGroups,
        describe_log_dirs::DescribeLogDirs,
        list_groups::ListGroups,
        list_offsets::{LATEST, ListOffsets, PartitionAsked, TopicAsked},
        offset_fetch::{GroupAsked, OffsetFetch},
    },
};
use support::Stage;

use crate::{
    scene::Scene,
    tools::{Printed, printed},
};

const CLASS: &str = "compared with the tools";
/// Consumers may have committed between the two looks; what is the same mistake three times is a mistake.
const LOOKS: usize = 3;

pub(crate) async fn compare(stage: &Stage, scene: &Scene) {
    let _alone = scene.gate.write().await;
    stage.until_all_are_in_sync().await;
    let mut differences = Vec::new();
    for _ in 0..LOOKS {
        let truth = tokio::task::block_in_place(|| printed(stage));
        differences = differing(scene, &truth).await;
        if differences.is_empty() {
            scene.ledger.note("comparisons with the tools: all the same");
            for _ in 0..truth.items() {
                scene.ledger.note("comparisons with the tools: items");
            }
            return;
        }
        scene.ledger.note("comparisons with the tools: looked again");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    for difference in differences {
        scene.ledger.wrong(difference);
    }
}

impl Printed {
    fn items(&self) -> usize {
        let groups = self.groups.len() + self.commits.len();
        self.ids.len() + self.partitions.len() + self.ends.len() + groups + self.replicas.len()
    }
}

async fn differing(scene: &Scene, truth: &Printed) -> Vec<String> {
    let mut all = Vec::new();
    if let Err(error) = scene.cluster.refresh(Refresh::All).await {
        return vec![format!("no listing: {error}")];
    }
    topics(scene, truth, &mut all);
    ends(scene, truth, &mut all).await;
    groups(scene, truth, &mut all).await;
    commits(scene, truth, &mut all).await;
    replicas(scene, truth, &mut all).await;
    all
}

/// What one side has and the other has not, or has otherwise.
fn differ<K: Ord + Debug, V: PartialEq + Debug>(
    what: &str,
    ours: &BTreeMap<K, V>,
    theirs: &BTreeMap<K, V>,
    all: &mut Vec<String>,
) {
    for key in ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key))) {
        if ours.get(key) != theirs.get(key) {
            let (ours, theirs) = (ours.get(key), theirs.get(key));
            all.push(format!("{what} of {key:?}: ours {ours:?}, the tool's {theirs:?}"));
        }
    }
}

fn topics(scene: &Scene, truth: &Printed, all: &mut Vec<String>) {
    let snapshot = scene.cluster.snapshot();
    let (mut ids, mut partitions) = (BTreeMap::new(), BTreeMap::new());
    for topic in snapshot.topics() {
        ids.insert(topic.name().to_owned(), topic.id().map(|id| id.to_string()).unwrap_or_default());
        for one in topic.partitions() {
            let mut isr = one.isr.to_vec();
            isr.sort_unstable();
            partitions.insert((topic.name().to_owned(), one.index), (one.leader, one.replicas.to_vec(), isr));
        }
    }
    differ("id", &ids, &truth.ids, all);
    differ("leader, replicas, ISR", &partitions, &truth.partitions, all);
}

async fn ends(scene: &Scene, truth: &Printed, all: &mut Vec<String>) {
    let mut topics: BTreeMap<&str, Vec<PartitionAsked>> = BTreeMap::new();
    for (name, partition) in truth.partitions.keys() {
        let asked = PartitionAsked { partition: *partition, leader_epoch: None, timestamp: LATEST };
        topics.entry(name).or_default().push(asked);
    }
    let topics =
        topics.into_iter().map(|(name, partitions)| TopicAsked { name: name.to_owned(), partitions });
    let asked = ListOffsets { topics: topics.collect(), ..ListOffsets::default() };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    let mut ends = BTreeMap::new();
    for topic in answers.parts.iter().flat_map(|part| &part.reply.topics) {
        for one in &topic.partitions {
            ends.insert((topic.name.clone(), one.partition), one.offset.unwrap_or(-1));
        }
    }
    differ("end", &ends, &truth.ends, all);
}

async fn groups(scene: &Scene, truth: &Printed, all: &mut Vec<String>) {
    let Ok(answers) = scene.ask(CLASS, ListGroups::default(), Key::None).await else { return };
    let mut groups = BTreeMap::new();
    let (mut classic, mut new) = (Vec::new(), Vec::new());
    for part in &answers.parts {
        for group in &part.reply.groups {
            let state = group.state.clone().unwrap_or_default();
            groups.insert(group.id.clone(), (part.source.broker.unwrap_or(-1), state, 0));
            match group.group_type.as_deref() {
                Some("consumer") => new.push(group.id.clone()),
                _ => classic.push(group.id.clone()),
            }
        }
    }
    let asked = DescribeGroups { groups: classic, include_operations: false };
    if let Ok(answers) = scene.ask(CLASS, asked, Key::None).await {
        for group in answers.parts.iter().flat_map(|part| &part.reply.groups) {
            groups.entry(group.id.clone()).and_modify(|told| told.2 = group.members.len());
        }
    }
    let asked = ConsumerGroupDescribe { groups: new, include_operations: false };
    if let Ok(answers) = scene.ask(CLASS, asked, Key::None).await {
        for group in answers.parts.iter().flat_map(|part| &part.reply.groups) {
            groups.entry(group.id.clone()).and_modify(|told| told.2 = group.members.len());
        }
    }
    differ("coordinator, state, members", &groups, &truth.groups, all);
}

async fn commits(scene: &Scene, truth: &Printed, all: &mut Vec<String>) {
    let groups = truth.groups.keys().map(|id| GroupAsked { id: id.clone(), topics: None });
    let asked = OffsetFetch { groups: groups.collect(), require_stable: false };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    let mut commits = BTreeMap::new();
    for group in answers.parts.iter().flat_map(|part| &part.reply.groups) {
        for topic in &group.topics {
            for one in topic.partitions.iter().filter(|one| one.committed.is_some()) {
                let key = (group.id.clone().unwrap_or_default(), topic.name.clone(), one.partition);
                commits.insert(key, one.committed.unwrap_or(-1));
            }
        }
    }
    differ("committed offset", &commits, &truth.commits, all);
}

async fn replicas(scene: &Scene, truth: &Printed, all: &mut Vec<String>) {
    let Ok(answers) = scene.ask(CLASS, DescribeLogDirs::default(), Key::None).await else { return };
    let mut ours = BTreeMap::new();
    for part in &answers.parts {
        let broker = i64::from(part.source.broker.unwrap_or(-1));
        for dir in &part.reply.dirs {
            for topic in &dir.topics {
                for one in &topic.replicas {
                    let partition = format!("{}-{}", topic.name, one.partition);
                    ours.insert(
                        (broker, dir.path.clone(), partition, one.future),
                        (one.size, one.offset_lag),
                    );
                }
            }
        }
    }
    let theirs = truth.replicas.iter().cloned();
    let theirs = theirs
        .map(|(broker, dir, partition, size, lag, future)| ((broker, dir, partition, future), (size, lag)));
    differ("size and lag", &ours, &theirs.collect(), all);
}
