//! `cargo xtask icons`: all sizes and forms of the icon from its one drawing. They are kept in the repository, since builds on macOS and
//! Windows want them and have none of these tools; made by hand, one of them would be left behind when the drawing changes.

use std::process::Command;

use anyhow::Result;

use crate::{setup, step, workspace::root};

/// What desktops ask for; 512 is for software centres.
const SIZES: [u32; 8] = [16, 24, 32, 48, 64, 128, 256, 512];
/// What macOS's form can hold of them, and a retina one that is in no folder.
const MAC: [u32; 6] = [16, 32, 48, 128, 256, 512];

pub(crate) fn make() -> Result<()> {
    setup::icons()?;
    let folder = root().join("icons");
    for size in SIZES {
        let mut draw = Command::new("rsvg-convert");
        let size = size.to_string();
        draw.current_dir(&folder).args(["--width", &size, "--height", &size]);
        step::run(draw.args(["--output", &format!("{size}.png"), "brokerscope.svg"]))?;
    }
    let mut windows = Command::new("convert");
    windows.current_dir(&folder).args(["256.png", "-define", "icon:auto-resize=256,64,48,32,16"]);
    step::run(windows.arg("brokerscope.ico"))?;
    let mut mac = Command::new("png2icns");
    mac.current_dir(&folder).arg("brokerscope.icns");
    step::run(mac.args(MAC.iter().map(|size| format!("{size}.png"))))
}
