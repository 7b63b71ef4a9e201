//! ACLs: who may do what, in the order of the sentence, and last what the denials leave of each. An allowance that is overruled
//! is dimmed: it reads like a right and is none.

use contract::{AclEffect, AclRow, TopicTab};

use crate::model::{
    cell::{Piece, Tone, mono, noted, toned, words},
    column::{Column, text},
    route::{Filter, Page, Route},
    shown::{Around, DetailLine, ShownRow},
};

#[must_use]
pub fn columns() -> Vec<Column> {
    vec![
        text("resource_type", "Resource", 80, ""),
        text(
            "resource",
            "Name",
            150,
            "Verbatim. With the pattern prefixed: every name that begins so; a literal * is every name.",
        )
        .flexible(),
        text("pattern", "Pattern", 70, "How the name is read: literal or prefixed."),
        text("principal", "Principal", 190, "Whom it is about. User:* is everybody.").flexible(),
        text("permission", "Permission", 80, "A denial beats every allowance."),
        text(
            "operation",
            "Operation",
            110,
            "What is allowed or denied, and what an allowance brings with it.",
        ),
        text("host", "Host", 90, "The client's address, as the broker sees it; * is any."),
        text("effect", "Effect", 110, "What the denials leave of it. Open the row for the denial."),
    ]
}

#[must_use]
pub fn shown(row: &AclRow, around: &Around<'_>) -> ShownRow {
    let AclRow { resource_type, resource, pattern, principal, operation, host, .. } = row;
    let denies = row.effect == AclEffect::Denies;
    let topic = resource_type == "Topic" && pattern == "literal" && resource != "*";
    let link =
        |text: &String, route: Route| Piece::Link { text: text.clone(), href: route.href(), mono: true };
    let name = if topic {
        let page = Page::Topic { name: resource.clone(), tab: TopicTab::Acls };
        link(resource, Route::page(around.cluster, page))
    } else {
        mono(resource.clone(), Tone::Plain)
    };
    let filter = Filter { principal: principal.clone(), ..Filter::default() };
    let of = Route::Cluster { id: around.cluster.to_owned(), page: Page::Acls, filter };
    let mut operations = vec![words(operation.clone())];
    operations.extend(row.brings.iter().map(|brings| toned(format!("+ {brings}"), Tone::Dim)));
    let denial = |word: &str, tone| match &row.denial {
        Some(denial) => noted(word, tone, denial.clone()),
        None => toned(word, tone),
    };
    let effect = match row.effect {
        AclEffect::Denies => toned("denies", Tone::Plain),
        AclEffect::Holds => toned("holds", Tone::Plain),
        AclEffect::InPart => denial("in part", Tone::Amber),
        AclEffect::Overruled => denial("overruled", Tone::Red),
        AclEffect::Unknown => {
            noted("unknown", Tone::Amber, "It has a number that this version does not know.")
        }
    };
    ShownRow {
        key: [resource_type, resource, pattern, principal, &row.permission, operation, host]
            .map(String::as_str)
            .join("\n"),
        cells: vec![
            vec![words(resource_type.clone())],
            vec![name],
            vec![words(pattern.clone())],
            vec![link(principal, of)],
            vec![toned(row.permission.clone(), if denies { Tone::Red } else { Tone::Plain })],
            operations,
            vec![mono(host.clone(), if host == "*" { Tone::Dim } else { Tone::Plain })],
            vec![effect],
        ],
        lost: row.effect == AclEffect::Overruled,
        detail: row
            .denial
            .iter()
            .map(|denial| DetailLine {
                label: "Denied by".to_owned(),
                pieces: vec![mono(denial.clone(), Tone::Plain)],
            })
            .collect(),
        ..ShownRow::default()
    }
}

#[cfg(test)]
mod tests {
    use contract::{AclEffect, AclRow, Provenance};

    use super::{columns, shown};
    use crate::model::{
        cell::Piece,
        shown::{Around, ShownRow},
    };

    fn row(resource: &str, pattern: &str, effect: AclEffect) -> ShownRow {
        let row = AclRow {
            resource_type: "Topic".to_owned(),
            resource: resource.to_owned(),
            pattern: pattern.to_owned(),
            principal: "User:a".to_owned(),
            operation: "Write".to_owned(),
            brings: Some("Describe".to_owned()),
            permission: "Allow".to_owned(),
            host: "*".to_owned(),
            effect,
            denial: (effect == AclEffect::Overruled).then(|| "Deny All".to_owned()),
        };
        let provenance = Provenance::default();
        shown(&row, &Around { cluster: "c", provenance: &provenance, west_min: 0 })
    }

    #[test]
    fn only_a_topic_by_its_own_name_leads_to_a_topic() {
        for (name, pattern, leads) in
            [("t", "literal", true), ("*", "literal", false), ("t", "prefixed", false)]
        {
            let row = row(name, pattern, AclEffect::Holds);
            assert_eq!(row.cells.len(), columns().len());
            let href = match &row.cells[1][0] {
                Piece::Link { href, .. } => Some(href.as_str()),
                _ => None,
            };
            assert_eq!(href, leads.then_some("#/c/c/topics/t/acls"), "{name} {pattern}");
        }
    }

    #[test]
    fn what_is_overruled_is_greyed_and_names_the_denial() {
        let row = row("t", "literal", AclEffect::Overruled);
        assert!(row.lost && row.detail.len() == 1);
    }
}
