//! The encrypted file: an age file with a pass phrase, which the `age` program opens as well.
//!
//! The pass phrase and what is in the file are in memory from the moment it is given until the file is locked again. Nothing is
//! lost by a mistake: a wrong pass phrase changes nothing, and a file that is no such file is set aside under a name that is told.

use std::{
    collections::BTreeMap,
    fs, io,
    io::{Read, Write},
    iter,
    path::{Path, PathBuf},
};

use age::{DecryptError, Decryptor, Encryptor, scrypt, secrecy::SecretString};
use contract::{Millis, SecretFile};
use parking_lot::Mutex;
use serde::Deserialize;
use zeroize::Zeroizing;

use super::Hidden;
use crate::{file_format, whole_file};

/// What no file of this program reaches.
const FILE_MOST: u64 = 16 * 1024 * 1024;
/// Files that ask for more work than this (a gigabyte of memory) are not tried.
const WORK_MOST: u8 = 20;
pub(super) const FORMAT: u32 = 1;

/// Why the file can't be used.
#[derive(Debug)]
pub(super) enum Problem {
    WrongPassPhrase,
    EmptyPassPhrase,
    Locked,
    /// It was no such file, or damaged; where it is now.
    SetAside(String, PathBuf),
    TooMuchWork,
    /// A newer version of this program wrote it, in this format. It is as it was.
    Newer(u32),
    Io(io::Error),
}

pub(super) struct Sealed {
    path: PathBuf,
    work: u8,
    open: Mutex<Option<Open>>,
}

struct Open {
    pass_phrase: SecretString,
    entries: BTreeMap<String, Hidden>,
    /// The file as it was last read or written here.
    seen: Vec<u8>,
}

#[derive(Deserialize)]
struct Content {
    format: u32,
    secrets: BTreeMap<String, Hidden>,
}

impl Sealed {
    /// `work` is the binary logarithm of what one guess at the pass phrase costs.
    pub(super) fn new(dir: &Path, work: u8) -> Sealed {
        Sealed { path: dir.join("secrets.age"), work: work.clamp(1, WORK_MOST), open: Mutex::default() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn standing(&self) -> SecretFile {
        if self.open.lock().is_some() {
            SecretFile::Open
        } else if self.path.exists() {
            SecretFile::Locked
        } else {
            SecretFile::Missing
        }
    }

    pub(super) fn lock(&self) {
        *self.open.lock() = None;
    }

    /// Opens the file, or makes it. Slow on purpose.
    pub(super) fn unlock(&self, pass_phrase: &str, at: Millis) -> Result<(), Problem> {
        if pass_phrase.is_empty() {
            return Err(Problem::EmptyPassPhrase);
        }
        let pass_phrase = SecretString::from(pass_phrase.to_owned());
        let mut open = self.open.lock();
        let opened = match self.read()? {
            Some(seen) => {
                let entries = self.decrypt(&seen, &pass_phrase, at)?;
                Open { pass_phrase, entries, seen }
            }
            None => self.written(pass_phrase, BTreeMap::new())?,
        };
        *open = Some(opened);
        Ok(())
    }

    pub(super) fn get(&self, entry: &str) -> Result<Option<Hidden>, Problem> {
        let open = self.open.lock();
        Ok(open.as_ref().ok_or(Problem::Locked)?.entries.get(entry).cloned())
    }

    /// Puts a secret in, or takes it out.
    pub(super) fn change(&self, entry: &str, secret: Option<Hidden>, at: Millis) -> Result<(), Problem> {
        let mut open = self.open.lock();
        let now = open.as_ref().ok_or(Problem::Locked)?;
        let mut entries = now.entries.clone();
        // Another window's work is not to be lost.
        if let Some(there) = self.read()?.filter(|there| *there != now.seen) {
            match self.decrypt(&there, &now.pass_phrase, at) {
                Ok(theirs) => entries = theirs,
                Err(problem) => {
                    *open = None;
                    return Err(match problem {
                        // It has another pass phrase by now.
                        Problem::WrongPassPhrase => Problem::Locked,
                        other => other,
                    });
                }
            }
        }
        let changed = match secret {
            Some(secret) => {
                entries.insert(entry.to_owned(), secret);
                true
            }
            None => entries.remove(entry).is_some(),
        };
        if changed {
            let pass_phrase = now.pass_phrase.clone();
            *open = Some(self.written(pass_phrase, entries)?);
        }
        Ok(())
    }

    fn read(&self) -> Result<Option<Vec<u8>>, Problem> {
        let file = match fs::File::open(&self.path) {
            Ok(file) => file,
            Err(error) if whole_file::is_none(&error) => return Ok(None),
            Err(error) => return Err(Problem::Io(error)),
        };
        let mut bytes = Vec::new();
        file.take(FILE_MOST + 1).read_to_end(&mut bytes).map_err(Problem::Io)?;
        Ok(Some(bytes))
    }

    fn decrypt(
        &self,
        bytes: &[u8],
        pass_phrase: &SecretString,
        at: Millis,
    ) -> Result<BTreeMap<String, Hidden>, Problem> {
        let no_such = |why: &str| match whole_file::set_aside(&self.path, at) {
            Ok(aside) => Problem::SetAside(why.to_owned(), aside),
            Err(error) => Problem::Io(error),
        };
        if bytes.len() as u64 > FILE_MOST {
            return Err(no_such("it is too long for one"));
        }
        let decryptor =
            Decryptor::new(bytes).map_err(|_| no_such("it is no age file, or its beginning is damaged"))?;
        if !decryptor.is_scrypt() {
            return Err(no_such("it is an age file that opens with a key and not with a pass phrase"));
        }
        let mut identity = scrypt::Identity::new(pass_phrase.clone());
        identity.set_max_work_factor(WORK_MOST);
        let mut content =
            decryptor.decrypt(iter::once(&identity as &dyn age::Identity)).map_err(|error| match error {
                DecryptError::DecryptionFailed => Problem::WrongPassPhrase,
                DecryptError::ExcessiveWork { .. } => Problem::TooMuchWork,
                _ => no_such("its beginning is damaged"),
            })?;
        // The whole of it in one piece of memory that is wiped: growing would leave copies behind.
        let mut text = Zeroizing::new(Vec::with_capacity(bytes.len()));
        content.read_to_end(&mut text).map_err(|_| no_such("it is damaged or cut off"))?;
        if let Some(format) = file_format::newer(&text, FORMAT) {
            return Err(Problem::Newer(format));
        }
        let content: Content =
            serde_json::from_slice(&text).map_err(|_| no_such("it holds something else"))?;
        if content.format != FORMAT {
            return Err(no_such("no version of this program wrote it so"));
        }
        Ok(content.secrets)
    }

    fn written(&self, pass_phrase: SecretString, entries: BTreeMap<String, Hidden>) -> Result<Open, Problem> {
        let plain: BTreeMap<&str, &str> =
            entries.iter().map(|(entry, secret)| (entry.as_str(), secret.text())).collect();
        // Room for each letter escaped: growing would leave copies behind.
        let mut text = Zeroizing::new(Vec::with_capacity(64 + 6 * total(&plain) + 8 * plain.len()));
        text.extend_from_slice(format!("{{\"format\":{FORMAT},\"secrets\":").as_bytes());
        serde_json::to_writer(&mut *text, &plain).map_err(|error| Problem::Io(error.into()))?;
        text.push(b'}');
        let mut recipient = scrypt::Recipient::new(pass_phrase.clone());
        recipient.set_work_factor(self.work);
        let encryptor = Encryptor::with_recipients(iter::once(&recipient as &dyn age::Recipient))
            .map_err(|error| Problem::Io(io::Error::other(error.to_string())))?;
        let mut bytes = Vec::new();
        let mut sealing = encryptor.wrap_output(&mut bytes).map_err(Problem::Io)?;
        sealing.write_all(&text).and_then(|()| sealing.finish().map(drop)).map_err(Problem::Io)?;
        whole_file::write(&self.path, &bytes).map_err(Problem::Io)?;
        Ok(Open { pass_phrase, entries, seen: bytes })
    }
}

fn total(entries: &BTreeMap<&str, &str>) -> usize {
    entries.iter().map(|(entry, secret)| entry.len() + secret.len()).sum()
}
