//! A page of the contract, made ready for the table: rows to shown rows, provenance to sources. The one place where a row's
//! type is known and then forgotten.

use std::{future::Future, pin::Pin, sync::Arc};

use contract::{ApiError, Call, Chip, Freshness, Page, TableQuery, Total};

use super::sources::Sources;
use crate::{
    ipc,
    model::shown::{Around, ShownRow},
};

/// A slice of a table, whatever it is of.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Each with what its figures point into.
    pub rows: Vec<(ShownRow, Sources)>,
    pub offset: u32,
    pub shown: u32,
    pub total: u32,
    pub chips: Vec<Chip>,
    pub totals: Vec<Total>,
    pub freshness: Freshness,
}

/// An answer on its way. Not `Send`: the browser's promises live on this thread.
pub type Fetching = Pin<Box<dyn Future<Output = Result<Fetched, ApiError>>>>;
/// Asks for a slice.
pub type Fetch = Arc<dyn Fn(TableQuery) -> Fetching + Send + Sync>;

/// How a table's slices are asked for and drawn.
pub fn fetch<C, R>(
    cluster: String,
    question: impl Fn(TableQuery) -> C + Send + Sync + 'static,
    show: impl Fn(&R, &Around<'_>) -> ShownRow + Send + Sync + 'static,
) -> Fetch
where
    C: Call<Reply = Page<R>> + 'static,
{
    let show = Arc::new(show);
    Arc::new(move |query| {
        let question = question(query);
        let (show, cluster) = (Arc::clone(&show), cluster.clone());
        Box::pin(async move { Ok(drawn(&cluster, ipc::call(question).await?, &*show)) })
    })
}

/// For a page that shows only some rows of a short table: takes all of it, then leaves the others out. Places in the table that
/// the core knows would not be places in this one.
pub fn fetch_kept<C, R>(
    cluster: String,
    question: impl Fn(TableQuery) -> C + Send + Sync + 'static,
    keep: impl Fn(&R) -> bool + Send + Sync + 'static,
    show: impl Fn(&R, &Around<'_>) -> ShownRow + Send + Sync + 'static,
) -> Fetch
where
    C: Call<Reply = Page<R>> + 'static,
{
    let all = Arc::new((question, keep, show));
    Arc::new(move |query| {
        let (all, cluster) = (Arc::clone(&all), cluster.clone());
        Box::pin(async move {
            let (question, keep, show) = &*all;
            let mut query = TableQuery { offset: 0, ..query };
            let mut kept: Option<Fetched> = None;
            loop {
                let mut page = ipc::call(question(query.clone())).await?;
                let came = u32::try_from(page.rows.len()).unwrap_or(u32::MAX);
                let (next, whole) = (query.offset.saturating_add(came), page.shown);
                page.rows.retain(|row| keep(row));
                let mut part = drawn(&cluster, page, show);
                let rows = kept.take().map(|before| before.rows).unwrap_or_default();
                part.rows.splice(0..0, rows);
                part.shown = u32::try_from(part.rows.len()).unwrap_or(u32::MAX);
                (part.total, part.offset) = (part.shown, 0);
                if came == 0 || next >= whole {
                    part.chips.clear();
                    part.totals.clear();
                    return Ok(part);
                }
                kept = Some(part);
                query.offset = next;
            }
        })
    })
}

fn drawn<R>(cluster: &str, page: Page<R>, show: &impl Fn(&R, &Around<'_>) -> ShownRow) -> Fetched {
    let around = Around { cluster, provenance: &page.provenance, west_min: ipc::west_of_utc() };
    let rows = page.rows.iter().map(|row| show(row, &around)).collect();
    let Page { rows: _, offset, shown, total, chips, totals, freshness, provenance } = page;
    let fetched = Fetched { rows: Vec::new(), offset, shown, total, chips, totals, freshness };
    with_sources(fetched, rows, Sources::of(provenance))
}

/// The part that knows no row's type, once for all of them.
#[inline(never)]
fn with_sources(mut fetched: Fetched, rows: Vec<ShownRow>, sources: Sources) -> Fetched {
    fetched.rows = rows.into_iter().map(|row| (row, sources.clone())).collect();
    fetched
}
