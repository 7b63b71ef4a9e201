//! Transactional ids with their state, as ListTransactions and DescribeTransactions show them.

use std::collections::BTreeMap;

use super::State;

#[derive(Debug, Clone)]
pub struct Transaction {
    pub id: String,
    pub producer_id: i64,
    pub producer_epoch: i16,
    /// The broker's word, for example `Ongoing`.
    pub state: String,
    pub timeout_ms: i32,
    /// -1 when no transaction is open.
    pub started_ms: i64,
    pub partitions: BTreeMap<String, Vec<i32>>,
}

impl State {
    pub fn add_transaction(&mut self, transaction: Transaction) {
        self.need_transaction_topic();
        self.transactions.insert(transaction.id.clone(), transaction);
    }

    pub fn transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.transactions.values()
    }
}
