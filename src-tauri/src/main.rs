//! The window's program. It is started by `brokerscope`, which has the command line; the use cases are in `engine`. This crate only joins the
//! engine to a window, so that there is nothing here that a test would need a screen for.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod around;
mod commands;
mod places;
mod rendering;
mod second_start;
mod watching;
mod window;

use std::process::ExitCode;

use terminal::{Arguments, Exit};

use window::Problem;

fn main() -> ExitCode {
    let arguments = Arguments::read(origin::words());
    if arguments.command.is_some() {
        // Not done here as well: on Windows this program has no terminal to answer on.
        eprintln!("brokerscope: this is the window's program; commands are taken by `brokerscope`");
        return Exit::CanNotBegin.into();
    }
    match opened(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            launch::tell(&problem.to_string());
            ExitCode::FAILURE
        }
    }
}

fn opened(arguments: Arguments) -> Result<(), Problem> {
    if let Some(none) = launch::no_display() {
        return Err(Problem::NoDisplay(none));
    }
    let config_dir = launch::config_dir(&arguments).map_err(Problem::Folder)?;
    rendering::prepare(&arguments, &config_dir)?;
    rendering::possible()?;
    window::open(arguments, config_dir)
}
