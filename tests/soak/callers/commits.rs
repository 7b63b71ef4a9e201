//! A write to a group's coordinator whose last effect can be read: each caller commits 1, 2, 3, … for a group of its own. What
//! was reported as done is there; what is unknown is there or is not.

use meta::{
    Key, What,
    message::offset_fetch::{GroupAsked, OffsetFetch},
};
use rand::{Rng, rngs::StdRng};

use crate::{
    requests::Commit,
    scene::Scene,
    stage_set::{ORDERS, committer},
};

const CLASS: &str = "group coordinator, write";

pub(crate) struct Caller {
    number: u64,
    next: i64,
}

impl super::Caller for Caller {
    fn new(number: u64) -> Caller {
        Caller { number, next: 1 }
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        let offset = self.next;
        self.next += 1;
        scene.commits(self.number, offset);
        let group = committer(self.number);
        let partition = i32::try_from(self.number % 12).unwrap();
        let commit = Commit { group: group.clone(), topic: ORDERS, partition, offset };
        match scene.ask(CLASS, commit, Key::Group(group.clone())).await {
            Ok(answers) => {
                let codes = answers.parts.iter().flat_map(|part| &part.reply.0);
                if codes.clone().count() == 1 && codes.clone().all(|(_, code)| code.is_none()) {
                    scene.has_committed(self.number, offset);
                }
            }
            Err(error) if matches!(error.what(), What::OutcomeUnknown(_)) => {
                scene.ledger.note("commits: outcome unknown");
            }
            Err(_) => {}
        }
        if chance.random_bool(0.3) {
            self.read(scene, group).await;
        }
    }
}

impl Caller {
    async fn read(&self, scene: &Scene, group: String) {
        let (least, most) = scene.committed(self.number);
        let asked = GroupAsked { id: group.clone(), topics: None };
        let asked = OffsetFetch { groups: vec![asked], require_stable: true };
        let Ok(answers) = scene.ask(CLASS, asked, Key::Group(group.clone())).await else { return };
        for told in answers.parts.iter().flat_map(|part| &part.reply.groups).flat_map(|group| &group.topics) {
            for one in &told.partitions {
                match one.committed {
                    Some(offset) if (least..=most).contains(&offset) => {}
                    Some(offset) if offset < least => {
                        super::groups::below(scene, self.number, offset, least).await
                    }
                    _ => scene.ledger.wrong(format!("{group}: {one:?} not in {least}..={most}")),
                }
            }
        }
    }
}
