//! The connection that is being edited. It lives beside the pages, so that a look at another page in the middle of typing loses
//! nothing: what is not saved is there when one comes back, and says that it is not saved.

use contract::{ApiError, ListSecrets, Profile, SaveProfile, SavedProfile, Secrets};
use leptos::{prelude::*, task::spawn_local};

use crate::ipc;

#[derive(Clone, Copy)]
pub struct Editing {
    pub draft: RwSignal<Profile>,
    /// As the core has it; a new one has no id.
    pub kept: RwSignal<Profile>,
    /// What the core said to the last saving.
    pub told: RwSignal<Option<Result<SavedProfile, ApiError>>>,
    pub secrets: RwSignal<Option<Result<Secrets, ApiError>>>,
    pub saving: RwSignal<bool>,
    /// Counts how often the draft was replaced as a whole, for fields that keep what is typed apart.
    pub turn: RwSignal<u32>,
    /// A link filled it in: whoever reads it may not know what stands there.
    pub linked: RwSignal<bool>,
}

impl Editing {
    #[must_use]
    pub fn new() -> Editing {
        Editing {
            draft: RwSignal::new(Profile::default()),
            kept: RwSignal::new(Profile::default()),
            told: RwSignal::new(None),
            secrets: RwSignal::new(None),
            saving: RwSignal::new(false),
            turn: RwSignal::new(0),
            linked: RwSignal::new(false),
        }
    }

    /// Whether something is typed that is not saved.
    #[must_use]
    pub fn changed(self) -> bool {
        self.draft.with(|draft| self.kept.with(|kept| draft != kept))
    }

    /// Takes up a connection, unless it is the one that is being edited.
    pub fn begin(self, profile: Profile) {
        let same = self.kept.with_untracked(|kept| kept.id == profile.id);
        let changed = self.draft.with_untracked(|draft| self.kept.with_untracked(|kept| draft != kept));
        if !(same && changed) {
            if !same {
                self.told.set(None);
            }
            self.put(profile);
        }
        self.load_secrets();
    }

    /// Back to what is kept.
    pub fn discard(self) {
        self.told.set(None);
        self.put(self.kept.get_untracked());
    }

    /// A new connection as a link has it, in place of what is being edited.
    pub fn fill_in(self, blank: Profile, bootstrap: String, name: String) {
        self.told.set(None);
        self.put(blank);
        self.draft.update(|draft| (draft.bootstrap, draft.name) = (bootstrap, name));
        self.linked.set(true);
    }

    fn put(self, profile: Profile) {
        self.linked.set(false);
        self.draft.set(profile.clone());
        self.kept.set(profile);
        self.turn.update(|turn| *turn += 1);
    }

    /// The lock is set apart from the rest, at once.
    pub fn locked(self, profile: &Profile) {
        if self.kept.with_untracked(|kept| kept.id == profile.id) {
            self.kept.update(|kept| kept.read_only = profile.read_only);
            self.draft.update(|draft| draft.read_only = profile.read_only);
        }
    }

    /// Asks how it stands with its secrets.
    pub fn load_secrets(self) {
        let profile = self.kept.with_untracked(|kept| kept.id.clone());
        if profile.is_empty() {
            self.secrets.set(None);
            return;
        }
        spawn_local(async move {
            let secrets = ipc::call(ListSecrets { profile: profile.clone() }).await;
            if self.kept.with_untracked(|kept| kept.id == profile) {
                self.secrets.set(Some(secrets));
            }
        });
    }

    /// Saves the draft as it stands.
    pub async fn save(self) -> Result<SavedProfile, ApiError> {
        let mut profile = self.draft.get_untracked();
        if profile.name.trim().is_empty() {
            profile.name = named_after(&profile.bootstrap);
        }
        self.saving.set(true);
        let sent = self.draft.get_untracked();
        let answer = ipc::call(SaveProfile { profile }).await;
        self.saving.set(false);
        if let Ok(saved) = &answer {
            self.kept.set(saved.profile.clone());
            if self.draft.with_untracked(|draft| *draft == sent) {
                self.draft.set(saved.profile.clone());
            } else {
                // Typed on meanwhile: that is not saved, and belongs to what was.
                self.draft.update(|draft| draft.id.clone_from(&saved.profile.id));
            }
            self.load_secrets();
        }
        self.told.set(Some(answer.clone()));
        answer
    }
}

impl Default for Editing {
    fn default() -> Editing {
        Editing::new()
    }
}

/// A connection without a name takes its first address.
fn named_after(bootstrap: &str) -> String {
    let first = bootstrap.split([',', ' ', '\n']).map(str::trim).find(|part| !part.is_empty());
    first.unwrap_or("unnamed").to_owned()
}
