//! DeleteTopics: by name, from version 6 also by id, which can't hit a topic that was made again under the same name.

use kafka_protocol::messages::delete_topics_response::DeletableTopicResult;
use kafka_protocol::messages::{DeleteTopicsRequest, DeleteTopicsResponse, TopicName};
use uuid::Uuid;

use super::Call;
use super::text::{text, topic_name};
use crate::code;
use crate::state::State;

pub(super) fn answer(call: &Call, state: &mut State, request: DeleteTopicsRequest) -> DeleteTopicsResponse {
    let responses = if call.version >= 6 {
        let topics = request.topics.into_iter();
        topics.map(|topic| delete(call, state, topic.name, topic.topic_id)).collect()
    } else {
        let names = request.topic_names.into_iter();
        names.map(|name| delete(call, state, Some(name), Uuid::nil())).collect()
    };
    DeleteTopicsResponse::default().with_responses(responses)
}

fn delete(call: &Call, state: &mut State, name: Option<TopicName>, id: Uuid) -> DeletableTopicResult {
    let found = match &name {
        Some(name) => state.topic(name).ok(),
        None => state.topic_by_id(id),
    };
    let found = found.map(|topic| (topic.name.clone(), topic.id));
    let error = call.code(|| match (state.may_control(call.broker), &found, &name) {
        (false, _, _) => code::NOT_CONTROLLER,
        (true, Some(_), _) => code::NONE,
        (true, None, Some(_)) => code::UNKNOWN_TOPIC_OR_PARTITION,
        (true, None, None) => code::UNKNOWN_TOPIC_ID,
    });
    let result = DeletableTopicResult::default().with_error_code(error);
    let result = if call.version >= 5 && error != code::NONE {
        result.with_error_message(Some(text(code::sentence(error))))
    } else {
        result
    };
    match found.filter(|_| error == code::NONE) {
        Some((found, id)) => {
            // It was found under this lock, so that it can only be there.
            let _ = state.delete_topic(&found);
            let named = result.with_name(Some(topic_name(&found)));
            if call.version >= 6 { named.with_topic_id(id) } else { named }
        }
        None if call.version >= 6 => result.with_name(name).with_topic_id(id),
        None => result.with_name(name),
    }
}
