//! The program: reads its arguments and opens the window. The use cases are in `engine`; this crate only joins it to a
//! window, so that there is nothing here that a test would need a screen for.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod demo;
mod places;
mod rendering;
mod second_start;
mod watching;
mod window;

use std::{process::ExitCode, sync::Arc};

use clap::Parser;
use terminal::{Arguments, Surroundings};

use demo::Demo;
use window::Problem;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match opened(arguments) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("brokerscope: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn opened(arguments: Arguments) -> Result<ExitCode, Problem> {
    let config_dir = places::config_dir(&arguments).map_err(Problem::Folder)?;
    if let Some(command) = &arguments.command {
        // Before anything that looks for a display.
        let make_folder = arguments.config_dir.is_some();
        let demo = Arc::new(Demo::new(false));
        return Ok(terminal::run(command, Surroundings { config_dir, make_folder, demo }));
    }
    rendering::prepare(&arguments, &config_dir)?;
    window::open(arguments, config_dir)?;
    Ok(ExitCode::SUCCESS)
}
