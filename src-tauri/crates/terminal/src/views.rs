//! What can be looked at, and for each the columns that it is printed with. A column's id is also what the engine sorts by.

pub(crate) mod acls;
pub(crate) mod brokers;
pub(crate) mod groups;
pub(crate) mod log_dirs;
pub(crate) mod overview;
pub(crate) mod partitions;
pub(crate) mod quorum;
pub(crate) mod quotas;
pub(crate) mod reassignments;
pub(crate) mod scram_users;
pub(crate) mod topics;
pub(crate) mod transactions;

/// A page that a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Overview,
    Brokers,
    LogDirs,
    Topics,
    Groups,
    ScramUsers,
    Quotas,
    Quorum,
    Reassignments,
    Transactions,
}
