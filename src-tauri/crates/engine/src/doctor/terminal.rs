//! The doctor without a window: of a connection that is kept, of one that is only given, of settings as another client has them.
//!
//! Nothing is kept of what is given, and secrets come from whoever calls; where a kept connection has its own they are used.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use admin::{Address, ClusterConfig, doctor};
use contract::{ApiError, Concealed, ErrorKind, Examination, Identity, Profile, SecretKind, Trust};
use tokio::sync::mpsc;

use super::chart::Chart;
use crate::{
    Clock, Engine,
    errors::{api_error, not_found},
    secrets::Hidden,
    secured::{self, Means},
};

/// What is to be examined.
pub enum Ailing {
    /// As given; it need not be kept.
    Given(Box<Profile>),
    /// A connection of the window's, by its name or its id.
    Kept(String),
    /// Another client's configuration, and the folder from which paths in it count.
    Settings { text: Concealed, file_name: Option<String>, folder: PathBuf },
}

/// What came of it.
pub struct Diagnosed {
    pub examination: Examination,
    /// What of the settings could not be used.
    pub notes: Vec<String>,
}

/// Examines this way to a cluster to the end.
pub async fn examined(config: ClusterConfig, clock: &Clock) -> Examination {
    let mut chart = Chart::new(clock.millis(), config.tls.is_some());
    let (tell, mut findings) = mpsc::unbounded_channel();
    doctor::examine(config, tell).await;
    while let Ok(found) = findings.try_recv() {
        chart.note(found, clock.millis());
    }
    chart.end(clock.millis());
    chart.whole()
}

impl Engine {
    /// Examines to the end.
    ///
    /// # Errors
    /// When it can't begin: settings that can't be read, a secret that is missing, a file that can't be used.
    pub async fn diagnose(
        &self,
        ailing: Ailing,
        secrets: Vec<(SecretKind, Concealed)>,
    ) -> Result<Diagnosed, ApiError> {
        let secrets = secrets.into_iter().map(|(kind, secret)| (kind, Hidden::from(secret.0))).collect();
        let (profile, given, notes) = self.with_secrets(ailing, secrets).await?;
        let bootstrap = self.bootstrap_of(&profile).await?;
        let addresses = Address::parse_list(&bootstrap).map_err(|error| api_error(&error, self.now()))?;
        let means = Means { programs: self.inner.programs.clone(), running: None };
        let (config, road) = secured::config(profile, addresses, given, means, self.now()).await?;
        let examination = examined(config, &self.inner.clock).await;
        road.ended().await;
        Ok(Diagnosed { examination, notes })
    }

    async fn with_secrets(
        &self,
        ailing: Ailing,
        secrets: BTreeMap<SecretKind, Hidden>,
    ) -> Result<(Profile, BTreeMap<SecretKind, Hidden>, Vec<String>), ApiError> {
        Ok(match ailing {
            Ailing::Given(profile) => (*profile, secrets, Vec::new()),
            Ailing::Kept(name) => {
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
            Ailing::Settings { text, file_name, folder } => {
                let (mut profile, mut given, notes) = self.only_cluster(text, file_name).await?;
                in_folder(&mut profile, &folder);
                given.extend(secrets);
                (profile, given, notes)
            }
        })
    }

    fn named(&self, name: &str) -> Result<Profile, ApiError> {
        let all = self.inner.profiles.lock().all();
        let mut fitting = all.iter().filter(|profile| profile.id == name || profile.name == name);
        match (fitting.next(), fitting.next()) {
            (Some(profile), None) => Ok(profile.clone()),
            (Some(_), Some(_)) => {
                let message = format!("There is more than one connection named “{name}”.");
                Err(ApiError::plain(ErrorKind::BadInput, message, self.now()))
            }
            (None, _) => {
                let names: Vec<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
                let message =
                    format!("There is no connection named “{name}”; there are: {}.", names.join(", "));
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
