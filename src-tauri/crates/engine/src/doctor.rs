//! The connection doctor: examines the way to a cluster beside whatever is open, and keeps what was found for the window to draw.
//!
//! The layers below find facts; here they become sentences: what was found, what it means, what to try. An examination is of the
//! connection as it is set, with the same secrets and by the same steps as opening it, so that it can't be well where opening fails.

mod chart;
mod report;
mod terminal;
mod verdict;
mod words;

use std::collections::HashMap;

use admin::{Address, doctor};
use contract::{ApiError, Diagnosis, Examination, Millis, Profile, View};
use parking_lot::Mutex;
use tokio::{sync::mpsc, task::AbortHandle};

use crate::Engine;
use chart::Chart;
pub use report::report;
pub use terminal::{Diagnosed, examined};

/// The last examination of each connection.
#[derive(Default)]
pub(crate) struct Examinations(Mutex<HashMap<String, Examined>>);

struct Examined {
    chart: Chart,
    /// Tells it from a later one of the same connection.
    number: u64,
    task: Option<AbortHandle>,
}

impl Drop for Examined {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Engine {
    /// Starts, or starts anew. What comes of it is read by `examination`.
    pub(crate) fn examine_profile(&self, id: &str) -> Result<(), ApiError> {
        let profile = self.known(id)?;
        let number = rand::random();
        let chart = Chart::new(self.now(), profile.tls.on);
        self.inner.examinations.0.lock().insert(id.to_owned(), Examined { chart, number, task: None });
        let engine = self.clone();
        let task = tokio::spawn(async move { engine.examining(profile, number).await });
        if let Some(examined) =
            self.inner.examinations.0.lock().get_mut(id).filter(|now| now.number == number)
        {
            examined.task = Some(task.abort_handle());
        } else {
            task.abort();
        }
        self.tell(id);
        Ok(())
    }

    async fn examining(&self, profile: Profile, number: u64) {
        let id = profile.id.clone();
        let config = async {
            let bootstrap = self.bootstrap_of(&profile).await?;
            let addresses = Address::parse_list(&bootstrap);
            let addresses = addresses.map_err(|error| crate::errors::api_error(&error, self.now()))?;
            self.config_of(&profile, addresses).await
        };
        let (config, road) = match config.await {
            Ok(way) => way,
            Err(error) => {
                self.chart(&id, number, |chart, now| chart.could_not_begin(&error, now));
                return;
            }
        };
        let (tell, mut findings) = mpsc::unbounded_channel();
        let examining = doctor::examine(config, tell);
        tokio::pin!(examining);
        loop {
            tokio::select! {
                biased;
                found = findings.recv() => match found {
                    Some(found) => self.chart(&id, number, |chart, now| chart.note(found, now)),
                    None => break,
                },
                () = &mut examining => {}
            }
        }
        road.ended().await;
        self.chart(&id, number, Chart::end);
    }

    fn chart(&self, id: &str, number: u64, note: impl FnOnce(&mut Chart, Millis)) {
        let now = self.now();
        if let Some(examined) = self.inner.examinations.0.lock().get_mut(id).filter(|at| at.number == number)
        {
            note(&mut examined.chart, now);
        }
        self.tell(id);
    }

    pub(crate) fn examination_of(&self, id: &str) -> Option<Examination> {
        self.inner.examinations.0.lock().get(id).map(|examined| examined.chart.shown())
    }

    pub(crate) fn examination_report(&self, id: &str) -> Result<String, ApiError> {
        let none = || crate::errors::not_found("This connection was not examined yet.", self.now());
        self.examination_of(id).map(|examination| report(&examination)).ok_or_else(none)
    }

    pub(crate) fn stop_examining(&self, id: &str) {
        let now = self.now();
        if let Some(examined) = self.inner.examinations.0.lock().get_mut(id)
            && let Some(task) = examined.task.take()
        {
            task.abort();
            // Nothing of it is noted any more.
            examined.number = rand::random();
            examined.chart.stop(now);
        }
        self.tell(id);
    }

    /// It is removed, or has become another.
    pub(crate) fn forget_examination(&self, id: &str) {
        self.inner.examinations.0.lock().remove(id);
    }

    fn tell(&self, id: &str) {
        self.inner.notes.changed(id, View::Examination);
    }
}

fn could_not_begin(error: &ApiError) -> Diagnosis {
    Diagnosis { healthy: false, step: None, sentence: error.message.clone(), advice: error.advice.clone() }
}
