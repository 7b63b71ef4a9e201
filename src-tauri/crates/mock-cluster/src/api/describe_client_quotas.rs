//! DescribeClientQuotas: limits of users, client ids and addresses that match every component of the filter.

use kafka_protocol::messages::describe_client_quotas_request::ComponentData;
use kafka_protocol::messages::describe_client_quotas_response::{EntityData, EntryData, ValueData};
use kafka_protocol::messages::{DescribeClientQuotasRequest, DescribeClientQuotasResponse};

use super::Call;
use super::text::{maybe, text};
use crate::code;
use crate::state::{ClientQuota, State};

const EXACT: i8 = 0;
const DEFAULT: i8 = 1;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeClientQuotasRequest,
) -> DescribeClientQuotasResponse {
    let error = call.code(|| code::NONE);
    if error != code::NONE {
        return DescribeClientQuotasResponse::default().with_error_code(error).with_entries(None);
    }
    let matching = state.client_quotas.iter().filter(|quota| {
        let enough = !request.strict || quota.entity.len() == request.components.len();
        enough && request.components.iter().all(|component| matches(quota, component))
    });
    DescribeClientQuotasResponse::default().with_entries(Some(matching.map(entry).collect()))
}

fn matches(quota: &ClientQuota, component: &ComponentData) -> bool {
    quota.entity.iter().any(|(kind, name)| {
        kind.as_str() == component.entity_type.as_str()
            && match component.match_type {
                EXACT => name.as_deref() == component._match.as_ref().map(|name| name.as_str()),
                DEFAULT => name.is_none(),
                _ => true,
            }
    })
}

fn entry(quota: &ClientQuota) -> EntryData {
    let entity = quota.entity.iter().map(|(kind, name)| {
        EntityData::default().with_entity_type(text(kind)).with_entity_name(maybe(name.as_deref()))
    });
    let values =
        quota.values.iter().map(|(key, value)| ValueData::default().with_key(text(key)).with_value(*value));
    EntryData::default().with_entity(entity.collect()).with_values(values.collect())
}
