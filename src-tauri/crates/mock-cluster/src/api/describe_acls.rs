//! DescribeAcls: those that match each part of the filter, by resource. Without an authorizer a broker says that.

use std::collections::BTreeMap;

use kafka_protocol::messages::describe_acls_response::{AclDescription, DescribeAclsResource};
use kafka_protocol::messages::{DescribeAclsRequest, DescribeAclsResponse};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::State;
use crate::state::acl::{Acl, pattern};

/// In the numbers of a filter: whatever it is.
const ANY: i8 = 1;

pub(super) fn answer(call: &Call, state: &mut State, request: DescribeAclsRequest) -> DescribeAclsResponse {
    let none = if state.acls.is_some() { code::NONE } else { code::SECURITY_DISABLED };
    let error = call.code(|| none);
    let message = (error == code::SECURITY_DISABLED).then(|| text("This broker has no authorizer."));
    if error != code::NONE {
        return DescribeAclsResponse::default().with_error_code(error).with_error_message(message);
    }
    let mut resources: BTreeMap<(i8, &str, i8), Vec<AclDescription>> = BTreeMap::new();
    for acl in state.acls.iter().flatten().filter(|acl| passes(acl, &request)) {
        let told = AclDescription::default()
            .with_principal(text(&acl.principal))
            .with_host(text(&acl.host))
            .with_operation(acl.operation)
            .with_permission_type(acl.permission);
        resources.entry((acl.resource, &acl.name, acl.pattern)).or_default().push(told);
    }
    let resources = resources.into_iter().map(|((kind, name, pattern), acls)| {
        DescribeAclsResource::default()
            .with_resource_type(kind)
            .with_resource_name(text(name))
            .with_pattern_type(pattern)
            .with_acls(acls)
    });
    DescribeAclsResponse::default().with_resources(resources.collect())
}

fn passes(acl: &Acl, filter: &DescribeAclsRequest) -> bool {
    let number = |wanted: i8, is: i8| wanted == ANY || wanted == is;
    let named = |wanted: Option<&str>, is: &str| wanted.is_none_or(|wanted| wanted == is);
    let wanted = filter.resource_name_filter.as_ref().map(|name| name.as_str());
    let covers = match (filter.pattern_type_filter, acl.pattern) {
        (pattern::MATCH, pattern::PREFIXED) => wanted.is_none_or(|name| name.starts_with(&acl.name)),
        (pattern::MATCH, _) => named(wanted, &acl.name) || acl.name == "*",
        (pattern, is) => (pattern == pattern::ANY || pattern == is) && named(wanted, &acl.name),
    };
    covers
        && number(filter.resource_type_filter, acl.resource)
        && number(filter.operation, acl.operation)
        && number(filter.permission_type, acl.permission)
        && named(filter.principal_filter.as_ref().map(|name| name.as_str()), &acl.principal)
        && named(filter.host_filter.as_ref().map(|name| name.as_str()), &acl.host)
}
