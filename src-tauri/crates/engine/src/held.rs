//! Everything that is held of one cluster beside the snapshot: what was last told, by whom, and what went wrong since.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    time::SystemTime,
};

use admin::{
    Acl, Commits, Configs, Described, Description, Dirs, Group, ListedTransaction, Producer, Quorum, Quota,
    ScramUser, Transaction, Versions,
};
use contract::View;
use parking_lot::Mutex;

use crate::{
    copying::Copying,
    kept::{Cached, KeptMap, KeptOne},
    lazy::Lazy,
    offsets::Offsets,
    row_configs::RowConfigs,
    sizes::KeptSizes,
    tables::KeptOrder,
    tally::{MinIsrTally, Tally},
    views::{Copies, GroupList, GroupPartitions, InDirs, TransactionList},
};

/// What is held of a cluster.
#[derive(Default)]
pub(crate) struct Held {
    pub(crate) described: KeptOne<Described>,
    pub(crate) quorum: KeptOne<Quorum>,
    pub(crate) versions: KeptMap<i32, Versions>,
    pub(crate) log_dirs: KeptMap<i32, Dirs>,
    pub(crate) groups: KeptMap<i32, Vec<Group>>,
    pub(crate) descriptions: KeptMap<Arc<str>, Description>,
    pub(crate) commits: KeptMap<Arc<str>, Commits>,
    pub(crate) offsets: Offsets,
    /// The few configs that lists show, of the topics that were asked for.
    pub(crate) row_configs: KeptMap<Arc<str>, RowConfigs>,
    pub(crate) topic_configs: KeptMap<Arc<str>, Configs>,
    pub(crate) broker_configs: KeptMap<i32, Configs>,
    pub(crate) acls: KeptOne<Vec<Acl>>,
    pub(crate) scram_users: KeptOne<Vec<ScramUser>>,
    pub(crate) quotas: KeptOne<Vec<Quota>>,
    pub(crate) moves: KeptOne<Vec<admin::Move>>,
    /// How fast the copies grow that these moves make.
    pub(crate) copying: Copying,
    pub(crate) transactions: KeptMap<i32, Vec<ListedTransaction>>,
    pub(crate) transaction_details: KeptMap<Arc<str>, Transaction>,
    /// Of the partitions of the topic whose producers were looked at last.
    pub(crate) producers: KeptMap<(Arc<str>, i32), Vec<Producer>>,

    /// What rows on screen want to have loaded.
    pub(crate) wanted_topics: Lazy,
    pub(crate) wanted_groups: Lazy,
    pub(crate) wanted_transactions: Lazy,

    pub(crate) asking_row_configs: AtomicBool,

    pub(crate) tally: Cached<u64, Tally>,
    pub(crate) min_isr: Cached<(u64, u64), MinIsrTally>,
    pub(crate) leaders: Cached<(u64, u64), BTreeMap<(i32, usize), u32>>,
    pub(crate) sizes: KeptSizes,
    pub(crate) group_list: Cached<Vec<u64>, GroupList>,
    /// Of the group that was looked at last.
    pub(crate) group_partitions: Cached<(Vec<u64>, String), GroupPartitions>,
    /// Of the topic whose partitions were looked at last.
    pub(crate) in_dirs: Cached<(u64, String), InDirs>,
    /// Of the partitions that are being moved.
    pub(crate) copies: Cached<(u64, u64), Copies>,
    pub(crate) transaction_list: Cached<(u64, u64), TransactionList>,
    pub(crate) topic_order: KeptOrder,
    pub(crate) partition_order: KeptOrder,
    pub(crate) replica_order: KeptOrder,
    pub(crate) group_order: KeptOrder,
    pub(crate) transaction_order: KeptOrder,
    pub(crate) group_offset_order: KeptOrder,

    /// When a refresh of a view last ended.
    ended: Mutex<BTreeMap<View, SystemTime>>,
}

impl Held {
    pub(crate) fn ended(&self, view: &View) -> Option<SystemTime> {
        self.ended.lock().get(view).copied()
    }

    pub(crate) fn set_ended(&self, view: &View, at: SystemTime) {
        self.ended.lock().insert(view.clone(), at);
    }
}
