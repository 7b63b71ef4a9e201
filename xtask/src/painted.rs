//! Waits until a window on a virtual display has something on it, and keeps its picture. An empty window has one colour or
//! two; a page has hundreds.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use virtual_display::VirtualDisplay;

use crate::step;

const PATIENCE: Duration = Duration::from_secs(60);
const COLOURS_OF_A_PAGE: u32 = 60;

/// Takes pictures until two in a row show a page, or until `goes_on` says that there is no point.
pub(crate) fn picture(
    display: &VirtualDisplay,
    file: &Path,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let mut shown = 0;
    while shown < 2 {
        if !goes_on() {
            bail!("the window ended before it showed anything");
        }
        if Instant::now() > deadline {
            bail!(
                "the window showed nothing within {} s; its last picture is {}",
                PATIENCE.as_secs(),
                file.display()
            );
        }
        thread::sleep(Duration::from_millis(700));
        shown = if colours(display, file)? >= COLOURS_OF_A_PAGE { shown + 1 } else { 0 };
    }
    Ok(())
}

/// Takes the picture anew, so that it shows what the window shows now.
pub(crate) fn again(display: &VirtualDisplay, file: &Path) -> Result<()> {
    colours(display, file).map(drop)
}

fn colours(display: &VirtualDisplay, file: &Path) -> Result<u32> {
    // Beside it first: someone may be looking at the one before.
    let fresh = file.with_extension("new.png");
    let mut import = Command::new("import");
    display.apply(&mut import);
    step::run(import.args(["-window", "root"]).arg(&fresh))?;
    fs::rename(&fresh, file)?;
    let mut identify = Command::new("identify");
    let output = identify.args(["-format", "%k"]).arg(file).stdin(Stdio::null()).output();
    let text = String::from_utf8(output.context("`identify` of ImageMagick can't be run")?.stdout)?;
    text.trim().parse().with_context(|| format!("`identify` said {text:?}"))
}
