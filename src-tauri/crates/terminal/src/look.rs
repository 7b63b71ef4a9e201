//! Looking at a cluster: opened read-only, one page read to its end, printed, closed.

use std::time::Duration;

use arguments::{Acls, List, Look, Topic, Where};
use contract::{
    ApiError, GetOverview, ListAcls, ListBrokers, ListGroups, ListLogDirs, ListPartitions, ListQuorum,
    ListQuotas, ListReassignments, ListScramUsers, ListTopics, ListTransactions, Page, Provenance,
    TableQuery,
};
use engine::{Engine, Watcher};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{
    Pens,
    cell::Cell,
    connection::{secrets, sentence, unlocked, which},
    exit::Exit,
    facts::alone,
    output::print,
    settled::settled,
    shown::{Column, Shown},
    views::{
        View, acls, brokers, groups, log_dirs, overview, partitions, quorum, quotas, reassignments,
        scram_users, topics, transactions,
    },
};

/// Opens the cluster; its id for the engine's calls.
pub(crate) async fn opened(engine: &Engine, cluster: &Where, pens: &mut Pens<'_>) -> Result<String, String> {
    let secrets = secrets(cluster)?;
    let mut opened = engine.open_once(which(cluster)?, secrets.clone()).await;
    if let Err(why) = &opened
        && unlocked(engine, cluster, why).await?
    {
        opened = engine.open_once(which(cluster)?, secrets).await;
    }
    let opened = opened.map_err(|error| sentence(&error))?;
    for note in &opened.notes {
        pens.say(note);
    }
    Ok(opened.id)
}

pub(crate) async fn looked(
    engine: &Engine,
    look: &Look,
    view: View,
    pens: &mut Pens<'_>,
) -> Result<Exit, String> {
    let mut looking = Looking::begin(engine, look, pens).await?;
    let shown = looking.table(view, &TableQuery::default(), None).await;
    Ok(finished(shown, look, pens))
}

pub(crate) async fn listed(
    engine: &Engine,
    list: &List,
    view: View,
    pens: &mut Pens<'_>,
) -> Result<Exit, String> {
    let query = query(list, columns(view))?;
    let mut looking = Looking::begin(engine, &list.look, pens).await?;
    Ok(finished(looking.table(view, &query, list.limit).await, &list.look, pens))
}

pub(crate) async fn topic(engine: &Engine, topic: &Topic, pens: &mut Pens<'_>) -> Result<Exit, String> {
    let query = query(&topic.list, partitions::COLUMNS)?;
    let mut looking = Looking::begin(engine, &topic.list.look, pens).await?;
    let (id, name) = (looking.id.clone(), &topic.name);
    let ask = async |query| {
        engine.partitions(ListPartitions { cluster: id.clone(), topic: name.clone(), query }).await
    };
    let shown = looking.pages(&query, topic.list.limit, partitions::COLUMNS, partitions::row, ask).await;
    Ok(finished(shown, &topic.list.look, pens))
}

pub(crate) async fn acls(engine: &Engine, acls: &Acls, pens: &mut Pens<'_>) -> Result<Exit, String> {
    let query = query(&acls.list, acls::COLUMNS)?;
    let mut looking = Looking::begin(engine, &acls.list.look, pens).await?;
    let cluster = looking.id.clone();
    let ask = async |query| {
        let (principal, topic) = (acls.principal.clone(), acls.topic.clone());
        engine.acls(ListAcls { cluster: cluster.clone(), principal, topic, query }).await
    };
    let shown = looking.pages(&query, acls.list.limit, acls::COLUMNS, acls::row, ask).await;
    Ok(finished(shown, &acls.list.look, pens))
}

fn columns(view: View) -> &'static [Column] {
    match view {
        View::Overview => overview::COLUMNS,
        View::Brokers => brokers::COLUMNS,
        View::LogDirs => log_dirs::COLUMNS,
        View::Topics => topics::COLUMNS,
        View::Groups => groups::COLUMNS,
        View::ScramUsers => scram_users::COLUMNS,
        View::Quotas => quotas::COLUMNS,
        View::Quorum => quorum::COLUMNS,
        View::Reassignments => reassignments::COLUMNS,
        View::Transactions => transactions::COLUMNS,
    }
}

fn query(list: &List, columns: &[Column]) -> Result<TableQuery, String> {
    let by = columns.iter().find(|column| column.id == list.sort);
    if !list.sort.is_empty() && by.is_none() {
        let ids: Vec<&str> = columns.iter().map(|column| column.id).collect();
        return Err(format!("There is no column “{}”; there are: {}.", list.sort, ids.join(", ")));
    }
    Ok(TableQuery {
        search: list.search.clone(),
        sort: by.map(|column| column.sort.to_owned()).unwrap_or_default(),
        descending: list.descending,
        ..TableQuery::default()
    })
}

/// Prints it, also where it is not whole; where nothing was told says why.
pub(crate) fn finished(shown: Result<Shown, ApiError>, look: &Look, pens: &mut Pens<'_>) -> Exit {
    match shown {
        Ok(shown) => {
            let exit = shown.exit();
            match (exit, &shown.freshness.failed) {
                (Exit::Nothing, Some(error)) => pens.say(&sentence(error)),
                (Exit::Nothing, None) => pens.say(&format!(
                    "Nothing was told within {} s (--timeout). “brokerscope doctor” says of the same cluster which step of the way fails.",
                    look.timeout
                )),
                _ if shown.late => {
                    pens.say(&format!("Not everything was told within {} s (--timeout).", look.timeout));
                }
                _ => {}
            }
            let printed = print(&shown, look.output, pens.out);
            pens.printed(printed, exit)
        }
        Err(error) => {
            pens.say(&sentence(&error));
            Exit::Nothing
        }
    }
}

/// A cluster that is open, for as long as the command may take.
struct Looking<'a> {
    engine: &'a Engine,
    id: String,
    watcher: Watcher,
    until: Instant,
}

impl Looking<'_> {
    async fn begin<'a>(engine: &'a Engine, look: &Look, pens: &mut Pens<'_>) -> Result<Looking<'a>, String> {
        let until = Instant::now() + Duration::from_secs(u64::from(look.timeout));
        let watcher = engine.watch();
        Ok(Looking { engine, id: opened(engine, &look.cluster, pens).await?, watcher, until })
    }

    async fn overview(&mut self) -> Result<Shown, ApiError> {
        let ask = async || self.engine.overview(GetOverview { cluster: self.id.clone() }).await;
        let settled = settled(&mut self.watcher, self.until, ask, |page| &page.freshness).await?;
        let page = settled.page;
        let json = json!({ "overview": page.value, "freshness": page.freshness });
        Ok(Shown {
            columns: overview::COLUMNS,
            rows: overview::rows(&page.value, &page.provenance),
            json: alone(json, &page.provenance),
            above: overview::verdict(&page.value),
            below: Vec::new(),
            freshness: page.freshness,
            late: settled.late,
        })
    }

    async fn table(&mut self, view: View, query: &TableQuery, limit: Option<u32>) -> Result<Shown, ApiError> {
        let engine = self.engine;
        let id = self.id.clone();
        let cluster = || id.clone();
        match view {
            View::Overview => self.overview().await,
            View::Brokers => {
                let ask = async |query| engine.brokers(ListBrokers { cluster: cluster(), query }).await;
                self.pages(query, limit, brokers::COLUMNS, brokers::row, ask).await
            }
            View::LogDirs => {
                let ask = async |query| engine.log_dirs(ListLogDirs { cluster: cluster(), query }).await;
                self.pages(query, limit, log_dirs::COLUMNS, log_dirs::row, ask).await
            }
            View::Topics => {
                let ask = async |query| engine.topics(ListTopics { cluster: cluster(), query }).await;
                self.pages(query, limit, topics::COLUMNS, topics::row, ask).await
            }
            View::Groups => {
                let ask = async |query| engine.groups(ListGroups { cluster: cluster(), query }).await;
                self.pages(query, limit, groups::COLUMNS, groups::row, ask).await
            }
            View::ScramUsers => {
                let ask =
                    async |query| engine.scram_users(ListScramUsers { cluster: cluster(), query }).await;
                self.pages(query, limit, scram_users::COLUMNS, scram_users::row, ask).await
            }
            View::Quotas => {
                let ask = async |query| engine.quotas(ListQuotas { cluster: cluster(), query }).await;
                self.pages(query, limit, quotas::COLUMNS, quotas::row, ask).await
            }
            View::Quorum => {
                let ask = async |query| engine.quorum(ListQuorum { cluster: cluster(), query }).await;
                self.pages(query, limit, quorum::COLUMNS, quorum::row, ask).await
            }
            View::Reassignments => {
                let ask =
                    async |query| engine.reassignments(ListReassignments { cluster: cluster(), query }).await;
                self.pages(query, limit, reassignments::COLUMNS, reassignments::row, ask).await
            }
            View::Transactions => {
                let ask =
                    async |query| engine.transactions(ListTransactions { cluster: cluster(), query }).await;
                self.pages(query, limit, transactions::COLUMNS, transactions::row, ask).await
            }
        }
    }

    /// All slices of a table, each read until it is settled.
    async fn pages<R: Serialize>(
        &mut self,
        query: &TableQuery,
        limit: Option<u32>,
        columns: &'static [Column],
        cells: impl Fn(&R, &Provenance) -> Vec<Cell>,
        ask: impl AsyncFn(TableQuery) -> Result<Page<R>, ApiError>,
    ) -> Result<Shown, ApiError> {
        let (mut rows, mut as_json, mut late) = (Vec::new(), Vec::new(), false);
        loop {
            let offset = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            let left = limit.map_or(0, |limit| limit.saturating_sub(offset));
            let slice = TableQuery { offset, limit: left, ..query.clone() };
            let again = async || ask(slice.clone()).await;
            let settled = settled(&mut self.watcher, self.until, again, |page| &page.freshness).await?;
            let page = settled.page;
            late |= settled.late;
            for row in &page.rows {
                rows.push(cells(row, &page.provenance));
                as_json.push(alone(serde_json::to_value(row).unwrap_or_default(), &page.provenance));
            }
            let wanted = limit.map_or(page.shown, |limit| limit.min(page.shown)) as usize;
            if rows.len() < wanted && !page.rows.is_empty() {
                continue;
            }
            let totals = page
                .totals
                .iter()
                .map(|total| format!("{} {} {}", total.label, total.value, total.note).trim_end().to_owned());
            let counted = format!("{} of {} rows", rows.len(), page.total);
            let below = [String::new(), counted].into_iter().chain(totals).collect();
            let json = json!({
                "rows": Value::Array(as_json), "shown": page.shown, "total": page.total, "freshness": page.freshness,
            });
            let freshness = page.freshness;
            return Ok(Shown { columns, rows, json, freshness, above: Vec::new(), below, late });
        }
    }
}
