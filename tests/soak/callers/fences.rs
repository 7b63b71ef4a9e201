//! A write that leaves behind how often it happened: each InitProducerId raises the epoch of the caller's own transactional id
//! by one. One that was sent twice shows as a step too many.

use meta::{Key, What};
use rand::rngs::StdRng;

use crate::{requests::Fence, scene::Scene, stage_set::fencer};

const CLASS: &str = "transaction coordinator, write";

pub(crate) struct Caller {
    number: u64,
    known: Option<(i64, i16)>,
    /// Calls since then of which it isn't known what came of them.
    unknown: i16,
}

impl super::Caller for Caller {
    fn new(number: u64) -> Caller {
        Caller { number, known: None, unknown: 0 }
    }

    async fn once(&mut self, scene: &Scene, _: &mut StdRng) {
        let id = fencer(self.number);
        let asked = scene.ask(CLASS, Fence { id: id.clone() }, Key::Transaction(id.clone())).await;
        let part = match asked {
            Ok(answers) => answers.parts.into_iter().next(),
            Err(error) => {
                if matches!(error.what(), What::OutcomeUnknown(_)) {
                    self.unknown += 1;
                    scene.ledger.note("fences: outcome unknown");
                }
                None
            }
        };
        let Some(part) = part else { return };
        let (producer, epoch) = (part.reply.producer, part.reply.epoch);
        if let Some((before, least)) = self.known {
            // A coordinator may say "not available" and append all the same, when its replicas come back in time.
            let refused = i16::try_from(part.source.attempts).unwrap() - 1;
            let most = least + 1 + self.unknown + refused;
            if producer != before || epoch <= least || most < epoch {
                scene.ledger.wrong(format!(
                    "{id}: epoch {epoch} of {producer} after {least} of {before}; {} unknown, {refused} refused",
                    self.unknown
                ));
            }
        }
        self.known = Some((producer, epoch));
        self.unknown = 0;
        scene.fenced(self.number, producer);
    }
}
