//! Which connections a few letters lead to, and where one goes in the list. Order is the user's own, so that nothing here sorts.

use contract::{DEMO, ProfileRow};

use super::secured;

/// From so many on, a search is worth its place.
pub const MANY: usize = 7;

/// Whether every word of `search` is in the name, the addresses or how it is secured.
#[must_use]
pub fn matches(row: &ProfileRow, search: &str) -> bool {
    let profile = &row.profile;
    let text = format!("{} {} {}", profile.name, profile.bootstrap, secured::words(profile)).to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Before which one a connection goes when it moves by one place; None where it is at that end already.
#[must_use]
pub fn moved(ids: &[String], id: &str, up: bool) -> Option<Option<String>> {
    let kept: Vec<&String> = ids.iter().filter(|id| movable(id)).collect();
    let at = kept.iter().position(|known| *known == id)?;
    if up {
        at.checked_sub(1).and_then(|above| kept.get(above)).map(|above| Some((*above).clone()))
    } else {
        kept.get(at + 1)?;
        Some(kept.get(at + 2).map(|below| (*below).clone()))
    }
}

/// The demo and the command line's connection are not kept, and have no place of the user's.
#[must_use]
pub fn movable(id: &str) -> bool {
    id != DEMO && id != COMMAND_LINE
}

/// The connection that the command line asked for; it becomes one of the user's when it is saved.
pub const COMMAND_LINE: &str = "command-line";

#[cfg(test)]
mod tests {
    use contract::{ConnectionState, DEMO, Profile, ProfileRow, Sasl};

    use super::{COMMAND_LINE, matches, moved};

    fn ids() -> Vec<String> {
        [COMMAND_LINE, "a", "b", "c", DEMO].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_connection_moves_by_one_place_and_stops_at_the_ends() {
        assert_eq!(moved(&ids(), "b", true), Some(Some("a".to_owned())));
        assert_eq!(moved(&ids(), "a", false), Some(Some("c".to_owned())));
        assert_eq!(moved(&ids(), "b", false), Some(None));
        assert_eq!(moved(&ids(), "a", true), None);
        assert_eq!(moved(&ids(), "c", false), None);
        assert_eq!(moved(&ids(), DEMO, true), None);
    }

    #[test]
    fn words_may_stand_in_name_address_or_security() {
        let profile = Profile {
            name: "Orders production".to_owned(),
            bootstrap: "kafka-1.example:9093".to_owned(),
            sasl: Sasl::ScramSha512 { user: "alice".to_owned(), token: false },
            ..Profile::default()
        };
        let row = ProfileRow { profile, state: ConnectionState::Closed, summary: None };
        for search in ["", "orders", "PROD kafka-1", "scram alice"] {
            assert!(matches(&row, search), "{search}");
        }
        assert!(!matches(&row, "orders staging"));
    }
}
