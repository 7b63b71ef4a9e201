//! The connections that the user keeps: in memory as a list, on disk as one file that is always whole.
//!
//! What was typed is kept as typed, also when it can't be used: an address with a typo is corrected where it stands and not
//! typed again. A connection is read-only until its owner says otherwise.

mod edit;
mod file;
mod lock;
mod pasted;
mod team;

use std::{
    path::PathBuf,
    time::{Duration, UNIX_EPOCH},
};

use admin::Address;
use contract::{ApiError, CheckedAddresses, DEMO, ErrorKind, Millis, Profile, SavedProfile};

use crate::{clock::Clock, folder};
use file::Unread;
pub(crate) use file::{Loaded, load};
pub(crate) use pasted::Taken;

/// The id of the connection that the command line asked for; it is never written to the file.
pub(crate) const COMMAND_LINE: &str = "command-line";

/// The colours that a profile without one gets, in turn.
const COLORS: &[&str] = &["#2457c5", "#1f8a70", "#b25e00", "#7a3fb0", "#b3261e", "#0b7285"];

const NAME_MOST: usize = 200;
const PROFILES_MOST: usize = 1_000;
/// A profile with pasted certificates in it, as text.
const PROFILE_MOST: usize = 256 * 1024;

/// The profiles of this machine.
pub(crate) struct Profiles {
    dir: PathBuf,
    kept: Vec<Profile>,
    unread: Unread,
    command_line: Option<Profile>,
    demo: bool,
    warning: Option<String>,
    /// What the file held when it was last read or written here.
    seen: Vec<u8>,
    /// The file could be neither read nor set aside: writing would destroy it.
    locked: bool,
    /// The folder takes no files: what is changed is there until the program ends, and this is said.
    unkept: Option<String>,
}

impl Profiles {
    pub(crate) fn open(dir: PathBuf, demo: bool, connect: Option<String>, clock: &Clock) -> Profiles {
        let Loaded { profiles, unread, seen, warning, locked } = load(&dir, clock.now());
        let mut opened = Profiles {
            dir,
            kept: profiles,
            unread,
            command_line: None,
            demo,
            warning,
            seen,
            locked,
            unkept: None,
        };
        if let Some(bootstrap) = connect {
            opened.connect(bootstrap);
        }
        opened
    }

    /// Makes the folder where it is missing; what is said when nothing can be kept there.
    pub(crate) fn make_folder(&mut self) -> Option<String> {
        self.unkept = folder::writable(&self.dir).err().map(|error| folder::unkept(&self.dir, &error));
        self.unkept.clone()
    }

    /// The connection that a command line asks for, in place of the last such one.
    pub(crate) fn connect(&mut self, bootstrap: String) {
        self.command_line = Some(Profile {
            id: COMMAND_LINE.to_owned(),
            name: bootstrap.clone(),
            color: COLORS.first().copied().unwrap_or_default().to_owned(),
            bootstrap,
            read_only: true,
            ..Profile::default()
        });
    }

    /// The same for one that is given whole.
    pub(crate) fn once(&mut self, profile: Profile) {
        self.command_line = Some(profile);
    }

    /// All of them: the command line's first, the demo last.
    pub(crate) fn all(&self) -> Vec<Profile> {
        let demo = self.demo.then(demo_profile);
        self.command_line.iter().chain(&self.kept).cloned().chain(demo).collect()
    }

    pub(crate) fn get(&self, id: &str) -> Option<Profile> {
        self.all().into_iter().find(|profile| profile.id == id)
    }

    /// Why nothing is kept, where it is so.
    pub(crate) fn unkept(&self) -> Option<String> {
        self.unkept.clone()
    }

    pub(crate) fn warning(&self) -> Option<String> {
        match (&self.unkept, &self.warning) {
            (Some(unkept), Some(warning)) => Some(format!("{unkept} {warning}")),
            (unkept, warning) => unkept.clone().or_else(|| warning.clone()),
        }
    }

    /// Adds or changes one, and writes the file before it counts. What stood in it that is secret is handed out and not kept.
    pub(crate) fn save(
        &mut self,
        mut profile: Profile,
        now: Millis,
    ) -> Result<(SavedProfile, Taken), ApiError> {
        if profile.id == DEMO {
            return Err(bad("The demo cluster can't be edited.", now));
        }
        let before = self.kept.iter().find(|known| known.id == profile.id);
        let (taken, mut problems) = self.fit(&mut profile, before, now)?;
        if profile.name.trim().is_empty() {
            problems.insert(0, "It has no name; its addresses stand for it.".to_owned());
        }
        if let Some(problem) = check(&profile.bootstrap).problem {
            problems.push(problem);
        }
        if profile.id == COMMAND_LINE {
            // Kept from now on, under an id of its own.
            profile.id = String::new();
        }
        let mut kept = self.kept.clone();
        if profile.id.is_empty() {
            self.add(&mut kept, &mut profile, now)?;
        } else {
            let place = kept.iter_mut().find(|known| known.id == profile.id);
            *place.ok_or_else(|| gone(&profile.id, now))? = profile.clone();
        }
        self.write(kept, now)?;
        Ok((SavedProfile { profile, problems }, taken))
    }

    /// Makes of what was typed what may be kept.
    fn fit(
        &self,
        profile: &mut Profile,
        before: Option<&Profile>,
        now: Millis,
    ) -> Result<(Taken, Vec<String>), ApiError> {
        if profile.color.is_empty() {
            let turn = self.kept.len().checked_rem(COLORS.len()).unwrap_or_default();
            profile.color = COLORS.get(turn).copied().unwrap_or_default().to_owned();
        }
        if profile.name.len() > NAME_MOST || profile.bootstrap.len() > 64 * NAME_MOST {
            return Err(bad("The name or the list of addresses is too long to be meant.", now));
        }
        if serde_json::to_vec(profile).map_or(usize::MAX, |text| text.len()) > PROFILE_MOST {
            return Err(bad("The settings of this connection are too long to be meant.", now));
        }
        let mut problems = lock::hold(before, profile);
        let taken = pasted::take_out(profile, &mut problems);
        Ok((taken, problems))
    }

    fn add(&self, kept: &mut Vec<Profile>, profile: &mut Profile, now: Millis) -> Result<(), ApiError> {
        if kept.len() >= PROFILES_MOST {
            return Err(bad("There are too many connections to add another.", now));
        }
        profile.id = self.unused_id(kept);
        kept.push(profile.clone());
        Ok(())
    }

    pub(crate) fn remove(&mut self, id: &str, now: Millis) -> Result<(), ApiError> {
        if id == DEMO {
            return Err(bad("The demo cluster can't be removed.", now));
        }
        if id == COMMAND_LINE {
            self.command_line = None;
            return Ok(());
        }
        let mut kept = self.kept.clone();
        kept.retain(|profile| profile.id != id);
        if kept.len() == self.kept.len() {
            return Ok(());
        }
        self.write(kept, now)
    }

    fn write(&mut self, kept: Vec<Profile>, now: Millis) -> Result<(), ApiError> {
        let storage = |message: String| ApiError::plain(ErrorKind::Storage, message, now);
        let path = file::path(&self.dir);
        if !self.locked && file::changed(&self.dir, &self.seen) {
            // Another window's work is not to be lost; what was to be written here is in the form still.
            let Loaded { profiles, unread, seen, warning, locked } =
                load(&self.dir, UNIX_EPOCH + Duration::from_millis(now.0.unsigned_abs()));
            (self.kept, self.unread, self.seen, self.locked) = (profiles, unread, seen, locked);
            self.warning = warning.or(self.warning.take());
            if !locked {
                return Err(storage(format!(
                    "{} was changed by another window or by hand. It has been read again; nothing of yours is written yet, save it once more.",
                    path.display()
                )));
            }
        }
        if self.locked {
            let why = self.warning.clone().unwrap_or_default();
            return Err(storage(format!("Nothing is written over this file. {why}")));
        }
        match file::write(&self.dir, &kept, &self.unread, &self.seen) {
            Ok(seen) => {
                self.seen = seen;
                self.unread.written();
                self.unkept = None;
            }
            // It was said when the program started, and is said for as long as it is so.
            Err(_) if self.unkept.is_some() => {}
            Err(error) => return Err(storage(format!("Can't write {}: {error}", path.display()))),
        }
        self.kept = kept;
        Ok(())
    }

    /// An id that no profile has, had or will have: one that is used twice could lead to another's secrets.
    fn unused_id(&self, kept: &[Profile]) -> String {
        loop {
            let id = format!("c{:016x}", rand::random::<u64>());
            if !kept.iter().any(|profile| profile.id == id) && !self.unread.has(&id) {
                return id;
            }
        }
    }
}

fn demo_profile() -> Profile {
    Profile {
        id: DEMO.to_owned(),
        name: "Demo cluster".to_owned(),
        color: "#1f8a70".to_owned(),
        bootstrap: String::new(),
        read_only: true,
        ..Profile::default()
    }
}

fn bad(message: impl Into<String>, now: Millis) -> ApiError {
    ApiError::plain(ErrorKind::BadInput, message, now)
}

fn gone(id: &str, now: Millis) -> ApiError {
    let message = format!("There is no connection with the id \u{201c}{id}\u{201d} any more.");
    ApiError::plain(ErrorKind::NotFound, message, now)
}

/// Reads addresses as typed.
pub(crate) fn check(text: &str) -> CheckedAddresses {
    match Address::parse_list(text) {
        Ok(list) => {
            CheckedAddresses { addresses: list.iter().map(ToString::to_string).collect(), problem: None }
        }
        Err(error) => CheckedAddresses { addresses: Vec::new(), problem: Some(error.to_string()) },
    }
}

#[cfg(test)]
mod tests;
