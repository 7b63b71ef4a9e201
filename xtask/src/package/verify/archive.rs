//! The portable archive on a medium that can't be written, with all that it keeps in a folder of the user's choice.

use anyhow::bail;

use super::{
    super::layout::files,
    checks::Checks,
    cut_off::Ground,
    place::{Place, told},
    screen::Screen,
};

pub(crate) fn check(ground: &Ground, checks: &mut Checks) {
    let name = ground.release.portable();
    let folder = format!("/srv/{}", name.trim_end_matches(".tar.gz"));
    checks.check(
        "the portable archive runs from a medium that can't be written, and keeps nothing elsewhere",
        || {
            let place = Place::over(&ground.window, &ground.workplace, "portable")?;
            told(place.as_root().args([
                "tar",
                "--extract",
                "--directory",
                "/srv",
                "--file",
                &format!("/packages/{name}"),
            ]))?;
            place.bind_read_only("/srv")?;
            let program = format!("{folder}/bin/brokerscope");
            let before = files(&place.home())?;
            let screen = Screen::in_place(&place)?;
            let window =
                screen.open(&program, &["--config-dir", "/tmp/stick", "--demo", "--demo-stands-still"])?;
            window.session.wait_for_text("[data-testid=nav-topics]", "141")?;
            window.close()?;
            let new: Vec<_> =
                files(&place.home())?.into_iter().filter(|file| !before.contains(file)).collect();
            if !new.is_empty() {
                bail!("written to the home: {new:?}");
            }
            if !place.path("/tmp/stick").is_dir() {
                bail!("nothing was kept in the folder of its own");
            }
            Ok(String::new())
        },
    );
}
