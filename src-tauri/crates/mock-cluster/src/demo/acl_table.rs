//! The demo's ACLs: what such a company has after some years. Services with their own prefix, a team that reads everything but
//! what is about money, a connector, a denial that overrules an allowance nobody remembers, and one for a single address.

use crate::state::acl::{Acl, operation as may, resource as on};

fn allow(principal: &str, operation: i8, resource: i8, name: &str) -> Acl {
    Acl::allow(principal, operation, resource, name)
}

pub(super) fn acls() -> Vec<Acl> {
    vec![
        allow("User:orders", may::WRITE, on::TOPIC, "orders.").prefixed(),
        allow("User:orders", may::READ, on::TOPIC, "orders.").prefixed(),
        allow("User:orders", may::READ, on::TOPIC, "payments.captures.v1"),
        allow("User:orders", may::READ, on::TOPIC, "inventory.stock-levels"),
        allow("User:orders", may::READ, on::GROUP, "orders-").prefixed(),
        allow("User:orders", may::WRITE, on::TRANSACTIONAL_ID, "orders-").prefixed(),
        allow("User:orders", may::DESCRIBE, on::TRANSACTIONAL_ID, "orders-").prefixed(),
        allow("User:payments", may::WRITE, on::TOPIC, "payments.").prefixed(),
        allow("User:payments", may::READ, on::TOPIC, "payments.").prefixed(),
        allow("User:payments", may::READ, on::TOPIC, "orders.created.v1"),
        allow("User:payments", may::READ, on::GROUP, "payments-").prefixed(),
        allow("User:payments", may::WRITE, on::TRANSACTIONAL_ID, "payments-").prefixed(),
        allow("User:inventory", may::WRITE, on::TOPIC, "inventory.").prefixed(),
        allow("User:inventory", may::READ, on::TOPIC, "orders.events.v2"),
        allow("User:inventory", may::READ, on::GROUP, "inventory-").prefixed(),
        allow("User:clickstream", may::WRITE, on::TOPIC, "clickstream.").prefixed(),
        allow("User:clickstream", may::CREATE, on::TOPIC, "clickstream.").prefixed(),
        allow("User:connect", may::ALL, on::TOPIC, "cdc.").prefixed(),
        allow("User:connect", may::ALL, on::TOPIC, "connect-").prefixed(),
        allow("User:connect", may::ALL, on::GROUP, "connect-").prefixed(),
        allow("User:connect", may::CREATE, on::CLUSTER, "kafka-cluster"),
        allow("User:analytics", may::READ, on::TOPIC, "*"),
        allow("User:analytics", may::READ, on::GROUP, "analytics-").prefixed(),
        allow("User:analytics", may::READ, on::TOPIC, "payments.").prefixed().denied(),
        allow("User:analytics", may::DESCRIBE, on::TOPIC, "payments.").prefixed().denied(),
        allow("User:legacy-reporting", may::READ, on::TOPIC, "orders.snapshots").from("10.20.7.31"),
        allow("User:legacy-reporting", may::WRITE, on::TOPIC, "orders.created.v1"),
        allow("User:legacy-reporting", may::ALL, on::TOPIC, "orders.created.v1").denied(),
        allow("User:*", may::DESCRIBE, on::TOPIC, "catalog.").prefixed(),
        allow("User:*", may::DELETE, on::TOPIC, "payments.ledger-entries.v2").denied(),
        allow("User:platform-admin", may::ALTER_CONFIGS, on::TOPIC, "*"),
        allow("User:platform-admin", may::ALTER, on::CLUSTER, "kafka-cluster"),
        allow("User:platform-admin", may::CREATE_TOKENS, on::USER, "orders"),
        allow("User:CN=mirror,OU=Platform,O=Shop", may::CLUSTER_ACTION, on::CLUSTER, "kafka-cluster"),
        allow("User:CN=mirror,OU=Platform,O=Shop", may::READ, on::TOPIC, "*"),
    ]
}
