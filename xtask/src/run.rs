//! `cargo xtask run`: from a fresh clone to an open window. Without a display the window opens on a virtual one and its
//! picture is kept. Everything that was started ends with this command, however it is ended.

use std::{
    fs,
    path::Path,
    process::{Child, Command},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use real_kafka::{Kafka, Program};
use virtual_display::VirtualDisplay;

use crate::{page, painted, setup, shell, step::Steps, workspace::output};

/// How often the picture of an unseen window is taken anew.
const ANEW: Duration = Duration::from_secs(5);

#[derive(Args)]
pub(crate) struct Options {
    /// Start three real brokers and open on them
    #[arg(long)]
    kafka: bool,
    /// For the program itself, as in `-- --connect host:9092,host2:9092`
    #[arg(last = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let interrupted = interrupted()?;
    let without_display = !has_display();
    let mut steps = Steps::of(if options.kafka { 5 } else { 4 });
    steps.next("looking for what this machine lacks");
    setup::window(without_display)?;
    let std = setup::page()?;
    if options.kafka {
        setup::kafka()?;
    }
    steps.next("building the page (about 3 minutes the first time)");
    page::build(&std)?;
    steps.next("building the program (about 7 minutes the first time)");
    let program = shell::build()?;
    let kafka = if options.kafka {
        steps.next(
            "starting three real brokers and writing some records (a download of 44 MB the first time)",
        );
        Some(Brokers::start()?)
    } else {
        None
    };
    steps.next("opening the window");
    let mut command = Command::new(program);
    if let Some(Brokers { kafka, .. }) = &kafka {
        eprintln!("the brokers: {}", kafka.bootstrap());
        command.args(["--connect", &kafka.bootstrap()]);
    } else if options.arguments.is_empty() {
        command.arg("--demo");
    }
    command.args(&options.arguments);
    if without_display { open_unseen(command, &interrupted) } else { open(command, &interrupted, None) }
}

/// Three brokers with something on them to look at.
struct Brokers {
    // Ends first: it reads from the brokers.
    _reader: Program,
    kafka: Kafka,
}

impl Brokers {
    fn start() -> Result<Self> {
        let kafka = Kafka::builder().start()?;
        kafka.create_topic("orders", "1:2:3,2:3:1,3:1:2,1:3:2,2:1:3,3:2:1")?;
        kafka.create_topic("payments", "1:2,2:3,3:1")?;
        kafka.produce("orders", 20_000, 1_000)?;
        kafka.produce("payments", 5_000, 300)?;
        let reader = kafka.consume("billing", "orders", "classic")?;
        Ok(Self { _reader: reader, kafka })
    }
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Becomes true at Ctrl-C and when we are asked to end: only so do the brokers and the display get ended too.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).context("no handler for Ctrl-C")?;
    Ok(flag)
}

fn open_unseen(mut command: Command, interrupted: &AtomicBool) -> Result<()> {
    let display = VirtualDisplay::start()?;
    display.apply(&mut command);
    open(command, interrupted, Some(&display))
}

fn open(mut command: Command, interrupted: &AtomicBool, unseen: Option<&VirtualDisplay>) -> Result<()> {
    let mut window = Window(command.spawn().context("the program can't be started")?);
    let file = output().join("brokerscope.png");
    if let Some(display) = unseen {
        fs::create_dir_all(output())?;
        match painted::picture(display, &file, &mut || window.runs() && !interrupted.load(Ordering::Relaxed))
        {
            Ok(()) => say_where(&file, display),
            Err(_) if interrupted.load(Ordering::Relaxed) => {}
            Err(problem) => return Err(problem),
        }
    }
    let mut pictured = Instant::now();
    while !interrupted.load(Ordering::Relaxed) {
        if let Some(display) = unseen
            && pictured.elapsed() > ANEW
        {
            // One that fails is followed by the next, or by the end of the window.
            let _ = painted::again(display, &file);
            pictured = Instant::now();
        }
        if let Some(status) = window.0.try_wait()? {
            if !status.success() {
                bail!("the program ended with {status}");
            }
            return Ok(());
        }
        thread::sleep(Duration::from_millis(100));
    }
    eprintln!("\ninterrupted; ending what was started");
    Ok(())
}

fn say_where(picture: &Path, display: &VirtualDisplay) {
    let picture = fs::canonicalize(picture).unwrap_or_else(|_| picture.to_owned());
    eprintln!("no display here: the window is open on a virtual one ({})", display.name());
    println!("a picture of the window, taken anew every {} s: {}", ANEW.as_secs(), picture.display());
    eprintln!("it stays open until interrupted (Ctrl-C)");
}

struct Window(Child);

impl Window {
    fn runs(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
