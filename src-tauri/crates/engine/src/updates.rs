//! Newer packages in a folder that the user named. It is looked at when somebody asks, and at no other time; nothing is ever installed.
//!
//! The folder may be a share whose server is gone, and then the system's call doesn't come back, nor can it be taken back. So each look
//! has a thread of its own, is waited for so long and no longer, and a thread that hangs is left behind: no further one joins it there.

mod look;
mod name;
mod own;
mod sums;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use contract::{ApiError, ErrorKind, Found, Int64, Listed, Looked, Millis, SumCheck, SumState, View};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Notify, oneshot},
    time::{Instant, sleep},
};

pub(crate) use own::Own;
use sums::Progress;

use crate::{Engine, file_format, whole_file};

/// A share that answers takes less for a list of names; a person waits no longer.
const LOOK_LIMIT: Duration = Duration::from_secs(15);
/// A reading that brings nothing for so long has nobody at the other end.
const SILENCE_LIMIT: Duration = Duration::from_secs(15);
const PROGRESS_PACE: Duration = Duration::from_millis(250);
const FOLDER_MOST: usize = 4 * 1024;
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Content {
    format: u32,
    folder: String,
}

/// How a folder is looked at; another one in tests.
type Look = Arc<dyn Fn(&Path, &Own) -> Found + Send + Sync>;

pub(crate) struct Updates {
    file: PathBuf,
    pub(crate) own: Own,
    look: Look,
    now: Mutex<Now>,
    /// A newer program wrote the file: it is not written over.
    newer: bool,
    /// A thread that was left behind is still there.
    hangs: Arc<AtomicBool>,
}

#[derive(Default)]
struct Now {
    folder: String,
    unkept: Option<String>,
    looking: Option<Millis>,
    last: Option<Looked>,
    check: Option<SumCheck>,
    checking: Option<Arc<Progress>>,
    /// Of what is under way; a stop that comes late must not end what comes after.
    stop: Arc<Notify>,
}

impl Updates {
    /// Reads which folder it is; looks at nothing.
    pub(crate) fn open(dir: &Path) -> Updates {
        let file = dir.join("updates.json");
        let bytes = whole_file::read(&file).ok().flatten().unwrap_or_default();
        let newer = file_format::newer(&bytes, FORMAT).is_some();
        let kept = serde_json::from_slice::<Content>(&bytes).ok();
        // A newer program's file is a folder all the same; what can't be read is typed again.
        let folder = kept.map(|kept| kept.folder).filter(|folder| folder.len() <= FOLDER_MOST);
        Updates {
            file,
            own: Own::here(),
            look: Arc::new(look::look),
            now: Mutex::new(Now { folder: folder.unwrap_or_default(), ..Now::default() }),
            newer,
            hangs: Arc::default(),
        }
    }

    pub(crate) fn told(&self) -> contract::Updates {
        let now = self.now.lock();
        let mut check = now.check.clone();
        if let (Some(progress), Some(SumCheck { state: SumState::Reading { done, of }, .. })) =
            (&now.checking, &mut check)
        {
            *done = bytes(progress.done.load(Ordering::Relaxed));
            *of = bytes(progress.of.load(Ordering::Relaxed));
        }
        contract::Updates {
            folder: now.folder.clone(),
            looking: now.looking,
            last: now.last.clone(),
            check,
            unkept: now.unkept.clone(),
        }
    }

    fn name(&self, folder: &str) -> Result<(), &'static str> {
        let folder = folder.trim();
        if folder.len() > FOLDER_MOST || folder.contains('\0') {
            return Err("The folder's name is too long to be meant.");
        }
        if !folder.is_empty() && !Path::new(folder).is_absolute() {
            return Err("The folder has to be named from the root on, as in /mnt/share/brokerscope.");
        }
        let mut now = self.now.lock();
        if now.looking.is_some() || now.checking.is_some() {
            return Err("It is being looked at. Stop that first.");
        }
        if now.folder == folder {
            return Ok(());
        }
        // What was found belongs to the folder before.
        *now = Now { folder: folder.to_owned(), ..Now::default() };
        let content = Content { format: FORMAT, folder: folder.to_owned() };
        let written = if self.newer {
            Err(std::io::Error::other("a newer version of this program wrote it"))
        } else {
            let written = serde_json::to_vec_pretty(&content).map_err(std::io::Error::other);
            written.and_then(|bytes| whole_file::write(&self.file, &bytes))
        };
        now.unkept = written.err().map(|error| {
            format!("It is known until the program ends: {} isn't written: {error}.", self.file.display())
        });
        Ok(())
    }
}

fn bytes(count: u64) -> Int64 {
    Int64(i64::try_from(count).unwrap_or(i64::MAX))
}

impl Engine {
    pub(crate) fn updates_told(&self) -> contract::Updates {
        self.inner.updates.told()
    }

    pub(crate) fn name_folder(&self, folder: &str) -> Result<contract::Updates, ApiError> {
        self.inner.updates.name(folder).map_err(|why| self.unfit(why))?;
        Ok(self.updates_told())
    }

    /// Starts a look, unless one is under way.
    pub(crate) fn look(&self) -> Result<contract::Updates, ApiError> {
        let updates = &self.inner.updates;
        let at = self.now();
        let (folder, stop) = {
            let mut now = updates.now.lock();
            if now.looking.is_some() {
                drop(now);
                return Ok(self.updates_told());
            }
            if now.folder.is_empty() {
                return Err(self.unfit("No folder is named yet."));
            }
            self.may_begin(&now)?;
            now.looking = Some(at);
            now.check = None;
            now.stop = Arc::default();
            (now.folder.clone(), Arc::clone(&now.stop))
        };
        let (own, look, dir) = (updates.own.clone(), Arc::clone(&updates.look), PathBuf::from(&folder));
        let begun = Instant::now();
        let answer = self.apart(move || look(&dir, &own));
        let engine = self.clone();
        tokio::spawn(async move {
            let updates = &engine.inner.updates;
            let found = tokio::select! {
                found = answer => match found {
                    Ok(found) => found,
                    Err(_) => Found::Unreadable { why: "the look came to no end".to_owned() },
                },
                () = sleep(LOOK_LIMIT) => Found::Mute { seconds: seconds(LOOK_LIMIT) },
                () = stop.notified() => Found::Stopped,
            };
            let took_ms = u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX);
            {
                let mut now = updates.now.lock();
                now.looking = None;
                now.last = Some(Looked { folder, at, took_ms, found });
            }
            engine.inner.notes.changed("", View::Updates);
        });
        Ok(self.updates_told())
    }

    /// Starts to hold the package that was found against its listed sum.
    pub(crate) fn check_sum(&self) -> Result<contract::Updates, ApiError> {
        let updates = &self.inner.updates;
        let progress = Arc::new(Progress::default());
        let (path, file, wanted, stop) = {
            let mut now = updates.now.lock();
            if now.checking.is_some() {
                drop(now);
                return Ok(self.updates_told());
            }
            self.may_begin(&now)?;
            let (dir, package) = match &now.last {
                Some(Looked {
                    folder,
                    found: Found::Newer { package, .. } | Found::Same { package } | Found::Older { package },
                    ..
                }) => (folder.clone(), package.clone()),
                _ => return Err(self.unfit("No package was found that could be checked.")),
            };
            let Listed::Listed { sum } = package.sum else {
                return Err(self.unfit("No sum is listed for this package."));
            };
            let state = SumState::Reading { done: Int64(0), of: package.bytes };
            now.check = Some(SumCheck { file: package.file.clone(), state });
            now.checking = Some(Arc::clone(&progress));
            now.stop = Arc::default();
            (Path::new(&dir).join(&package.file), package.file, sum, Arc::clone(&now.stop))
        };
        let reading = Arc::clone(&progress);
        let mut answer = self.apart(move || sums::of(&path, &reading));
        let engine = self.clone();
        tokio::spawn(async move {
            let updates = &engine.inner.updates;
            let (mut seen, mut moved) = (0, Instant::now());
            let state = loop {
                tokio::select! {
                    sum = &mut answer => break match sum {
                        Ok(Ok(found)) if found == wanted => SumState::Holds,
                        Ok(Ok(found)) => SumState::Differs { found },
                        Ok(Err(error)) => SumState::Failed { why: error.to_string() },
                        Err(_) => SumState::Failed { why: "the reading came to no end".to_owned() },
                    },
                    () = sleep(PROGRESS_PACE) => {
                        let done = progress.done.load(Ordering::Relaxed);
                        if done != seen {
                            (seen, moved) = (done, Instant::now());
                            engine.inner.notes.changed("", View::Updates);
                        } else if moved.elapsed() >= SILENCE_LIMIT {
                            break SumState::Mute { seconds: seconds(SILENCE_LIMIT) };
                        }
                    }
                    () = stop.notified() => break SumState::Stopped,
                }
            };
            progress.stop.store(true, Ordering::Relaxed);
            {
                let mut now = updates.now.lock();
                now.checking = None;
                now.check = Some(SumCheck { file, state });
            }
            engine.inner.notes.changed("", View::Updates);
        });
        Ok(self.updates_told())
    }

    /// Ends what is under way.
    pub(crate) fn stop_looking(&self) -> contract::Updates {
        self.inner.updates.now.lock().stop.notify_one();
        self.updates_told()
    }

    fn may_begin(&self, now: &Now) -> Result<(), ApiError> {
        if now.looking.is_some() || now.checking.is_some() {
            return Err(self.unfit("It is being looked at already."));
        }
        if self.inner.updates.hangs.load(Ordering::Relaxed) {
            let message = "The folder has not answered the last look yet, so it isn't asked again.";
            let mut error = ApiError::plain(ErrorKind::Timeout, message, self.now());
            error.advice =
                Some("See whether its share is there; a mount that hangs has to be taken down.".to_owned());
            return Err(error);
        }
        Ok(())
    }

    /// In a thread of its own, which nobody has to wait for: not even the end of the program does.
    fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (tell, told) = oneshot::channel();
        let hangs = Arc::clone(&self.inner.updates.hangs);
        hangs.store(true, Ordering::Relaxed);
        let begun = thread::Builder::new().name("updates".to_owned()).spawn(move || {
            let done = work();
            hangs.store(false, Ordering::Relaxed);
            // Who asked may have gone.
            let _ = tell.send(done);
        });
        if begun.is_err() {
            self.inner.updates.hangs.store(false, Ordering::Relaxed);
        }
        told
    }

    fn unfit(&self, why: &str) -> ApiError {
        ApiError::plain(ErrorKind::BadInput, why, self.now())
    }
}

fn seconds(limit: Duration) -> u32 {
    u32::try_from(limit.as_secs()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
