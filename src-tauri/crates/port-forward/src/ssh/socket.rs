//! Where the master's socket stands: in a folder that only this user can enter, since whoever opens that socket is signed in at
//! the jump host.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use tempfile::{Builder, TempDir};

/// Of a socket's path, ssh's own ending included: 104 bytes on macOS, 108 on Linux.
const LONGEST_FOLDER: usize = 70;
const PREFIX: &str = "brokerscope-";
/// A folder that is empty for longer than a sign-in may take has lost its program.
#[cfg(unix)]
const LEFT_BEHIND: std::time::Duration = std::time::Duration::from_secs(600);

pub(crate) struct Socket {
    pub(crate) path: PathBuf,
    _folder: TempDir,
}

impl Socket {
    pub(crate) fn new() -> io::Result<Socket> {
        let own = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
        let places = own.into_iter().chain([env::temp_dir(), PathBuf::from("/tmp")]);
        let mut last = None;
        for place in places.filter(|place| place.as_os_str().len() <= LONGEST_FOLDER) {
            match Socket::inside(&place) {
                Ok(socket) => return Ok(socket),
                Err(error) => last = Some(error),
            }
        }
        Err(last
            .unwrap_or_else(|| io::Error::other("the path of the runtime folder is too long for a socket")))
    }

    fn inside(place: &Path) -> io::Result<Socket> {
        let folder = Builder::new().prefix(PREFIX).tempdir_in(place)?;
        #[cfg(unix)]
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        #[cfg(unix)]
        sweep(place, folder.path());
        Ok(Socket { path: folder.path().join("ssh"), _folder: folder })
    }

    /// ssh listens there: it is put in place once it does.
    pub(crate) fn is_there(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok()
    }
}

/// Takes away this user's folders of programs that were ended by a signal, as by Ctrl-C: ssh has removed its socket, and nobody is left
/// to remove the folder.
#[cfg(unix)]
fn sweep(place: &Path, ours: &Path) {
    use std::os::unix::fs::MetadataExt as _;

    let Ok(owner) = fs::symlink_metadata(ours).map(|ours| ours.uid()) else { return };
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let Ok(told) = fs::symlink_metadata(entry.path()) else { continue };
        let old = told.modified().is_ok_and(|at| at.elapsed().is_ok_and(|since| since > LEFT_BEHIND));
        let named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if named && old && told.is_dir() && told.uid() == owner {
            // Fails unless it is empty: one with a socket may be in use.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "how a test fails")]

    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn only_an_empty_folder_of_long_ago_is_taken_away() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str, minutes: u64, full: bool| {
            let path = place.path().join(name);
            fs::create_dir(&path).unwrap();
            if full {
                fs::write(path.join("ssh"), "").unwrap();
            }
            let at = SystemTime::now() - Duration::from_secs(60 * minutes);
            fs::File::open(&path).unwrap().set_modified(at).unwrap();
            path
        };
        let left = folder("brokerscope-left", 60, false);
        let kept = [
            folder("brokerscope-new", 1, false),
            folder("brokerscope-used", 60, true),
            folder("somebody-else", 60, false),
        ];
        let socket = Socket::inside(place.path()).unwrap();
        assert!(!left.exists());
        assert!(kept.iter().all(|path| path.exists()) && socket.path.parent().unwrap().exists());
    }
}
