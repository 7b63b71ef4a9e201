//! What each broker knows for itself: groups, transactions, log dirs, versions. All are asked, each answers or fails alone.

use std::collections::BTreeSet;

use meta::{
    Key,
    message::{
        api_versions::ApiVersions, describe_log_dirs::DescribeLogDirs, list_groups::ListGroups,
        list_transactions::ListTransactions,
    },
};
use rand::{Rng, rngs::StdRng};

use crate::scene::Scene;

const CLASS: &str = "each broker";

pub(crate) struct Caller;

impl super::Caller for Caller {
    fn new(_: u64) -> Caller {
        Caller
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        match chance.random_range(0..4) {
            0 => groups(scene).await,
            1 => drop(scene.ask(CLASS, ListTransactions::default(), Key::None).await),
            2 => log_dirs(scene).await,
            _ => versions(scene).await,
        }
    }
}

async fn groups(scene: &Scene) {
    let Ok(answers) = scene.ask(CLASS, ListGroups::default(), Key::None).await else { return };
    for part in &answers.parts {
        let ids: BTreeSet<&str> = part.reply.groups.iter().map(|group| group.id.as_str()).collect();
        if ids.len() != part.reply.groups.len() {
            scene.ledger.wrong(format!("broker {:?} lists a group twice", part.source.broker));
        }
        let made = |id: &str| id.starts_with("commits-") || id.starts_with("reading-");
        if let Some(other) = ids.iter().find(|id| !made(id)) {
            scene.ledger.wrong(format!("nobody made the group {other}"));
        }
    }
}

async fn log_dirs(scene: &Scene) {
    let asked = DescribeLogDirs { topics: Some(Vec::new()) };
    let Ok(answers) = scene.ask(CLASS, asked, Key::None).await else { return };
    for part in &answers.parts {
        super::named_broker::dirs_are_its_own(scene, part.source.broker, &part.reply);
    }
}

async fn versions(scene: &Scene) {
    let Ok(answers) = scene.ask(CLASS, ApiVersions, Key::None).await else { return };
    for part in &answers.parts {
        if part.reply.ranges.iter().any(|(_, lowest, highest)| lowest > highest)
            || part.reply.ranges.is_empty()
        {
            scene.ledger.wrong(format!("broker {:?} offers {:?}", part.source.broker, part.reply.ranges));
        }
    }
}
