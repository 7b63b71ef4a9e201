//! Which versions of which request each broker offers, and which this program speaks.

use contract::{Chip, GetVersions, Level, VersionMatrix, View};
use leptos::prelude::*;

use super::setting::filter_here;
use crate::{
    components::{failures::failures, table::table as draw, toolbar::toolbar},
    model::{
        number,
        rows::versions::{DIFFERS, OURS, columns, filtered, shown},
        shown::total,
    },
    state::{
        app::App,
        feed::{Feed, Told},
        query::Query,
        subject::Subject,
        table::Table,
    },
};

pub(super) fn page(app: App, cluster: String) -> impl IntoView {
    matrix(app, cluster, None)
}

/// One broker's column alone.
pub(super) fn of_broker(app: App, cluster: String, id: i32) -> impl IntoView {
    matrix(app, cluster, Some(id))
}

fn matrix(app: App, cluster: String, only: Option<i32>) -> impl IntoView {
    let query = Query::new(cluster.clone(), vec![View::Versions], move || GetVersions {
        cluster: cluster.clone(),
        broker: only,
    });
    let filter = filter_here(app);
    let feed = Feed::fixed(filter);
    app.subject.set(Some(Subject {
        stamp: query.stamp,
        totals: feed.totals,
        views: Signal::stored(vec![View::Versions]),
    }));
    let whole = query.value;
    let columns = Signal::derive(move || {
        whole.with(|matrix| {
            matrix.as_ref().map_or_else(|| columns(&VersionMatrix::default()), |matrix| columns(matrix))
        })
    });
    let table = Table::new(feed, columns, Signal::derive(|| false));
    Effect::new(move |_| {
        feed.stamp.set(query.stamp.get());
        let sources = query.sources.get();
        whole.with(|matrix| {
            let Some(matrix) = matrix else { return };
            let rows: Vec<_> = filtered(matrix, &filter.get()).into_iter().map(shown).collect();
            let count = |of: fn(&contract::VersionRow) -> bool| {
                u32::try_from(matrix.rows.iter().filter(|row| of(row)).count()).ok()
            };
            let chip = |id: &str, label: &str, count| Chip {
                id: id.to_owned(),
                label: label.to_owned(),
                count,
                level: Level::Plain,
            };
            let all = count(|_| true);
            let mut chips =
                vec![chip("", "All", all), chip(OURS, "Spoken here", count(|row| row.ours.is_some()))];
            if only.is_none() {
                chips.insert(
                    1,
                    Chip { level: Level::Warn, ..chip(DIFFERS, "Brokers differ", count(|row| row.differs)) },
                );
            }
            feed.told.set(Told { total: all.unwrap_or(0), chips });
            let shown = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            let requests = format!("{} of {}", number::count(shown), number::count(all.unwrap_or(0)));
            let mut totals = vec![total("Requests", requests, "")];
            if matrix.left_out > 0 {
                let columns = u32::try_from(matrix.brokers.len()).unwrap_or(u32::MAX);
                let known = columns.saturating_add(matrix.left_out);
                let brokers = format!("{} of {}", number::count(columns), number::count(known));
                totals.push(total("Brokers", brokers, "the others have their columns on their own pages"));
            }
            feed.totals.set(totals);
            feed.put(rows, &sources);
        });
    });
    view! {
        {toolbar(app, table, "Filter requests")}
        {failures(app, query.stamp)}
        {draw(app, table, "Asked each broker for the versions that it offers.", "No broker told what it offers.")}
    }
}
