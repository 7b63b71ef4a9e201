//! Which package brings a library, by distribution, and the sentence that says so. A library's file name is no name that anybody can
//! install by.

use std::fs;

use crate::lacking::{Lack, WEBKITGTK_LEAST};

/// A library's name without its version, and its package on Debian and Ubuntu, on Fedora and RHEL, on openSUSE, on Arch.
type Row = (&'static str, [&'static str; 4]);

const TABLE: &[Row] = &[
    ("libwebkit2gtk-4.1", ["libwebkit2gtk-4.1-0", "webkit2gtk4.1", "libwebkit2gtk-4_1-0", "webkit2gtk-4.1"]),
    (
        "libjavascriptcoregtk-4.1",
        [
            "libjavascriptcoregtk-4.1-0",
            "javascriptcoregtk4.1",
            "libjavascriptcoregtk-4_1-0",
            "webkit2gtk-4.1",
        ],
    ),
    ("libgtk-3", ["libgtk-3-0", "gtk3", "libgtk-3-0", "gtk3"]),
    ("libgdk-3", ["libgtk-3-0", "gtk3", "libgtk-3-0", "gtk3"]),
    ("libsoup-3.0", ["libsoup-3.0-0", "libsoup3", "libsoup-3_0-0", "libsoup3"]),
    ("libgdk_pixbuf-2.0", ["libgdk-pixbuf-2.0-0", "gdk-pixbuf2", "libgdk_pixbuf-2_0-0", "gdk-pixbuf2"]),
    ("libcairo", ["libcairo2", "cairo", "libcairo2", "cairo"]),
    ("libcairo-gobject", ["libcairo-gobject2", "cairo-gobject", "libcairo-gobject2", "cairo"]),
    ("libpango-1.0", ["libpango-1.0-0", "pango", "libpango-1_0-0", "pango"]),
    ("libglib-2.0", ["libglib2.0-0", "glib2", "libglib-2_0-0", "glib2"]),
    ("libgobject-2.0", ["libglib2.0-0", "glib2", "libgobject-2_0-0", "glib2"]),
    ("libgio-2.0", ["libglib2.0-0", "glib2", "libgio-2_0-0", "glib2"]),
    ("libX11", ["libx11-6", "libX11", "libX11-6", "libx11"]),
    ("libgcc_s", ["libgcc-s1", "libgcc", "libgcc_s1", "gcc-libs"]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Debian,
    Fedora,
    Suse,
    Arch,
}

/// What to say to somebody who has no window because of it.
#[must_use]
pub fn sentence(lacks: &[Lack]) -> Option<String> {
    sentence_for(lacks, family(&os_release()))
}

fn os_release() -> String {
    let read = |path| fs::read_to_string(path).ok();
    read("/etc/os-release").or_else(|| read("/usr/lib/os-release")).unwrap_or_default()
}

fn family(os_release: &str) -> Option<Family> {
    let of = |name: &str| os_release.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    // What it is before what it is like.
    let words = format!("{} {}", of("ID="), of("ID_LIKE="));
    words.split(|letter: char| letter == '"' || letter.is_whitespace()).find_map(|word| match word {
        "debian" | "ubuntu" => Some(Family::Debian),
        "fedora" | "rhel" | "centos" => Some(Family::Fedora),
        "suse" | "opensuse" | "opensuse-leap" | "opensuse-tumbleweed" | "sles" => Some(Family::Suse),
        "arch" => Some(Family::Arch),
        _ => None,
    })
}

fn sentence_for(lacks: &[Lack], family: Option<Family>) -> Option<String> {
    let missing: Vec<&str> = lacks
        .iter()
        .filter_map(|lack| if let Lack::Library(name) = lack { Some(name.as_str()) } else { None })
        .collect();
    let what = match (missing.is_empty(), lacks.first()?) {
        (false, _) => format!("this machine lacks {}, {}", listed(&missing), packages(&missing, family)),
        (true, Lack::Symbol(symbol)) if symbol.starts_with("webkit_") => {
            let (major, minor) = WEBKITGTK_LEAST;
            format!(
                "WebKitGTK is too old here: it takes {major}.{minor} or newer, {}",
                packages(&["libwebkit2gtk-4.1.so.0"], family)
            )
        }
        (true, Lack::Symbol(symbol)) => {
            format!("a library is too old here, without {symbol}: update the system")
        }
        (true, Lack::Version(library, version)) => {
            format!(
                "{library} is too old here, without {version}: this package is for newer systems; one that is built here from source runs here"
            )
        }
        (true, Lack::Library(_)) => return None,
    };
    Some(format!(
        "the window can't be opened: {what}. The command line works without: see `brokerscope --help`"
    ))
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// "which the package libgtk-3-0 brings", by all names where the distribution is none that we know.
fn packages(missing: &[&str], family: Option<Family>) -> String {
    let of = |family: Family| {
        let mut names: Vec<&str> = missing.iter().filter_map(|library| package(library, family)).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let known = of(family.unwrap_or(Family::Debian));
    let (it, are) = match known.as_slice() {
        [] => return "which your distribution's packages bring".to_owned(),
        [_] => ("package", "brings"),
        _ => ("packages", "bring"),
    };
    if family.is_some() {
        return format!("which the {it} {} {are}", listed(&known));
    }
    let each = [
        (Family::Debian, "Debian and Ubuntu"),
        (Family::Fedora, "Fedora and RHEL"),
        (Family::Suse, "openSUSE"),
        (Family::Arch, "Arch"),
    ];
    let each: Vec<String> =
        each.iter().map(|(family, name)| format!("{} on {name}", listed(&of(*family)))).collect();
    format!("which the {it} {are}: {}", each.join("; "))
}

fn package(library: &str, family: Family) -> Option<&'static str> {
    let (stem, _) = library.split_once(".so")?;
    let (_, [debian, fedora, suse, arch]) = TABLE.iter().find(|(name, _)| *name == stem)?;
    Some(match family {
        Family::Debian => debian,
        Family::Fedora => fedora,
        Family::Suse => suse,
        Family::Arch => arch,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(names: &[&str]) -> Vec<Lack> {
        names.iter().map(|&name| Lack::Library(name.to_owned())).collect()
    }

    #[test]
    fn a_library_is_told_with_the_package_of_this_distribution() {
        let lacks = missing(&["libwebkit2gtk-4.1.so.0", "libjavascriptcoregtk-4.1.so.0"]);
        for (family, words) in [
            (Family::Debian, "the packages libjavascriptcoregtk-4.1-0 and libwebkit2gtk-4.1-0 bring."),
            (Family::Fedora, "the packages javascriptcoregtk4.1 and webkit2gtk4.1 bring."),
            (Family::Suse, "the packages libjavascriptcoregtk-4_1-0 and libwebkit2gtk-4_1-0 bring."),
            (Family::Arch, "the package webkit2gtk-4.1 brings."),
        ] {
            let told = sentence_for(&lacks, Some(family)).unwrap();
            assert!(
                told.contains("lacks libwebkit2gtk-4.1.so.0 and libjavascriptcoregtk-4.1.so.0, which"),
                "{told}"
            );
            assert!(told.contains(words) && told.ends_with("see `brokerscope --help`"), "{told}");
        }
    }

    #[test]
    fn where_the_distribution_is_not_known_all_names_are_told() {
        let told = sentence_for(&missing(&["libgtk-3.so.0"]), None).unwrap();
        assert!(told.contains("libgtk-3-0 on Debian and Ubuntu; gtk3 on Fedora and RHEL; libgtk-3-0 on openSUSE; gtk3 on Arch"), "{told}");
    }

    #[test]
    fn what_is_too_old_is_not_said_to_be_missing() {
        let old = |lack| sentence_for(&[lack], Some(Family::Debian)).unwrap();
        let told = old(Lack::Symbol("webkit_cookie_manager_get_all_cookies".to_owned()));
        assert!(
            told.contains(
                "WebKitGTK is too old here: it takes 2.42 or newer, which the package libwebkit2gtk-4.1-0"
            ),
            "{told}"
        );
        let told = old(Lack::Version("libc.so.6".to_owned(), "GLIBC_2.99".to_owned()));
        assert!(told.contains("libc.so.6 is too old here, without GLIBC_2.99"), "{told}");
        let told = old(Lack::Library("libnobody.so.1".to_owned()));
        assert!(told.contains("libnobody.so.1, which your distribution's packages bring."), "{told}");
        assert_eq!(sentence_for(&[], None), None);
    }

    #[test]
    fn a_distribution_is_known_by_what_it_is_or_is_like() {
        for (text, expected) in [
            ("ID=debian\n", Some(Family::Debian)),
            ("NAME=x\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Some(Family::Debian)),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", Some(Family::Fedora)),
            ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", Some(Family::Suse)),
            ("ID=arch\n", Some(Family::Arch)),
            ("ID=void\n", None),
            ("", None),
        ] {
            assert_eq!(family(text), expected, "{text}");
        }
    }
}
