//! Groups of every kind with their members and committed offsets.

use std::collections::BTreeMap;

use super::{NoSuch, State};

/// The four kinds, as ListGroups v5 names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupKind {
    Classic,
    Consumer,
    Share,
    Streams,
}

impl GroupKind {
    /// The broker's own word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Consumer => "consumer",
            Self::Share => "share",
            Self::Streams => "streams",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Group {
    pub id: String,
    pub kind: GroupKind,
    /// The broker's word, for example `Stable`.
    pub state: String,
    pub protocol_type: String,
    /// The assignor.
    pub protocol: String,
    pub epoch: i32,
    pub members: Vec<Member>,
    pub offsets: BTreeMap<(String, i32), Committed>,
    /// The coordinator is still reading this group's records: requests answer COORDINATOR_LOAD_IN_PROGRESS.
    pub loading: bool,
}

impl Group {
    /// A group without members: `Empty`.
    pub fn new(id: impl Into<String>, kind: GroupKind) -> Self {
        let (protocol_type, protocol) = match kind {
            GroupKind::Classic => ("consumer", "range"),
            GroupKind::Consumer => ("consumer", "uniform"),
            GroupKind::Share => ("share", "simple"),
            GroupKind::Streams => ("streams", "sticky"),
        };
        Self {
            id: id.into(),
            kind,
            state: "Empty".to_owned(),
            protocol_type: protocol_type.to_owned(),
            protocol: protocol.to_owned(),
            epoch: 1,
            members: Vec::new(),
            offsets: BTreeMap::new(),
            loading: false,
        }
    }

    #[must_use]
    pub fn with_state(mut self, state: &str) -> Self {
        state.clone_into(&mut self.state);
        self
    }

    #[must_use]
    pub fn with_protocol_type(mut self, protocol_type: &str) -> Self {
        protocol_type.clone_into(&mut self.protocol_type);
        self
    }

    #[must_use]
    pub fn with_member(mut self, member: Member) -> Self {
        self.members.push(member);
        self
    }

    #[must_use]
    pub fn with_offset(mut self, topic: &str, partition: i32, offset: i64) -> Self {
        self.offsets.insert((topic.to_owned(), partition), Committed::at(offset));
        self
    }
}

#[derive(Debug, Clone)]
pub struct Member {
    pub id: String,
    pub instance_id: Option<String>,
    pub rack: Option<String>,
    pub client_id: String,
    /// With the leading slash that brokers print.
    pub host: String,
    pub subscribed: Vec<String>,
    pub assigned: BTreeMap<String, Vec<i32>>,
}

impl Member {
    pub fn new(id: impl Into<String>, client_id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            instance_id: None,
            rack: None,
            client_id: client_id.into(),
            host: "/127.0.0.1".to_owned(),
            subscribed: Vec::new(),
            assigned: BTreeMap::new(),
        }
    }

    /// Subscribes to a topic and holds these partitions of it.
    #[must_use]
    pub fn with_assigned(mut self, topic: &str, partitions: impl IntoIterator<Item = i32>) -> Self {
        if !self.subscribed.iter().any(|name| name == topic) {
            self.subscribed.push(topic.to_owned());
        }
        self.assigned.insert(topic.to_owned(), partitions.into_iter().collect());
        self
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    pub offset: i64,
    pub leader_epoch: i32,
    pub metadata: String,
}

impl Committed {
    pub fn at(offset: i64) -> Self {
        Self { offset, leader_epoch: 0, metadata: String::new() }
    }
}

impl State {
    /// Adds a group, or replaces the one of that id. Where there is a group, there is the topic that holds it.
    pub fn add_group(&mut self, group: Group) {
        self.need_group_topic();
        self.groups.insert(group.id.clone(), group);
    }

    pub fn group(&self, id: &str) -> Result<&Group, NoSuch> {
        self.groups.get(id).ok_or_else(|| NoSuch::Group(id.to_owned()))
    }

    pub fn group_mut(&mut self, id: &str) -> Result<&mut Group, NoSuch> {
        self.groups.get_mut(id).ok_or_else(|| NoSuch::Group(id.to_owned()))
    }

    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.values()
    }

    pub fn delete_group(&mut self, id: &str) -> Result<(), NoSuch> {
        self.groups.remove(id).map(|_| ()).ok_or_else(|| NoSuch::Group(id.to_owned()))
    }
}
