//! The life of the .deb: an older version is there with its user's data, this one is installed over it, started, driven and watched, and removed.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::{
    super::layout::files as files_below,
    OLDER,
    checks::Checks,
    cut_off::Ground,
    place::{Place, told},
    roots::USER,
    screen::Screen,
};

const PROGRAM: &str = "/usr/bin/brokerscope";
/// Pages of the demo cluster, and something that each shows.
const PAGES: [(&str, &str); 9] = [
    ("overview", "Brokers"),
    ("brokers", "rack"),
    ("log-dirs", "/"),
    ("topics", "orders"),
    ("groups", "Stable"),
    ("transactions", "hanging"),
    ("reassignments", "lake.ingest"),
    ("quorum", "observer"),
    ("journal", "Metadata"),
];
/// A connection as the first format of the file had it.
const OLD_PROFILES: &str = r#"{
  "format": 1,
  "profiles": [
    { "id": "p-before", "name": "kept from before", "color": "", "bootstrap": "kafka-1.example:9092", "read_only": true }
  ]
}
"#;
const NEWER_PROFILES: &str = r#"{ "format": 999, "profiles": [], "from": "a later version" }
"#;

pub(crate) fn check(ground: &Ground, checks: &mut Checks) {
    let place = match Place::over(&ground.window, &ground.workplace, "installed") {
        Ok(place) => place,
        Err(problem) => return checks.check("a system to install on", || Err(problem)),
    };
    let package = format!("/packages/{}", ground.release.deb());
    checks.check("an older version is installed, and its user has data", || older(&place));
    checks.check("the .deb is installed over it from its one file, by dpkg alone", || {
        told(place.as_root().args(["dpkg", "--install", &package]))?;
        let state = told(place.as_root().args([
            "dpkg-query",
            "--show",
            "--showformat",
            "${Status} ${Version}",
            "brokerscope",
        ]))?;
        if state != format!("install ok installed {}", ground.release.version) {
            bail!("{state}");
        }
        let audit = told(place.as_root().args(["dpkg", "--audit"]))?;
        if audit.is_empty() { Ok(String::new()) } else { bail!("{audit}") }
    });
    checks.check("a start by an unprivileged user, to the page", || start(&place));
    checks.check("each page of the demo cluster, driven and watched", || drive(&place));
    checks.check("a command of the terminal, watched", || terminal(&place));
    checks.check("who looks a name up is seen by the watch", || seen_looking_up(&place));
    checks
        .check("connections of the older version are there, and its file is kept beside the new one", || {
            migrated(&place)
        });
    checks.check("a newer version's file is left as it is, and the window says so", || newer(&place));
    checks.check("a file that can't be read is kept, and the window says so", || corrupt(&place));
    checks.check("a full disk takes nothing of what was kept", || full(&place));
    checks.check("removal takes each file of the package and leaves the user's", || removed(&place));
}

fn profiles(place: &Place) -> std::path::PathBuf {
    place.home().join(".config/brokerscope/profiles.json")
}

fn write_profiles(place: &Place, text: &str) -> Result<()> {
    let file = profiles(place);
    fs::create_dir_all(file.parent().context("a folder")?)?;
    fs::write(&file, text)?;
    told(place.as_root().args(["chown", "-R", &format!("{USER}:{USER}"), &format!("/home/{USER}")]))
        .map(|_| ())
}

fn older(place: &Place) -> Result<String> {
    told(place.as_root().args(["dpkg", "--install", &format!("/packages/{OLDER}")]))?;
    write_profiles(place, OLD_PROFILES)?;
    Ok(String::new())
}

fn start(place: &Place) -> Result<String> {
    let screen = Screen::in_place(place)?;
    let mut took = Vec::new();
    let mut data = Vec::new();
    for _ in 0..3 {
        let window = screen.open(PROGRAM, &["--demo", "--demo-stands-still"])?;
        let more = window.session.wait_for_text("[data-testid=nav-topics]", "141")?;
        took.push(window.took);
        data.push(window.took + more);
        window.close()?;
    }
    took.sort();
    data.sort();
    let middle =
        |all: &[std::time::Duration]| all.get(1).map(std::time::Duration::as_millis).unwrap_or_default();
    Ok(format!("{} ms, with data {} ms (median of 3, driver included)", middle(&took), middle(&data)))
}

fn drive(place: &Place) -> Result<String> {
    let screen = Screen::in_place(place)?;
    let window = screen.open_watched(PROGRAM, &["--demo", "--demo-stands-still"])?;
    for (page, text) in PAGES {
        window.session.eval(&format!("location.hash = '#/c/demo/{page}'; return true"))?;
        window.session.wait_for_text("[data-testid=page]", text)?;
    }
    let seen = window.close_watched(place)?;
    // A demo cluster is reached over loopback: a watch that saw nothing watched nothing.
    if !seen.is_clean() || seen.addressed == 0 {
        bail!("{seen}: {:?} {:?}", seen.outside, seen.look_ups);
    }
    Ok(seen.to_string())
}

fn terminal(place: &Place) -> Result<String> {
    let (text, seen) = Screen::run_watched(place, &[PROGRAM, "overview", "--demo", "--output", "json"])?;
    serde_json::from_str::<serde_json::Value>(&text).with_context(|| text.clone())?;
    if !seen.is_clean() || seen.addressed == 0 {
        bail!("{seen}: {:?} {:?}", seen.outside, seen.look_ups);
    }
    Ok(seen.to_string())
}

fn seen_looking_up(place: &Place) -> Result<String> {
    let (_, seen) = Screen::run_watched(place, &["getent", "hosts", "kafka-1.example"])?;
    if seen.look_ups.is_empty() || seen.outside.is_empty() {
        bail!("{seen}");
    }
    Ok(format!("{} look-ups, {} ways out", seen.look_ups.len(), seen.outside.len()))
}

fn keep(name: &str) -> serde_json::Value {
    let profile =
        json!({ "id": "", "name": name, "color": "", "bootstrap": "no such: host", "read_only": true });
    json!({ "call": { "profile": profile } })
}

fn migrated(place: &Place) -> Result<String> {
    let screen = Screen::in_place(place)?;
    let window = screen.open(PROGRAM, &[])?;
    window.session.wait_for_text("[data-testid=page]", "kept from before")?;
    let answer = window.session.invoke("save_profile", &keep("added since"))?;
    if answer.get("ok").is_none_or(serde_json::Value::is_null) {
        bail!("{answer}");
    }
    window.close()?;
    let folder = profiles(place);
    let folder = folder.parent().context("a folder")?;
    let text = fs::read_to_string(profiles(place))?;
    if !text.contains("kept from before") || !text.contains("added since") || text.contains("\"format\": 1,")
    {
        bail!("{text}");
    }
    for entry in fs::read_dir(folder)?.flatten() {
        if fs::read(entry.path()).is_ok_and(|bytes| bytes == OLD_PROFILES.as_bytes()) {
            return Ok(entry.file_name().to_string_lossy().into_owned());
        }
    }
    bail!("no file in {} has the older version's bytes", folder.display())
}

fn newer(place: &Place) -> Result<String> {
    write_profiles(place, NEWER_PROFILES)?;
    warned(place)?;
    if fs::read_to_string(profiles(place))? == NEWER_PROFILES {
        Ok(String::new())
    } else {
        bail!("it was written to")
    }
}

fn corrupt(place: &Place) -> Result<String> {
    let broken = "{ \"format\": 2, \"profiles\": [ ";
    write_profiles(place, broken)?;
    warned(place)?;
    let file = profiles(place);
    for entry in fs::read_dir(file.parent().context("a folder")?)?.flatten() {
        if fs::read(entry.path()).is_ok_and(|bytes| bytes == broken.as_bytes()) {
            return Ok(entry.file_name().to_string_lossy().into_owned());
        }
    }
    bail!("its bytes are gone")
}

fn warned(place: &Place) -> Result<()> {
    let screen = Screen::in_place(place)?;
    let window = screen.open(PROGRAM, &[])?;
    window.session.wait_for_text("[data-testid=profiles-warning]", "/.config/brokerscope/profiles.")?;
    window.close()
}

/// A folder on a file system with no room for another byte.
fn full(place: &Place) -> Result<String> {
    let folder = "/srv/small";
    place.small(folder, 256)?;
    let screen = Screen::in_place(place)?;
    let arguments = ["--config-dir", "/srv/small/kept"];
    let window = screen.open(PROGRAM, &arguments)?;
    let answer = window.session.invoke("save_profile", &keep("from when there was room"))?;
    if answer.get("ok").is_none_or(serde_json::Value::is_null) {
        bail!("{answer}");
    }
    let file = place.path("/srv/small/kept/profiles.json");
    let before = fs::read(&file)?;
    // As much as goes in; that it ends with an error is the point.
    let fill = ["sh", "-c", "cat /dev/zero >/srv/small/fill 2>/dev/null; :"];
    told(place.as_root().args(fill))?;
    let answer = window.session.invoke("save_profile", &keep("from when there was none"))?;
    let shown = window.session.eval("return document.body.innerText")?;
    window.close()?;
    if fs::read(&file)? != before {
        bail!("what was kept is not what it was: {}", String::from_utf8_lossy(&fs::read(&file)?));
    }
    let said = answer.get("err").is_some_and(|err| !err.is_null());
    if !said && !shown.to_string().contains("can't be") {
        bail!("nobody was told that it couldn't be kept: {answer}");
    }
    Ok(String::new())
}

fn removed(place: &Place) -> Result<String> {
    let listed = told(place.as_root().args(["dpkg", "--listfiles", "brokerscope"]))?;
    let files: Vec<_> = listed
        .lines()
        .filter(|line| line.starts_with('/') && (!place.path(line).is_dir() || line.contains("brokerscope")))
        .collect();
    if files.len() < 10 {
        bail!("the package lists {files:?} only");
    }
    let of_the_user = files_below(&place.home())?;
    told(place.as_root().args(["dpkg", "--purge", "brokerscope"]))?;
    let left: Vec<_> = files.iter().filter(|file| place.path(file).exists()).collect();
    if !left.is_empty() {
        bail!("left behind: {left:?}");
    }
    if of_the_user.is_empty() || files_below(&place.home())? != of_the_user {
        bail!("the user's files are not what they were");
    }
    Ok(format!("{} files gone; the user's stay in ~/.config/brokerscope", files.len()))
}
