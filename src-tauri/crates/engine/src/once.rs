//! A cluster for once: one that is only given on a command line, or a kept one that is not to be changed there. Nothing is kept of
//! what is given, and secrets come from whoever calls; where a kept connection has its own they are used.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use admin::Address;
use contract::{ApiError, Concealed, ErrorKind, Identity, Profile, SecretKind, Trust};

use crate::{
    Engine,
    engine::Slot,
    errors::{api_error, not_found},
    profiles::COMMAND_LINE,
    secrets::Hidden,
    secured::{self, Means},
};

/// Which cluster.
pub enum Which {
    /// As given; it need not be kept.
    Given(Box<Profile>),
    /// A connection of the window's, by its name or its id.
    Kept(String),
    /// Another client's configuration, and the folder from which paths in it count.
    Settings { text: Concealed, file_name: Option<String>, folder: PathBuf },
}

/// A cluster that was opened for once.
pub struct Opened {
    /// For the engine's calls.
    pub id: String,
    /// What of the settings could not be used.
    pub notes: Vec<String>,
}

impl Engine {
    /// Opens it beside what is kept, read-only whatever its lock says, in place of the last one that was opened so.
    ///
    /// # Errors
    /// When it can't be tried: settings that can't be read, a secret that is missing, a file that can't be used.
    pub async fn open_once(
        &self,
        which: Which,
        secrets: Vec<(SecretKind, Concealed)>,
    ) -> Result<Opened, ApiError> {
        let (mut profile, given, notes) = self.with_secrets(which, secrets).await?;
        profile.read_only = true;
        let bootstrap = self.bootstrap_of(&profile).await?;
        let addresses = Address::parse_list(&bootstrap).map_err(|error| api_error(&error, self.now()))?;
        profile.id = COMMAND_LINE.to_owned();
        let means = Means { programs: self.inner.programs.clone(), running: None };
        let (config, road) = secured::config(profile.clone(), addresses, given, means, self.now()).await?;
        let open = self.cluster_of(&profile.id, config, road)?;
        let id = profile.id.clone();
        self.inner.profiles.lock().once(profile);
        self.install(&id, Slot::Open(open));
        Ok(Opened { id, notes })
    }

    /// With its secrets, and what of it could not be used.
    pub(crate) async fn with_secrets(
        &self,
        which: Which,
        secrets: Vec<(SecretKind, Concealed)>,
    ) -> Result<(Profile, BTreeMap<SecretKind, Hidden>, Vec<String>), ApiError> {
        let secrets: BTreeMap<SecretKind, Hidden> =
            secrets.into_iter().map(|(kind, secret)| (kind, Hidden::from(secret.0))).collect();
        Ok(match which {
            Which::Given(profile) => (*profile, secrets, Vec::new()),
            Which::Kept(name) => {
                let profile = self.named(&name)?;
                let uses = secured::uses(&profile);
                let lacks = uses.iter().any(|(kind, needed)| *needed && !secrets.contains_key(kind));
                let mut given = match lacks {
                    true => secured::gather(&profile, &self.inner.secrets, self.now()).await?,
                    false => BTreeMap::new(),
                };
                given.extend(secrets);
                (profile, given, Vec::new())
            }
            Which::Settings { text, file_name, folder } => {
                let (mut profile, mut given, notes) = self.only_cluster(text, file_name).await?;
                in_folder(&mut profile, &folder);
                given.extend(secrets);
                (profile, given, notes)
            }
        })
    }

    fn named(&self, name: &str) -> Result<Profile, ApiError> {
        let (all, warning) = {
            let profiles = self.inner.profiles.lock();
            (profiles.all(), profiles.warning())
        };
        let mut fitting = all.iter().filter(|profile| profile.id == name || profile.name == name);
        match (fitting.next(), fitting.next()) {
            (Some(profile), None) => Ok(profile.clone()),
            (Some(_), Some(_)) => {
                let message = format!("There is more than one connection named “{name}”.");
                Err(ApiError::plain(ErrorKind::BadInput, message, self.now()))
            }
            (None, _) => {
                let names: Vec<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
                let mut message =
                    format!("There is no connection named “{name}”; there are: {}.", names.join(", "));
                // It may stand in a file that can't be read, or was just set aside.
                if let Some(warning) = warning {
                    message.extend([" ", &warning]);
                }
                Err(not_found(message, self.now()))
            }
        }
    }
}

/// Other clients take paths from the folder that they were started in.
fn in_folder(profile: &mut Profile, folder: &Path) {
    let whole = |path: &mut String| {
        if !path.is_empty() && !path.starts_with('~') {
            *path = folder.join(path.as_str()).to_string_lossy().into_owned();
        }
    };
    if let Trust::File { path } = &mut profile.tls.trust {
        whole(path);
    }
    match &mut profile.tls.identity {
        Some(Identity::Store { path, .. }) => whole(path),
        Some(Identity::Files { certificate, key }) => {
            whole(certificate);
            whole(key);
        }
        Some(Identity::Text { .. }) | None => {}
    }
}
