//! The callers, of every class of the routing table, and how many there are of each. Each has a number and chance of its own,
//! so that a seed gives the same questions again.

mod any;
mod commits;
mod configs;
mod controller;
mod each_broker;
mod fences;
mod groups;
mod leaders;
mod moves;
mod named_broker;
mod produce;
mod topics;
mod transactions;

use std::{sync::Arc, time::Duration};

use rand::{Rng, SeedableRng, rngs::StdRng};
use tokio::task::JoinSet;

pub(crate) use produce::produce;

use crate::{
    scene::Scene,
    stage_set::{COMMITTERS, FENCERS},
};

/// One who asks again and again.
pub(crate) trait Caller: Send + 'static {
    fn new(number: u64) -> Self;
    fn once(&mut self, scene: &Scene, chance: &mut StdRng) -> impl Future<Output = ()> + Send;
}

pub(crate) fn hire(scene: &Arc<Scene>, seed: u64) -> JoinSet<()> {
    let mut crew = Crew { scene, seed, all: JoinSet::new() };
    crew.hire::<any::Caller>(40);
    crew.hire::<controller::Caller>(20);
    crew.hire::<topics::Caller>(8);
    crew.hire::<moves::Caller>(2);
    crew.hire::<configs::Caller>(6);
    crew.hire::<groups::Caller>(40);
    crew.hire::<commits::Caller>(COMMITTERS);
    crew.hire::<transactions::Caller>(24);
    crew.hire::<fences::Caller>(FENCERS);
    crew.hire::<named_broker::Caller>(24);
    crew.hire::<leaders::Caller>(50);
    crew.hire::<each_broker::Caller>(24);
    crew.all
}

struct Crew<'a> {
    scene: &'a Arc<Scene>,
    seed: u64,
    all: JoinSet<()>,
}

impl Crew<'_> {
    fn hire<C: Caller>(&mut self, count: u64) {
        for number in 0..count {
            let own = self.seed.wrapping_mul(1_000_003).wrapping_add(self.all.len() as u64);
            self.all.spawn(work(Arc::clone(self.scene), C::new(number), StdRng::seed_from_u64(own)));
        }
    }
}

async fn work<C: Caller>(scene: Arc<Scene>, mut caller: C, mut chance: StdRng) {
    loop {
        let turn = scene.gate.read().await;
        if scene.over() {
            return;
        }
        caller.once(&scene, &mut chance).await;
        drop(turn);
        // Small steps, so that the callers fall out of any step they may have fallen into.
        tokio::time::sleep(Duration::from_millis(chance.random_range(300..1500))).await;
    }
}
