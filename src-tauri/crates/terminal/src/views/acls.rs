//! ACLs, one a line, each with what the denials leave of it.

use contract::{AclEffect, AclRow, Provenance};

use crate::{
    cell::{Cell, maybe, said},
    shown::{Column, text},
};

pub(crate) const COLUMNS: &[Column] = &[
    text("resource_type", "resource"),
    text("resource", "name"),
    text("pattern", "pattern"),
    text("principal", "principal"),
    text("permission", "permission"),
    text("operation", "operation"),
    text("host", "host"),
    text("effect", "effect"),
    text("denial", "denied by"),
];

pub(crate) fn row(row: &AclRow, _: &Provenance) -> Vec<Cell> {
    let effect = match row.effect {
        AclEffect::Denies => "denies",
        AclEffect::Holds => "holds",
        AclEffect::InPart => "holds in part",
        AclEffect::Overruled => "overruled",
        AclEffect::Unknown => "unknown",
    };
    vec![
        said(&row.resource_type),
        said(&row.resource),
        said(&row.pattern),
        said(&row.principal),
        said(&row.permission),
        said(&row.operation),
        said(&row.host),
        said(effect),
        maybe(row.denial.as_ref()),
    ]
}
