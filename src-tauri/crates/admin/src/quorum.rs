//! Who leads the metadata log. With KRaft this alone names the true controller: Metadata then names any broker, which
//! other tools show as the controller.

use std::time::Duration;

use meta::{Cluster, Error, Key, What, message::describe_quorum::DescribeQuorum};

use crate::told::{Told, one};

/// The quorum of controllers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quorum {
    pub leader: Option<i32>,
    pub epoch: Option<i32>,
    pub voters: Vec<i32>,
    pub observers: Vec<i32>,
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
    let value = Quorum {
        leader: quorum.leader,
        epoch: quorum.leader_epoch,
        voters: quorum.voters.iter().map(|voter| voter.id).collect(),
        observers: quorum.observers.iter().map(|observer| observer.id).collect(),
    };
    Ok(Told { value, source: told.source })
}
