//! What is done with connections that are kept, and what that means for those that are open: a changed way or lock opens anew, a
//! removed connection is closed and its secrets are forgotten.

use contract::{ApiError, Keep, Profile, SavedProfile};

use crate::{
    Engine,
    profiles::Taken,
    secrets::{Hidden, kind_words},
    secured,
};

impl Engine {
    /// Keeps a profile; an open connection is opened anew if anything but its name, colour or mark changed.
    pub(crate) async fn save(&self, profile: Profile) -> Result<SavedProfile, ApiError> {
        let before = self.inner.profiles.lock().get(&profile.id);
        let (mut saved, taken) = self.inner.profiles.lock().save(profile, self.now())?;
        self.keep_taken(&mut saved, taken).await;
        self.inner.notes.profiles();
        let same = before.is_some_and(|before| way(&before) == way(&saved.profile));
        if !same {
            self.open_anew(&saved.profile.id).await?;
        }
        saved.problems.extend(self.problems(&saved.profile).await);
        self.inner.notes.status(&saved.profile.id);
        Ok(saved)
    }

    pub(crate) async fn set_profile_lock(
        &self,
        id: &str,
        read_only: bool,
        typed: Option<&str>,
    ) -> Result<SavedProfile, ApiError> {
        let before = self.inner.profiles.lock().get(id).map(|profile| profile.read_only);
        let saved = self.inner.profiles.lock().set_lock(id, read_only, typed, self.now())?;
        self.inner.notes.profiles();
        if before != Some(read_only) {
            self.open_anew(id).await?;
        }
        self.inner.notes.status(id);
        Ok(saved)
    }

    pub(crate) async fn duplicate(&self, id: &str) -> Result<SavedProfile, ApiError> {
        let profile = self.inner.profiles.lock().duplicate(id, self.now())?;
        self.inner.notes.profiles();
        let kept = self.inner.secrets.kept(id).into_keys().map(kind_words).collect::<Vec<_>>();
        let mut problems = Vec::new();
        if !kept.is_empty() {
            problems.push(format!("Secrets are not copied; give it its own: {}.", kept.join(", ")));
        }
        problems.extend(self.problems(&profile).await);
        Ok(SavedProfile { profile, problems })
    }

    pub(crate) fn move_before(&self, id: &str, before: Option<&str>) -> Result<(), ApiError> {
        self.inner.profiles.lock().move_before(id, before, self.now())?;
        self.inner.notes.profiles();
        Ok(())
    }

    pub(crate) fn export(&self, ids: &[String]) -> Result<String, ApiError> {
        self.inner.profiles.lock().export(ids, self.now())
    }

    pub(crate) async fn import(&self, text: &str) -> Result<Vec<SavedProfile>, ApiError> {
        let added = self.inner.profiles.lock().import(text, self.now())?;
        self.inner.notes.profiles();
        let mut all = Vec::new();
        for (mut saved, taken) in added {
            self.keep_taken(&mut saved, taken).await;
            saved.problems.extend(self.problems(&saved.profile).await);
            all.push(saved);
        }
        Ok(all)
    }

    pub(crate) async fn remove(&self, id: &str) -> Result<(), ApiError> {
        self.inner.profiles.lock().remove(id, self.now())?;
        self.close(id);
        self.inner.summaries.lock().remove(id);
        self.forget_examination(id);
        self.inner.notes.profiles();
        self.inner.secrets.forget_all(id, self.now()).await
    }

    /// Opens it again the way it is set now, if it is open or was tried.
    pub(crate) async fn open_anew(&self, id: &str) -> Result<(), ApiError> {
        if self.inner.slots.lock().contains_key(id) {
            self.close(id);
            self.open(id).await?;
        }
        Ok(())
    }

    /// What stood among the settings and is secret.
    async fn keep_taken(&self, saved: &mut SavedProfile, taken: Taken) {
        for (kind, secret) in taken {
            let SavedProfile { profile, problems } = saved;
            let secret = Hidden::from(secret);
            let secrets = &self.inner.secrets;
            let given =
                secrets.give(&profile.id, &profile.name, kind, secret, Keep::Session, self.now()).await;
            problems.extend(given.err().map(|error| error.message));
        }
    }

    /// What of a profile can't be used as it stands, setting by setting.
    pub(crate) async fn problems(&self, profile: &Profile) -> Vec<String> {
        secured::problems(profile, &self.inner.secrets, &self.inner.programs).await
    }
}

/// What decides how a cluster is reached and what may be asked of it.
fn way(profile: &Profile) -> Profile {
    Profile { name: String::new(), color: String::new(), production: false, ..profile.clone() }
}
