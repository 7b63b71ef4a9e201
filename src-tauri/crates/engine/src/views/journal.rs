//! The journal's page: the newest requests first.

use contract::{JournalRow, Level, Page, TableQuery, View};

use crate::{
    open_cluster::OpenCluster,
    provenance::Index,
    tables::{Head, all_chip, arrange, chip, grouped, grouped_usize, page, total},
};

impl OpenCluster {
    /// What was sent, as far as it is kept.
    pub(crate) fn journal_page(&self, query: &TableQuery) -> Page<JournalRow> {
        let entries = self.journal.newest_first();
        let failed = entries.iter().filter(|entry| entry.failed()).count();
        let retried = entries.iter().filter(|entry| entry.retried()).count();
        let chips = vec![
            all_chip(entries.len()),
            chip("failed", "Failed", Some(failed), Level::Bad),
            chip("retried", "Sent again", Some(retried), Level::Warn),
        ];
        let written = self.journal.written();
        let note = if written > entries.len() as u64 {
            let all = grouped(i64::try_from(written).unwrap_or(i64::MAX));
            format!("the newest of {all}; older ones are not kept")
        } else {
            String::new()
        };
        let totals = vec![total("Requests", grouped_usize(entries.len()), note)];
        let mut freshness = self.freshness(&View::Journal);
        // It is written here, so it is as new as the moment.
        freshness.oldest = Some(freshness.now);
        let arranged = arrange(&entries, query);
        let head = Head { chips, totals, freshness };
        page(&arranged, query, head, Index::new(), |_, place| Some(entries.get(place as usize)?.row()))
    }
}
