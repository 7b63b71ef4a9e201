//! What ACLs amount to together, as Kafka's authorizers decide it: a denial beats every allowance, whatever their order and
//! however narrow either is; a prefix and `*` cover names; `User:*` is everybody; an allowance of Read, Write, Delete or Alter
//! brings Describe with it, and one of AlterConfigs brings DescribeConfigs.
//!
//! Super users and `allow.everyone.if.no.acl.found` stand in the brokers' own files. No ACL tells of them, so `Nobody` here means
//! "no ACL speaks of it" and never "refused".

use std::collections::BTreeSet;

use super::{ANY_NAME, Acl, EVERYBODY, Operation, Pattern, Permission, Resource};

/// What is looked for in ACLs; an empty part is not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question<'a> {
    /// With its type: "User:orders".
    pub principal: Option<&'a str>,
    pub topic: Option<&'a str>,
}

/// What becomes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<'a> {
    Denied(&'a Acl),
    Allowed(&'a Acl),
    /// No ACL speaks of it.
    Nobody,
}

/// What a line does beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<'a> {
    /// It denies; nothing overrules it.
    Denies,
    /// All that it allows is allowed.
    Holds,
    /// A part of what it allows is denied by this one.
    InPart(&'a Acl),
    /// All that it allows is denied; this is one that does.
    Overruled(&'a Acl),
    /// Neither: a kind of permission, pattern or resource that this build does not know.
    Unknown,
}

impl Acl {
    /// Whether it is about this resource.
    #[must_use]
    pub fn covers(&self, resource: Resource, name: &str) -> bool {
        self.resource == resource && self.takes_in(name)
    }

    fn takes_in(&self, name: &str) -> bool {
        match self.pattern {
            Pattern::Literal => *self.name == *name || *self.name == *ANY_NAME,
            Pattern::Prefixed => name.starts_with(&*self.name),
            Pattern::Other(_) => false,
        }
    }

    /// Whether it speaks of this principal.
    #[must_use]
    pub fn is_of(&self, principal: &str) -> bool {
        self.principal == principal || self.principal == EVERYBODY
    }

    /// Whether it has to do with what is asked.
    #[must_use]
    pub fn answers(&self, question: &Question<'_>) -> bool {
        question.principal.is_none_or(|principal| self.is_of(principal))
            && question.topic.is_none_or(|topic| self.covers(Resource::Topic, topic))
    }

    fn decides(&self, operation: Operation) -> bool {
        let same = self.operation == operation || self.operation == Operation::All;
        same || (self.permission == Permission::Allow && self.operation.brings() == Some(operation))
    }

    /// Whether every resource that the other one is about is one of its own.
    fn contains(&self, other: &Acl) -> bool {
        match (self.pattern, other.pattern) {
            (Pattern::Literal, _) if *self.name == *ANY_NAME => true,
            (Pattern::Literal, Pattern::Literal) => self.name == other.name,
            (Pattern::Prefixed, Pattern::Literal) if *other.name == *ANY_NAME => false,
            (Pattern::Prefixed, Pattern::Literal | Pattern::Prefixed) => other.name.starts_with(&*self.name),
            _ => false,
        }
    }
}

/// What becomes of this request.
#[must_use]
pub fn decide<'a>(
    acls: impl IntoIterator<Item = &'a Acl>,
    principal: &str,
    host: &str,
    (resource, name): (Resource, &str),
    operation: Operation,
) -> Decision<'a> {
    let mut decision = Decision::Nobody;
    for acl in acls {
        let about = acl.is_of(principal)
            && (acl.host == ANY_NAME || acl.host == host)
            && acl.covers(resource, name)
            && acl.decides(operation);
        match acl.permission {
            _ if !about => {}
            Permission::Deny => return Decision::Denied(acl),
            Permission::Allow => decision = Decision::Allowed(acl),
            Permission::Other(_) => {}
        }
    }
    decision
}

/// What one line does beside these denials, as far as the question goes: of a topic or a principal that is named, nothing else
/// of its pattern matters.
#[must_use]
pub fn effect<'a>(
    acl: &Acl,
    denials: impl IntoIterator<Item = &'a Acl>,
    question: &Question<'_>,
) -> Effect<'a> {
    match (acl.permission, acl.pattern) {
        (Permission::Deny, Pattern::Literal | Pattern::Prefixed) => return Effect::Denies,
        (Permission::Allow, Pattern::Literal | Pattern::Prefixed) => {}
        _ => return Effect::Unknown,
    }
    let mut left = allowed(acl);
    let (mut taken, mut last) = (None, None);
    for denial in denials {
        match reach(denial, acl, question) {
            Reach::Past => {}
            Reach::Part if left.contains(&denial.operation) || denial.operation == Operation::All => {
                taken.get_or_insert(denial);
            }
            Reach::Part => {}
            Reach::Whole => {
                let before = left.len();
                left.retain(|operation| !denial.decides(*operation));
                if left.len() < before {
                    taken.get_or_insert(denial);
                    last = Some(denial);
                }
            }
        }
    }
    match (left.is_empty(), last, taken) {
        (true, Some(denial), _) => Effect::Overruled(denial),
        (_, _, Some(denial)) => Effect::InPart(denial),
        _ => Effect::Holds,
    }
}

/// Each operation that an allowance allows.
fn allowed(acl: &Acl) -> BTreeSet<Operation> {
    let mut all = BTreeSet::from([acl.operation]);
    all.extend(acl.operation.brings());
    if acl.operation == Operation::All && !Operation::of(acl.resource).is_empty() {
        all = Operation::of(acl.resource).iter().copied().collect();
    }
    all
}

/// How much of an allowance a denial reaches, its operation aside.
enum Reach {
    Past,
    Part,
    Whole,
}

fn reach(denial: &Acl, acl: &Acl, question: &Question<'_>) -> Reach {
    if denial.resource != acl.resource || !denial.answers(question) {
        return Reach::Past;
    }
    let names = question.topic.is_some() || denial.contains(acl);
    let people = question.principal.is_some() || denial.is_of(&acl.principal);
    let hosts = denial.host == ANY_NAME || denial.host == acl.host;
    let touches = (names || acl.contains(denial))
        && (people || acl.is_of(&denial.principal))
        && (hosts || acl.host == ANY_NAME);
    match (touches, names && people && hosts) {
        (false, _) => Reach::Past,
        (true, true) => Reach::Whole,
        (true, false) => Reach::Part,
    }
}

#[cfg(test)]
mod tests;
