//! How WebKitGTK is to draw. Where no graphics card can help, its way through the card's shared buffers only costs: the first window on such a
//! machine waits for dozens of shaders that the processor compiles (half of a start), and the web view holds a hundred megabytes more.

use std::{env, ffi::OsStr, fs, path::Path};

/// WebKitGTK's switch for drawing without the card's shared buffers, which is also the cure for white windows with some drivers. It is
/// read when the program starts, and left alone where the user has set it, also to `0`.
pub const SAFE_DRAWING: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");

/// Where Linux has the cards that programs may draw with.
const CARDS: &str = "/dev/dri";

/// The switch, where it is to be set: somebody asked for it, or there is nothing to lose.
#[must_use]
pub fn safe_drawing(asked: bool) -> Option<(&'static str, &'static str)> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || set(SAFE_DRAWING.0).is_some() {
        return None;
    }
    let wayland = set("WAYLAND_DISPLAY").is_some();
    let far = !wayland && set("DISPLAY").is_some_and(|display| is_far(&display));
    (asked || far || !has_card(Path::new(CARDS))).then_some(SAFE_DRAWING)
}

/// Whether there is a card that can be drawn with.
fn has_card(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| entry.file_name().as_encoded_bytes().starts_with(b"renderD"))
}

/// Whether an X display is another machine's, or is reached as one (`ssh -X`): then this machine's card is not the one that shows it.
fn is_far(display: &OsStr) -> bool {
    let display = display.to_string_lossy();
    let host = display.rsplit_once(':').map_or("", |(host, _)| host);
    // A path is a socket's, and `unix` is the old name of one.
    !(host.is_empty() || host == "unix" || host.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_with_a_host_is_far() {
        for (display, far) in [
            (":0", false),
            (":99.0", false),
            ("unix:0", false),
            ("/tmp/launch-x/org.xquartz:0", false),
            ("localhost:10.0", true),
            ("bastion.example:0", true),
            ("[::1]:10", true),
            ("", false),
            ("nonsense", false),
        ] {
            assert_eq!(is_far(OsStr::new(display)), far, "{display}");
        }
    }

    #[test]
    fn a_card_without_a_node_to_draw_with_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_card(&folder.path().join("missing")));
        assert!(!has_card(folder.path()));
        fs::write(folder.path().join("card0"), "").unwrap();
        assert!(!has_card(folder.path()));
        fs::write(folder.path().join("renderD128"), "").unwrap();
        assert!(has_card(folder.path()));
    }
}
