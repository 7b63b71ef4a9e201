//! The program that is called. With a command it does that and ends; without one it gives way to the window's program, after having
//! looked whether that can start: what it lacks would be told by nobody else.

use std::{process::ExitCode, sync::Arc};

use launch::Demo;
use terminal::{Arguments, Command, Surroundings};

fn main() -> ExitCode {
    let arguments = Arguments::read(origin::words());
    let done = match &arguments.command {
        Some(command) => carried_out(command, &arguments),
        None => window(arguments.safe_rendering),
    };
    done.unwrap_or_else(|problem| {
        launch::tell(&problem);
        ExitCode::FAILURE
    })
}

fn carried_out(command: &Command, arguments: &Arguments) -> Result<ExitCode, String> {
    let config_dir = launch::config_dir(arguments)
        .map_err(|why| format!("there is no folder to keep things in: {why}"))?;
    let make_folder = arguments.config_dir.is_some();
    let demo = Arc::new(Demo::new(false));
    Ok(terminal::run(command, Surroundings { config_dir, make_folder, demo }))
}

fn window(safe_rendering: bool) -> Result<ExitCode, String> {
    if let Some(none) = launch::no_display() {
        return Err(none.to_owned());
    }
    let program = launch::found().map_err(|why| why.to_string())?;
    if let Some(problem) = launch::sentence(&launch::lacking(&program)) {
        return Err(problem);
    }
    launch::start(&program, launch::safe_drawing(safe_rendering)).map_err(|why| why.to_string())
}
