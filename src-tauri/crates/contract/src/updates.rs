//! Newer packages in a folder that the user named: what was found there when somebody asked to look. Nothing found is its own answer and
//! never "up to date", since an empty share and a current program are not the same.

use serde::{Deserialize, Serialize};

use crate::{Int64, Millis};

/// The folder, and the last look at it. The look is forgotten with the program; the folder is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Updates {
    /// Empty: none is named.
    pub folder: String,
    /// Since when it is being looked at.
    pub looking: Option<Millis>,
    pub last: Option<Looked>,
    pub check: Option<SumCheck>,
    /// It can't be remembered: why.
    pub unkept: Option<String>,
}

/// One look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    pub folder: String,
    pub at: Millis,
    pub took_ms: u32,
    pub found: Found,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Missing,
    NotAFolder,
    Unreadable {
        why: String,
    },
    /// No answer in this time: a share whose server is gone.
    Mute {
        seconds: u32,
    },
    /// Somebody said to stop.
    Stopped,
    /// No file at all.
    Empty,
    /// Files, and none of them a package of this program.
    NotOurs {
        files: u32,
    },
    /// Packages of this program, and none for this kind of machine.
    OtherMachines {
        packages: u32,
    },
    Newer {
        package: Package,
        command: Option<String>,
    },
    Same {
        package: Package,
    },
    /// All are older than this program: the newest of them.
    Older {
        package: Package,
    },
}

/// A package file, as its name says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    pub file: String,
    pub version: String,
    /// A version to try, not to rely on.
    pub pre_release: bool,
    pub bytes: Int64,
    pub modified: Option<Millis>,
    pub sum: Listed,
}

/// What SHA256SUMS beside it says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Listed {
    /// There is no SHA256SUMS.
    NoFile,
    Unreadable {
        why: String,
    },
    /// It doesn't name the package.
    Unlisted,
    /// It names it several times with different sums.
    Contradictory,
    Listed {
        sum: String,
    },
}

/// Whether a package has the sum that is listed for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumCheck {
    pub file: String,
    pub state: SumState,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SumState {
    Reading {
        done: Int64,
        of: Int64,
    },
    Holds,
    /// It is another file than the one that was listed, or it arrived in part.
    Differs {
        found: String,
    },
    Failed {
        why: String,
    },
    Mute {
        seconds: u32,
    },
    Stopped,
}
