//! Groups as each broker lists them: a broker lists those that it coordinates and no others, so the whole list is that of
//! all brokers together, and a broker that fails leaves out its own.

use std::{sync::Arc, time::Duration};

use meta::{Cluster, Error, Key, message::list_groups::ListGroups};

use crate::told::{Told, one};

/// A group as its coordinator lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: Arc<str>,
    /// "consumer", "connect", …; empty for a group that only commits offsets.
    pub protocol: String,
    /// `None`: below version 4.
    pub state: Option<String>,
    /// "classic", "consumer", "share", "streams", …; `None`: below version 5.
    pub kind: Option<String>,
}

/// Asks one broker for the groups that it coordinates.
///
/// # Errors
/// That broker's failure.
pub async fn groups_of(cluster: &Cluster, broker: i32, limit: Duration) -> Result<Told<Vec<Group>>, Error> {
    let request = ListGroups { states: Vec::new(), types: Vec::new() };
    let told = one(cluster, request, Key::Broker(broker), limit).await?;
    Ok(told.map(|reply| {
        let owned = |group: meta::message::list_groups::Group| Group {
            id: group.id.into(),
            protocol: group.protocol,
            state: group.state,
            kind: group.group_type,
        };
        reply.groups.into_iter().map(owned).collect()
    }))
}
