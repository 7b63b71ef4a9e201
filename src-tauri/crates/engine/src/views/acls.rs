//! The ACLs, all or those that answer a question: what this principal may do, who may touch this topic. Each line says what it
//! does beside the denials, since one that is overruled looks just like one that holds.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use admin::{Acl, Decision, Effect, ErrorCode, Operation, Permission, Question, Resource, decide, effect};
use contract::{AclEffect, AclRow, Chip, Level, NO_AUTHORIZER, Page, TableQuery, Total, View};

use crate::{
    clock::millis,
    kept::Failure,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, holds, page, total},
};

/// An ACL with its words, which search and order go by.
struct AclEntry<'a> {
    acl: &'a Acl,
    resource: String,
    operation: String,
    permission: String,
    pattern: String,
    /// Worked out for all lines only where they are ordered by it.
    effect: Option<i64>,
}

impl AclEntry<'_> {
    fn denies(&self) -> bool {
        self.acl.permission == Permission::Deny
    }
}

impl Row for AclEntry<'_> {
    fn matches(&self, needle: &str) -> bool {
        [
            &*self.acl.name,
            &self.acl.principal,
            &self.acl.host,
            &self.resource,
            &self.operation,
            &self.permission,
        ]
        .iter()
        .any(|name| holds(name, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip.split_once(':') {
            Some(("permission", permission)) => self.permission == permission,
            Some(("type", resource)) => self.resource == resource,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(SortKey::Text(match column {
            "effect" => return Some(SortKey::number(self.effect)),
            "pattern" => &self.pattern,
            "resource_type" => &self.resource,
            "resource" => &self.acl.name,
            "principal" => &self.acl.principal,
            "operation" => &self.operation,
            "permission" => &self.permission,
            "host" => &self.acl.host,
            _ => return None,
        }))
    }
}

impl OpenCluster {
    /// The ACLs that speak of this principal and cover this topic; an empty one is not asked.
    pub(crate) fn acls_page(
        self: &std::sync::Arc<Self>,
        principal: &str,
        topic: &str,
        query: &TableQuery,
    ) -> Page<AclRow> {
        self.ensure(View::Acls);
        let kept = self.held.acls.get();
        if let Some(failure) = kept.failed.as_ref().filter(|failure| no_authorizer(failure)) {
            return self.without_authorizer(failure, query);
        }
        let principal = typed(principal);
        let question = Question {
            principal: (!principal.is_empty()).then_some(&*principal),
            topic: Some(topic.trim()).filter(|topic| !topic.is_empty()),
        };
        let all: Vec<&Acl> = kept.value().into_iter().flatten().collect();
        let mut entries: Vec<AclEntry<'_>> =
            all.iter().filter(|acl| acl.answers(&question)).map(|acl| entry(acl)).collect();
        let asked = question.principal.is_some() || question.topic.is_some();
        // What denies comes first where something is asked: it decides.
        entries.sort_by(|a, b| order(a, asked).cmp(&order(b, asked)));
        let denials: Vec<&Acl> =
            all.iter().copied().filter(|acl| acl.permission == Permission::Deny).collect();
        if query.sort == "effect" {
            for entry in &mut entries {
                let (effect, _) = beside(entry.acl, &denials, &question);
                entry.effect = Some(effect as i64);
            }
        }
        let mut arranged = arrange(&entries, query);
        arranged.total = crate::tables::count(all.len());
        let mut index = Index::new();
        if let Some(good) = &kept.good {
            index.source(&good.source, None);
        }
        let head = Head {
            chips: chips(&entries),
            totals: if kept.good.is_some() { totals(&all, &entries, &question) } else { Vec::new() },
            freshness: self.freshness_of_one(&View::Acls, &kept),
        };
        page(&arranged, query, head, index, |_, place| {
            Some(row(entries.get(place as usize)?, &denials, &question))
        })
    }

    /// A broker without an authorizer has told all that there is to tell.
    fn without_authorizer(&self, failure: &Failure, query: &TableQuery) -> Page<AclRow> {
        let who = failure.error.broker().map_or_else(|| "A broker".to_owned(), |id| format!("Broker {id}"));
        let means = format!(
            "{who} says that it has none: there are no ACLs, and whoever can connect may do everything."
        );
        let head = Head {
            chips: Vec::new(),
            totals: vec![total(NO_AUTHORIZER, "", means)],
            freshness: contract::Freshness {
                oldest: Some(millis(failure.at)),
                ..self.freshness(&View::Acls)
            },
        };
        page(&arrange::<AclEntry<'_>>(&[], query), query, head, Index::new(), |_, _| None)
    }
}

fn no_authorizer(failure: &Failure) -> bool {
    failure.error.code() == Some(ErrorCode::SECURITY_DISABLED)
}

/// A principal as typed: without a type it is a user.
fn typed(principal: &str) -> Cow<'_, str> {
    let principal = principal.trim();
    if principal.is_empty() || principal.contains(':') {
        Cow::Borrowed(principal)
    } else {
        Cow::Owned(format!("User:{principal}"))
    }
}

fn entry(acl: &Acl) -> AclEntry<'_> {
    AclEntry {
        acl,
        resource: acl.resource.name(),
        operation: acl.operation.name(),
        permission: acl.permission.name(),
        pattern: acl.pattern.name(),
        effect: None,
    }
}

fn order<'a>(entry: &AclEntry<'a>, asked: bool) -> impl Ord + use<'a> {
    let acl = entry.acl;
    let later = asked && !entry.denies();
    (later, acl.resource, &*acl.name, acl.pattern, &*acl.principal, acl.permission, acl.operation, &*acl.host)
}

fn chips(entries: &[AclEntry<'_>]) -> Vec<Chip> {
    let mut permissions: BTreeMap<Permission, (&str, usize)> = BTreeMap::new();
    let mut resources: BTreeMap<Resource, (&str, usize)> = BTreeMap::new();
    for entry in entries {
        permissions.entry(entry.acl.permission).or_insert((&entry.permission, 0)).1 += 1;
        resources.entry(entry.acl.resource).or_insert((&entry.resource, 0)).1 += 1;
    }
    let mut chips = vec![all_chip(entries.len())];
    let families =
        [("permission", permissions.into_values().collect()), ("type", resources.into_values().collect())];
    for (family, of) in families {
        let of: Vec<(&str, usize)> = of;
        chips.extend(
            of.iter().map(|(name, rows)| chip(&format!("{family}:{name}"), name, Some(*rows), Level::Plain)),
        );
    }
    chips
}

fn totals(all: &[&Acl], entries: &[AclEntry<'_>], question: &Question<'_>) -> Vec<Total> {
    let principals: BTreeSet<&str> = entries.iter().map(|entry| &*entry.acl.principal).collect();
    let mut totals = vec![
        total("ACLs", grouped_usize(entries.len()), "super users need none"),
        total("Principals", grouped_usize(principals.len()), ""),
    ];
    if let (Some(principal), Some(topic)) = (question.principal, question.topic) {
        totals.push(may(all, entries, principal, topic));
    }
    totals
}

/// What comes out of the lines for one principal on one topic.
fn may(all: &[&Acl], entries: &[AclEntry<'_>], principal: &str, topic: &str) -> Total {
    // No host is empty, so what decides here holds for every address that no line names.
    let allowed = |operation: &&Operation| {
        let decision = decide(all.iter().copied(), principal, "", (Resource::Topic, topic), **operation);
        matches!(decision, Decision::Allowed(_))
    };
    let names: Vec<String> =
        Operation::of(Resource::Topic).iter().filter(allowed).map(|operation| operation.name()).collect();
    let value = if names.is_empty() { "nothing that an ACL allows".to_owned() } else { names.join(", ") };
    let narrowed = entries.iter().filter(|entry| entry.acl.host != "*").count();
    let note = match narrowed {
        0 => "from any address".to_owned(),
        1 => "from any address but the one that an ACL names".to_owned(),
        many => format!("from any address but those that {many} ACLs name"),
    };
    total("May", value, note)
}

fn beside<'a>(acl: &Acl, denials: &[&'a Acl], question: &Question<'_>) -> (AclEffect, Option<&'a Acl>) {
    match effect(acl, denials.iter().copied(), question) {
        Effect::Denies => (AclEffect::Denies, None),
        Effect::Holds => (AclEffect::Holds, None),
        Effect::InPart(denial) => (AclEffect::InPart, Some(denial)),
        Effect::Overruled(denial) => (AclEffect::Overruled, Some(denial)),
        Effect::Unknown => (AclEffect::Unknown, None),
    }
}

fn row(entry: &AclEntry<'_>, denials: &[&Acl], question: &Question<'_>) -> AclRow {
    let acl = entry.acl;
    let (effect, denial) = beside(acl, denials, question);
    let allows = acl.permission == Permission::Allow;
    AclRow {
        resource_type: entry.resource.clone(),
        resource: acl.name.to_string(),
        pattern: entry.pattern.clone(),
        principal: acl.principal.clone(),
        operation: entry.operation.clone(),
        brings: acl.operation.brings().filter(|_| allows).map(Operation::name),
        permission: entry.permission.clone(),
        host: acl.host.clone(),
        effect,
        denial: denial.map(words),
    }
}

/// "Deny Write on Topic orders (prefixed) to User:a from *"
fn words(acl: &Acl) -> String {
    format!(
        "{} {} on {} {} ({}) to {} from {}",
        acl.permission.name(),
        acl.operation.name(),
        acl.resource.name(),
        acl.name,
        acl.pattern.name(),
        acl.principal,
        acl.host
    )
}
