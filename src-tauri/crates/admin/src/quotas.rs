//! Client quotas: which limits are set for which users, client ids and addresses, and for those that have none of their own.

use std::time::Duration;

use meta::{Cluster, Error, Key, message::describe_client_quotas::DescribeClientQuotas};

use crate::told::{Told, one};

/// The limits of one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Quota {
    /// Type ("user", "client-id", "ip") and name of each part; without a name it is the default of its type.
    pub entity: Vec<(String, Option<String>)>,
    /// By the broker's own keys.
    pub limits: Vec<(String, f64)>,
}

/// Asks for all quotas.
///
/// # Errors
/// A user may lack the right to ask, and brokers before Kafka 2.6 don't know the request.
pub async fn client_quotas(cluster: &Cluster, limit: Duration) -> Result<Told<Vec<Quota>>, Error> {
    let told = one(cluster, DescribeClientQuotas::default(), Key::None, limit).await?;
    Ok(told.map(|reply| {
        reply.entries.into_iter().map(|entry| Quota { entity: entry.entity, limits: entry.values }).collect()
    }))
}
