//! The lock of a connection: on unless its owner opens it, and that of a production connection opens for its name only.
//!
//! There is one way to open a lock that guards production, and it asks for the name. Saving the settings is not that way: a form
//! with an old value in it, or one click in it, would open what the question was there to guard.

use contract::{ApiError, Millis, Profile};

use super::bad;

/// What is wrong with a lock as saved; it stays on then.
pub(super) fn hold(before: Option<&Profile>, profile: &mut Profile) -> Vec<String> {
    if profile.read_only {
        return Vec::new();
    }
    let guarded = profile.production || before.is_some_and(|before| before.production && before.read_only);
    let open_already = before.is_some_and(|before| before.production && !before.read_only);
    if !guarded || open_already {
        return Vec::new();
    }
    profile.read_only = true;
    vec!["It is marked as production, so its lock stays on: open it there, by typing its name.".to_owned()]
}

/// Whether this may be opened by somebody who typed that.
pub(super) fn opens(profile: &Profile, typed: Option<&str>, now: Millis) -> Result<(), ApiError> {
    if !profile.production || !profile.read_only {
        return Ok(());
    }
    // One without a name is known by its addresses.
    let name = if profile.name.trim().is_empty() { &profile.bootstrap } else { &profile.name };
    match typed {
        Some(typed) if typed == name => Ok(()),
        Some(_) => Err(bad(
            format!(
                "What was typed is not its name, \u{201c}{name}\u{201d}, letter by letter. The lock stays on."
            ),
            now,
        )),
        None => Err(bad("It is marked as production: its lock opens for its name, typed exactly.", now)),
    }
}
