//! Joins engine and window: state, plugins, the order of start and end.

use std::{env, fmt, io, path::PathBuf, sync::Arc};

use engine::{Clock, Engine, Options, Programs, SecretStores};
use launch::Demo;
use tauri::{Manager, RunEvent, async_runtime, generate_context};
use tauri_plugin_window_state::StateFlags;
use terminal::Arguments;

use crate::{around, commands, places, second_start, watching::Watches};

/// Why there is no window.
#[derive(Debug)]
pub(crate) enum Problem {
    NoDisplay(&'static str),
    /// It is named and can't be opened: its name.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems always have a display"))]
    Display(String),
    /// Its version.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "WebKitGTK is Linux's"))]
    OldWebView(String),
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "WebKitGTK is Linux's"))]
    Anew(io::Error),
    /// There is none to keep things in, not even for as long as the program runs.
    Folder(io::Error),
    Window(tauri::Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoDisplay(what) => f.write_str(what),
            Problem::Display(name) => write!(
                f,
                "the display {name} can't be opened: it isn't there, or doesn't let you on it. Without a display the command line shows the \
                 same pages: see `brokerscope --help`"
            ),
            Problem::OldWebView(version) => {
                let (major, minor) = launch::WEBKITGTK_LEAST;
                write!(
                    f,
                    "WebKitGTK {version} is too old to show the window: it takes {major}.{minor} or newer, which an update of the system \
                     brings. The command line works without: see `brokerscope --help`"
                )
            }
            Problem::Anew(error) => {
                write!(f, "it can't start itself anew for --safe-rendering or --config-dir: {error}")
            }
            Problem::Folder(error) => write!(f, "there is no folder to keep things in: {error}"),
            Problem::Window(error) => write!(f, "the window can't be opened: {error}"),
        }
    }
}

/// Opens the window and stays until it is closed.
#[expect(clippy::exit, reason = "in what `generate_context` writes")]
pub(crate) fn open(arguments: Arguments, config_dir: PathBuf) -> Result<(), Problem> {
    let mut single = tauri_plugin_single_instance::Builder::new();
    if let Some(instance) = places::instance(&arguments, &config_dir) {
        single = single.dbus_id(instance);
    }
    let app = tauri::Builder::default()
        // First: a second start must not get as far as a window.
        .plugin(single.callback(|app, words, _| second_start::heard(app, words)).build())
        .plugin(
            tauri_plugin_window_state::Builder::default()
                .with_state_flags(StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED)
                .build(),
        )
        .manage(Watches::default())
        .invoke_handler(commands::handler())
        .setup(move |app| {
            let engine = engine(&arguments, config_dir);
            engine.tell_around(around::around(app.handle()));
            app.manage(engine);
            Ok(())
        })
        .build(generate_context!())
        .map_err(Problem::Window)?;
    app.run(|app, event| match event {
        RunEvent::Exit => {
            // What was started for connections is gone before the program is.
            async_runtime::block_on(app.state::<Engine>().close_all());
            places::ended();
        }
        // There a link never comes as an argument.
        #[cfg(target_os = "macos")]
        RunEvent::Opened { urls } => {
            for link in urls {
                second_start::followed(app, link.into());
            }
        }
        _ => {}
    });
    Ok(())
}

fn engine(arguments: &Arguments, config_dir: PathBuf) -> Engine {
    let engine = Engine::new(Options {
        config_dir,
        demo: Some(Arc::new(Demo::new(arguments.demo_stands_still))),
        connect: arguments.connect.clone(),
        clock: Clock::machine(),
        secrets: SecretStores::machine(),
        programs: Programs::on_path().with(places::before(|name| env::var_os(name))),
    });
    if let Some(unkept) = engine.make_folder() {
        eprintln!("brokerscope: {unkept}");
    }
    if arguments.demo {
        engine.begin_with_demo();
    }
    if let Some(link) = &arguments.link {
        engine.follow(link.clone());
    }
    engine
}
