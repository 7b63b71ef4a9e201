//! What goes where: one table for the .deb, the .rpm and the portable archive. Three lists would differ sooner or later, and a file that is
//! missing in one of them is found by a user.

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};

use crate::workspace::root;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Deb,
    Rpm,
    Portable,
}

/// Where the bytes come from.
#[derive(Clone, Copy)]
enum Origin {
    /// A program as it was built, without its symbols.
    Program(&'static str),
    /// A file of the repository.
    Kept(&'static str),
    /// A file, or all files of a folder, that was made for this release.
    Made(&'static str),
}

struct Row {
    from: Origin,
    /// Below /usr, or below the archive's folder; None where this kind hasn't it.
    deb: Option<&'static str>,
    rpm: Option<&'static str>,
    portable: Option<&'static str>,
    mode: u32,
}

const fn everywhere(from: Origin, to: &'static str, mode: u32) -> Row {
    Row { from, deb: Some(to), rpm: Some(to), portable: Some(to), mode }
}

const fn each(
    from: Origin,
    deb: Option<&'static str>,
    rpm: Option<&'static str>,
    portable: Option<&'static str>,
) -> Row {
    Row { from, deb, rpm, portable, mode: 0o644 }
}

use Origin::{Kept, Made, Program};

/// A folder's name ends with a slash.
const TABLE: &[Row] = &[
    everywhere(Program("brokerscope"), "bin/brokerscope", 0o755),
    everywhere(Program("brokerscope-window"), "lib/brokerscope/brokerscope-window", 0o755),
    everywhere(
        Kept("packaging/io.github.brokerscope.desktop"),
        "share/applications/io.github.brokerscope.desktop",
        0o644,
    ),
    everywhere(
        Kept("packaging/io.github.brokerscope.metainfo.xml"),
        "share/metainfo/io.github.brokerscope.metainfo.xml",
        0o644,
    ),
    icon("icons/brokerscope.svg", "share/icons/hicolor/scalable/apps/io.github.brokerscope.svg"),
    icon("icons/16.png", "share/icons/hicolor/16x16/apps/io.github.brokerscope.png"),
    icon("icons/24.png", "share/icons/hicolor/24x24/apps/io.github.brokerscope.png"),
    icon("icons/32.png", "share/icons/hicolor/32x32/apps/io.github.brokerscope.png"),
    icon("icons/48.png", "share/icons/hicolor/48x48/apps/io.github.brokerscope.png"),
    icon("icons/64.png", "share/icons/hicolor/64x64/apps/io.github.brokerscope.png"),
    icon("icons/128.png", "share/icons/hicolor/128x128/apps/io.github.brokerscope.png"),
    icon("icons/256.png", "share/icons/hicolor/256x256/apps/io.github.brokerscope.png"),
    icon("icons/512.png", "share/icons/hicolor/512x512/apps/io.github.brokerscope.png"),
    everywhere(Made("man/"), "share/man/man1/", 0o644),
    everywhere(Made("completions/brokerscope.bash"), "share/bash-completion/completions/brokerscope", 0o644),
    everywhere(
        Made("completions/brokerscope.fish"),
        "share/fish/vendor_completions.d/brokerscope.fish",
        0o644,
    ),
    // Debian keeps what packages bring apart from what belongs to zsh.
    each(
        Made("completions/_brokerscope"),
        Some("share/zsh/vendor-completions/_brokerscope"),
        Some("share/zsh/site-functions/_brokerscope"),
        Some("share/zsh/site-functions/_brokerscope"),
    ),
    // Licences and notes, each where its readers look.
    each(Made("copyright"), Some("share/doc/brokerscope/copyright"), None, None),
    each(Made("changelog.gz"), Some("share/doc/brokerscope/changelog.gz"), None, None),
    each(Made("licences.txt.gz"), Some("share/doc/brokerscope/licences.txt.gz"), None, None),
    each(Kept("LICENSE"), None, Some("share/licenses/brokerscope/LICENSE"), Some("LICENSE")),
    each(
        Made("licences.txt"),
        None,
        Some("share/licenses/brokerscope/licences.txt"),
        Some("share/doc/brokerscope/licences.txt"),
    ),
    each(
        Kept("CHANGELOG.md"),
        None,
        Some("share/doc/brokerscope/CHANGELOG.md"),
        Some("share/doc/brokerscope/CHANGELOG.md"),
    ),
    each(Kept("packaging/portable/README.md"), None, None, Some("README.md")),
];

const fn icon(from: &'static str, to: &'static str) -> Row {
    everywhere(Kept(from), to, 0o644)
}

/// Puts the files of one kind below `prefix`, from the `programs` and what was `made`.
pub(crate) fn lay(kind: Kind, prefix: &Path, programs: &Path, made: &Path) -> Result<()> {
    for row in TABLE {
        let to = match kind {
            Kind::Deb => row.deb,
            Kind::Rpm => row.rpm,
            Kind::Portable => row.portable,
        };
        let Some(to) = to else { continue };
        let from = match row.from {
            Program(name) => programs.join(name),
            Kept(file) => root().join(file),
            Made(file) => made.join(file),
        };
        if to.ends_with('/') {
            let mut files = fs::read_dir(&from)
                .with_context(|| from.display().to_string())?
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<Vec<_>>>()?;
            files.sort();
            if files.is_empty() {
                bail!("nothing was made in {}", from.display());
            }
            for file in files {
                let name = file.file_name().unwrap_or_default();
                put(&file, &prefix.join(to).join(name), row.mode)?;
            }
        } else {
            put(&from, &prefix.join(to), row.mode)?;
        }
    }
    Ok(())
}

fn put(from: &Path, to: &Path, mode: u32) -> Result<()> {
    // Folders too have one mode, whatever the umask of who builds.
    let mut folder = to.parent();
    let mut missing = Vec::new();
    while let Some(above) = folder.filter(|folder| !folder.exists()) {
        missing.push(above);
        folder = above.parent();
    }
    for folder in missing.into_iter().rev() {
        fs::create_dir(folder).with_context(|| folder.display().to_string())?;
        self::mode(folder, 0o755)?;
    }
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    self::mode(to, mode)
}

/// What a file may be used for. Packages for Linux are made on systems that have such modes; elsewhere this only has to compile.
pub(crate) fn mode(path: &Path, mode: u32) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .with_context(|| path.display().to_string())
    }
    #[cfg(not(unix))]
    bail!("{}: no mode {mode:o} on this system", path.display())
}

/// All files below a folder, by their paths from it, in order.
pub(crate) fn files(tree: &Path) -> Result<Vec<String>> {
    let mut all = Vec::new();
    walk(tree, tree, &mut all)?;
    all.sort();
    Ok(all)
}

fn walk(tree: &Path, folder: &Path, all: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.is_symlink() {
            walk(tree, &path, all)?;
        } else {
            all.push(path.strip_prefix(tree)?.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// The same folder empty.
pub(crate) fn fresh(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

/// The bytes of all of them, as installed.
pub(crate) fn size(tree: &Path) -> Result<u64> {
    files(tree)?.iter().map(|file| Ok(fs::symlink_metadata(tree.join(file))?.len())).sum()
}
