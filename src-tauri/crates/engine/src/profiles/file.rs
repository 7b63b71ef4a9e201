//! The profile file. One that can't be read is somebody's work: it is set aside under a name that says when, and the warning
//! says that name; if it can't even be set aside, nothing is written at all.
//!
//! Another version of this program may have written it. A file of a newer format is never touched. One of an older format is read,
//! and its bytes are kept beside it before the first write. Within a format, what this version doesn't know of a connection is
//! kept beside it and written back, and a connection that it can't read at all stays in the file as it is: an older program that is
//! started once must not take the settings of the newer one away.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use contract::Profile;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{clock::millis, file_format, whole_file};

/// Format 1 was from before TLS and sign-in. A program of that time would connect in the clear where they are set, and drop them as it
/// saves: hence another number.
pub(super) const FORMAT: u32 = 2;
const OLDEST: u32 = 1;

/// The file's content.
#[derive(Serialize, Deserialize)]
struct Content {
    format: u32,
    profiles: Vec<Value>,
    /// What this version doesn't know of the file as a whole.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What stands in the file beside what this version reads.
#[derive(Clone, Default)]
pub(crate) struct Unread {
    /// By the profile's id: how it stood, where that is more than this version reads.
    beside: HashMap<String, Beside>,
    /// Connections that this version can't read.
    whole: Vec<Value>,
    rest: Map<String, Value>,
    /// The format of an older version, whose bytes are to be kept before they are written over.
    older: Option<u32>,
}

/// One profile as the file had it.
#[derive(Clone)]
struct Beside {
    stood: Map<String, Value>,
    /// What this version made of it.
    read: Map<String, Value>,
}

impl Beside {
    /// Puts back what this version doesn't know: fields of their own, and the inside of those that nobody changed since.
    fn restore(&self, fields: &mut Map<String, Value>) {
        for (name, stood) in &self.stood {
            if fields.get(name) == self.read.get(name) {
                fields.insert(name.clone(), stood.clone());
            }
        }
    }
}

/// What came of reading it.
#[derive(Default)]
pub(crate) struct Loaded {
    pub(crate) profiles: Vec<Profile>,
    pub(crate) unread: Unread,
    /// The bytes that were read.
    pub(crate) seen: Vec<u8>,
    pub(crate) warning: Option<String>,
    pub(crate) locked: bool,
}

pub(crate) fn path(dir: &Path) -> PathBuf {
    dir.join("profiles.json")
}

/// Reads the file; a missing one is an empty list.
pub(crate) fn load(dir: &Path, now: SystemTime) -> Loaded {
    let path = path(dir);
    let text = match whole_file::read(&path) {
        Ok(Some(text)) => text,
        Ok(None) => return Loaded::default(),
        Err(error) => {
            let warning = format!("Can't read {}: {error}. It is left as it is.", path.display());
            return Loaded { warning: Some(warning), locked: true, ..Loaded::default() };
        }
    };
    if let Some(format) = file_format::newer(&text, FORMAT) {
        let warning = file_format::newer_words(&path, format, FORMAT);
        return Loaded { seen: text, warning: Some(warning), locked: true, ..Loaded::default() };
    }
    match read(&text) {
        Ok((profiles, unread)) => {
            let warning = unread.warning(&path);
            Loaded { profiles, unread, seen: text, warning, locked: false }
        }
        Err(why) => set_aside(&path, &why, now),
    }
}

fn read(text: &[u8]) -> Result<(Vec<Profile>, Unread), String> {
    let content: Content = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if content.format < OLDEST {
        return Err(format!("it has format {}, and no version of this program wrote that", content.format));
    }
    let mut profiles = Vec::new();
    let older = Some(content.format).filter(|format| *format < FORMAT);
    let mut unread = Unread { rest: content.rest, older, ..Unread::default() };
    for value in content.profiles {
        match serde_json::from_value::<Profile>(value.clone()) {
            Ok(profile) => {
                unread.note(&profile, value);
                profiles.push(profile);
            }
            Err(_) => unread.whole.push(value),
        }
    }
    Ok((profiles, unread))
}

impl Unread {
    fn note(&mut self, profile: &Profile, value: Value) {
        if let (Value::Object(stood), Ok(Value::Object(read))) = (value, serde_json::to_value(profile))
            && stood != read
        {
            self.beside.insert(profile.id.clone(), Beside { stood, read });
        }
    }

    fn warning(&self, path: &Path) -> Option<String> {
        let many = self.whole.len();
        (many > 0).then(|| {
            format!(
                "{many} of the connections in {} can't be read by this version. They are not shown, and stay in the file as they are.",
                path.display()
            )
        })
    }

    /// The file is of this version's format now.
    pub(crate) fn written(&mut self) {
        self.older = None;
    }

    /// Whether a connection that isn't shown has this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.whole.iter().any(|value| value.get("id").and_then(Value::as_str) == Some(id))
    }
}

fn set_aside(path: &Path, why: &str, now: SystemTime) -> Loaded {
    match whole_file::set_aside(path, millis(now)) {
        Ok(aside) => Loaded {
            warning: Some(format!(
                "The connections file could not be read ({why}). It is kept as {}.",
                aside.display()
            )),
            ..Loaded::default()
        },
        Err(error) => {
            let warning = format!(
                "The connections file {} can't be read ({why}) and can't be set aside: {error}.",
                path.display()
            );
            Loaded { warning: Some(warning), locked: true, ..Loaded::default() }
        }
    }
}

/// Whether somebody else wrote the file since. One that is gone has nothing to lose.
pub(crate) fn changed(dir: &Path, seen: &[u8]) -> bool {
    fs::read(path(dir)).is_ok_and(|now| now != seen)
}

/// Writes all of it in place of what was seen there; the bytes that are there then.
pub(crate) fn write(dir: &Path, profiles: &[Profile], unread: &Unread, seen: &[u8]) -> io::Result<Vec<u8>> {
    let path = path(dir);
    let mut values = Vec::with_capacity(profiles.len());
    for profile in profiles {
        let mut value = serde_json::to_value(profile)?;
        if let (Value::Object(fields), Some(beside)) = (&mut value, unread.beside.get(&profile.id)) {
            beside.restore(fields);
        }
        values.push(value);
    }
    values.extend(unread.whole.iter().cloned());
    let content = Content { format: FORMAT, profiles: values, rest: unread.rest.clone() };
    let mut text = serde_json::to_vec_pretty(&content)?;
    text.push(b'\n');
    if let Some(older) = unread.older {
        whole_file::back_up(&path, seen, &format!("format-{older}"))?;
    }
    whole_file::write(&path, &text)?;
    Ok(text)
}
