//! An ssh for one broker, where there can be no master: it signs in by itself and has one port.

use std::{net::SocketAddr, sync::Arc};

use tokio::time::sleep;

use super::{Means, chatter::Chatter, master::late, options, why};
use crate::{
    attempt::Course,
    child::{Child, Output},
    port,
    tether::Order,
};

pub(super) struct Run {
    means: Means,
    far: String,
    chatter: Arc<Chatter>,
}

impl Run {
    pub(super) fn new(means: &Means, far: String, chatter: Arc<Chatter>) -> Result<Run, String> {
        means.programs.find("ssh")?;
        Ok(Run { means: means.clone(), far, chatter })
    }

    pub(super) async fn through(self, course: Course<SocketAddr>) {
        for _ in 0..port::TRIES {
            let Err(end) = self.once(&course).await else { continue };
            return course.ended(end);
        }
        course.ended(port::none_free("each was taken in the meantime"));
    }

    /// Err: why it ended; Ok: its port was taken by another, who came first.
    async fn once(&self, course: &Course<SocketAddr>) -> Result<(), String> {
        let Run { means, far, chatter } = self;
        let place = port::free().map_err(|why| port::none_free(&why.to_string()))?;
        chatter.begin();
        let order: Order = options::alone(means, place, far)?;
        let heard = Arc::clone(chatter);
        let listener = Arc::new(move |output, line: &str| {
            if output == Output::Stderr {
                heard.hear(line);
            }
        });
        let mut child = Child::start(order, &means.living, listener)
            .await
            .map_err(|error| why::ended(&means.host, "could not be started", Some(error.to_string())))?;
        course.pid(child.pid);
        tokio::select! {
            biased;
            () = child.gone() => {}
            // It is said before the session is entered.
            () = chatter.taken(place.port()) => {
                child.stop().await;
                return Ok(());
            }
            () = chatter.session() => course.up(place),
            () = sleep(means.patience) => return Err(late(means, chatter)),
        }
        child.gone().await;
        course.ending();
        let end = child.ended().await;
        Err(why::ended(&means.host, &end.to_string(), chatter.words.last()))
    }
}
