//! What each release of Kafka brought that the one before did not offer, and the names of the metadata levels. Read off
//! the message schemas of the releases 2.4.1 to 4.4.0 (stable versions on the broker's listener only).

/// A release and what tells it from the one before: (api key, version), the plainest first.
pub(super) struct Release {
    pub(super) name: &'static str,
    pub(super) marks: &'static [(i16, i16)],
}

const fn release(name: &'static str, marks: &'static [(i16, i16)]) -> Release {
    Release { name, marks }
}

/// Oldest first.
pub(super) const RELEASES: &[Release] = &[
    release("2.3", &[(44, 0)]),
    release("2.4", &[(46, 0), (47, 0)]),
    release("2.5", &[(9, 7)]),
    release("2.6", &[(16, 4), (35, 2)]),
    release("2.7", &[(1, 12), (50, 0)]),
    release("2.8", &[(60, 0), (3, 11)]),
    release("3.0", &[(65, 0), (9, 8), (10, 4)]),
    release("3.1", &[(3, 12), (1, 13)]),
    release("3.2", &[(35, 3), (11, 9)]),
    release("3.3", &[(35, 4), (29, 3)]),
    // With KRaft 3.4 offers what 3.3 does; only brokers with ZooKeeper tell the two apart.
    release("3.4", &[(6, 8), (4, 7)]),
    release("3.5", &[(1, 15), (2, 8)]),
    release("3.6", &[(24, 4)]),
    release("3.7", &[(60, 1), (1, 16)]),
    release("3.8", &[(16, 5), (10, 5)]),
    release("3.9", &[(1, 17), (10, 6)]),
    release("4.0", &[(3, 13), (60, 2)]),
    release("4.1", &[(1, 18), (66, 2)]),
    release("4.2", &[(2, 11), (9, 10)]),
    release("4.3", &[(35, 5)]),
    release("4.4", &[(18, 5), (42, 3), (94, 0)]),
];

/// Levels of the feature metadata.version.
pub(super) const LEVELS: &[(i16, &str)] = &[
    (1, "3.0-IV1"),
    (2, "3.1-IV0"),
    (3, "3.2-IV0"),
    (4, "3.3-IV0"),
    (5, "3.3-IV1"),
    (6, "3.3-IV2"),
    (7, "3.3-IV3"),
    (8, "3.4-IV0"),
    (9, "3.5-IV0"),
    (10, "3.5-IV1"),
    (11, "3.5-IV2"),
    (12, "3.6-IV0"),
    (13, "3.6-IV1"),
    (14, "3.6-IV2"),
    (15, "3.7-IV0"),
    (16, "3.7-IV1"),
    (17, "3.7-IV2"),
    (18, "3.7-IV3"),
    (19, "3.7-IV4"),
    (20, "3.8-IV0"),
    (21, "3.9-IV0"),
    (22, "4.0-IV0"),
    (23, "4.0-IV1"),
    (24, "4.0-IV2"),
    (25, "4.0-IV3"),
    (26, "4.1-IV0"),
    (27, "4.1-IV1"),
    (28, "4.2-IV0"),
    (29, "4.2-IV1"),
    (30, "4.3-IV0"),
    (31, "4.4-IV0"),
    (32, "4.4-IV1"),
    (33, "4.4-IV2"),
    (34, "4.5-IV0"),
];
