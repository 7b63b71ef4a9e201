//! An answer with who gave it, and the asking of many brokers side by side.

use std::{future::Future, sync::Arc, time::Duration};

use meta::{Ask, Cluster, Error, Key, Source};
use tokio::task::JoinSet;

/// How many brokers are asked at once: more than are ever frozen together, since those hold up who waits behind them.
const AT_ONCE: usize = 64;

/// An answer with its source.
#[derive(Clone, Debug)]
pub struct Told<T> {
    pub value: T,
    pub source: Arc<Source>,
}

impl<T> Told<T> {
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Told<U> {
        Told { value: f(self.value), source: self.source }
    }
}

/// Sends what one broker answers alone.
pub(crate) async fn one<R: Ask>(
    cluster: &Cluster,
    request: R,
    key: Key,
    limit: Duration,
) -> Result<Told<R::Reply>, Error> {
    let part = cluster.send_within(request, key, limit).await?.one()?;
    Ok(Told { value: part.reply, source: Arc::new(part.source) })
}

/// Asks these brokers side by side and hands on each one's answer as it comes, so that a broker that does not answer
/// holds up nothing but its own part. Dropping the future stops the asking.
pub async fn each_broker<T, Fut>(
    brokers: impl IntoIterator<Item = i32>,
    ask: impl Fn(i32) -> Fut,
    mut answered: impl FnMut(i32, Result<T, Error>),
) where
    T: Send + 'static,
    Fut: Future<Output = Result<T, Error>> + Send + 'static,
{
    let mut waiting = brokers.into_iter();
    let mut asked = JoinSet::new();
    loop {
        while asked.len() < AT_ONCE {
            let Some(broker) = waiting.next() else { break };
            let question = ask(broker);
            asked.spawn(async move { (broker, question.await) });
        }
        match asked.join_next().await {
            Some(Ok((broker, answer))) => answered(broker, answer),
            // Only a task that was stopped or that failed in itself; its broker then has no new answer.
            Some(Err(_)) => {}
            None => return,
        }
    }
}
