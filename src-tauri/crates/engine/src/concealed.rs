//! The calls on secrets: what a connection has and needs, and what is opened once a secret is there.

use contract::{
    ApiError, Concealed, ConnectionState, DEMO, ErrorKind, Keep, Profile, SecretFile, SecretKind,
    SecretStanding, Secrets,
};

use crate::{Engine, engine::Slot, errors::not_found, profiles::COMMAND_LINE, secrets::Hidden, secured};

impl Engine {
    pub(crate) async fn secrets_of(&self, id: &str) -> Result<Secrets, ApiError> {
        // Of none yet: an import asks where secrets could be kept.
        let profile = if id.is_empty() { Profile::default() } else { self.known(id)? };
        let secrets = &self.inner.secrets;
        let file = secrets.file();
        let kept = secrets.kept(id);
        let uses = secured::uses(&profile);
        let no_keychain = secrets.no_keychain().await;
        let standings = SecretKind::ALL.into_iter().filter_map(|kind| {
            let kept = kept.get(&kind).copied();
            let used = uses.iter().find(|(used, _)| *used == kind);
            // What is kept and has no use any more is shown too, so that it can be forgotten.
            (kept.is_some() || used.is_some()).then(|| SecretStanding {
                kind,
                kept,
                needed: used.is_some_and(|(_, needed)| *needed),
                problem: match kept {
                    Some(Keep::File) if file != SecretFile::Open => {
                        Some("The encrypted file is locked.".to_owned())
                    }
                    Some(Keep::Keychain) => no_keychain.clone(),
                    _ => None,
                },
            })
        });
        Ok(Secrets {
            standings: standings.collect(),
            no_keychain: no_keychain.clone(),
            file,
            file_path: secrets.file_path(),
        })
    }

    pub(crate) async fn give(
        &self,
        id: &str,
        kind: SecretKind,
        value: Concealed,
        keep: Keep,
    ) -> Result<Secrets, ApiError> {
        let secret = Hidden::from(value.0);
        let profile = self.known(id)?;
        if id == DEMO || (id == COMMAND_LINE && keep != Keep::Session) {
            let message = "This connection is not kept, so there is nothing to keep a secret for.";
            return Err(ApiError::plain(ErrorKind::BadInput, message, self.now()));
        }
        let name = if profile.name.trim().is_empty() { &profile.bootstrap } else { &profile.name };
        self.inner.secrets.give(id, name, kind, secret, keep, self.now()).await?;
        let uses = secured::uses(&profile).iter().any(|(used, _)| *used == kind);
        // One that answers goes on with what it has: it signed in with it.
        if uses && !self.answers(id) {
            self.open_anew(id).await?;
        }
        self.secrets_of(id).await
    }

    pub(crate) async fn forget(&self, id: &str, kind: SecretKind) -> Result<Secrets, ApiError> {
        self.known(id)?;
        self.inner.secrets.forget(id, kind, self.now()).await?;
        self.secrets_of(id).await
    }

    pub(crate) async fn unlock(&self, pass_phrase: Concealed) -> Result<SecretFile, ApiError> {
        let file = self.inner.secrets.unlock(Hidden::from(pass_phrase.0), self.now()).await?;
        let waiting: Vec<String> = self
            .inner
            .slots
            .lock()
            .iter()
            .filter(
                |(_, slot)| matches!(slot, Slot::Unusable(error) if error.kind == ErrorKind::SecretsLocked),
            )
            .map(|(id, _)| id.clone())
            .collect();
        for id in waiting {
            self.open_anew(&id).await?;
        }
        Ok(file)
    }

    fn answers(&self, id: &str) -> bool {
        matches!(self.status(id), Ok(status) if matches!(status.state, ConnectionState::Open { .. }))
    }

    pub(crate) fn known(&self, id: &str) -> Result<Profile, ApiError> {
        let profile = self.inner.profiles.lock().get(id);
        profile.ok_or_else(|| {
            not_found(format!("There is no connection with the id \u{201c}{id}\u{201d}."), self.now())
        })
    }
}
