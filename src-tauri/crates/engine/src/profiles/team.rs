//! Connections as one text for a team: what is set, and no secret. What comes in is new here, locked, and never in the place of
//! what is there: a text from somebody else decides nothing on this machine.

use contract::{ApiError, Millis, Profile, SavedProfile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PROFILES_MOST, Profiles, Taken, bad, check, gone};

const KIND: &str = "brokerscope-connections";
const FORMAT: u32 = 1;
const TEXT_MOST: usize = 8 * 1024 * 1024;

#[derive(Serialize, Deserialize)]
struct Text {
    kind: String,
    format: u32,
    connections: Vec<Value>,
}

impl Profiles {
    /// A text of these, in the order of the list.
    pub(crate) fn export(&self, ids: &[String], now: Millis) -> Result<String, ApiError> {
        if let Some(missing) = ids.iter().find(|id| self.get(id).is_none()) {
            return Err(gone(missing, now));
        }
        let mut connections = Vec::new();
        for mut profile in self.all().into_iter().filter(|profile| ids.contains(&profile.id)) {
            profile.id = String::new();
            profile.read_only = true;
            connections.push(serde_json::to_value(&profile).map_err(|error| bad(error.to_string(), now))?);
        }
        let text = Text { kind: KIND.to_owned(), format: FORMAT, connections };
        serde_json::to_string_pretty(&text).map_err(|error| bad(error.to_string(), now))
    }

    /// Adds all that such a text holds, or none of it.
    pub(crate) fn import(&mut self, text: &str, now: Millis) -> Result<Vec<(SavedProfile, Taken)>, ApiError> {
        let mut kept = self.kept.clone();
        let mut added = Vec::new();
        for mut profile in read(text, now)? {
            profile.id = String::new();
            profile.read_only = true;
            let (taken, mut problems) = self.fit(&mut profile, None, now)?;
            if kept.iter().any(|known| known.name == profile.name) {
                problems.push("There is another connection of this name.".to_owned());
            }
            if let Some(problem) = check(&profile.bootstrap).problem {
                problems.push(problem);
            }
            self.add(&mut kept, &mut profile, now)?;
            added.push((SavedProfile { profile, problems }, taken));
        }
        self.write(kept, now)?;
        Ok(added)
    }
}

fn read(text: &str, now: Millis) -> Result<Vec<Profile>, ApiError> {
    let no_such = |why: &str| bad(format!("This is no export of connections: {why}."), now);
    if text.len() > TEXT_MOST {
        return Err(no_such("it is too long to be meant"));
    }
    // What the parser says may quote the text, and nobody knows what was pasted: only the place is told.
    let read: Text = serde_json::from_str(text.trim_start_matches('\u{feff}').trim()).map_err(|error| {
        no_such(&format!("line {}, column {} can't be read", error.line(), error.column()))
    })?;
    if read.kind != KIND {
        return Err(no_such("it does not say that it is one"));
    }
    if read.format != FORMAT {
        return Err(bad(
            format!(
                "This export has format {}, and this version reads format {FORMAT}. Nothing was taken over.",
                read.format
            ),
            now,
        ));
    }
    if read.connections.len() > PROFILES_MOST {
        return Err(no_such("it holds too many"));
    }
    let numbered = read.connections.into_iter().zip(1..);
    numbered
        .map(|(value, number)| {
            serde_json::from_value(value).map_err(|_| {
                bad(
                    format!("Connection {number} of this export can't be read by this version. Nothing was taken over."),
                    now,
                )
            })
        })
        .collect()
}
