//! Joins engine and window: state, plugins, the order of start and end.

use std::{fmt, io, sync::Arc};

use engine::{Clock, Engine, Options, Programs, SecretStores};
use tauri::{App, Manager, RunEvent, async_runtime, generate_context};
use tauri_plugin_window_state::StateFlags;
use terminal::Arguments;

use crate::{commands, demo::Demo, second_start, watching::Watches};

/// Why there is no window.
#[derive(Debug)]
pub(crate) enum Problem {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems always have a display"))]
    NoDisplay,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "WebKitGTK is Linux's"))]
    SafeRendering(io::Error),
    Window(tauri::Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoDisplay => f.write_str(
                "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); \
                 `cargo xtask run` opens it on a virtual one and keeps its picture",
            ),
            Problem::SafeRendering(error) => write!(f, "it can't start itself with safe rendering: {error}"),
            Problem::Window(error) => write!(f, "the window can't be opened: {error}"),
        }
    }
}

/// Opens the window and stays until it is closed.
#[expect(clippy::exit, reason = "in what `generate_context` writes")]
pub(crate) fn open(arguments: Arguments) -> Result<(), Problem> {
    let app = tauri::Builder::default()
        // First: a second start must not get as far as a window.
        .plugin(tauri_plugin_single_instance::init(|app, words, _| second_start::heard(app, words)))
        .plugin(
            tauri_plugin_window_state::Builder::default()
                .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
                .build(),
        )
        .manage(Watches::default())
        .invoke_handler(commands::handler())
        .setup(move |app| Ok(start_engine(app, arguments)?))
        .build(generate_context!())
        .map_err(Problem::Window)?;
    app.run(|app, event| {
        if let RunEvent::Exit = event {
            // What was started for connections is gone before the program is.
            async_runtime::block_on(app.state::<Engine>().close_all());
        }
    });
    Ok(())
}

fn start_engine(app: &mut App, arguments: Arguments) -> tauri::Result<()> {
    let options = Options {
        config_dir: app.path().config_dir()?.join("brokerscope"),
        demo: Some(Arc::new(Demo::new(arguments.demo_stands_still))),
        connect: arguments.connect,
        clock: Clock::machine(),
        secrets: SecretStores::machine(),
        programs: Programs::on_path(),
    };
    let engine = Engine::new(options);
    if arguments.demo {
        engine.begin_with_demo();
    }
    app.manage(engine);
    Ok(())
}
