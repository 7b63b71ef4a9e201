//! A page of the contract, made ready for the table: rows to shown rows, provenance to sources. The one place where a row's
//! type is known and then forgotten.

use std::{future::Future, pin::Pin, sync::Arc};

use contract::{ApiError, Call, Chip, Freshness, Page, TableQuery, Total};
use serde::de::DeserializeOwned;

use super::sources::Sources;
use crate::{
    ipc::{self, Tree},
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

/// A question as text.
type Write = Box<dyn Fn(TableQuery) -> Result<String, ApiError> + Send + Sync>;
/// A row as it came, drawn; `None`: it is left out.
type Draw = Box<dyn Fn(Tree, &Around<'_>) -> Result<Option<ShownRow>, ApiError> + Send + Sync>;

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
    let write = Box::new(move |query| ipc::written(C::NAME, &question(query)));
    let draw =
        Box::new(move |row: Tree, around: &Around<'_>| Ok(Some(show(&ipc::row::<R>(C::NAME, row)?, around))));
    fetch_by(Asked { name: C::NAME, cluster, write, draw }, false)
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
    let write = Box::new(move |query| ipc::written(C::NAME, &question(query)));
    let draw = Box::new(move |row: Tree, around: &Around<'_>| {
        let row = ipc::row::<R>(C::NAME, row)?;
        Ok(keep(&row).then(|| show(&row, around)))
    });
    fetch_by(Asked { name: C::NAME, cluster, write, draw }, true)
}

/// A table's questions with what knows its rows' type: all that is particular to one table, so that the asking is in the page
/// once and not for each of them.
struct Asked {
    name: &'static str,
    cluster: String,
    write: Write,
    draw: Draw,
}

fn fetch_by(asked: Asked, kept: bool) -> Fetch {
    let asked = Arc::new(asked);
    Arc::new(move |query| {
        let asked = Arc::clone(&asked);
        Box::pin(async move { if kept { asked.kept(query).await } else { Ok(asked.slice(query).await?.0) } })
    })
}

impl Asked {
    /// A slice, and how many rows came of which some may be left out.
    async fn slice(&self, query: TableQuery) -> Result<(Fetched, u32), ApiError> {
        let page = ipc::page(self.name, (self.write)(query)?).await?;
        let Page { rows, offset, shown, total, chips, totals, freshness, provenance } = page;
        let around = Around { cluster: &self.cluster, provenance: &provenance, west_min: ipc::west_of_utc() };
        let came = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let mut drawn = Vec::with_capacity(rows.len());
        for row in rows {
            drawn.extend((self.draw)(row, &around)?);
        }
        let sources = Sources::of(provenance);
        let rows = drawn.into_iter().map(|row| (row, sources.clone())).collect();
        Ok((Fetched { rows, offset, shown, total, chips, totals, freshness }, came))
    }

    async fn kept(&self, query: TableQuery) -> Result<Fetched, ApiError> {
        let mut query = TableQuery { offset: 0, ..query };
        let mut kept: Option<Fetched> = None;
        loop {
            let (mut part, came) = self.slice(query.clone()).await?;
            let (next, whole) = (query.offset.saturating_add(came), part.shown);
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
    }
}
