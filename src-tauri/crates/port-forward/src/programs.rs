//! Where a program is found: in the folders of PATH, as a shell would, and never in the folder we happen to stand in.
//!
//! A program that is started from the menu of a desktop often has a shorter PATH than a terminal. Without the places added here
//! a `kubectl` that works in every terminal would be "not installed".

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// Folders to look in, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programs {
    folders: Vec<PathBuf>,
    /// What they get of the environment in place of what this process has; None: it isn't there.
    environment: Vec<(&'static str, Option<OsString>)>,
}

/// Where package managers put programs that the desktop's own PATH doesn't name.
#[cfg(unix)]
const ALSO: &[&str] = &["/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin", "/snap/bin"];
#[cfg(not(unix))]
const ALSO: &[&str] = &[];

impl Programs {
    /// Those of this process's PATH, and a few well-known folders behind them.
    #[must_use]
    pub fn on_path() -> Programs {
        let path = env::var_os("PATH").unwrap_or_default();
        Programs::in_folders(env::split_paths(&path).chain(ALSO.iter().map(PathBuf::from)))
    }

    /// Those of these folders alone. One that isn't absolute is left out: what it means depends on where we stand.
    pub fn in_folders(folders: impl IntoIterator<Item = PathBuf>) -> Programs {
        let mut kept: Vec<PathBuf> = Vec::new();
        for folder in folders {
            if folder.is_absolute() && !kept.contains(&folder) {
                kept.push(folder);
            }
        }
        Programs { folders: kept, environment: Vec::new() }
    }

    /// The same, started with these variables as they are here.
    #[must_use]
    pub fn with(self, environment: Vec<(&'static str, Option<OsString>)>) -> Programs {
        Programs { environment, ..self }
    }

    pub(crate) fn environment(&self) -> impl Iterator<Item = (&'static str, Option<OsString>)> + '_ {
        self.environment.iter().cloned()
    }

    /// The first that can be run.
    ///
    /// # Errors
    /// A sentence that says that there is none, and where was looked.
    pub fn find(&self, name: &str) -> Result<PathBuf, String> {
        // A script of Windows (.cmd, .bat) would be run by its shell, which reads arguments in its own way.
        let file = if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() };
        let found = self.folders.iter().map(|folder| folder.join(&file)).find(|path| can_be_run(path));
        found.ok_or_else(|| {
            let looked: Vec<_> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
            format!("there is no program “{name}” on the PATH of this program ({})", looked.join(", "))
        })
    }

    /// The same folders for a child, which may want programs of its own (a log-in of a cloud, a proxy command).
    pub(crate) fn path(&self) -> Option<OsString> {
        env::join_paths(&self.folders).ok()
    }
}

#[cfg(unix)]
fn can_be_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn can_be_run(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn program(folder: &Path, name: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join(name);
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn the_first_that_can_be_run_is_taken() {
        let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        program(first.path(), "ssh", 0o644);
        std::fs::create_dir(first.path().join("kubectl")).unwrap();
        program(second.path(), "ssh", 0o755);
        let programs = Programs::in_folders([first.path().to_owned(), second.path().to_owned()]);
        assert_eq!(programs.find("ssh"), Ok(second.path().join("ssh")));
        let why = programs.find("kubectl").unwrap_err();
        assert!(why.contains("no program “kubectl”"), "{why}");
        assert!(why.contains(&first.path().display().to_string()), "{why}");
    }

    #[test]
    fn a_folder_that_depends_on_where_we_stand_is_left_out() {
        let programs = Programs::in_folders(["", ".", "bin", "src"].map(PathBuf::from));
        assert_eq!(programs.folders, Vec::<PathBuf>::new());
    }
}
