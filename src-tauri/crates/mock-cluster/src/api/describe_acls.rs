//! DescribeAcls: there is no authorizer here, and that is what a broker without one says.

use kafka_protocol::messages::{DescribeAclsRequest, DescribeAclsResponse};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::State;

pub(super) fn answer(call: &Call, _: &mut State, _: DescribeAclsRequest) -> DescribeAclsResponse {
    let error = call.code(|| code::SECURITY_DISABLED);
    let message = (error == code::SECURITY_DISABLED).then(|| text("This broker has no authorizer."));
    DescribeAclsResponse::default().with_error_code(error).with_error_message(message)
}
