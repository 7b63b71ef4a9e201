//! What one broker is asked by its number: its log dirs. The answer must be that broker's and no other's.

use meta::{
    Key,
    message::describe_log_dirs::{DescribeLogDirs, Reply},
};
use rand::{Rng, rngs::StdRng};

use crate::scene::Scene;

const CLASS: &str = "named broker";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        let id = chance.random_range(1..=3);
        let asked = DescribeLogDirs { topics: chance.random_bool(0.5).then(Vec::new) };
        let Ok(answers) = scene.ask(CLASS, asked, Key::Broker(id)).await else { return };
        for part in &answers.parts {
            if part.source.broker != Some(id) {
                scene.ledger.wrong(format!("broker {id} was asked, {:?} answered", part.source.broker));
            }
            dirs_are_its_own(scene, Some(id), &part.reply);
        }
    }
}

/// Each broker of the harness keeps its data in directories with its number in their names.
pub(super) fn dirs_are_its_own(scene: &Scene, broker: Option<i32>, reply: &Reply) {
    let Some(id) = broker else { return };
    let own = format!("broker-{id}/");
    for dir in &reply.dirs {
        if dir.code.is_none() && !dir.path.contains(&own) {
            scene.ledger.wrong(format!("broker {id} is said to have {}", dir.path));
        }
    }
    if reply.code.is_none() && reply.dirs.len() != 2 {
        scene.ledger.wrong(format!("broker {id} is said to have {} log dirs", reply.dirs.len()));
    }
}
