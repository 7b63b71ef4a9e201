//! The part of the proof that has no network: it runs in namespaces that `verify::run` made for it, and does nothing on a machine that has more
//! than loopback.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::{
    super::{deb::quietly, release::Release},
    RESULT, archive, bad,
    checks::Checks,
    installed,
};

/// What all checks of this part need.
pub(crate) struct Ground {
    pub(crate) release: Release,
    pub(crate) workplace: PathBuf,
    /// Systems as they are kept: without and with what a window needs.
    pub(crate) bare: PathBuf,
    pub(crate) window: PathBuf,
}

pub(crate) fn cut_off(workplace: &Path) -> Result<()> {
    let roots = env::var_os("BROKERSCOPE_ROOTS").context("only `--verify` calls this")?;
    let mut roots = env::split_paths(&roots);
    let (Some(bare), Some(window)) = (roots.next(), roots.next()) else { bail!("two systems are needed") };
    let ground = Ground { release: Release::here()?, workplace: workplace.to_owned(), bare, window };
    quietly(Command::new("ip").args(["link", "set", "lo", "up"]))?;

    let mut checks = Checks::default();
    checks.check("there is no network but loopback", alone);
    installed::check(&ground, &mut checks);
    archive::check(&ground, &mut checks);
    bad::check(&ground, &mut checks);
    let counts = checks.counts();
    fs::write(workplace.join(RESULT), format!("{} {} {}", counts.passed, counts.failed, counts.skipped))?;
    Ok(())
}

/// Refuses to go on where there is more: what is proven after that would prove nothing.
fn alone() -> Result<String> {
    let text = fs::read_to_string("/proc/self/net/dev")?;
    let all: Vec<_> = text.lines().skip(2).filter_map(|line| Some(line.split_once(':')?.0.trim())).collect();
    if all != ["lo"] {
        bail!("interfaces: {}", all.join(", "));
    }
    Ok(String::new())
}
