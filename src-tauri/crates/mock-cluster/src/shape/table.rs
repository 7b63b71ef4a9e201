//! The shape of every request body that this cluster decodes, after Kafka 4.4's message schemas. A wrong line here closes
//! the connection of a well-behaved client, which the tests of every version of every key would notice.

use super::Kind::{self, Fixed, List, Maybe, Plain, Text};
use super::{Shape, between, since};
use crate::key;

const I8: Kind = Fixed(1);
const I16: Kind = Fixed(2);
const I32: Kind = Fixed(4);
const I64: Kind = Fixed(8);
const UUID: Kind = Fixed(16);

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        key: key::LIST_OFFSETS,
        flexible: 6,
        fields: &[
            since(0, I32),
            since(2, I8),
            since(0, List(&[since(0, Text), since(0, List(&[since(0, I32), since(4, I32), since(0, I64)]))])),
            since(10, I32),
        ],
    },
    Shape {
        key: key::METADATA,
        flexible: 9,
        fields: &[
            since(0, List(&[since(10, UUID), since(0, Text)])),
            since(4, I8),
            between(8, 10, I8),
            since(8, I8),
        ],
    },
    Shape {
        key: key::OFFSET_FETCH,
        flexible: 6,
        fields: &[
            between(0, 7, Text),
            between(0, 7, List(&[between(0, 7, Text), between(0, 7, Plain(&I32))])),
            since(
                8,
                List(&[
                    since(8, Text),
                    since(9, Text),
                    since(9, I32),
                    since(8, List(&[between(8, 9, Text), since(10, UUID), since(8, Plain(&I32))])),
                ]),
            ),
            since(7, I8),
        ],
    },
    Shape {
        key: key::FIND_COORDINATOR,
        flexible: 3,
        fields: &[between(0, 3, Text), since(1, I8), since(4, Plain(&Text))],
    },
    Shape { key: key::DESCRIBE_GROUPS, flexible: 5, fields: &[since(0, Plain(&Text)), since(3, I8)] },
    Shape { key: key::LIST_GROUPS, flexible: 3, fields: &[since(4, Plain(&Text)), since(5, Plain(&Text))] },
    Shape {
        key: key::API_VERSIONS,
        flexible: 3,
        fields: &[since(3, Text), since(3, Text), since(5, Text), since(5, I32)],
    },
    Shape {
        key: key::CREATE_TOPICS,
        flexible: 5,
        fields: &[
            since(
                0,
                List(&[
                    since(0, Text),
                    since(0, I32),
                    since(0, I16),
                    since(0, List(&[since(0, I32), since(0, Plain(&I32))])),
                    since(0, List(&[since(0, Text), since(0, Text)])),
                ]),
            ),
            since(0, I32),
            since(1, I8),
        ],
    },
    Shape {
        key: key::DELETE_TOPICS,
        flexible: 4,
        fields: &[
            since(6, List(&[since(6, Text), since(6, UUID)])),
            between(0, 5, Plain(&Text)),
            since(0, I32),
        ],
    },
    Shape {
        key: key::OFFSET_FOR_LEADER_EPOCH,
        flexible: 4,
        fields: &[
            since(3, I32),
            since(0, List(&[since(0, Text), since(0, List(&[since(0, I32), since(2, I32), since(0, I32)]))])),
        ],
    },
    Shape {
        key: key::DESCRIBE_ACLS,
        flexible: 2,
        fields: &[
            since(0, I8),
            since(0, Text),
            since(1, I8),
            since(0, Text),
            since(0, Text),
            since(0, I8),
            since(0, I8),
        ],
    },
    Shape {
        key: key::DESCRIBE_CONFIGS,
        flexible: 4,
        fields: &[
            since(0, List(&[since(0, I8), since(0, Text), since(0, Plain(&Text))])),
            since(1, I8),
            since(3, I8),
        ],
    },
    Shape {
        key: key::ALTER_REPLICA_LOG_DIRS,
        flexible: 2,
        fields: &[since(
            0,
            List(&[since(0, Text), since(0, List(&[since(0, Text), since(0, Plain(&I32))]))]),
        )],
    },
    Shape {
        key: key::DESCRIBE_LOG_DIRS,
        flexible: 2,
        fields: &[since(0, List(&[since(0, Text), since(0, Plain(&I32))]))],
    },
    Shape {
        key: key::CREATE_PARTITIONS,
        flexible: 2,
        fields: &[
            since(0, List(&[since(0, Text), since(0, I32), since(0, List(&[since(0, Plain(&I32))]))])),
            since(0, I32),
            since(0, I8),
        ],
    },
    Shape { key: key::DELETE_GROUPS, flexible: 2, fields: &[since(0, Plain(&Text))] },
    Shape {
        key: key::ELECT_LEADERS,
        flexible: 2,
        fields: &[since(1, I8), since(0, List(&[since(0, Text), since(0, Plain(&I32))])), since(0, I32)],
    },
    Shape {
        key: key::INCREMENTAL_ALTER_CONFIGS,
        flexible: 1,
        fields: &[
            since(
                0,
                List(&[
                    since(0, I8),
                    since(0, Text),
                    since(0, List(&[since(0, Text), since(0, I8), since(0, Text)])),
                ]),
            ),
            since(0, I8),
        ],
    },
    Shape {
        key: key::ALTER_PARTITION_REASSIGNMENTS,
        flexible: 0,
        fields: &[
            since(0, I32),
            since(1, I8),
            since(0, List(&[since(0, Text), since(0, List(&[since(0, I32), since(0, Plain(&I32))]))])),
        ],
    },
    Shape {
        key: key::LIST_PARTITION_REASSIGNMENTS,
        flexible: 0,
        fields: &[since(0, I32), since(0, List(&[since(0, Text), since(0, Plain(&I32))]))],
    },
    Shape {
        key: key::DESCRIBE_CLIENT_QUOTAS,
        flexible: 1,
        fields: &[since(0, List(&[since(0, Text), since(0, I8), since(0, Text)])), since(0, I8)],
    },
    Shape {
        key: key::DESCRIBE_USER_SCRAM_CREDENTIALS,
        flexible: 0,
        fields: &[since(0, List(&[since(0, Text)]))],
    },
    Shape {
        key: key::DESCRIBE_QUORUM,
        flexible: 0,
        fields: &[since(0, List(&[since(0, Text), since(0, List(&[since(0, I32)]))]))],
    },
    Shape { key: key::DESCRIBE_CLUSTER, flexible: 0, fields: &[since(0, I8), since(1, I8), since(2, I8)] },
    Shape {
        key: key::DESCRIBE_PRODUCERS,
        flexible: 0,
        fields: &[since(0, List(&[since(0, Text), since(0, Plain(&I32))]))],
    },
    Shape { key: key::DESCRIBE_TRANSACTIONS, flexible: 0, fields: &[since(0, Plain(&Text))] },
    Shape {
        key: key::LIST_TRANSACTIONS,
        flexible: 0,
        fields: &[since(0, Plain(&Text)), since(0, Plain(&I64)), since(1, I64), since(2, Text)],
    },
    Shape { key: key::CONSUMER_GROUP_DESCRIBE, flexible: 0, fields: &[since(0, Plain(&Text)), since(0, I8)] },
    Shape { key: key::LIST_CONFIG_RESOURCES, flexible: 0, fields: &[since(1, Plain(&I8))] },
    Shape {
        key: key::DESCRIBE_TOPIC_PARTITIONS,
        flexible: 0,
        fields: &[
            since(0, List(&[since(0, Text)])),
            since(0, I32),
            since(0, Maybe(&[since(0, Text), since(0, I32)])),
        ],
    },
];
