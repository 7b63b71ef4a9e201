//! ListConfigResources: which resources have configs of their own. Version 0 knows client metrics only.

use kafka_protocol::messages::list_config_resources_response::ConfigResource;
use kafka_protocol::messages::{ListConfigResourcesRequest, ListConfigResourcesResponse};

use super::Call;
use super::describe_configs::{BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP, TOPIC};
use super::text::text;
use crate::code;
use crate::state::{GroupKind, State};

const KNOWN: [i8; 5] = [TOPIC, BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP];

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: ListConfigResourcesRequest,
) -> ListConfigResourcesResponse {
    let wanted = match call.version {
        0 => vec![CLIENT_METRICS],
        _ if request.resource_types.is_empty() => KNOWN.to_vec(),
        _ => request.resource_types,
    };
    let error = call.code(|| {
        if wanted.iter().all(|kind| KNOWN.contains(kind)) { code::NONE } else { code::UNSUPPORTED_VERSION }
    });
    if error != code::NONE {
        return ListConfigResourcesResponse::default().with_error_code(error);
    }
    let resources = wanted.iter().flat_map(|&kind| {
        let names = names(state, kind);
        names.into_iter().map(move |name| {
            let resource = ConfigResource::default().with_resource_name(text(&name));
            if call.version >= 1 { resource.with_resource_type(kind) } else { resource }
        })
    });
    ListConfigResourcesResponse::default().with_config_resources(resources.collect())
}

/// No client metrics subscription exists here; of the groups only those of the new kinds have configs.
fn names(state: &State, kind: i8) -> Vec<String> {
    match kind {
        TOPIC => state.topics().map(|topic| topic.name.clone()).collect(),
        BROKER | BROKER_LOGGER => state.live_brokers().map(|id| id.to_string()).collect(),
        GROUP => {
            let new = state.groups().filter(|group| group.kind != GroupKind::Classic);
            new.map(|group| group.id.clone()).collect()
        }
        _ => Vec::new(),
    }
}
