//! The key bindings: one table, that the page obeys and the overlay shows. A binding that the overlay doesn't name, or names
//! wrongly, could not exist.

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Search,
    Next,
    Previous,
    First,
    Last,
    Open,
    Back,
    FigureLeft,
    FigureRight,
    Refresh,
    Pause,
    Palette,
    Keys,
    Save,
    MoveUp,
    MoveDown,
    About,
}

/// A key press, as far as bindings care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press<'a> {
    pub key: &'a str,
    /// Ctrl, or ⌘ on a Mac.
    pub command: bool,
    pub alt: bool,
    /// The focus is where text is typed.
    pub typing: bool,
    /// The focus is on a link or a button, where Enter already has a meaning.
    pub on_control: bool,
}

/// Shown in the overlay: keys, what they do, and the deed.
pub const BINDINGS: [(&[&str], &str, Deed); 17] = [
    (&["Ctrl K", "⌘ K"], "Search everything", Deed::Palette),
    (&["/"], "Search in this table", Deed::Search),
    (&["j", "↓"], "Next row", Deed::Next),
    (&["k", "↑"], "Previous row", Deed::Previous),
    (&["Home"], "First row", Deed::First),
    (&["End"], "Last row", Deed::Last),
    (&["Enter"], "Open the row", Deed::Open),
    (&["←"], "Figure to the left: who told it, and when", Deed::FigureLeft),
    (&["→"], "Figure to the right", Deed::FigureRight),
    (&["Esc"], "Close, clear the search, or go up", Deed::Back),
    (&["r"], "Refresh now", Deed::Refresh),
    (&["p"], "Pause or resume refreshing", Deed::Pause),
    (&["Ctrl S", "⌘ S"], "Save the connection", Deed::Save),
    (&["Alt ↑"], "Move the connection up in its list", Deed::MoveUp),
    (&["Alt ↓"], "Move the connection down", Deed::MoveDown),
    (&["?"], "These keys", Deed::Keys),
    (&["F1"], "About this program, and updates", Deed::About),
];

/// The deed of a press; None leaves it to the browser.
#[must_use]
pub fn deed(press: Press<'_>) -> Option<Deed> {
    if press.command && !press.alt && press.key.eq_ignore_ascii_case("k") {
        return Some(Deed::Palette);
    }
    if press.command && !press.alt && press.key.eq_ignore_ascii_case("s") {
        return Some(Deed::Save);
    }
    if press.alt && !press.command && !press.typing {
        return match press.key {
            "ArrowUp" => Some(Deed::MoveUp),
            "ArrowDown" => Some(Deed::MoveDown),
            _ => None,
        };
    }
    if press.command || press.alt {
        return None;
    }
    if press.key == "F1" {
        return Some(Deed::About);
    }
    if press.key == "Escape" {
        return Some(Deed::Back);
    }
    if press.typing {
        return None;
    }
    Some(match press.key {
        "/" => Deed::Search,
        "j" | "ArrowDown" => Deed::Next,
        "k" | "ArrowUp" => Deed::Previous,
        "Home" => Deed::First,
        "End" => Deed::Last,
        "Enter" if !press.on_control => Deed::Open,
        "ArrowLeft" => Deed::FigureLeft,
        "ArrowRight" => Deed::FigureRight,
        "r" => Deed::Refresh,
        "p" => Deed::Pause,
        "?" => Deed::Keys,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{BINDINGS, Deed, Press, deed};

    fn press(key: &str) -> Press<'_> {
        Press { key, ..Press::default() }
    }

    #[test]
    fn every_binding_of_the_overlay_does_what_it_says() {
        for (keys, _, expected) in BINDINGS {
            for key in keys {
                let (held, name) = key.split_once(' ').unwrap_or(("", key));
                let name = match name {
                    "↓" => "ArrowDown",
                    "↑" => "ArrowUp",
                    "←" => "ArrowLeft",
                    "→" => "ArrowRight",
                    "Esc" => "Escape",
                    other => other,
                };
                let (command, alt) = (matches!(held, "Ctrl" | "⌘"), held == "Alt");
                assert_eq!(deed(Press { command, alt, ..press(name) }), Some(expected), "{key}");
            }
        }
    }

    #[test]
    fn letters_typed_into_a_field_stay_there() {
        for key in ["j", "k", "/", "r", "?", "Enter", "ArrowLeft"] {
            assert_eq!(deed(Press { typing: true, ..press(key) }), None, "{key}");
        }
        assert_eq!(deed(Press { typing: true, ..press("Escape") }), Some(Deed::Back));
        assert_eq!(deed(Press { typing: true, command: true, ..press("k") }), Some(Deed::Palette));
    }

    #[test]
    fn the_browsers_own_shortcuts_are_left_alone() {
        assert_eq!(deed(Press { command: true, ..press("r") }), None);
        assert_eq!(deed(Press { alt: true, ..press("ArrowLeft") }), None);
        assert_eq!(deed(Press { on_control: true, ..press("Enter") }), None);
    }
}
