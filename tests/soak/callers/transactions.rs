//! What only the coordinator of a transactional id knows: its state, asked for several at once.

use meta::{Key, message::describe_transactions::DescribeTransactions};
use rand::{Rng, rngs::StdRng, seq::IteratorRandom};

use crate::{scene::Scene, stage_set::fencer};

const CLASS: &str = "transaction coordinator";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        let known = scene.producers();
        let many = chance.random_range(1..=6);
        let some: Vec<(u64, i64)> = known.into_iter().choose_multiple(chance, many);
        if some.is_empty() {
            return;
        }
        let ids: Vec<String> = some.iter().map(|(number, _)| fencer(*number)).collect();
        let key = match ids.as_slice() {
            [one] => Key::Transaction(one.clone()),
            _ => Key::None,
        };
        let Ok(answers) = scene.ask(CLASS, DescribeTransactions { ids }, key).await else { return };
        for told in answers.parts.iter().flat_map(|part| &part.reply.transactions) {
            let producer = some.iter().find(|(number, _)| fencer(*number) == told.id).map(|one| one.1);
            if told.code.is_none() && (told.producer_id != producer || told.state != "Empty") {
                scene.ledger.wrong(format!("{producer:?} has nothing open, told was {told:?}"));
            }
        }
    }
}
