//! The codes that a script can go by. They are promised in the guide: one that changes its meaning breaks somebody's night.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was told; every step went well.
    Whole,
    /// Nothing was told; a step fails.
    Nothing,
    /// It could not begin: an argument, a file or a secret can't be used.
    CanNotBegin,
    /// A part was told: some brokers did not answer, or what is shown is from before.
    Part,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Whole => 0,
            Exit::Nothing => 1,
            // As clap ends for an argument that it doesn't know.
            Exit::CanNotBegin => 2,
            Exit::Part => 3,
        })
    }
}
