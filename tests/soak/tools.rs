//! What Kafka's own tools print of the cluster, as values. Their layout is theirs, so each reading says what it expects and
//! fails loudly when a line is missing.

use std::{collections::BTreeMap, thread};

use real_kafka::Tool;
use support::Stage;

/// Leader, replicas and ISR, in the tool's order; the ISR sorted.
pub(crate) type Partition = (Option<i32>, Vec<i32>, Vec<i32>);
/// Broker, directory, partition, size, lag, future.
pub(crate) type Replica = (i64, String, String, i64, i64, bool);

/// Everything that is compared.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) ids: BTreeMap<String, String>,
    pub(crate) partitions: BTreeMap<(String, i32), Partition>,
    pub(crate) ends: BTreeMap<(String, i32), i64>,
    /// Coordinator, state and members of each group.
    pub(crate) groups: BTreeMap<String, (i32, String, usize)>,
    pub(crate) commits: BTreeMap<(String, String, i32), i64>,
    pub(crate) replicas: Vec<Replica>,
}

/// Runs the tools; blocks. Two at a time: each is a JVM.
pub(crate) fn printed(stage: &Stage) -> Printed {
    let mut all = Printed::default();
    let (one, other) = thread::scope(|scope| {
        let topics = scope.spawn(|| stage.tool(Tool::Topics, &["--describe"]));
        let offsets = stage.tool(Tool::Offsets, &[]);
        (topics.join().unwrap(), offsets)
    });
    topics(&one, &mut all);
    ends(&other, &mut all);
    let (states, offsets) = thread::scope(|scope| {
        let args = ["--describe", "--all-groups", "--state"];
        let states = scope.spawn(move || stage.tool(Tool::ConsumerGroups, &args));
        let offsets = stage.tool(Tool::ConsumerGroups, &["--describe", "--all-groups"]);
        (states.join().unwrap(), offsets)
    });
    groups(&states, &mut all);
    commits(&offsets, &mut all);
    all.replicas = replicas(&stage.tool(Tool::LogDirs, &["--describe"]));
    assert!(!all.partitions.is_empty() && !all.ends.is_empty() && !all.groups.is_empty(), "{one}\n{states}");
    all
}

fn ids(list: &str) -> Vec<i32> {
    list.split(',').filter_map(|id| id.trim().parse().ok()).collect()
}

/// `Topic: a  Partition: 0  Leader: 1  Replicas: 1,2  Isr: 1,2 …` between tabs.
fn topics(text: &str, all: &mut Printed) {
    for line in text.lines() {
        let fields: BTreeMap<&str, &str> =
            line.split('\t').filter_map(|field| field.trim().split_once(": ")).collect();
        let Some(name) = fields.get("Topic") else { continue };
        if let Some(id) = fields.get("TopicId") {
            all.ids.insert((*name).to_owned(), (*id).to_owned());
        }
        let (Some(index), Some(replicas)) = (fields.get("Partition"), fields.get("Replicas")) else {
            continue;
        };
        let mut isr = ids(fields.get("Isr").copied().unwrap_or_default());
        isr.sort_unstable();
        let leader = fields.get("Leader").and_then(|id| id.parse().ok()).filter(|id: &i32| *id >= 0);
        all.partitions.insert(((*name).to_owned(), index.parse().unwrap()), (leader, ids(replicas), isr));
    }
}

/// `topic:partition:offset`.
fn ends(text: &str, all: &mut Printed) {
    for line in text.lines() {
        let mut parts = line.rsplitn(3, ':');
        let (Some(offset), Some(index), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        if let (Ok(offset), Ok(index)) = (offset.trim().parse(), index.parse()) {
            all.ends.insert((name.to_owned(), index), offset);
        }
    }
}

/// `group  host:port  (id)  [strategy]  state  members` between blanks.
fn groups(text: &str, all: &mut Printed) {
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [group, _, id, .., state, members] = words[..] else { continue };
        let id = id.trim_matches(['(', ')']).parse();
        if let (Ok(id), Ok(members)) = (id, members.parse()) {
            all.groups.insert(group.to_owned(), (id, state.to_owned(), members));
        }
    }
}

/// A table whose first line names its columns, once for each group.
fn commits(text: &str, all: &mut Printed) {
    let mut columns: Vec<&str> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"GROUP") {
            columns = words;
            continue;
        }
        let at = |name: &str| {
            let place = columns.iter().position(|column| *column == name)?;
            words.get(place).copied()
        };
        let partition = at("PARTITION").and_then(|text| text.parse().ok());
        let offset = at("CURRENT-OFFSET").and_then(|text| text.parse().ok());
        if let (Some(group), Some(topic), Some(partition), Some(offset)) =
            (at("GROUP"), at("TOPIC"), partition, offset)
        {
            all.commits.insert((group.to_owned(), topic.to_owned(), partition), offset);
        }
    }
}

/// Some words, then one line of JSON.
fn replicas(text: &str) -> Vec<Replica> {
    let json = text.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{text}"));
    let told: serde_json::Value = serde_json::from_str(json).unwrap();
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    for broker in list(&told["brokers"]) {
        for dir in list(&broker["logDirs"]) {
            for one in list(&dir["partitions"]) {
                all.push((
                    broker["broker"].as_i64().unwrap(),
                    dir["logDir"].as_str().unwrap().to_owned(),
                    one["partition"].as_str().unwrap().to_owned(),
                    one["size"].as_i64().unwrap(),
                    one["offsetLag"].as_i64().unwrap(),
                    one["isFuture"].as_bool().unwrap(),
                ));
            }
        }
    }
    all.sort();
    all
}
