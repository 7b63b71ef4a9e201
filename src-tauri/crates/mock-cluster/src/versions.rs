//! What a broker of a given release advertises, after Kafka's own schemas and, for 4.4.0, after a running broker. A client
//! chooses its versions from this, so the suite can meet the ranges of old brokers without running one.

use std::collections::BTreeMap;

/// One line of an ApiVersions answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiRange {
    pub key: i16,
    pub min: i16,
    pub max: i16,
}

/// The Kafka release whose ranges a broker advertises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Release {
    /// 4.4.0, without client telemetry configured.
    #[default]
    Kafka44,
    /// 3.9.2 in KRaft mode.
    Kafka39,
    /// 2.8.2 with ZooKeeper.
    Kafka28,
}

impl Release {
    /// The advertised ranges by key.
    pub fn ranges(self) -> BTreeMap<i16, (i16, i16)> {
        let table = match self {
            Self::Kafka44 => KAFKA_4_4,
            Self::Kafka39 => KAFKA_3_9,
            Self::Kafka28 => KAFKA_2_8,
        };
        table.iter().map(|(key, min, max)| (*key, (*min, *max))).collect()
    }

    /// What ApiVersions says of features.
    pub(crate) fn features(self) -> &'static [Feature] {
        match self {
            Self::Kafka44 => &FEATURES_4_4,
            Self::Kafka39 => &FEATURES_3_9,
            Self::Kafka28 => &[],
        }
    }

    pub(crate) fn is_kraft(self) -> bool {
        self != Self::Kafka28
    }
}

/// A feature with the levels that a broker supports and the one that the cluster has agreed on.
#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    pub(crate) min: i16,
    pub(crate) max: i16,
    pub(crate) finalized: Option<i16>,
}

const fn feature(name: &'static str, min: i16, max: i16, finalized: Option<i16>) -> Feature {
    Feature { name, min, max, finalized }
}

/// A cluster with a static quorum has no finalized `kraft.version`.
const FEATURES_4_4: [Feature; 7] = [
    feature("eligible.leader.replicas.version", 0, 1, Some(1)),
    feature("group.version", 0, 1, Some(1)),
    feature("kraft.version", 0, 1, None),
    feature("metadata.version", 7, 33, Some(33)),
    feature("share.version", 0, 2, Some(2)),
    feature("streams.version", 0, 1, Some(1)),
    feature("transaction.version", 0, 2, Some(2)),
];

const FEATURES_3_9: [Feature; 2] =
    [feature("kraft.version", 0, 1, None), feature("metadata.version", 1, 21, Some(21))];

/// The 77 keys of a 4.4.0 broker listener: key, lowest and highest version.
#[rustfmt::skip]
const KAFKA_4_4: &[(i16, i16, i16)] = &[
    (0, 0, 13), (1, 4, 18), (2, 1, 11), (3, 0, 13), (8, 2, 10), (9, 1, 10), (10, 0, 6), (11, 0, 9),
    (12, 0, 4), (13, 0, 5), (14, 0, 5), (15, 0, 6), (16, 0, 5), (17, 0, 1), (18, 0, 5), (19, 2, 7),
    (20, 1, 6), (21, 0, 2), (22, 0, 5), (23, 2, 4), (24, 0, 5), (25, 0, 4), (26, 0, 5), (27, 1, 2),
    (28, 0, 6), (29, 1, 3), (30, 1, 3), (31, 1, 3), (32, 1, 4), (33, 0, 2), (34, 1, 2), (35, 1, 5),
    (36, 0, 2), (37, 0, 3), (38, 1, 3), (39, 1, 2), (40, 1, 2), (41, 1, 3), (42, 0, 3), (43, 0, 2),
    (44, 0, 1), (45, 0, 1), (46, 0, 0), (47, 0, 0), (48, 0, 1), (49, 0, 1), (50, 0, 0), (51, 0, 0),
    (55, 0, 2), (57, 0, 2), (60, 0, 2), (61, 0, 0), (64, 0, 0), (65, 0, 0), (66, 0, 2), (68, 0, 1),
    (69, 0, 1), (74, 0, 1), (75, 0, 0), (76, 1, 1), (77, 1, 1), (78, 1, 2), (79, 1, 2), (80, 0, 1),
    (81, 0, 0), (83, 0, 0), (84, 0, 0), (85, 0, 1), (86, 0, 0), (87, 0, 1), (88, 0, 1), (89, 0, 1),
    (90, 0, 1), (91, 0, 0), (92, 0, 0), (93, 0, 0), (94, 0, 0),
];

/// 3.9.2 in KRaft mode, with the old versions that 4.0 dropped.
#[rustfmt::skip]
const KAFKA_3_9: &[(i16, i16, i16)] = &[
    (0, 0, 11), (1, 0, 17), (2, 0, 9), (3, 0, 12), (8, 0, 9), (9, 0, 9), (10, 0, 6), (11, 0, 9), (12, 0, 4),
    (13, 0, 5), (14, 0, 5), (15, 0, 5), (16, 0, 5), (17, 0, 1), (18, 0, 4), (19, 0, 7), (20, 0, 6),
    (21, 0, 2), (22, 0, 5), (23, 0, 4), (24, 0, 5), (25, 0, 4), (26, 0, 4), (27, 0, 1), (28, 0, 4),
    (29, 0, 3), (30, 0, 3), (31, 0, 3), (32, 0, 4), (33, 0, 2), (34, 0, 2), (35, 0, 4), (36, 0, 2),
    (37, 0, 3), (38, 0, 3), (39, 0, 2), (40, 0, 2), (41, 0, 3), (42, 0, 2), (43, 0, 2), (44, 0, 1),
    (45, 0, 0), (46, 0, 0), (47, 0, 0), (48, 0, 1), (49, 0, 1), (50, 0, 0), (51, 0, 0), (55, 0, 2),
    (57, 0, 1), (60, 0, 1), (61, 0, 0), (64, 0, 0), (65, 0, 0), (66, 0, 1), (68, 0, 0), (69, 0, 0),
    (74, 0, 0), (75, 0, 0), (80, 0, 0), (81, 0, 0),
];

/// 2.8.2 with ZooKeeper, whose listener also names the keys between brokers (4 to 7, 56).
#[rustfmt::skip]
const KAFKA_2_8: &[(i16, i16, i16)] = &[
    (0, 0, 9), (1, 0, 12), (2, 0, 6), (3, 0, 11), (4, 0, 5), (5, 0, 3), (6, 0, 7), (7, 0, 3), (8, 0, 8),
    (9, 0, 7), (10, 0, 3), (11, 0, 7), (12, 0, 4), (13, 0, 4), (14, 0, 5), (15, 0, 5), (16, 0, 4),
    (17, 0, 1), (18, 0, 3), (19, 0, 7), (20, 0, 6), (21, 0, 2), (22, 0, 4), (23, 0, 4), (24, 0, 3),
    (25, 0, 3), (26, 0, 3), (27, 0, 1), (28, 0, 3), (29, 0, 2), (30, 0, 2), (31, 0, 2), (32, 0, 4),
    (33, 0, 2), (34, 0, 2), (35, 0, 2), (36, 0, 2), (37, 0, 3), (38, 0, 2), (39, 0, 2), (40, 0, 2),
    (41, 0, 2), (42, 0, 2), (43, 0, 2), (44, 0, 1), (45, 0, 0), (46, 0, 0), (47, 0, 0), (48, 0, 1),
    (49, 0, 1), (50, 0, 0), (51, 0, 0), (56, 0, 0), (57, 0, 0), (60, 0, 0), (61, 0, 0),
];
