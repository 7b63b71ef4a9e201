//! Other clients' configurations: read, shown line by line, and kept as connections with the secrets that stood in them.
//!
//! The secrets stay here, under a handle that says nothing, until they are kept or another text is read. The window gets the profile,
//! and of each secret only that it is there.

mod profile;

use std::collections::BTreeMap;

use client_settings::{Cluster, Import, Line, Verdict};
use contract::{
    ApiError, Concealed, ErrorKind, Imported, ImportedCluster, ImportedLine, Keep, LineVerdict, Profile,
    SavedProfile, SecretKind,
};
use parking_lot::Mutex;
use port_forward::Programs;
use zeroize::Zeroizing;

use crate::{
    Engine,
    secrets::{Hidden, kind_words},
    secured,
};

const MASK: &str = "\u{2022}\u{2022}\u{2022}";

/// What was read last.
#[derive(Default)]
pub(crate) struct Imports(Mutex<Option<Found>>);

struct Found {
    handle: String,
    /// Of each cluster.
    secrets: Vec<BTreeMap<SecretKind, Hidden>>,
}

impl Engine {
    pub(crate) async fn read_import(
        &self,
        text: Concealed,
        file_name: Option<String>,
    ) -> Result<Imported, ApiError> {
        let import = self.import_of(text, file_name).await?;
        let mut clusters = Vec::new();
        let mut secrets = Vec::new();
        for cluster in import.clusters {
            let (read, found) = taken(cluster, &self.inner.programs).await;
            clusters.push(read);
            secrets.push(found);
        }
        let handle = format!("{:032x}", rand::random::<u128>());
        *self.inner.imports.0.lock() = Some(Found { handle: handle.clone(), secrets });
        let lines = import.lines.into_iter().map(shown);
        Ok(Imported { handle, format: import.format.to_string(), clusters, lines: lines.collect() })
    }

    async fn import_of(&self, text: Concealed, file_name: Option<String>) -> Result<Import, ApiError> {
        let text = Zeroizing::new(text.0);
        let read = move || client_settings::read(&text, file_name.as_deref());
        let read =
            tokio::task::spawn_blocking(read).await.map_err(|_| self.refused("The text can't be read."))?;
        read.map_err(|why| self.refused(format!("These settings can't be read: {why}.")))
    }

    /// The one cluster of a configuration with the secrets that stood in it, and what is wrong with it; nothing is kept.
    pub(crate) async fn only_cluster(
        &self,
        text: Concealed,
        file_name: Option<String>,
    ) -> Result<(Profile, BTreeMap<SecretKind, Hidden>, Vec<String>), ApiError> {
        let mut import = self.import_of(text, file_name).await?;
        let count = import.clusters.len();
        let (Some(cluster), 1) = (import.clusters.pop(), count) else {
            return Err(
                self.refused(format!("These settings are of {count} clusters; one is examined at a time."))
            );
        };
        let (profile, secrets, mut problems) = profile::of(cluster);
        problems.extend(import.lines.into_iter().filter_map(|line| match line.verdict {
            Verdict::Unreadable(why) => Some(format!("Line {} can't be used: {why}.", line.number)),
            Verdict::NotSupported(why) => Some(format!("Line {} is left out: {why}.", line.number)),
            _ => None,
        }));
        Ok((profile, secrets, problems))
    }

    pub(crate) async fn keep_cluster(
        &self,
        handle: &str,
        cluster: u32,
        mut profile: Profile,
        keep: Keep,
    ) -> Result<SavedProfile, ApiError> {
        let found = {
            let last = self.inner.imports.0.lock();
            let last = last.as_ref().filter(|found| found.handle == handle);
            last.and_then(|found| found.secrets.get(usize::try_from(cluster).ok()?)).cloned()
        };
        let found = found.ok_or_else(|| {
            let message = "What was read is not there any more: another text was read since. Read it again.";
            ApiError::plain(ErrorKind::NotFound, message, self.now())
        })?;
        // Edited meanwhile, it may have no use for some of them.
        let uses = secured::uses(&profile);
        let found: Vec<_> =
            found.into_iter().filter(|(kind, _)| uses.iter().any(|(used, _)| used == kind)).collect();
        if !found.is_empty() {
            // Asked before anything is kept: a profile without its password is half an import.
            self.inner.secrets.takes(keep, self.now()).await?;
        }
        profile.id = String::new();
        let mut saved = self.save(profile).await?;
        let mut not_kept = Vec::new();
        for (kind, secret) in found {
            let (id, name) = (&saved.profile.id, &saved.profile.name);
            if let Err(error) =
                self.inner.secrets.give(id, name, kind, secret.clone(), keep, self.now()).await
            {
                not_kept.push(format!(
                    "The {} is held for this session only: {}",
                    kind_words(kind),
                    error.message
                ));
                self.inner.secrets.give(id, name, kind, secret, Keep::Session, self.now()).await?;
            }
        }
        saved.problems = self.problems(&saved.profile).await;
        saved.problems.extend(not_kept);
        Ok(saved)
    }

    fn refused(&self, message: impl Into<String>) -> ApiError {
        ApiError::plain(ErrorKind::BadInput, message, self.now())
    }
}

/// The profile and the secrets of one cluster.
async fn taken(cluster: Cluster, programs: &Programs) -> (ImportedCluster, BTreeMap<SecretKind, Hidden>) {
    let (profile, secrets, mut problems) = profile::of(cluster);
    let given: BTreeMap<_, _> = secrets.clone();
    let kept = secrets.keys().copied().collect();
    problems.extend(secured::problems_with(profile.clone(), kept, given, programs).await);
    let read = ImportedCluster { profile, secrets: secrets.keys().copied().collect(), problems };
    (read, secrets)
}

fn shown(line: Line) -> ImportedLine {
    let number = line.number;
    let bare = line.text.trim();
    // A word that is no setting may be a password that was pasted alone: nobody can tell, so it is not sent back.
    let unknown = matches!(line.verdict, Verdict::Unreadable(_) | Verdict::NotSupported(_));
    let covered = unknown && !bare.is_empty() && !bare.contains(['=', ':']);
    let words = |words: String| if covered { words.replace(bare, MASK) } else { words };
    let verdict = match line.verdict {
        Verdict::Understood(said) => LineVerdict::Understood(said),
        Verdict::NotNeeded(said) => LineVerdict::NotNeeded(said),
        Verdict::NotSupported(said) => LineVerdict::NotSupported(words(said)),
        Verdict::Unreadable(said) => LineVerdict::Unreadable(words(said)),
        Verdict::Comment | Verdict::Blank => LineVerdict::Nothing,
    };
    let text = if covered { MASK.to_owned() } else { line.text };
    ImportedLine { number, text, verdict }
}
