//! The program: reads its arguments and opens the window. The use cases are in `engine`; this crate only joins it to a
//! window, so that there is nothing here that a test would need a screen for.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod commands;
mod demo;
mod doctor;
mod rendering;
mod second_start;
mod watching;
mod window;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Command::Doctor(doctor)) = &arguments.command {
        // Before anything that looks for a display.
        return doctor::run(doctor);
    }
    if let Err(problem) = rendering::prepare(&arguments).and_then(|()| window::open(arguments)) {
        eprintln!("brokerscope: {problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
