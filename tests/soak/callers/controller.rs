//! What goes to the controller and only reads: which moves are under way.

use std::time::Duration;

use meta::{Key, message::list_partition_reassignments::ListPartitionReassignments};
use rand::rngs::StdRng;

use crate::{scene::Scene, stage_set::MOVING};

const CLASS: &str = "controller";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, _: &mut StdRng) {
        let asked = ListPartitionReassignments { topics: None, timeout: Duration::from_secs(10) };
        let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
        for topic in answers.parts.iter().flat_map(|part| &part.reply.topics) {
            if topic.name != MOVING {
                scene.ledger.wrong(format!("only {MOVING} is moved, told of {topic:?}"));
            }
        }
    }
}
