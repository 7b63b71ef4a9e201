//! Where the toolkit and the web view keep things: in the platform's folders, or with `--config-dir` in that folder and nowhere else, as on
//! a stick. Where connections are kept is said by `launch`, for both programs.
//!
//! The toolkit and the web view find their own folders by the XDG variables when they start, and a running program can't safely
//! change its own environment. So the window's program starts itself anew with the variables set (see `rendering`). The user's looks (theme,
//! fonts, icons) are still read from where they are; and his own `ssh` and `kubectl` get the variables as they were.

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use terminal::Arguments;

/// Folders of the toolkit below `--config-dir`: variable, our name, what the user has without the variable, and the variable of the
/// folders that are only read, with what it is when it isn't set.
#[cfg(target_os = "linux")]
type Folder = (&'static str, &'static str, &'static str, Option<(&'static str, &'static str)>);

#[cfg(target_os = "linux")]
const FOLDERS: [Folder; 4] = [
    ("XDG_CONFIG_HOME", "config", ".config", Some(("XDG_CONFIG_DIRS", "/etc/xdg"))),
    DATA,
    CACHE,
    ("XDG_STATE_HOME", "state", ".local/state", None),
];
#[cfg(target_os = "linux")]
const DATA: Folder =
    ("XDG_DATA_HOME", "data", ".local/share", Some(("XDG_DATA_DIRS", "/usr/local/share:/usr/share")));
#[cfg(target_os = "linux")]
const CACHE: Folder = ("XDG_CACHE_HOME", "cache", ".cache", None);

/// Those that the web view needs.
#[cfg(target_os = "linux")]
const WEB_VIEW: &[Folder] = &[DATA, CACHE];

/// The toolkit's own settings would be written by a service of the desktop, which knows nothing of our folders.
#[cfg(target_os = "linux")]
const SETTINGS: (&str, &str) = ("GSETTINGS_BACKEND", "keyfile");

/// What the window's program needs in its environment to write where it should and can; None when it is so already.
#[cfg(target_os = "linux")]
pub(crate) fn wanted(arguments: &Arguments, dir: &Path) -> io::Result<Option<Vec<(String, OsString)>>> {
    let set = |name: &str| env::var_os(name);
    let data = |base: &Path| set("XDG_DATA_HOME").is_some_and(|data| base.join("data").as_os_str() == data);
    let (ours, temporary) = (dir.join("window"), temporary());
    if data(&temporary) || (arguments.config_dir.is_some() && data(&ours)) {
        return Ok(None);
    }
    let (base, folders) = if arguments.config_dir.is_some() {
        (made(&ours).is_ok().then_some(ours), &FOLDERS[..])
    } else if dirs::data_local_dir().is_some_and(|data| made(&data.join("io.github.brokerscope")).is_ok()) {
        return Ok(None);
    } else {
        (None, WEB_VIEW)
    };
    let base = match base {
        Some(base) => base,
        // The web view doesn't start without a folder: it gets one for as long as the program runs.
        None => {
            builder().recursive(false).create(&temporary)?;
            temporary
        }
    };
    Ok(Some(environment(&base, folders, set)))
}

#[cfg(target_os = "linux")]
fn made(dir: &Path) -> io::Result<()> {
    builder().create(dir)
}

#[cfg(target_os = "linux")]
fn builder() -> std::fs::DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;

    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
}

/// A folder that lives as long as this process, which keeps its number when it starts itself anew.
#[cfg(target_os = "linux")]
fn temporary() -> PathBuf {
    env::temp_dir().join(format!("brokerscope-{}", std::process::id()))
}

/// Removes what was there only for as long as the program ran.
pub(crate) fn ended() {
    #[cfg(target_os = "linux")]
    {
        let temporary = temporary();
        if env::var_os("XDG_DATA_HOME").is_some_and(|data| temporary.join("data").as_os_str() == data) {
            let _ = std::fs::remove_dir_all(temporary);
        }
    }
}

#[cfg(target_os = "linux")]
fn environment(
    window: &Path,
    folders: &[Folder],
    set: impl Fn(&str) -> Option<OsString>,
) -> Vec<(String, OsString)> {
    let set = |name: &str| set(name).filter(|value| !value.is_empty());
    let home = set("HOME").map(PathBuf::from);
    let mut environment = Vec::new();
    for &(variable, name, usual, read) in folders {
        let ours = window.join(name);
        let before = set(variable);
        environment.push((variable.to_owned(), ours.into_os_string()));
        environment.push((kept(variable), before.clone().unwrap_or_default()));
        let Some((variable, otherwise)) = read else { continue };
        let before = before.map(PathBuf::from).or_else(|| Some(home.as_ref()?.join(usual)));
        let others = set(variable);
        environment.push((kept(variable), others.clone().unwrap_or_default()));
        let others = others.unwrap_or_else(|| otherwise.into());
        let all = before.into_iter().chain(env::split_paths(&others));
        environment.push((variable.to_owned(), env::join_paths(all).unwrap_or(others)));
    }
    let (variable, value) = SETTINGS;
    environment.push((kept(variable), set(variable).unwrap_or_default()));
    environment.push((variable.to_owned(), value.into()));
    environment
}

/// What the user's own programs get in place of what was set for ours: each as it was, None where it wasn't.
pub(crate) fn before(set: impl Fn(&str) -> Option<OsString>) -> Vec<(&'static str, Option<OsString>)> {
    let names = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"].into_iter().chain([
        "XDG_CONFIG_DIRS",
        "XDG_DATA_DIRS",
        "GSETTINGS_BACKEND",
    ]);
    names.filter_map(|name| Some((name, Some(set(&kept(name))?).filter(|value| !value.is_empty())))).collect()
}

/// The name under which a variable is handed on as it was.
fn kept(variable: &str) -> String {
    format!("BROKERSCOPE_BEFORE_{variable}")
}

/// By what a second start knows that it is one: two windows on two folders are two programs.
pub(crate) fn instance(arguments: &Arguments, dir: &Path) -> Option<String> {
    arguments.config_dir.as_ref()?;
    let dir = real(dir);
    // FNV-1a: the same in every build, which the standard library's hashes don't promise.
    let number = dir.as_os_str().as_encoded_bytes().iter().fold(0xcbf2_9ce4_8422_2325_u64, |number, byte| {
        (number ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(format!("io.github.brokerscope.at{number:016x}"))
}

/// The same folder by another name is the same, also before it is there.
fn real(dir: &Path) -> PathBuf {
    let real = dir
        .ancestors()
        .find_map(|above| Some(above.canonicalize().ok()?.join(dir.strip_prefix(above).ok()?)));
    // Without the slash that joining nothing leaves.
    real.map_or_else(|| dir.to_owned(), |real| real.components().collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_toolkit_writes_below_the_folder_and_still_reads_what_the_user_has() {
        let outer = |name: &str| match name {
            "HOME" => Some("/home/me".into()),
            "XDG_DATA_HOME" => Some("/data".into()),
            "XDG_CONFIG_DIRS" => Some("/etc/xdg:/opt".into()),
            _ => None,
        };
        let made: HashMap<String, OsString> =
            environment(Path::new("/stick/window"), &FOLDERS, outer).into_iter().collect();
        assert_eq!(made["XDG_CONFIG_HOME"], "/stick/window/config");
        assert_eq!(made["XDG_CACHE_HOME"], "/stick/window/cache");
        assert_eq!(made["XDG_CONFIG_DIRS"], "/home/me/.config:/etc/xdg:/opt");
        assert_eq!(made["XDG_DATA_DIRS"], "/data:/usr/local/share:/usr/share");
        // The second time round it knows what was before.
        let inner = |name: &str| made.get(name).cloned().or_else(|| outer(name));
        let before: HashMap<_, _> = before(inner).into_iter().collect();
        assert_eq!(before["XDG_DATA_HOME"].as_deref(), Some("/data".as_ref()));
        assert_eq!(before["XDG_CONFIG_HOME"], None);
        assert_eq!(before.len(), 7);
    }

    #[test]
    fn one_folder_is_one_program_by_whatever_name_and_before_it_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, link) = (dir.path().join("stick/new"), dir.path().join("link"));
        std::os::unix::fs::symlink(dir.path().join("stick"), &link).unwrap();
        std::fs::create_dir(dir.path().join("stick")).unwrap();
        let arguments = Arguments { config_dir: Some(folder.clone()), ..Arguments::default() };
        let before = instance(&arguments, &folder);
        assert_eq!(instance(&arguments, &link.join("new")), before);
        std::fs::create_dir(&folder).unwrap();
        assert_eq!(instance(&arguments, &folder), before);
        assert_ne!(instance(&arguments, dir.path()), before);
        assert_eq!(instance(&Arguments::default(), &folder), None);
    }

    #[test]
    fn without_the_flag_nothing_is_handed_on() {
        assert!(before(|_| None).is_empty());
    }
}
