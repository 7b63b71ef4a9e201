//! What the window is to show when it begins, or when a second start or a link comes to it: found out here, told once.
//!
//! A link comes from anywhere. It may lead to a page of a connection that is kept, and it may fill in a form; it connects only where a
//! click would, and to production not without being asked: signing in there, and starting what leads there, leaves traces that
//! nobody but its owner should cause.

use contract::{ConnectionState, DEMO, Link, LinkProblem, Profile, Start};

use crate::{Engine, profiles::COMMAND_LINE};

/// What is wanted, until the window asks.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    Cluster(&'static str),
    Link(String),
}

/// So much of a link that isn't followed is shown.
const SHOWN_MOST: usize = 300;

impl Engine {
    /// A link that somebody clicked or gave as an argument, well written or not.
    pub fn follow(&self, link: String) {
        self.wish(Wish::Link(link));
    }

    pub(crate) fn wish(&self, wish: Wish) {
        *self.inner.wish.lock() = Some(wish);
        self.inner.notes.start();
    }

    /// What was wanted last. Whoever asks a second time has it already, and must not be led away from where he went since.
    pub(crate) fn begin(&self) -> Option<Start> {
        match self.inner.wish.lock().take()? {
            Wish::Cluster(id) => Some(Start::Cluster { id: id.to_owned() }),
            Wish::Link(text) => Some(self.led(&text)),
        }
    }

    fn led(&self, text: &str) -> Start {
        let refused = |why: String| Start::Refused { link: shown(text), why };
        match text.parse() {
            Err(problem) => refused(LinkProblem::to_string(&problem)),
            Ok(Link::New { bootstrap, name }) => Start::New { bootstrap, name },
            Ok(Link::Open { profile, page }) => match self.meant(&profile) {
                Err(why) => refused(why),
                Ok(profile) => {
                    let closed = matches!(self.inner.state(&profile.id), ConnectionState::Closed);
                    let ask = (profile.production && closed).then(|| called(&profile));
                    Start::Page { id: profile.id, page, ask }
                }
            },
        }
    }

    /// The connection that a link names: by its id, else by its name if only one has it.
    fn meant(&self, named: &str) -> Result<Profile, String> {
        let mut kept = self.inner.profiles.lock().all();
        // What the command line brought is no connection that anybody saved.
        kept.retain(|profile| profile.id != COMMAND_LINE);
        if let Some(profile) = kept.iter().find(|profile| profile.id == named) {
            return Ok(profile.clone());
        }
        let mut of_that_name = kept.into_iter().filter(|profile| profile.id != DEMO && profile.name == named);
        match (of_that_name.next(), of_that_name.next()) {
            (Some(profile), None) => Ok(profile),
            (None, _) => {
                Err(format!("No connection called \u{201c}{named}\u{201d} is kept on this machine."))
            }
            (Some(_), Some(_)) => Err(format!(
                "Several connections are called \u{201c}{named}\u{201d}: which of them is meant, the link does not say."
            )),
        }
    }
}

fn called(profile: &Profile) -> String {
    if profile.name.trim().is_empty() { profile.bootstrap.clone() } else { profile.name.clone() }
}

/// A link as it may stand on a screen: cut, and with what can't be seen made visible.
fn shown(link: &str) -> String {
    let mut shown = String::new();
    for c in link.chars() {
        if shown.len() > SHOWN_MOST {
            shown.push('…');
            break;
        }
        if c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric() {
            shown.push(c);
        } else {
            shown.extend(c.escape_unicode());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use contract::{PagePath, Profile, SaveProfile, SavedProfile, SetLock, Start, StartWith, WatchEvent};

    use super::shown;
    use crate::{Engine, tests::options};

    async fn engine(names: &[(&str, bool)]) -> (tempfile::TempDir, Engine, Vec<String>) {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::new(options(dir.path().to_owned()));
        let mut ids = Vec::new();
        for (name, production) in names {
            let profile = Profile {
                name: (*name).to_owned(),
                bootstrap: "127.0.0.1:1".to_owned(),
                production: *production,
                ..Profile::default()
            };
            let SavedProfile { profile, .. } = engine.save_profile(SaveProfile { profile }).await.unwrap();
            ids.push(profile.id);
        }
        (dir, engine, ids)
    }

    async fn led(engine: &Engine, link: &str) -> Start {
        engine.follow(link.to_owned());
        engine.start_with(StartWith {}).await.unwrap().unwrap()
    }

    fn why(start: Start) -> String {
        match start {
            Start::Refused { why, .. } => why,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_link_leads_to_a_kept_connection_by_id_or_name_and_connects_to_nothing() {
        let (_dir, engine, ids) = engine(&[("Orders EU", false)]).await;
        let page = PagePath::new("topics/orders").unwrap();
        let wanted = Start::Page { id: ids[0].clone(), page, ask: None };
        assert_eq!(led(&engine, "brokerscope://open/Orders%20EU/topics/orders").await, wanted);
        assert_eq!(led(&engine, &format!("brokerscope://open/{}/topics/orders", ids[0])).await, wanted);
        assert!(engine.inner.slots.lock().is_empty());
        assert_eq!(engine.start_with(StartWith {}).await.unwrap(), None, "told once");
    }

    #[tokio::test]
    async fn a_link_to_production_asks_first_unless_it_is_open() {
        let (_dir, engine, ids) = engine(&[("prod", true)]).await;
        let Start::Page { ask, .. } = led(&engine, "brokerscope://open/prod").await else { panic!() };
        assert_eq!(ask.as_deref(), Some("prod"));
        engine.open_cluster(contract::OpenCluster { id: ids[0].clone() }).await.unwrap();
        let Start::Page { ask, .. } = led(&engine, "brokerscope://open/prod").await else { panic!() };
        assert_eq!(ask, None);
    }

    #[tokio::test]
    async fn what_is_not_kept_or_not_told_apart_is_said() {
        let (_dir, engine, _) = engine(&[("a", false), ("a", false)]).await;
        engine.connect("127.0.0.1:1".to_owned());
        engine.start_with(StartWith {}).await.unwrap();
        assert!(why(led(&engine, "brokerscope://open/a").await).starts_with("Several connections"));
        assert!(why(led(&engine, "brokerscope://open/b").await).starts_with("No connection called"));
        assert!(
            why(led(&engine, "brokerscope://open/command-line").await).starts_with("No connection called")
        );
        assert!(why(led(&engine, "brokerscope://unlock/a").await).contains("neither open nor new"));
    }

    #[tokio::test]
    async fn a_link_keeps_and_unlocks_nothing() {
        let (dir, engine, ids) = engine(&[("a", false)]).await;
        let before = std::fs::read(dir.path().join("profiles.json")).unwrap();
        for link in [
            "brokerscope://new?bootstrap=evil:9092&name=a",
            "brokerscope://open/a",
            "brokerscope://open/a/unlock",
        ] {
            led(&engine, link).await;
        }
        assert_eq!(std::fs::read(dir.path().join("profiles.json")).unwrap(), before);
        assert!(engine.inner.profiles.lock().get(&ids[0]).unwrap().read_only);
        let locked = SetLock { id: ids[0].clone(), read_only: true, typed_name: None };
        assert!(engine.set_lock(locked).await.unwrap().profile.read_only);
    }

    #[tokio::test]
    async fn the_window_hears_of_a_link_and_the_last_one_counts() {
        let (_dir, engine, _) = engine(&[]).await;
        let mut watcher = engine.watch();
        engine.follow("brokerscope://open/a".to_owned());
        engine.follow("brokerscope://new?bootstrap=b:1".to_owned());
        assert_eq!(watcher.next().await, Some(WatchEvent::Start));
        let start = engine.start_with(StartWith {}).await.unwrap();
        assert_eq!(start, Some(Start::New { bootstrap: "b:1".to_owned(), name: String::new() }));
    }

    #[test]
    fn a_hostile_link_is_shown_as_text_and_cut() {
        assert_eq!(shown("brokerscope://a\u{202e}b\n"), "brokerscope://a\\u{202e}b\\u{a}");
        assert!(shown(&"\u{1b}".repeat(10_000)).len() < 400);
    }
}
