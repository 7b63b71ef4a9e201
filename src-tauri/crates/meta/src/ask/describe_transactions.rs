//! DescribeTransactions: each transactional id belongs to its coordinator.

use wire::{
    ErrorCode,
    message::describe_transactions::{DescribeTransactions, Reply},
};

use super::{Ask, Item, chosen::Chosen};

impl Ask for DescribeTransactions {
    fn items(&self) -> Vec<Item> {
        self.ids.iter().map(|id| Item::Transaction(id.as_str().into())).collect()
    }

    fn only(&self, items: &[Item]) -> DescribeTransactions {
        let chosen = Chosen::of(items);
        DescribeTransactions { ids: self.ids.iter().filter(|id| chosen.name(id)).cloned().collect() }
    }

    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        let transactions = reply.transactions.iter();
        transactions.map(|one| (Item::Transaction(one.id.as_str().into()), one.code)).collect()
    }

    fn without(&self, reply: &mut Reply, items: &[Item]) {
        let chosen = Chosen::of(items);
        reply.transactions.retain(|one| !chosen.name(&one.id));
    }
}
