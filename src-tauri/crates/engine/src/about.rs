//! What this program is and where it keeps things, for a person and for a report. The shell tells which build it is and what the window
//! keeps; what the engine keeps it knows itself.

use std::{
    env,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use contract::{About, Build};

use crate::Engine;

/// What the shell knows of itself.
#[derive(Clone, Debug, Default)]
pub struct Around {
    pub build: Build,
    /// What the window keeps by itself, and where.
    pub window: Vec<(&'static str, PathBuf)>,
}

/// Where things are kept.
pub(crate) struct Kept {
    dir: PathBuf,
    around: OnceLock<Around>,
}

impl Kept {
    pub(crate) fn new(dir: PathBuf) -> Kept {
        Kept { dir, around: OnceLock::new() }
    }
}

impl Engine {
    /// Which build this is and what the window keeps; what is told first counts.
    pub fn tell_around(&self, around: Around) {
        let _ = self.inner.about.around.set(around);
    }

    pub(crate) fn about_page(&self) -> About {
        let kept = &self.inner.about;
        let around = kept.around.get().cloned().unwrap_or_default();
        let ours = [
            ("Connections", "profiles.json"),
            ("Secrets, encrypted", "secrets.age"),
            ("Which secrets there are", "secrets.json"),
            ("Folder of updates", "updates.json"),
        ];
        let mut places: Vec<contract::Kept> =
            ours.into_iter().map(|(what, file)| place(what, &kept.dir.join(file))).collect();
        let keychain = contract::Kept {
            what: "Secrets, in the keychain".to_owned(),
            path: "brokerscope".to_owned(),
            note: "the name of their entries in the system's keychain".to_owned(),
        };
        places.insert(1, keychain);
        places.extend(around.window.iter().map(|(what, path)| place(what, path)));
        places.push(contract::Kept {
            what: "Requests that were made".to_owned(),
            path: String::new(),
            note: "in memory only, until the program ends".to_owned(),
        });
        if let Some(unkept) = self.inner.profiles.lock().unkept() {
            places
                .insert(0, contract::Kept { what: "Nothing".to_owned(), path: String::new(), note: unkept });
        }
        let package = self.inner.updates.own.words().to_owned();
        let report = report(&around.build, &package, &places, home().as_deref());
        About { build: around.build, places, package, report }
    }
}

fn place(what: &str, path: &Path) -> contract::Kept {
    let note = match path.try_exists() {
        Ok(true) => String::new(),
        Ok(false) => "not there yet".to_owned(),
        Err(error) => error.to_string(),
    };
    contract::Kept { what: what.to_owned(), path: path.display().to_string(), note }
}

/// As plain lines. Who runs the program is nobody's business: his home is told as `~`.
fn report(build: &Build, package: &str, places: &[contract::Kept], home: Option<&str>) -> String {
    let known = |text: &str| if text.is_empty() { "unknown".to_owned() } else { text.to_owned() };
    let shorter = |text: &str| match home {
        Some(home) => text.replace(home, "~"),
        None => text.to_owned(),
    };
    let mut lines = vec![
        format!("Brokerscope {}", known(&build.version)),
        format!("commit    {}", known(&build.commit)),
        format!("built     {}, {}", known(&build.date), known(&build.compiler)),
        format!("for       {}", known(&build.target)),
        format!("web view  {}", known(&build.web_view)),
        format!("installed {package}"),
    ];
    for kept in places {
        let note = if kept.note.is_empty() { String::new() } else { format!(" ({})", shorter(&kept.note)) };
        lines.push(format!("{}: {}{note}", kept.what, shorter(&kept.path)));
    }
    lines.join("\n") + "\n"
}

/// Of the user; none where it is everybody's.
fn home() -> Option<String> {
    let home = env::var("HOME").or_else(|_| env::var("USERPROFILE")).ok()?;
    let home = home.trim_end_matches(['/', '\\']);
    (home.len() > 1).then(|| home.to_owned())
}

#[cfg(test)]
mod tests {
    use contract::{Build, GetAbout, Kept, Profile, SaveProfile};

    use super::{Around, report};
    use crate::{Engine, tests::options};

    #[tokio::test]
    async fn it_says_which_build_it_is_and_where_things_are() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::new(options(dir.path().to_owned()));
        let build = Build { version: "0.1.0".to_owned(), commit: "abc".to_owned(), ..Build::default() };
        let window = vec![("Theme and widths", dir.path().join("window"))];
        engine.tell_around(Around { build: build.clone(), window });
        let profile = Profile {
            name: "secret-name".to_owned(),
            bootstrap: "host-of-ours:1".to_owned(),
            ..Profile::default()
        };
        engine.save_profile(SaveProfile { profile }).await.unwrap();
        let about = engine.about(GetAbout {}).await.unwrap();
        assert_eq!(about.build, build);
        let note = |what: &str| about.places.iter().find(|kept| kept.what == what).unwrap().note.clone();
        assert_eq!(
            (note("Connections"), note("Theme and widths")),
            (String::new(), "not there yet".to_owned())
        );
        assert!(about.report.contains("commit    abc") && about.report.contains("web view  unknown"));
        // What is kept is nobody's business but its owner's.
        assert!(!about.report.contains("secret-name") && !about.report.contains("host-of-ours"));
    }

    #[test]
    fn a_report_does_not_say_who_runs_it() {
        let places = [Kept {
            what: "Connections".to_owned(),
            path: "/home/me/.config/x".to_owned(),
            note: String::new(),
        }];
        let text = report(&Build::default(), "a Debian package", &places, Some("/home/me"));
        assert!(text.contains("Connections: ~/.config/x\n") && !text.contains("/home/me"));
    }
}
