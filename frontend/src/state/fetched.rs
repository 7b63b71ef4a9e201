//! A page of the contract, made ready for the table: rows to shown rows, provenance to sources. The one place where a row's
//! type is known and then forgotten. All but that is the same for every table, and in the program once.

use std::{future::Future, pin::Pin, sync::Arc};

use contract::{ApiError, Call, Chip, Freshness, Page, TableQuery, Total};
use serde::de::DeserializeOwned;

use super::sources::Sources;
use crate::{
    ipc::{self, Raw},
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

/// A table's question, and how a row of the answer is read and drawn; `None` for a row that is left out.
struct Asking {
    name: &'static str,
    cluster: String,
    question: Box<dyn Fn(TableQuery) -> Result<String, ApiError> + Send + Sync>,
    show: Box<Show>,
}

type Show = dyn Fn(Raw, &Around<'_>) -> Result<Option<ShownRow>, ApiError> + Send + Sync;

/// How a table's slices are asked for and drawn.
pub fn fetch<C, R>(
    cluster: String,
    question: impl Fn(TableQuery) -> C + Send + Sync + 'static,
    show: impl Fn(&R, &Around<'_>) -> ShownRow + Send + Sync + 'static,
) -> Fetch
where
    C: Call<Reply = Page<R>> + 'static,
    R: DeserializeOwned,
{
    sliced(asking(cluster, question, move |row: &R, around| Some(show(row, around))))
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
    R: DeserializeOwned,
{
    whole(asking(cluster, question, move |row: &R, around| keep(row).then(|| show(row, around))))
}

fn asking<C, R>(
    cluster: String,
    question: impl Fn(TableQuery) -> C + Send + Sync + 'static,
    show: impl Fn(&R, &Around<'_>) -> Option<ShownRow> + Send + Sync + 'static,
) -> Arc<Asking>
where
    C: Call<Reply = Page<R>> + 'static,
    R: DeserializeOwned,
{
    Arc::new(Asking {
        name: C::NAME,
        cluster,
        question: Box::new(move |query| ipc::written(&question(query))),
        show: Box::new(move |row, around| Ok(show(&ipc::part(C::NAME, row)?, around))),
    })
}

fn sliced(asking: Arc<Asking>) -> Fetch {
    Arc::new(move |query| {
        let asking = Arc::clone(&asking);
        Box::pin(async move {
            let page = ipc::page(asking.name, (asking.question)(query)?).await?;
            drawn(&asking, page)
        })
    })
}

fn whole(asking: Arc<Asking>) -> Fetch {
    Arc::new(move |query| {
        let asking = Arc::clone(&asking);
        Box::pin(async move {
            let mut query = TableQuery { offset: 0, ..query };
            let mut kept: Option<Fetched> = None;
            loop {
                let page = ipc::page(asking.name, (asking.question)(query.clone())?).await?;
                let came = u32::try_from(page.rows.len()).unwrap_or(u32::MAX);
                let (next, whole) = (query.offset.saturating_add(came), page.shown);
                let mut part = drawn(&asking, page)?;
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

fn drawn(asking: &Asking, page: Page<Raw>) -> Result<Fetched, ApiError> {
    let Page { rows: raw, offset, shown, total, chips, totals, freshness, provenance } = page;
    let around = Around { cluster: &asking.cluster, provenance: &provenance, west_min: ipc::west_of_utc() };
    let mut rows = Vec::with_capacity(raw.len());
    for row in raw {
        rows.extend((asking.show)(row, &around)?);
    }
    let sources = Sources::of(provenance);
    let rows = rows.into_iter().map(|row| (row, sources.clone())).collect();
    Ok(Fetched { rows, offset, shown, total, chips, totals, freshness })
}
