//! Who can sign in with a SCRAM password: by mechanism and iterations, never the password. One user's failure is that user's.

use std::time::Duration;

use meta::{
    Cluster, Error, Key,
    message::describe_user_scram_credentials::{DescribeUserScramCredentials, User},
};

use crate::told::{Told, one};

/// One user, with what is kept for each mechanism.
#[derive(Clone, Debug)]
pub struct ScramUser {
    pub name: String,
    pub credentials: Result<Vec<ScramCredential>, Error>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScramCredential {
    /// "SCRAM-SHA-512", or the protocol's number for one that has no name here.
    pub mechanism: String,
    pub iterations: i32,
}

/// Asks for all users that have a SCRAM password.
///
/// # Errors
/// A user may lack the right to ask, and brokers before Kafka 2.7 don't know the request.
pub async fn scram_users(cluster: &Cluster, limit: Duration) -> Result<Told<Vec<ScramUser>>, Error> {
    let told = one(cluster, DescribeUserScramCredentials::default(), Key::None, limit).await?;
    let source = std::sync::Arc::clone(&told.source);
    let owned = |user: User| ScramUser {
        name: user.name,
        credentials: if user.code.is_none() {
            let credential = |one: meta::message::describe_user_scram_credentials::Credential| {
                ScramCredential { mechanism: mechanism(one.mechanism), iterations: one.iterations }
            };
            Ok(user.credentials.into_iter().map(credential).collect())
        } else {
            Err(Error::from_code(user.code, user.words).at(source.address.clone()).asking(source.api))
        },
    };
    Ok(told.map(|reply| reply.users.into_iter().map(owned).collect()))
}

fn mechanism(number: i8) -> String {
    match number {
        1 => "SCRAM-SHA-256".to_owned(),
        2 => "SCRAM-SHA-512".to_owned(),
        other => format!("mechanism {other}"),
    }
}
