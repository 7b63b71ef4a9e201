//! Who is in a group and which partitions each member has. The new kinds of groups tell that in the broker's own words; a classic
//! group's are bytes of its clients, which may be empty, or of a make that can't be read: neither is "no partitions".

use std::sync::Arc;

use meta::message::{consumer_group_describe as newer, consumer_protocol, describe_groups as classic};

/// A member as the coordinator describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub client_id: String,
    pub host: String,
    pub instance_id: Option<String>,
    pub rack: Option<String>,
    /// Of the new protocols only.
    pub epoch: Option<i32>,
    pub assigned: Assigned,
    /// What it is to have; of the new protocols only.
    pub target: Option<Partitions>,
}

/// Partitions by topic.
pub type Partitions = Vec<(Arc<str>, Vec<i32>)>;

/// What is known of a member's partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assigned {
    Told(Partitions),
    /// Why nobody tells them.
    Untold(String),
}

impl Assigned {
    /// As far as they are told.
    #[must_use]
    pub fn told(&self) -> Option<&Partitions> {
        match self {
            Assigned::Told(partitions) => Some(partitions),
            Assigned::Untold(_) => None,
        }
    }
}

/// How many partitions there are in it.
#[must_use]
pub fn partitions_in(partitions: &Partitions) -> usize {
    partitions.iter().map(|(_, of)| of.len()).sum()
}

pub(crate) fn of_classic(group: &classic::Group) -> Vec<Member> {
    let member = |member: &classic::Member| Member {
        id: member.id.clone(),
        client_id: member.client_id.clone(),
        host: host(&member.client_host),
        instance_id: member.instance_id.clone(),
        rack: None,
        epoch: None,
        assigned: classic_assignment(group, member),
        target: None,
    };
    group.members.iter().map(member).collect()
}

fn classic_assignment(group: &classic::Group, member: &classic::Member) -> Assigned {
    if group.protocol_type != "consumer" {
        return Assigned::Untold(format!(
            "The members speak the protocol \u{201c}{}\u{201d}, whose assignments are not read here.",
            group.protocol_type
        ));
    }
    if member.assignment.is_empty() {
        return Assigned::Untold(format!(
            "The coordinator tells no assignment of this member: the group is \u{201c}{}\u{201d}.",
            group.state
        ));
    }
    match consumer_protocol::assignment(&member.assignment) {
        Ok(topics) => Assigned::Told(
            topics.into_iter().map(|topic| (Arc::from(topic.topic), sorted(topic.partitions))).collect(),
        ),
        Err(why) => Assigned::Untold(format!("The member's assignment can't be read: {why}")),
    }
}

pub(crate) fn of_consumer(group: &newer::Group) -> Vec<Member> {
    let member = |member: &newer::Member| Member {
        id: member.id.clone(),
        client_id: member.client_id.clone(),
        host: host(&member.client_host),
        instance_id: member.instance_id.clone(),
        rack: member.rack.clone(),
        epoch: Some(member.epoch),
        assigned: Assigned::Told(named(&member.assignment)),
        target: Some(named(&member.target_assignment)),
    };
    group.members.iter().map(member).collect()
}

fn named(assigned: &[newer::Assigned]) -> Partitions {
    assigned.iter().map(|one| (Arc::from(one.topic.as_str()), sorted(one.partitions.clone()))).collect()
}

pub(crate) fn sorted(mut partitions: Vec<i32>) -> Vec<i32> {
    partitions.sort_unstable();
    partitions
}

/// Brokers print the address of a client as Java does, with a slash before it.
pub(crate) fn host(told: &str) -> String {
    told.strip_prefix('/').unwrap_or(told).to_owned()
}

#[cfg(test)]
mod tests {
    use meta::{ErrorCode, message::describe_groups};

    use super::{Assigned, of_classic};

    fn assigned(protocol_type: &str, assignment: &'static [u8]) -> Assigned {
        let member = describe_groups::Member {
            id: "m".into(),
            instance_id: None,
            client_id: "c".into(),
            client_host: "/10.0.0.1".into(),
            metadata: Default::default(),
            assignment: assignment.into(),
        };
        let group = describe_groups::Group {
            code: ErrorCode::NONE,
            words: None,
            id: "g".into(),
            state: "Stable".into(),
            protocol_type: protocol_type.into(),
            protocol: String::new(),
            members: vec![member],
            operations: None,
        };
        let mut members = of_classic(&group);
        assert_eq!(members[0].host, "10.0.0.1");
        members.remove(0).assigned
    }

    #[test]
    fn an_assignment_that_is_not_told_or_not_read_is_not_an_empty_one() {
        let none: &[u8] = &[0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(assigned("consumer", none), Assigned::Told(Vec::new()));
        for (protocol, bytes, word) in [
            ("consumer", &[][..], "tells no assignment"),
            ("consumer", b"?", "can't be read"),
            ("connect", none, "connect"),
        ] {
            let Assigned::Untold(why) = assigned(protocol, bytes) else { panic!("{protocol} {bytes:?}") };
            assert!(why.contains(word), "{why}");
        }
    }
}
