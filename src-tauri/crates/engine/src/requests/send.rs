//! Explaining and sending: where a request would go, what stands in its way, and what each broker said.

use std::{
    future::Future,
    time::{Duration, SystemTime},
};

use admin::{ApiKey, Ask, Error, Failed, Item, Key, Part};
use contract::{Answered, AnsweredPart, ApiError, Explained, ExplainedTarget, Int64, RequestDraft};

use super::{
    answers::{Show, Shown},
    build::{Built, build},
    commands,
};
use crate::{
    class_names,
    clock::{millis, since, whole_millis},
    errors::api_error,
    open_cluster::OpenCluster,
    tables::{PAGE_BYTES, json_len},
};

/// All bodies of one answer together, before what JSON adds to them; a broker's share is at least this.
const BODIES: usize = 40 * 1024;
const BODY_LEAST: usize = 1_024;
/// The window waits for an answer no longer than this.
const PATIENCE: Duration = Duration::from_secs(12);
/// Brokers that are named as targets.
const TARGETS_MOST: usize = 200;
/// Parts beyond this are left out and counted in the last.
const PARTS_MOST: usize = 60;

/// Takes any request that can be built here.
pub(super) trait Give {
    type Out;
    fn take<R: Ask + Show>(self, request: R) -> impl Future<Output = Self::Out> + Send;
}

impl OpenCluster {
    /// Where the request would go, without sending.
    pub(crate) fn explain_request(&self, draft: &RequestDraft) -> Explained {
        let api = ApiKey::from_code(draft.key);
        let route = admin::route(api);
        let built = build(draft, &self.snapshot());
        let key = built.as_ref().map_or(Key::None, |(built, key)| routing_key(built, key));
        let told = self.cluster.explain(api, &key);
        let could_write = admin::could_write(api);
        let refused = match (&built, &told.refused) {
            (Err(error), _) | (Ok(_), Some(error)) => Some(api_error(&error.clone().asking(api), self.now())),
            (Ok(_), None) => None,
        };
        Explained {
            class: class_names::class(route),
            class_why: class_names::class_why(route),
            spread: class_names::spread(route),
            spread_why: match told.targets.len() {
                many if many > TARGETS_MOST => {
                    format!("{} The first {TARGETS_MOST} of {many} are named here.", told.why)
                }
                _ => told.why,
            },
            targets: told
                .targets
                .into_iter()
                .take(TARGETS_MOST)
                .map(|target| ExplainedTarget {
                    trouble: target
                        .broker
                        .is_some_and(|id| self.broker_state(id) != contract::BrokerState::Up),
                    broker: target.broker,
                    address: target.address,
                    state: target.state,
                    why: target.why,
                })
                .collect(),
            passes: !could_write,
            gate_why: gate_why(could_write),
            refused,
            command: commands::nearest(draft, &self.snapshot()),
        }
    }

    /// Sends it and waits for what comes back.
    pub(crate) async fn send_request(&self, draft: &RequestDraft) -> Result<Answered, ApiError> {
        let api = ApiKey::from_code(draft.key);
        let refused = |error: Error| api_error(&error.asking(api), self.now());
        let (built, key) = build(draft, &self.snapshot()).map_err(refused)?;
        if admin::could_write(api) {
            return Err(refused(Error::new(admin::What::ReadOnly)));
        }
        let sent_at = self.clock.now();
        let parts = built.give_to(Sending { open: self, key, sent_at }).await?;
        Ok(Answered {
            sent_at: millis(sent_at),
            took_ms: whole_millis(since(self.clock.now(), sent_at)),
            parts,
        })
    }
}

fn gate_why(could_write: bool) -> String {
    if could_write {
        "This request can change the cluster. This panel only reads, so it can't be sent from here."
            .to_owned()
    } else {
        "This request can't change the cluster.".to_owned()
    }
}

/// The key that tells the explanation what the body would tell the sending.
fn routing_key(built: &Built, key: &Key) -> Key {
    match built {
        Built::DescribeGroups(request) => request.groups.first().cloned().map_or(Key::None, Key::Group),
        Built::ConsumerGroupDescribe(request) => {
            request.groups.first().cloned().map_or(Key::None, Key::Group)
        }
        Built::OffsetFetch(request) => {
            request.groups.first().map_or(Key::None, |group| Key::Group(group.id.clone()))
        }
        Built::DescribeTransactions(request) => {
            request.ids.first().cloned().map_or(Key::None, Key::Transaction)
        }
        Built::ListOffsets(request) => {
            let partition = request.topics.first().and_then(|topic| {
                Some(Key::Partition(topic.name.clone(), topic.partitions.first()?.partition))
            });
            partition.unwrap_or(Key::None)
        }
        Built::DescribeProducers(request) => {
            let partition = request
                .topics
                .first()
                .and_then(|topic| Some(Key::Partition(topic.topic.clone(), *topic.partitions.first()?)));
            partition.unwrap_or(Key::None)
        }
        _ => key.clone(),
    }
}

struct Sending<'a> {
    open: &'a OpenCluster,
    key: Key,
    sent_at: SystemTime,
}

impl Give for Sending<'_> {
    type Out = Result<Vec<AnsweredPart>, ApiError>;

    async fn take<R: Ask + Show>(self, request: R) -> Self::Out {
        let answers = self.open.cluster.send_within(request.clone(), self.key, PATIENCE).await;
        let answers = match answers {
            Ok(answers) => answers,
            // A single broker's failure is an answer too; what was refused here has no broker and is an error.
            Err(error) if error.address().is_some() || error.broker().is_some() => {
                let took = since(self.open.clock.now(), self.sent_at);
                let failed = Failed {
                    broker: error.broker(),
                    items: Vec::new(),
                    error,
                    attempts: 1,
                    took,
                    at: self.open.clock.now(),
                };
                admin::Answers { parts: Vec::new(), failed: vec![failed] }
            }
            Err(error) => return Err(api_error(&error, self.open.now())),
        };
        let share = (BODIES / answers.parts.len().clamp(1, PARTS_MOST)).max(BODY_LEAST);
        let mut parts: Vec<AnsweredPart> =
            answers.parts.into_iter().take(PARTS_MOST).map(|part| answered(&request, part, share)).collect();
        parts.extend(answers.failed.into_iter().take(PARTS_MOST).map(|failed| failed_part(&failed)));
        parts.sort_by_key(|part| part.broker);
        Ok(fit(parts))
    }
}

/// Cuts bodies, and in the end leaves out parts, until the whole fits a page.
fn fit(mut parts: Vec<AnsweredPart>) -> Vec<AnsweredPart> {
    while json_len(&parts) > PAGE_BYTES {
        let longest = parts.iter_mut().max_by_key(|part| part.body.len());
        match longest {
            Some(part) if !part.body.is_empty() => {
                part.body = cut_text(&part.body, part.body.len() / 2);
                part.truncated = true;
            }
            _ => {
                parts.pop();
            }
        }
    }
    parts
}

fn answered<R: Ask + Show>(request: &R, part: Part<R::Reply>, share: usize) -> AnsweredPart {
    let Shown { summary, body, cut } = request.show(part.reply, &part.source);
    let text = serde_json::to_string_pretty(&body).unwrap_or_default();
    let whole = text.len() <= share;
    let body = if whole { text } else { cut_text(&text, share) };
    AnsweredPart {
        broker: part.source.broker,
        address: part.source.address,
        took_ms: whole_millis(part.source.took),
        attempts: part.source.attempts,
        version: Some(part.source.version),
        bytes: i64::try_from(part.source.bytes).ok().map(Int64),
        summary,
        error: None,
        body,
        truncated: cut || !whole,
    }
}

/// Cut at the end of a line.
fn cut_text(text: &str, most: usize) -> String {
    let end = text.char_indices().take_while(|(place, _)| *place < most).last().map_or(0, |(place, _)| place);
    let text = text.get(..end).unwrap_or_default();
    text.rsplit_once('\n').map_or(text, |(whole, _)| whole).to_owned()
}

/// "orders-3, orders-4 and 7 more"
fn about(items: &[Item]) -> String {
    const NAMED: usize = 3;
    let name = |item: &Item| match item {
        Item::Partition(topic, partition) => Some(format!("{topic}-{partition}")),
        Item::Group(name) | Item::Transaction(name) | Item::Topic(name) | Item::Resource(_, name) => {
            Some(name.to_string())
        }
        Item::TopicId(id) => Some(id.to_string()),
        Item::Rest => None,
    };
    let names: Vec<String> = items.iter().filter_map(name).collect();
    let named = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn failed_part(failed: &Failed) -> AnsweredPart {
    let error = api_error(&failed.error, millis(failed.at));
    let about = about(&failed.items);
    AnsweredPart {
        broker: failed.broker.or(failed.error.broker()),
        address: failed.error.address().unwrap_or_default().to_owned(),
        took_ms: whole_millis(failed.took),
        attempts: failed.attempts,
        version: None,
        bytes: None,
        summary: if about.is_empty() { error.message.clone() } else { format!("{about}: {}", error.message) },
        error: Some(error),
        body: String::new(),
        truncated: false,
    }
}

#[cfg(test)]
mod tests {
    use contract::AnsweredPart;

    use super::fit;
    use crate::tables::{PAGE_BYTES, json_len};

    fn part(broker: i32, body: String) -> AnsweredPart {
        AnsweredPart {
            broker: Some(broker),
            address: "b:9092".into(),
            took_ms: 1,
            attempts: 1,
            version: Some(1),
            bytes: None,
            summary: "x".repeat(2_000),
            error: None,
            body,
            truncated: false,
        }
    }

    #[test]
    fn an_answer_of_many_brokers_fits_a_page_and_says_what_was_cut() {
        let quoted = "{\"a\": \"b\"}\n".repeat(700);
        let parts = fit((0..20).map(|broker| part(broker, quoted.clone())).collect());
        assert!(json_len(&parts) <= PAGE_BYTES);
        assert_eq!(parts.len(), 20);
        assert!(parts.iter().any(|part| part.truncated));
        let parts = fit((0..200).map(|broker| part(broker, String::new())).collect());
        assert!(json_len(&parts) <= PAGE_BYTES && !parts.is_empty());
    }

    #[test]
    fn an_answer_that_fits_is_left_alone() {
        let parts = fit(vec![part(1, "{}".into())]);
        assert!(!parts[0].truncated && parts[0].body == "{}");
    }
}
