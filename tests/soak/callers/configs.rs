//! A write that any broker takes and the controller does: each caller sets one setting of a topic to rising values.

use meta::{
    Key, What,
    message::{
        config_resource,
        describe_configs::{DescribeConfigs, ResourceAsked},
        incremental_alter_configs::{Change, IncrementalAlterConfigs, ResourceAltered},
    },
};
use rand::rngs::StdRng;

use crate::{scene::Scene, stage_set::SETTINGS};

const CLASS: &str = "any, write";
const KEYS: [&str; 6] = [
    "retention.ms",
    "segment.ms",
    "flush.ms",
    "delete.retention.ms",
    "min.compaction.lag.ms",
    "file.delete.delay.ms",
];
/// Far above what would make the broker do anything.
const FIRST: u64 = 1_000_000_000;

pub(crate) struct Caller {
    key: &'static str,
    next: u64,
    done: u64,
}

impl super::Caller for Caller {
    fn new(number: u64) -> Caller {
        let key = KEYS[usize::try_from(number).unwrap() % KEYS.len()];
        Caller { key, next: FIRST, done: 0 }
    }

    async fn once(&mut self, scene: &Scene, _: &mut StdRng) {
        let value = self.next;
        self.next += 1;
        let changes = vec![(self.key.to_owned(), Change::Set(value.to_string()))];
        let resource = ResourceAltered { kind: config_resource::TOPIC, name: SETTINGS.to_owned(), changes };
        let asked = IncrementalAlterConfigs { resources: vec![resource], validate_only: false };
        match scene.ask(CLASS, asked, Key::None).await {
            Ok(answers) => {
                let mut told = answers.parts.iter().flat_map(|part| &part.reply.resources).peekable();
                if told.peek().is_some() && told.all(|one| one.code.is_none()) {
                    self.done = value;
                }
            }
            Err(error) if matches!(error.what(), What::OutcomeUnknown(_)) => {}
            Err(_) => return,
        }
        if self.done == value {
            let what = || format!("{} of {SETTINGS} was set to {value}, and that is not seen", self.key);
            scene.eventually(what, || self.shows(scene, value)).await;
        }
    }
}

impl Caller {
    async fn shows(&self, scene: &Scene, value: u64) -> bool {
        let asked = ResourceAsked {
            kind: config_resource::TOPIC,
            name: SETTINGS.to_owned(),
            keys: Some(vec![self.key.to_owned()]),
        };
        let asked = DescribeConfigs { resources: vec![asked], ..DescribeConfigs::default() };
        let Ok(answers) = scene.ask("any", asked, Key::None).await else { return false };
        let told = answers.parts.iter().flat_map(|part| &part.reply.resources).flat_map(|one| &one.configs);
        let mut told = told.filter_map(|config| config.value.as_ref()?.parse::<u64>().ok());
        let Some(shown) = told.next() else { return false };
        if shown >= self.next && shown < 2 * FIRST {
            scene.ledger.wrong(format!("{} was never set to {shown}", self.key));
        }
        shown == value
    }
}
