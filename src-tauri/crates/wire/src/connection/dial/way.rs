//! The way to a broker as it is set: by a rule to another address, through a proxy, through a forwarded port, or straight.
//!
//! The address stays the broker's own outside of here. What was really dialled is told where that failed, since a rule with a slip
//! in it would otherwise look like a broker that is down.

use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::TcpStream,
    time::{Instant, sleep, timeout_at},
};

use super::{Listener, Settings, dial};
use crate::{Address, Error, Forward, Rewritten, Through, What};

/// What a forwarder has to say of a connection that it ended comes by another pipe, and may be a moment later.
const LAST_WORDS: Duration = Duration::from_millis(150);

/// The first address on the way that gets through the first exchange, all of it by the deadline.
pub(in crate::connection) async fn by_reach<T, F>(
    address: &Address,
    broker: Option<i32>,
    settings: &Settings,
    deadline: Instant,
    first_words: impl Fn(TcpStream) -> F + Clone + Send + Sync + 'static,
) -> Result<T, Error>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    let rewritten = settings.reach.rewrites.of(address, broker);
    let to = rewritten.as_ref().map_or(address, |found| &found.to);
    let (through, opened) = match &settings.reach.through {
        Through::Nothing => {
            let whom = if rewritten.is_some() { Listener::ByRule } else { Listener::Broker };
            (None, dial(to, whom, settings, deadline, first_words).await)
        }
        Through::Socks5(proxy) => {
            let (asked, to) = (proxy.clone(), to.clone());
            let passed_on = move |stream| {
                let (asked, to, first_words) = (asked.clone(), to.clone(), first_words.clone());
                async move {
                    let passed = asked.pass(stream, &to, deadline).await;
                    first_words(passed.map_err(|why| connect(why.to_string()))?).await
                }
            };
            let opened = match proxy.left_alone() {
                Ok(()) => dial(&proxy.proxy, Listener::Proxy, settings, deadline, passed_on).await,
                Err(why) => Err(connect(why.to_string())),
            };
            (Some(format!("through the proxy at {}", proxy.proxy)), opened)
        }
        Through::Forward(forward) => {
            let opened = forwarded(forward, to, settings, deadline, first_words).await;
            (Some(format!("through {}", forward.name())), opened)
        }
    };
    opened.map_err(|why| told(why, address, rewritten.as_ref(), through.as_deref()))
}

async fn forwarded<T, F>(
    forward: &Arc<dyn Forward>,
    to: &Address,
    settings: &Settings,
    deadline: Instant,
    first_words: impl Fn(TcpStream) -> F + Clone + Send + Sync + 'static,
) -> Result<T, Error>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    let place = place(forward, to, settings, deadline).await.map_err(connect)?;
    let local = Address { host: place.ip().to_string(), port: place.port() };
    let opened = dial(&local, Listener::Forwarder, settings, deadline, first_words).await;
    match opened {
        Err(why) if matches!(why.what(), What::Connect(_) | What::NotKafka(_) | What::Tls(_)) => {
            Err(match last_words(forward, to, deadline).await {
                Some(said) => reworded(why, |words| format!("{words}; {} says: {said}", forward.name())),
                None => why,
            })
        }
        opened => opened,
    }
}

/// The port of this machine that leads there, or why there is none.
pub(in crate::connection) async fn place(
    forward: &Arc<dyn Forward>,
    to: &Address,
    settings: &Settings,
    deadline: Instant,
) -> Result<SocketAddr, String> {
    let made = timeout_at(deadline, forward.place(to)).await;
    made.unwrap_or_else(|_| {
        let seconds = settings.setup_timeout.as_secs_f64();
        Err(format!("{} made no port that leads to {to} within {seconds:.1} s", forward.name()))
    })
}

/// What the forwarder says of a connection that did not come about.
pub(in crate::connection) async fn last_words(
    forward: &Arc<dyn Forward>,
    to: &Address,
    deadline: Instant,
) -> Option<String> {
    if let Some(said) = forward.said(to) {
        return Some(said);
    }
    let _ = timeout_at(deadline, sleep(LAST_WORDS)).await;
    forward.said(to)
}

fn connect(why: String) -> Error {
    Error::new(What::Connect(why))
}

/// "kafka-1.internal:9092 (rule 2: localhost:19093): nobody listens at …"
fn told(why: Error, address: &Address, rewritten: Option<&Rewritten>, through: Option<&str>) -> Error {
    let rule = rewritten.map(|found| format!("rule {}: {}", found.rule, found.to));
    let way: Vec<&str> = [rule.as_deref(), through].into_iter().flatten().collect();
    if way.is_empty() {
        why
    } else {
        reworded(why, |words| format!("{address} ({}): {words}", way.join(", ")))
    }
}

/// The same failure in other words, where it is about the way.
fn reworded(why: Error, words: impl Fn(&str) -> String) -> Error {
    match why.what() {
        What::Connect(said) => Error::new(What::Connect(words(said))),
        What::NotKafka(said) => Error::new(What::NotKafka(words(said))),
        What::Tls(said) => Error::new(What::Tls(words(said))),
        _ => why,
    }
}
