//! SCRAM users: a row for each mechanism of each user. A user whose part failed keeps a row with the reason.

use std::{collections::BTreeMap, sync::Arc};

use admin::ScramUser;
use contract::{ApiError, Level, Page, ScramUserRow, TableQuery, View};

use crate::{
    clock::millis,
    errors::api_error,
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, holds, page, total},
};

struct UserEntry(ScramUserRow);

impl Row for UserEntry {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.0.user, needle)
            || self.0.mechanism.as_deref().is_some_and(|mechanism| holds(mechanism, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        self.0.mechanism.as_deref() == Some(chip)
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "user" => SortKey::Text(&self.0.user),
            "mechanism" => SortKey::text(self.0.mechanism.as_deref()),
            "iterations" => SortKey::number(self.0.iterations),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// Who can sign in with a SCRAM password.
    pub(crate) fn scram_users_page(self: &Arc<Self>, query: &TableQuery) -> Page<ScramUserRow> {
        self.ensure(View::ScramUsers);
        let kept = self.held.scram_users.get();
        let at = kept.told_at().map(millis).unwrap_or_else(|| self.now());
        let users = kept.value().map_or(&[][..], Vec::as_slice);
        let mut entries: Vec<UserEntry> =
            users.iter().flat_map(|user| rows(user, |error| api_error(error, at))).map(UserEntry).collect();
        entries.sort_by(|a, b| (&a.0.user, &a.0.mechanism).cmp(&(&b.0.user, &b.0.mechanism)));
        let mut mechanisms: BTreeMap<&str, usize> = BTreeMap::new();
        for mechanism in entries.iter().filter_map(|entry| entry.0.mechanism.as_deref()) {
            *mechanisms.entry(mechanism).or_default() += 1;
        }
        let mut chips = vec![all_chip(entries.len())];
        chips.extend(mechanisms.iter().map(|(name, rows)| chip(name, name, Some(*rows), Level::Plain)));
        let mut index = Index::new();
        let mut totals = Vec::new();
        if let Some(good) = &kept.good {
            index.source(&good.source, None);
            totals.push(total("Users", grouped_usize(users.len()), "passwords are never told"));
        }
        let arranged = arrange(&entries, query);
        let head = Head { chips, totals, freshness: self.freshness_of_one(&View::ScramUsers, &kept) };
        page(&arranged, query, head, index, |_, place| Some(entries.get(place as usize)?.0.clone()))
    }
}

fn rows(user: &ScramUser, told: impl Fn(&admin::Error) -> ApiError) -> Vec<ScramUserRow> {
    let row =
        |mechanism, iterations, error| ScramUserRow { user: user.name.clone(), mechanism, iterations, error };
    match &user.credentials {
        Ok(credentials) => credentials
            .iter()
            .map(|one| row(Some(one.mechanism.clone()), Some(one.iterations), None))
            .collect(),
        Err(error) => vec![row(None, None, Some(told(error)))],
    }
}
