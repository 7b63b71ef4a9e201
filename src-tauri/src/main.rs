//! The program: reads its arguments and opens the window. The use cases are in `engine`; this crate only joins it to a
//! window, so that there is nothing here that a test would need a screen for.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod demo;
mod rendering;
mod second_start;
mod watching;
mod window;

use std::{env, process::ExitCode, sync::Arc};

use clap::Parser;
use terminal::{Arguments, Surroundings};

use demo::Demo;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(command) = &arguments.command {
        // Before anything that looks for a display.
        let config_dir = dirs::config_dir().unwrap_or_else(env::temp_dir).join("brokerscope");
        return terminal::run(command, Surroundings { config_dir, demo: Arc::new(Demo::new(false)) });
    }
    if let Err(problem) = rendering::prepare(&arguments).and_then(|()| window::open(arguments)) {
        eprintln!("brokerscope: {problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
