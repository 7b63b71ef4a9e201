//! What several unit tests need.

use admin::Snapshot;

pub(crate) fn empty_snapshot() -> Snapshot {
    Snapshot::empty()
}
