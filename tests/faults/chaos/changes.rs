//! Those who change things, each thing under a name of its own, so that the brokers' record tells how often a change came, and
//! their state whether it was made. What a call says of its outcome is held against both.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use meta::{
    Ask, Error, ErrorCode, Key, What,
    message::{
        create_topics::{CreateTopics, Layout, NewTopic},
        delete_groups::DeleteGroups,
        delete_topics::{DeleteTopics, Doomed},
    },
};
use mock_cluster::{Group, GroupKind};
use rand::{Rng, rngs::StdRng};

use super::{scene::Scene, verdict::reason};

/// What a call says of its change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Made,
    Refused(String),
    Unknown,
}

/// A thing and whether it has to be there in the end. `None`: nobody can know.
#[derive(Clone, Debug)]
pub struct Expected {
    pub topic: bool,
    pub name: String,
    pub there: Option<bool>,
    pub story: Vec<(&'static str, Said)>,
}

pub async fn one(scene: &Scene, chance: &mut StdRng, name: String) -> Expected {
    if chance.random_bool(0.3) {
        doomed_group(scene, chance, name).await
    } else {
        topic(scene, chance, name).await
    }
}

async fn topic(scene: &Scene, chance: &mut StdRng, name: String) -> Expected {
    let layout = Layout::Counts { partitions: Some(1), replication: Some(1) };
    let new = NewTopic { name: name.clone(), layout, configs: Vec::new() };
    let timeout = Duration::from_secs(1);
    let asked = CreateTopics { topics: vec![new], timeout, validate_only: false };
    let code = |reply: &meta::message::create_topics::Reply| reply.topics.first().map(|topic| topic.code);
    let made = change(scene, chance, asked, code).await;
    let there = match &made {
        Said::Made => Some(true),
        Said::Refused(_) => Some(false),
        Said::Unknown => None,
    };
    let mut expected = Expected { topic: true, name, there, story: vec![("create", made)] };
    if expected.there != Some(true) || chance.random_bool(0.4) {
        return expected;
    }
    let asked = DeleteTopics { topics: vec![Doomed::Named(expected.name.clone())], timeout };
    let code = |reply: &meta::message::delete_topics::Reply| reply.topics.first().map(|topic| topic.code);
    let gone = change(scene, chance, asked, code).await;
    expected.there = match &gone {
        Said::Made => Some(false),
        Said::Refused(_) => Some(true),
        Said::Unknown => None,
    };
    expected.story.push(("delete", gone));
    expected
}

async fn doomed_group(scene: &Scene, chance: &mut StdRng, name: String) -> Expected {
    scene.mock.state().add_group(Group::new(&name, GroupKind::Classic));
    let asked = DeleteGroups { groups: vec![name.clone()] };
    let code = |reply: &meta::message::delete_groups::Reply| reply.groups.first().map(|group| group.code);
    let gone = change(scene, chance, asked, code).await;
    let there = match &gone {
        Said::Made => Some(false),
        Said::Refused(_) => Some(true),
        Said::Unknown => None,
    };
    Expected { topic: false, name, there, story: vec![("delete", gone)] }
}

/// Some callers go away before the answer.
async fn change<R: Ask>(
    scene: &Scene,
    chance: &mut StdRng,
    request: R,
    code: impl Fn(&R::Reply) -> Option<ErrorCode>,
) -> Said {
    let limit = Duration::from_millis(chance.random_range(300..3_000));
    let patience = chance.random_bool(0.15).then(|| Duration::from_millis(chance.random_range(0..200)));
    let began = Instant::now();
    let call = scene.cluster.send_within(request, Key::None, limit);
    let result = match patience {
        Some(patience) => match tokio::time::timeout(patience, call).await {
            Ok(result) => result,
            Err(_) => return Said::Unknown,
        },
        None => call.await,
    };
    let over = began.elapsed().saturating_sub(limit).as_millis() as u64;
    scene.overshoot.fetch_max(over, Ordering::Relaxed);
    let error = match result {
        Err(error) => error,
        Ok(mut answers) => {
            if answers.parts.len() + answers.failed.len() != 1 {
                scene.wrong(format!(
                    "{}: one thing was asked, {answers:?} came",
                    R::KEY,
                    answers = answers.parts.len()
                ));
            }
            match (answers.parts.first().and_then(|part| code(&part.reply)), answers.failed.pop()) {
                (Some(code), _) if code.is_none() => {
                    scene.answers.fetch_add(1, Ordering::Relaxed);
                    return Said::Made;
                }
                (Some(code), _) => Error::from_code(code, None).asking(R::KEY),
                (None, Some(failed)) => failed.error,
                (None, None) => {
                    scene.wrong(format!("{} came back with nothing", R::KEY));
                    return Said::Unknown;
                }
            }
        }
    };
    scene.failures.fetch_add(1, Ordering::Relaxed);
    reason(scene, &error);
    if matches!(error.what(), What::OutcomeUnknown(_)) {
        if error.find_out().is_none() || error.left_at().is_none() || error.address().is_none() {
            scene.wrong(format!("an unknown outcome without time, place or what to read: {error:?}"));
        }
        return Said::Unknown;
    }
    if matches!(
        error.what(),
        What::Disconnected { sent: true, .. } | What::Timeout { sent: true, .. } | What::Decode(_)
    ) {
        scene.wrong(format!("a change left, and its outcome is not told as unknown: {error}"));
    }
    // Each thing was made by its caller just before, or was never there: these tell of a change that was made twice.
    let twice = ["TOPIC_ALREADY_EXISTS", "GROUP_ID_NOT_FOUND"];
    if error.code().is_some_and(|code| twice.contains(&code.name())) {
        scene.wrong(format!("made twice: {error}"));
    }
    Said::Refused(error.to_string())
}
