//! What users do by mistake: another machine's package, half a download, a system without the web view.

use anyhow::{Result, bail};

use super::{
    CUT_SHORT, FOREIGN,
    checks::Checks,
    cut_off::Ground,
    place::{Place, refused, told},
};

pub(crate) fn check(ground: &Ground, checks: &mut Checks) {
    let place = match Place::over(&ground.bare, &ground.workplace, "bad") {
        Ok(place) => place,
        Err(problem) => return checks.check("a bare system", || Err(problem)),
    };
    checks.check("a package for another architecture is refused and leaves nothing", || {
        nothing_of(&place, FOREIGN, "architecture")
    });
    checks.check("a package that was cut short is refused and leaves nothing", || {
        nothing_of(&place, CUT_SHORT, "")
    });
    checks.check("without WebKitGTK the package is refused, with its name", || {
        let package = format!("/packages/{}", ground.release.deb());
        let install = ["apt-get", "install", "-y", "--no-download", &package];
        let (_, words) = refused(place.as_root().args(install))?;
        if !words.contains("libwebkit2gtk-4.1-0") {
            bail!("{words}");
        }
        left_nothing(&place)
    });
    let name = ground.release.portable();
    let program = format!("/opt/{}/bin/brokerscope", name.trim_end_matches(".tar.gz"));
    checks.check("without WebKitGTK the terminal's commands work", || {
        told(place.as_root().args([
            "tar",
            "--extract",
            "--directory",
            "/opt",
            "--file",
            &format!("/packages/{name}"),
        ]))?;
        let words = told(place.as_user().args([&program, "overview", "--demo", "--output", "json"]))?;
        serde_json::from_str::<serde_json::Value>(&words)?;
        Ok(String::new())
    });
    checks.check("without WebKitGTK the window's start says what is missing, and ends with 1", || {
        // A display is said to be there, so that it isn't that which is missed.
        let (code, words) = refused(place.as_user().args(["DISPLAY=:99", &program]))?;
        if code != Some(1) || !words.contains("webkit2gtk") || words.contains("panicked") {
            bail!("{code:?}: {words}");
        }
        Ok(words.lines().next().unwrap_or_default().to_owned())
    });
}

fn nothing_of(place: &Place, package: &str, word: &str) -> Result<String> {
    let (_, words) = refused(place.as_root().args(["dpkg", "--install", &format!("/packages/{package}")]))?;
    if !words.contains(word) {
        bail!("{words}");
    }
    left_nothing(place)
}

fn left_nothing(place: &Place) -> Result<String> {
    if place.path("/usr/bin/brokerscope").exists() || place.path("/usr/lib/brokerscope").exists() {
        bail!("files are there all the same");
    }
    // That it was asked for once, dpkg may remember.
    let state = place
        .as_root()
        .args(["dpkg-query", "--show", "--showformat", "${db:Status-Status}", "brokerscope"])
        .output()?;
    let state = String::from_utf8_lossy(&state.stdout).into_owned();
    if state.is_empty() || state == "not-installed" {
        Ok(String::new())
    } else {
        bail!("dpkg has it as {state}")
    }
}
