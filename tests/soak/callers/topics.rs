//! Topics that come and go, some under a name that was there before: each caller makes one, looks until it is seen, deletes it
//! and looks until it is gone. "Already there" for a name of one's own is what a create that was sent twice looks like.

use std::time::Duration;

use meta::{
    Key, TopicId, What,
    message::{
        create_topics::{CreateTopics, Layout, NewTopic},
        delete_topics::{DeleteTopics, Doomed},
    },
};
use rand::{Rng, rngs::StdRng};
use uuid::Uuid;

use crate::scene::Scene;

const CLASS: &str = "controller, write";

pub(crate) struct Caller {
    number: u64,
    /// How many names are given up, because nobody knows whether a topic of that name is there.
    lost: u64,
    /// The topics that had the present name before.
    before: Vec<TopicId>,
}

impl super::Caller for Caller {
    fn new(number: u64) -> Caller {
        Caller { number, lost: 0, before: Vec::new() }
    }

    async fn once(&mut self, scene: &Scene, chance: &mut StdRng) {
        let name = format!("again-{}-{}", self.number, self.lost);
        let partitions = chance.random_range(1..=3);
        let Some(uuid) = create(scene, &name, partitions).await else {
            self.next_name();
            return;
        };
        let Some(id) = TopicId::new(uuid) else {
            scene.ledger.wrong(format!("{name} was made without an id"));
            return;
        };
        if self.before.contains(&id) {
            scene.ledger.wrong(format!("{name} was deleted and made again, and has the id of before"));
        }
        let seen = || format!("{name} was made with id {id} and is not seen");
        scene.eventually(seen, || self.sees(scene, &name, id, partitions)).await;
        tokio::time::sleep(Duration::from_millis(chance.random_range(0..2_000))).await;
        let deleted = delete(scene, &name, chance.random_bool(0.5).then_some(uuid)).await;
        if deleted {
            let gone = || format!("{name} with id {id} was deleted and is still seen");
            scene.eventually(gone, || gone_from(scene, &name, id)).await;
        }
        match deleted {
            true => self.before.push(id),
            false => self.next_name(),
        }
    }
}

impl Caller {
    fn next_name(&mut self) {
        self.before.clear();
        self.lost += 1;
    }

    async fn sees(&self, scene: &Scene, name: &str, id: TopicId, partitions: usize) -> bool {
        let Some(snapshot) = scene.look("any", name).await else { return false };
        let Some(topic) = snapshot.topic(name) else { return false };
        if topic.id() != Some(id) {
            // A broker that is behind may still tell of one before, and of no other.
            if topic.id().is_none_or(|told| !self.before.contains(&told)) {
                scene.ledger.wrong(format!("{name}: id {:?} is neither {id} nor one before", topic.id()));
            }
            return false;
        }
        topic.len() == partitions
    }
}

async fn gone_from(scene: &Scene, name: &str, id: TopicId) -> bool {
    let Some(snapshot) = scene.look("any", name).await else { return false };
    snapshot.topic(name).is_none_or(|topic| topic.id() != Some(id))
}

/// The id of the new topic; `None`: it isn't known whether there is one, or there is none.
async fn create(scene: &Scene, name: &str, partitions: usize) -> Option<Uuid> {
    let layout = Layout::Counts { partitions: i32::try_from(partitions).ok(), replication: Some(2) };
    let topic = NewTopic { name: name.to_owned(), layout, configs: Vec::new() };
    let asked = CreateTopics { topics: vec![topic], timeout: Duration::from_secs(20), validate_only: false };
    let answers = match scene.ask(CLASS, asked, Key::None).await {
        Ok(answers) => answers,
        Err(error) => {
            if matches!(error.what(), What::OutcomeUnknown(_)) {
                scene.ledger.note("creates: outcome unknown");
            }
            return None;
        }
    };
    let part = answers.parts.first()?;
    let [told] = &part.reply.topics[..] else {
        scene.ledger.wrong(format!("one topic was asked for: {:?}", part.reply));
        return None;
    };
    told.code.is_none().then_some(())?;
    if told.name != name || told.partitions != i32::try_from(partitions).ok() {
        scene.ledger.wrong(format!("{name} with {partitions} partitions was asked for, told was {told:?}"));
    }
    told.id
}

async fn delete(scene: &Scene, name: &str, id: Option<Uuid>) -> bool {
    let doomed = id.map_or_else(|| Doomed::Named(name.to_owned()), Doomed::Id);
    let asked = DeleteTopics { topics: vec![doomed], timeout: Duration::from_secs(20) };
    match scene.ask(CLASS, asked, Key::None).await {
        Ok(answers) => {
            let mut told = answers.parts.iter().flat_map(|part| &part.reply.topics).peekable();
            told.peek().is_some() && told.all(|one| one.code.is_none())
        }
        Err(error) => {
            if matches!(error.what(), What::OutcomeUnknown(_)) {
                scene.ledger.note("deletes: outcome unknown");
            }
            false
        }
    }
}
