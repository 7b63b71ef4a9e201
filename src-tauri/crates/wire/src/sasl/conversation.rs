//! One conversation with one broker: what is said first, what is said to each answer, and when it is over.
//!
//! It knows nothing of sockets, so that each mechanism can be held against the examples of its standard.

use std::{sync::Arc, time::SystemTime};

use zeroize::Zeroizing;

use super::{
    AwsKeys, Secret, aws,
    bearer::Bearer,
    scram::{Hash, Keys, Scram},
};

/// Why the other side is not believed; nothing more is said to it then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unconvincing(pub(crate) String);

/// Bytes of which some may be a password.
pub(crate) type Said = Zeroizing<Vec<u8>>;

pub(crate) enum Conversation {
    Plain(Said),
    /// The credentials can't be said in this mechanism.
    Impossible(String),
    Scram(Box<Scram>),
    Bearer(Box<Bearer>),
    MskIam(Said),
}

impl Conversation {
    pub(super) fn plain(user: &str, password: &Secret) -> Conversation {
        if user.contains('\0') || password.bytes().contains(&0) {
            return Conversation::impossible("PLAIN can't carry a user name or a password with a NUL in it");
        }
        // RFC 4616: on whose behalf (nobody else's), who, and the password.
        let mut said = Said::new(Vec::with_capacity(user.len() + password.bytes().len() + 2));
        for part in [&b"\0"[..], user.as_bytes(), b"\0", password.bytes()] {
            said.extend_from_slice(part);
        }
        Conversation::Plain(said)
    }

    pub(super) fn impossible(why: &str) -> Conversation {
        Conversation::Impossible(why.to_owned())
    }

    pub(super) fn scram(
        hash: Hash,
        user: &str,
        token: bool,
        password: Secret,
        keys: Arc<Keys>,
    ) -> Conversation {
        Conversation::Scram(Box::new(Scram::new(hash, user, token, password, keys)))
    }

    pub(super) fn msk_iam(keys: &AwsKeys, region: &aws::Region, host: &str) -> Conversation {
        aws::said(keys, region, host, SystemTime::now())
            .map_or_else(Conversation::Impossible, Conversation::MskIam)
    }

    /// What is said first.
    pub(crate) fn first(&self) -> Result<Said, Unconvincing> {
        match self {
            Conversation::Plain(said) | Conversation::MskIam(said) => Ok(said.clone()),
            Conversation::Impossible(why) => Err(Unconvincing(why.clone())),
            Conversation::Scram(scram) => Ok(scram.first()),
            Conversation::Bearer(bearer) => Ok(bearer.first()),
        }
    }

    /// What is said to this; `None` when all is said.
    pub(crate) async fn next(&mut self, heard: &[u8]) -> Result<Option<Said>, Unconvincing> {
        match self {
            Conversation::Plain(_) | Conversation::Impossible(_) => Ok(None),
            Conversation::Scram(scram) => scram.next(heard).await,
            Conversation::Bearer(bearer) => bearer.next(heard),
            Conversation::MskIam(_) => aws::heard(heard).map(|()| None),
        }
    }

    /// What the broker says as it refuses, in words for people.
    pub(crate) fn told(&self, words: &str) -> String {
        match self {
            Conversation::Bearer(bearer) => bearer.told(words),
            _ => words.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn plain_says_all_at_once() {
        // The example of RFC 4616, section 4.
        let mut plain = Conversation::plain("tim", &Secret::new("tanstaaftanstaaf"));
        assert_eq!(plain.first().unwrap().as_slice(), b"\0tim\0tanstaaftanstaaf");
        assert_eq!(plain.next(b"").await, Ok(None));
    }

    #[test]
    fn plain_does_not_let_a_nul_shift_its_fields() {
        for (user, password) in [("a\0b", "c"), ("a", "b\0c")] {
            Conversation::plain(user, &Secret::new(password)).first().unwrap_err();
        }
    }
}
