//! Who leads the metadata log, and how far the others are behind. With KRaft this alone names the true controller: Metadata
//! then names any broker, which other tools show as the controller.

use std::{collections::HashMap, time::Duration};

use meta::{
    Cluster, Error, Key, TopicId, What,
    message::describe_quorum::{self, DescribeQuorum, Listener},
};

use crate::told::{Told, one};

/// The quorum of controllers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quorum {
    pub leader: Option<i32>,
    pub epoch: Option<i32>,
    pub high_watermark: Option<i64>,
    pub voters: Vec<QuorumNode>,
    pub observers: Vec<QuorumNode>,
}

/// A node that keeps a copy of the metadata log, as the leader sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuorumNode {
    pub id: i32,
    /// As Kafka's tools print it; `None`: below version 2, or the node has none.
    pub directory: Option<String>,
    /// `None`: the leader has not heard of it.
    pub log_end_offset: Option<i64>,
    /// Milliseconds since 1970 by the leader's clock, which for the leader itself is its clock when it answered. `None`: below
    /// version 1, or the leader doesn't know.
    pub last_fetch: Option<i64>,
    pub last_caught_up: Option<i64>,
    /// "CONTROLLER://host:9093"; told from version 2 on, and of voters only.
    pub endpoints: Vec<String>,
}

/// Asks for the leader of the metadata log and its voters.
///
/// # Errors
/// A ZooKeeper cluster has no such log and old brokers don't know the request; a user may lack the right to ask.
pub async fn describe_quorum(cluster: &Cluster, limit: Duration) -> Result<Told<Quorum>, Error> {
    let told = one(cluster, DescribeQuorum, Key::None, limit).await?;
    let about = |error: Error| error.at(told.source.address.clone()).asking(told.source.api);
    let Some(quorum) = told.value.quorum else {
        return Err(about(Error::new(What::Decode("it leaves out the metadata log".to_owned()))));
    };
    if !quorum.code.is_none() {
        return Err(about(Error::from_code(quorum.code, quorum.words)));
    }
    let mut endpoints: HashMap<i32, Vec<String>> = HashMap::new();
    for node in told.value.nodes {
        endpoints.insert(node.id, node.listeners.iter().map(endpoint).collect());
    }
    let mut node = |replica: describe_quorum::Replica| QuorumNode {
        id: replica.id,
        directory: replica.directory.and_then(TopicId::new).map(|id| id.to_string()),
        log_end_offset: replica.log_end_offset,
        last_fetch: replica.last_fetch,
        last_caught_up: replica.last_caught_up,
        endpoints: endpoints.remove(&replica.id).unwrap_or_default(),
    };
    let value = Quorum {
        leader: quorum.leader,
        epoch: quorum.leader_epoch,
        high_watermark: quorum.high_watermark,
        voters: quorum.voters.into_iter().map(&mut node).collect(),
        observers: quorum.observers.into_iter().map(&mut node).collect(),
    };
    Ok(Told { value, source: told.source })
}

fn endpoint(listener: &Listener) -> String {
    let Listener { name, host, port } = listener;
    if host.contains(':') { format!("{name}://[{host}]:{port}") } else { format!("{name}://{host}:{port}") }
}
