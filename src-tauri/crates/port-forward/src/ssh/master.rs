//! One ssh that signs in and stays, and the ports that it is told to open: one for each broker, closed with it.

use std::{collections::BTreeMap, net::SocketAddr, sync::Arc, time::Duration};

use tokio::time::{sleep, timeout};
use wire::Address;

use super::{MOST, Means, chatter::Chatter, options, socket::Socket, too_many, why};
use crate::{
    Passage,
    attempt::{Attempt, Course, Outcome, just_ended},
    child::{Child, End, Output},
    passage::Changes,
    port,
    words::Words,
};

/// How often it is looked whether the socket is there; ssh tells nobody.
const LOOK: Duration = Duration::from_millis(20);
/// How long the master may take to open a port of this machine: it only has to be told.
const TO_OPEN: Duration = Duration::from_secs(10);

pub(super) struct Master {
    attempt: Attempt<Arc<Socket>>,
    ports: BTreeMap<Address, Attempt<SocketAddr>>,
    chatter: Arc<Chatter>,
}

impl Master {
    pub(super) fn begin(means: &Means, changes: &Changes) -> Result<Master, String> {
        let socket = Socket::new().map_err(|why| format!("ssh has no place for its socket: {why}"))?;
        let order = options::master(means, &socket.path)?;
        let chatter = Arc::new(Chatter::default());
        let (means, heard) = (means.clone(), Arc::clone(&chatter));
        let run = async move |course: Course<Arc<Socket>>| {
            let said = Arc::clone(&heard);
            let listener = Arc::new(move |output, line: &str| {
                if output == Output::Stderr {
                    said.hear(line);
                }
            });
            let mut child = match Child::start(order, &means.living, listener).await {
                Ok(child) => child,
                Err(error) => {
                    return course.ended(why::ended(
                        &means.host,
                        "could not be started",
                        Some(error.to_string()),
                    ));
                }
            };
            course.pid(child.pid);
            let listens = async {
                while !socket.is_there() {
                    sleep(LOOK).await;
                }
            };
            let up = tokio::select! {
                biased;
                () = child.gone() => false,
                () = listens => true,
                () = sleep(means.patience) => return course.ended(late(&means, &heard)),
            };
            if up {
                course.up(Arc::new(socket));
            }
            child.gone().await;
            course.ending();
            let end = child.ended().await;
            course.ended(why::ended(&means.host, &end.to_string(), heard.words.last()));
        };
        Ok(Master { attempt: Attempt::begin(changes, run), ports: BTreeMap::new(), chatter })
    }

    pub(super) fn is_over(&self) -> bool {
        self.attempt.is_over()
    }

    pub(super) fn why(&self, what: &str) -> Option<String> {
        self.attempt.why().or_else(|| self.attempt.is_ending().then(|| just_ended(what)))
    }

    pub(super) fn passage(&self, what: String) -> Passage {
        let up = |(address, port): (&Address, &Attempt<SocketAddr>)| Some((address.clone(), port.up()?));
        self.attempt.passage(what, self.ports.iter().filter_map(up).collect())
    }

    /// Why the last connection to this address came to nothing.
    pub(super) fn refused(&self, to: &Address) -> Option<String> {
        self.chatter.refused(self.ports.get(to)?.up()?.port())
    }

    /// The port that leads there, opened when there is none.
    pub(super) fn port(
        &mut self,
        to: &Address,
        far: String,
        means: &Means,
        changes: &Changes,
    ) -> Result<Outcome<SocketAddr>, String> {
        if self.attempt.is_ending() {
            // Its ports may be somebody else's by now.
            let end = self.attempt.end();
            return Ok(Box::pin(async { Err(end.await) }));
        }
        if let Some(port) = self.ports.get(to).filter(|port| !port.is_over()) {
            return Ok(port.outcome());
        }
        if self.ports.len() >= MOST {
            return Err(too_many());
        }
        let (up, end, means) = (self.attempt.outcome(), self.attempt.end(), means.clone());
        let run = async move |course: Course<SocketAddr>| {
            let opened = match up.await {
                Ok(socket) => open(&means, &socket, &far).await,
                Err(why) => Err(why),
            };
            match opened {
                Ok(place) => {
                    course.up(place);
                    course.ended(end.await);
                }
                Err(why) => course.ended(why),
            }
        };
        let port = Attempt::begin(changes, run);
        let outcome = port.outcome();
        self.ports.insert(to.clone(), port);
        Ok(outcome)
    }
}

async fn open(means: &Means, socket: &Socket, far: &str) -> Result<SocketAddr, String> {
    let mut last = String::new();
    for _ in 0..port::TRIES {
        let place = port::free().map_err(|why| port::none_free(&why.to_string()))?;
        match told(means, options::forward(means, &socket.path, place, far)?).await {
            Ok(()) => return Ok(place),
            Err(why) => last = why,
        }
    }
    Err(port::none_free(&last))
}

/// Runs an ssh that tells the master something.
async fn told(means: &Means, order: crate::tether::Order) -> Result<(), String> {
    let words = Arc::new(Words::default());
    let heard = Arc::clone(&words);
    let listener = Arc::new(move |_, line: &str| heard.add(line));
    let mut child = Child::start(order, &means.living, listener)
        .await
        .map_err(|error| format!("ssh could not be started: {error}"))?;
    match timeout(TO_OPEN, child.ended()).await {
        Ok(End { code: Some(0) }) => Ok(()),
        Ok(end) => Err(why::ended(&means.host, &end.to_string(), words.last())),
        Err(_) => Err(format!("ssh {} did not open a port within {} s", means.host, TO_OPEN.as_secs())),
    }
}

pub(super) fn late(means: &Means, chatter: &Chatter) -> String {
    let what = format!("was not signed in after {} s", means.patience.as_secs_f32());
    why::ended(&means.host, &what, chatter.words.last())
}
