//! Where the master's socket stands: in a folder that only this user can enter, since whoever opens that socket is signed in at
//! the jump host.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use tempfile::{Builder, TempDir};

/// Of a socket's path, ssh's own ending included: 104 bytes on macOS, 108 on Linux.
const LONGEST_FOLDER: usize = 70;

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
        let folder = Builder::new().prefix("brokerscope-").tempdir_in(place)?;
        #[cfg(unix)]
        fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
        Ok(Socket { path: folder.path().join("ssh"), _folder: folder })
    }

    /// ssh listens there: it is put in place once it does.
    pub(crate) fn is_there(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok()
    }
}
