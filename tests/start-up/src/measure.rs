//! One start of one program, watched from outside, and the rounds of them.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use start_up::process::{Memory, Work, family, memory, work};
use virtual_display::VirtualDisplay;

use crate::{ALIKE, screen::Screen};

/// It has come to rest when the screen stays alike for this long.
const REST: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(60);
/// For so long its work at rest is counted.
const IDLE: Duration = Duration::from_secs(10);

pub(crate) struct Contestant<'a> {
    pub(crate) name: &'static str,
    pub(crate) program: &'a Path,
    pub(crate) arguments: &'a [&'a str],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// Until something was drawn.
    pub(crate) drawn: Duration,
    /// Until the page stood as it then stayed.
    pub(crate) stands: Duration,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    pub(crate) memory: Memory,
    /// Of all its processes, the web view's among them.
    pub(crate) all: f64,
    pub(crate) shown: Idle,
    pub(crate) hidden: Idle,
}

/// Per second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idle {
    /// Processor time of the program itself.
    pub(crate) own: Duration,
    pub(crate) own_wakes: f64,
    /// … of all its processes.
    pub(crate) all: Duration,
}

pub(crate) struct Measured {
    pub(crate) starts: Vec<Start>,
    pub(crate) rest: Rest,
}

pub(crate) fn in_turns(
    contestants: &[Contestant<'_>],
    rounds: usize,
    pictures: Option<&Path>,
) -> Result<BTreeMap<&'static str, Measured>> {
    let mut starts: BTreeMap<&'static str, Vec<Start>> = BTreeMap::new();
    let mut rests = BTreeMap::new();
    for round in 0..=rounds {
        for contestant in contestants {
            let last = round == rounds;
            let mut opened = Opened::start(contestant)?;
            let start = opened.watch(pictures.filter(|_| last))?;
            eprintln!("{}: {:.0} ms", contestant.name, start.stands.as_secs_f64() * 1e3);
            if round > 0 {
                starts.entry(contestant.name).or_default().push(start);
            }
            if last {
                rests.insert(contestant.name, opened.rest()?);
            }
        }
    }
    let joined = starts.into_iter().filter_map(|(name, starts)| {
        let rest = rests.remove(name)?;
        Some((name, Measured { starts, rest }))
    });
    Ok(joined.collect())
}

struct Opened {
    name: &'static str,
    began: Instant,
    child: Child,
    screen: Screen,
    // These end after the program.
    _display: VirtualDisplay,
    _home: tempfile::TempDir,
}

impl Drop for Opened {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Opened {
    fn start(contestant: &Contestant<'_>) -> Result<Self> {
        let display = VirtualDisplay::start()?;
        let screen = Screen::of(display.name())?;
        let home = tempfile::tempdir()?;
        let mut command = Command::new(contestant.program);
        command.args(contestant.arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        display.apply(&mut command);
        command.env("HOME", home.path());
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env(name, home.path().join(name.to_lowercase()));
        }
        let began = Instant::now();
        let child = command.spawn().with_context(|| contestant.program.display().to_string())?;
        Ok(Self { name: contestant.name, began, child, screen, _display: display, _home: home })
    }

    fn watch(&mut self, pictures: Option<&Path>) -> Result<Start> {
        let looks = self.screen.until_at_rest(REST, PATIENCE)?;
        ensure!(self.child.try_wait()?.is_none(), "{} ended", self.name);
        let last = looks.last().context("there was no look")?;
        let drawn = looks.iter().find(|look| look.drawn()).context("nothing was drawn")?;
        // The first of those that are all like the last.
        let stands = looks.iter().rev().take_while(|look| look.like(last) >= ALIKE).last().unwrap_or(last);
        if let Some(folder) = pictures {
            fs::create_dir_all(folder)?;
            fs::write(folder.join(format!("start-{}.ppm", self.name)), last.picture(self.screen.width()))?;
        }
        Ok(Start { drawn: drawn.at - self.began, stands: stands.at - self.began })
    }

    fn rest(&self) -> Result<Rest> {
        let memory_of_own = memory(self.child.id())?;
        let each = family(self.child.id())?.into_keys().filter_map(|process| memory(process).ok());
        let all = each.map(|memory| memory.proportional).sum();
        let shown = self.idle()?;
        ensure!(self.screen.hide_all()? > 0, "{} has no window to hide", self.name);
        // What hiding itself sets going is none of it.
        thread::sleep(REST);
        Ok(Rest { memory: memory_of_own, all, shown, hidden: self.idle()? })
    }

    fn idle(&self) -> Result<Idle> {
        let processes = family(self.child.id())?;
        let now = || -> Result<(Work, Duration)> {
            let all = processes.keys().filter_map(|process| work(*process).ok()).map(|work| work.processor);
            Ok((work(self.child.id())?, all.sum()))
        };
        let (own, all) = now()?;
        thread::sleep(IDLE);
        let (own_after, all_after) = now()?;
        let seconds = IDLE.as_secs_f64();
        Ok(Idle {
            own: own_after.processor.saturating_sub(own.processor).div_f64(seconds),
            own_wakes: own_after.wakes.saturating_sub(own.wakes) as f64 / seconds,
            all: all_after.saturating_sub(all).div_f64(seconds),
        })
    }
}
