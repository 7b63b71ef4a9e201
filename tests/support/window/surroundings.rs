//! What a window finds around it: a screen that lacks something, a user without rights, variables of the machine. The usual one is a
//! desktop that has all.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf, process::Command};

use tempfile::TempDir;
use virtual_display::Without;

use super::{Home, program};

/// `nobody`, on every system.
const NOBODY: u32 = 65534;

#[derive(Default)]
pub struct Surroundings {
    pub without: Without,
    pub variables: Vec<(&'static str, String)>,
    unprivileged: Option<Unprivileged>,
}

/// Both programs where everybody may run them: what root has built stands in root's own folders.
struct Unprivileged {
    folder: TempDir,
}

impl Surroundings {
    pub fn without(without: Without) -> Surroundings {
        Surroundings { without, ..Surroundings::default() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Surroundings {
        self.variables.push((name, value.into()));
        self
    }

    /// As a user who may do nothing, whose home this is; None where we aren't root and can't become that one.
    pub fn unprivileged(without: Without, home: &Home) -> Option<Surroundings> {
        let ours = fs::metadata("/proc/self").ok()?;
        if std::os::unix::fs::MetadataExt::uid(&ours) != 0 {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder for the programs");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))
            .expect("a folder for everybody");
        let built = program();
        for name in ["brokerscope", "brokerscope-window"] {
            let (from, to) = (built.with_file_name(name), folder.path().join(name));
            fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop)).expect("a program");
        }
        home.give_to(NOBODY);
        Some(Surroundings { unprivileged: Some(Unprivileged { folder }), ..Surroundings::without(without) })
    }

    /// Where the program is.
    pub fn program(&self) -> PathBuf {
        match &self.unprivileged {
            Some(Unprivileged { folder }) => folder.path().join("brokerscope"),
            None => program(),
        }
    }

    pub(super) fn command(&self, program: &str) -> Command {
        if self.unprivileged.is_none() {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        let user = NOBODY.to_string();
        command.args(["--reuid", &user, "--regid", &user, "--clear-groups", "--no-new-privs", program]);
        command
    }

    pub(super) fn apply(&self, command: &mut Command) {
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
    }
}
