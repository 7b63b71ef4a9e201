//! What this program is, for somebody who writes a report or answers one: which build, on what, and where it keeps things.

use serde::{Deserialize, Serialize};

/// Which build this is. What isn't known is empty, and shown as unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    pub version: String,
    /// Of the source, in full.
    pub commit: String,
    /// The day, in UTC: of the commit, unless the packager said another, so that one source makes one program.
    pub date: String,
    /// "rustc 1.95.0 (…)"
    pub compiler: String,
    /// "x86_64-linux"
    pub target: String,
    /// "WebKitGTK 2.50.1": what the window found on this machine.
    pub web_view: String,
}

/// Where something is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub what: String,
    pub path: String,
    /// What holds there now: that nothing is there yet, or that nothing can be kept.
    pub note: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub build: Build,
    pub places: Vec<Kept>,
    /// How this program came here, as far as can be told: "a Debian package".
    pub package: String,
    /// All of it as text to copy. No secret, no address and no connection's name is in it.
    pub report: String,
}
