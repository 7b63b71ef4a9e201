//! Replicas on their way to other brokers: which partitions are being moved, and from where to where.

use std::{sync::Arc, time::Duration};

use meta::{Cluster, Error, Key, message::list_partition_reassignments::ListPartitionReassignments};

use crate::told::{Told, one};

/// One partition whose replicas are being moved between brokers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub topic: Arc<str>,
    pub partition: i32,
    /// All of them, old and new, in the order of preference.
    pub replicas: Vec<i32>,
    pub adding: Vec<i32>,
    pub removing: Vec<i32>,
}

/// Asks the controller for all reassignments that are under way.
///
/// # Errors
/// No controller answered, or this user may not ask.
pub async fn reassignments(cluster: &Cluster, limit: Duration) -> Result<Told<Vec<Move>>, Error> {
    let request = ListPartitionReassignments { topics: None, timeout: limit };
    let told = one(cluster, request, Key::None, limit).await?;
    Ok(told.map(|reply| {
        let mut moves = Vec::new();
        for topic in reply.topics {
            let name: Arc<str> = topic.name.into();
            moves.extend(topic.partitions.into_iter().map(|one| Move {
                topic: Arc::clone(&name),
                partition: one.partition,
                replicas: one.replicas,
                adding: one.adding,
                removing: one.removing,
            }));
        }
        moves
    }))
}
