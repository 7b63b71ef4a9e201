//! What is done to the brokers, one thing at a time, in an order that the seed decides: each kind once before any comes again.
//! Between them the cluster becomes whole; after every few it is left in calm, where no error has an excuse, and compared.

use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng, rngs::StdRng, seq::SliceRandom};
use support::Stage;
use tokio::time::sleep;

use crate::{compare::compare, scene::Scene, stage_set::committer, weather::SETTLE};

/// A calm spell with callers, after the time to settle.
const CALM: Duration = Duration::from_secs(6);
/// Kept free at the end for the last calm spell and the last comparison.
const LAST: Duration = Duration::from_secs(25);
/// After how many troubles the answers are compared with the tools.
const BETWEEN: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Ends as an operator ends it, and starts again.
    Restart,
    /// Ends as a power cut would.
    Kill,
    KillController,
    KillCoordinator,
    /// Its sockets stay open and nothing answers, for less or for longer than a session.
    Freeze,
    FreezeController,
}

const KINDS: [Kind; 6] = [
    Kind::Restart,
    Kind::Kill,
    Kind::KillController,
    Kind::KillCoordinator,
    Kind::Freeze,
    Kind::FreezeController,
];

pub(crate) async fn until(end: Instant, stage: &Stage, scene: &Scene, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut deck: Vec<Kind> = Vec::new();
    calm().await;
    for number in 1.. {
        if deck.is_empty() {
            deck = KINDS.to_vec();
            deck.shuffle(&mut chance);
        }
        let Some(kind) = deck.pop() else { break };
        one(kind, stage, scene, &mut chance).await;
        if Instant::now() + LAST > end {
            break;
        }
        if number % BETWEEN == 0 {
            calm().await;
            compare(stage, scene).await;
        }
    }
    calm().await;
    compare(stage, scene).await;
}

async fn calm() {
    sleep(SETTLE + CALM).await;
}

async fn one(kind: Kind, stage: &Stage, scene: &Scene, chance: &mut StdRng) {
    let anyone = chance.random_range(1..=3);
    let pause = Duration::from_millis(chance.random_range(500..6_000));
    let frozen = Duration::from_millis(chance.random_range(1_000..16_000));
    let group = committer(chance.random_range(0..30));
    let id = match kind {
        Kind::Restart | Kind::Kill | Kind::Freeze => anyone,
        Kind::KillController | Kind::FreezeController => stage.controller().await,
        Kind::KillCoordinator => stage.coordinator(&group).await,
    };
    let began = Instant::now();
    scene.troubles.begin(format!("{kind:?} of broker {id}"), id);
    match kind {
        Kind::Restart => {
            stage.stop(id).await;
            stage.bring_back(id).await;
        }
        Kind::Kill | Kind::KillController | Kind::KillCoordinator => {
            stage.kill(id).await;
            sleep(pause).await;
            stage.bring_back(id).await;
        }
        Kind::Freeze | Kind::FreezeController => {
            stage.freeze(id).await;
            sleep(frozen).await;
            stage.thaw(id).await;
        }
    }
    scene.troubles.end();
    println!("{kind:?} of broker {id}: {:.1} s", began.elapsed().as_secs_f64());
    scene.ledger.note(format!("trouble: {kind:?}"));
    sleep(Duration::from_secs(1)).await;
}
