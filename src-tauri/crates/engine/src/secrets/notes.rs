//! Where each secret is kept: a small file without any secret in it.
//!
//! A secret has an entry of its own in its store, with a name that is never used twice. So a new connection can't come by the
//! secret of an old one, and one that could not be removed is no danger, only noted to be removed later.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use contract::{Keep, Millis, SecretKind};
use serde::{Deserialize, Serialize};

use crate::{file_format, whole_file};

const FORMAT: u32 = 1;

/// Where one secret is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) keep: Keep,
    pub(super) entry: String,
}

#[derive(Serialize, Deserialize)]
struct Content {
    format: u32,
    #[serde(flatten)]
    notes: Known,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Known {
    /// By the connection's id.
    kept: BTreeMap<String, BTreeMap<SecretKind, Place>>,
    /// Forgotten, and still to be removed from a store that was locked then.
    #[serde(default)]
    left: Vec<Place>,
}

pub(super) struct Notes {
    path: PathBuf,
    known: Known,
    /// What was wrong with the file.
    warning: Option<String>,
    /// It could be neither read nor set aside: writing would destroy it.
    unwritable: bool,
}

impl Notes {
    pub(super) fn open(dir: &Path, at: Millis) -> Notes {
        let path = dir.join("secrets.json");
        let empty = |path, warning, unwritable| Notes { path, known: Known::default(), warning, unwritable };
        let text = match whole_file::read(&path) {
            Ok(Some(text)) => text,
            Ok(None) => return empty(path, None, false),
            Err(error) => {
                let warning = format!("Can't read {}: {error}. It is left as it is.", path.display());
                return empty(path, Some(warning), true);
            }
        };
        if let Some(format) = file_format::newer(&text, FORMAT) {
            let warning = file_format::newer_words(&path, format, FORMAT);
            return empty(path, Some(warning), true);
        }
        match serde_json::from_slice::<Content>(&text) {
            Ok(content) if content.format == FORMAT => {
                Notes { path, known: content.notes, warning: None, unwritable: false }
            }
            _ => match whole_file::set_aside(&path, at) {
                Ok(aside) => {
                    let warning = format!(
                        "The file that says where secrets are kept could not be read. It is kept as {}; secrets have to be given anew.",
                        aside.display()
                    );
                    empty(path, Some(warning), false)
                }
                Err(error) => {
                    let warning =
                        format!("{} can't be read and can't be set aside: {error}.", path.display());
                    empty(path, Some(warning), true)
                }
            },
        }
    }

    pub(super) fn warning(&self) -> Option<String> {
        self.warning.clone()
    }

    pub(super) fn of(&self, profile: &str) -> BTreeMap<SecretKind, Place> {
        self.known.kept.get(profile).cloned().unwrap_or_default()
    }

    pub(super) fn left(&self, keep: Keep) -> Vec<Place> {
        self.known.left.iter().filter(|place| place.keep == keep).cloned().collect()
    }

    /// Notes a place, or that there is none any more; the one before it is now left to be removed.
    pub(super) fn set(
        &mut self,
        profile: &str,
        kind: SecretKind,
        place: Option<Place>,
    ) -> io::Result<Option<Place>> {
        let mut known = self.current();
        let places = known.kept.entry(profile.to_owned()).or_default();
        let before = match place {
            Some(place) => places.insert(kind, place),
            None => places.remove(&kind),
        };
        if places.is_empty() {
            known.kept.remove(profile);
        }
        known.left.extend(before.clone());
        self.write(known)?;
        Ok(before)
    }

    pub(super) fn removed(&mut self, place: &Place) -> io::Result<()> {
        let mut known = self.current();
        known.left.retain(|left| left != place);
        self.write(known)
    }

    /// As the file has them now: another window may have written it since.
    fn current(&self) -> Known {
        let text = fs::read(&self.path).ok();
        let read = text.and_then(|text| serde_json::from_slice::<Content>(&text).ok());
        read.filter(|content| content.format == FORMAT)
            .map_or_else(|| self.known.clone(), |content| content.notes)
    }

    fn write(&mut self, known: Known) -> io::Result<()> {
        if self.unwritable {
            let why = self.warning.clone().unwrap_or_default();
            return Err(io::Error::other(format!("nothing is written over this file. {why}")));
        }
        // It may have come since.
        let there = fs::read(&self.path).unwrap_or_default();
        if let Some(format) = file_format::newer(&there, FORMAT) {
            return Err(io::Error::other(file_format::newer_words(&self.path, format, FORMAT)));
        }
        let mut text = serde_json::to_vec_pretty(&Content { format: FORMAT, notes: known.clone() })?;
        text.push(b'\n');
        whole_file::write(&self.path, &text)?;
        self.known = known;
        Ok(())
    }
}
