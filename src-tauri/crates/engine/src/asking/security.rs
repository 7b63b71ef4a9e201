//! Who may do what: ACLs, SCRAM users and quotas. They change rarely and any broker tells all of them, so they are asked for by
//! their own pages only, and a user who may not ask costs nobody else anything.

use admin::{client_quotas, describe_acls, scram_users};

use super::{LARGE, kept_form};
use crate::open_cluster::OpenCluster;

impl OpenCluster {
    pub(super) async fn ask_acls(&self) {
        let outcome = describe_acls(&self.cluster, LARGE).await.map(kept_form);
        self.held.acls.settle(outcome, self.clock.now());
    }

    pub(super) async fn ask_scram_users(&self) {
        let outcome = scram_users(&self.cluster, LARGE).await.map(kept_form);
        self.held.scram_users.settle(outcome, self.clock.now());
    }

    pub(super) async fn ask_quotas(&self) {
        let outcome = client_quotas(&self.cluster, LARGE).await.map(kept_form);
        self.held.quotas.settle(outcome, self.clock.now());
    }
}
