//! What is done with a connection as a whole: its lock, a second one like it, its place in the list.

use contract::{ApiError, DEMO, Millis, Profile, SavedProfile};

use super::{COMMAND_LINE, NAME_MOST, Profiles, bad, gone, lock};

impl Profiles {
    pub(crate) fn set_lock(
        &mut self,
        id: &str,
        read_only: bool,
        typed: Option<&str>,
        now: Millis,
    ) -> Result<SavedProfile, ApiError> {
        if id == DEMO || id == COMMAND_LINE {
            return Err(bad("This connection is not kept, and stays read-only.", now));
        }
        let mut kept = self.kept.clone();
        let profile = kept.iter_mut().find(|profile| profile.id == id).ok_or_else(|| gone(id, now))?;
        if !read_only {
            lock::opens(profile, typed, now)?;
        }
        profile.read_only = read_only;
        let profile = profile.clone();
        self.write(kept, now)?;
        Ok(SavedProfile { profile, problems: Vec::new() })
    }

    /// A second one like it, below it and locked.
    pub(crate) fn duplicate(&mut self, id: &str, now: Millis) -> Result<Profile, ApiError> {
        if id == DEMO {
            return Err(bad("The demo cluster is there once.", now));
        }
        let mut profile = self.get(id).ok_or_else(|| gone(id, now))?;
        profile.name = self.free_name(&profile.name);
        profile.read_only = true;
        let mut kept = self.kept.clone();
        let place = kept.iter().position(|known| known.id == id).map_or(kept.len(), |place| place + 1);
        self.add(&mut kept, &mut profile, now)?;
        if let Some(added) = kept.pop() {
            kept.insert(place.min(kept.len()), added);
        }
        self.write(kept, now)?;
        Ok(profile)
    }

    pub(crate) fn move_before(
        &mut self,
        id: &str,
        before: Option<&str>,
        now: Millis,
    ) -> Result<(), ApiError> {
        if before == Some(id) {
            return Ok(());
        }
        let mut kept = self.kept.clone();
        let from = kept.iter().position(|profile| profile.id == id);
        let profile = kept.remove(from.ok_or_else(|| gone(id, now))?);
        let to = match before {
            // Before the demo is at the end of those that are kept.
            None | Some(DEMO) => kept.len(),
            Some(before) => {
                kept.iter().position(|profile| profile.id == before).ok_or_else(|| gone(before, now))?
            }
        };
        kept.insert(to, profile);
        self.write(kept, now)
    }

    /// "Orders (copy)", "Orders (copy 2)", …
    fn free_name(&self, name: &str) -> String {
        let mut cut = name;
        while cut.len() + " (copy 1000)".len() > NAME_MOST {
            let Some((last, _)) = cut.char_indices().next_back() else { break };
            cut = cut.get(..last).unwrap_or_default();
        }
        let taken = |name: &str| self.kept.iter().any(|profile| profile.name == name);
        let first = format!("{cut} (copy)");
        if !taken(&first) {
            return first;
        }
        let mut number = 2;
        while taken(&format!("{cut} (copy {number})")) {
            number += 1;
        }
        format!("{cut} (copy {number})")
    }
}
