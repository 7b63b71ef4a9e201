//! Transactional ids as each broker lists them, and what each of them is doing. A broker lists those that it coordinates and no
//! others, and of those only what this user may describe; it says nothing of what it leaves out.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use meta::{
    Answers, Cluster, Error, Failed, Item, Key, What,
    message::{
        describe_transactions::{self, DescribeTransactions},
        list_transactions::ListTransactions,
    },
};

use crate::told::{Told, one};

/// A transactional id as its coordinator lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTransaction {
    pub id: Arc<str>,
    pub producer_id: i64,
    /// The broker's word: "Ongoing", "CompleteCommit", …
    pub state: String,
}

impl ListedTransaction {
    /// Something is open under it, or was decided and is still being written to its partitions.
    #[must_use]
    pub fn open(&self) -> bool {
        is_open(&self.state)
    }
}

/// Whether a state is one in which records wait for a decision or for its markers. A word that is not known counts as open: it is asked
/// about, and its start tells.
#[must_use]
pub fn is_open(state: &str) -> bool {
    !matches!(state, "Empty" | "CompleteCommit" | "CompleteAbort" | "Dead")
}

/// A transactional id as its coordinator describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    pub state: String,
    pub timeout: Duration,
    /// Milliseconds since 1970 by the coordinator's clock; `None`: none is open.
    pub started: Option<i64>,
    pub producer_id: Option<i64>,
    pub producer_epoch: i16,
    /// That records were written to, or are to get their markers.
    pub partitions: Vec<(String, Vec<i32>)>,
}

/// Asks one broker for the transactional ids that it coordinates.
///
/// # Errors
/// That broker's failure.
pub async fn transactions_of(
    cluster: &Cluster,
    broker: i32,
    limit: Duration,
) -> Result<Told<Vec<ListedTransaction>>, Error> {
    let told = one(cluster, ListTransactions::default(), Key::Broker(broker), limit).await?;
    Ok(told.map(|reply| {
        let owned = |one: meta::message::list_transactions::Transaction| ListedTransaction {
            id: one.id.into(),
            producer_id: one.producer_id,
            state: one.state,
        };
        reply.transactions.into_iter().map(owned).collect()
    }))
}

type Settled = BTreeMap<Arc<str>, Result<Told<Transaction>, Error>>;

/// Asks each id's coordinator what it is doing. Each has its own outcome.
pub async fn describe_transactions(cluster: &Cluster, ids: &[Arc<str>], limit: Duration) -> Settled {
    if ids.is_empty() {
        return Settled::new();
    }
    let request = DescribeTransactions { ids: ids.iter().map(ToString::to_string).collect() };
    settle(ids, cluster.send_within(request, Key::None, limit).await)
}

fn settle(ids: &[Arc<str>], answers: Result<Answers<describe_transactions::Reply>, Error>) -> Settled {
    let answers = match answers {
        Ok(answers) => answers,
        Err(error) => return ids.iter().map(|id| (Arc::clone(id), Err(error.clone()))).collect(),
    };
    let mut found = HashMap::new();
    for part in answers.parts {
        let source = Arc::new(part.source);
        for one in part.reply.transactions {
            let outcome = if one.code.is_none() {
                let partitions =
                    one.topics.into_iter().map(|topic| (topic.topic, topic.partitions)).collect();
                let value = Transaction {
                    state: one.state,
                    timeout: one.timeout,
                    started: one.started,
                    producer_id: one.producer_id,
                    producer_epoch: one.producer_epoch,
                    partitions,
                };
                Ok(Told { value, source: Arc::clone(&source) })
            } else {
                Err(Error::from_code(one.code, None).at(source.address.clone()).asking(source.api))
            };
            found.insert(one.id, outcome);
        }
    }
    let mut outcome = |id: &Arc<str>| found.remove(&**id).unwrap_or_else(|| Err(untold(id, &answers.failed)));
    ids.iter().map(|id| (Arc::clone(id), outcome(id))).collect()
}

fn untold(id: &Arc<str>, failed: &[Failed]) -> Error {
    let names = |one: &&Failed| {
        one.items.iter().any(|item| matches!(item, Item::Transaction(transaction) if transaction == id))
    };
    match failed.iter().find(names) {
        Some(failed) => failed.error.clone(),
        None => Error::new(What::NoTarget(format!(
            "No broker's answer names the transactional id \u{201c}{id}\u{201d}."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::is_open;

    #[test]
    fn a_state_that_is_not_known_counts_as_open() {
        for state in ["Ongoing", "PrepareCommit", "PrepareAbort", "PrepareEpochFence", "Resting"] {
            assert!(is_open(state), "{state}");
        }
        for state in ["Empty", "CompleteCommit", "CompleteAbort", "Dead"] {
            assert!(!is_open(state), "{state}");
        }
    }
}
