//! DescribeCluster: the brokers, from version 2 also the fenced ones, and a controller to talk to. Its second kind of
//! endpoint, controllers, isn't what a broker's port serves.

use kafka_protocol::messages::describe_cluster_response::DescribeClusterBroker;
use kafka_protocol::messages::{BrokerId, DescribeClusterRequest, DescribeClusterResponse};

use super::text::{maybe, text};
use super::{Call, operations};
use crate::code;
use crate::state::State;

const BROKERS: i8 = 1;
const CONTROLLERS: i8 = 2;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeClusterRequest,
) -> DescribeClusterResponse {
    let error = call.code(|| match request.endpoint_type {
        _ if call.version == 0 => code::NONE,
        BROKERS => code::NONE,
        CONTROLLERS => code::MISMATCHED_ENDPOINT_TYPE,
        _ => code::UNSUPPORTED_ENDPOINT_TYPE,
    });
    if error != code::NONE {
        let message = match error {
            code::MISMATCHED_ENDPOINT_TYPE => "This endpoint is a broker's, and a controller's was wanted.",
            code::UNSUPPORTED_ENDPOINT_TYPE => "There is no such type of endpoint.",
            other => code::sentence(other),
        };
        let refused = DescribeClusterResponse::default().with_error_code(error);
        return refused.with_error_message(Some(text(message)));
    }
    let asked = request.include_cluster_authorized_operations;
    let controller = state.named_controller();
    let shown = state.brokers().filter(|broker| !broker.fenced || request.include_fenced_brokers);
    let brokers = shown.map(|broker| {
        let described = DescribeClusterBroker::default()
            .with_broker_id(BrokerId(broker.id))
            .with_host(text(&broker.host))
            .with_port(i32::from(broker.port))
            .with_rack(maybe(broker.rack.as_deref()));
        if call.version >= 2 { described.with_is_fenced(broker.fenced) } else { described }
    });
    DescribeClusterResponse::default()
        .with_cluster_id(text(&state.cluster_id))
        .with_controller_id(BrokerId(controller))
        .with_brokers(brokers.collect())
        .with_cluster_authorized_operations(operations::cluster(asked))
}
