//! What this program is, as far as an update has to know: its version, its machine, and how it came here, which decides
//! which packages fit and which command installs one.

use std::path::Path;

use semver::Version;

use super::name::{Kind, Named};

#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(super) version: Version,
    pub(super) kind: Kind,
    pub(super) arch: &'static str,
}

impl Own {
    /// Of the program that runs.
    pub(crate) fn here() -> Own {
        let program = std::env::current_exe().unwrap_or_default();
        let version = Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 0, 0));
        Own { version, kind: kind(&program, Path::new("/")), arch: std::env::consts::ARCH }
    }

    /// Which packages can take this one's place.
    pub(super) fn takes(&self, named: &Named) -> bool {
        let portable = matches!(named.kind, Kind::Archive | Kind::AppImage);
        let linux = matches!(self.kind, Kind::Deb | Kind::Rpm | Kind::Archive | Kind::AppImage);
        let windows =
            matches!(self.kind, Kind::Msi | Kind::Setup) && matches!(named.kind, Kind::Msi | Kind::Setup);
        named.arch == self.arch && (named.kind == self.kind || (linux && portable) || windows)
    }

    /// For people.
    pub(crate) fn words(&self) -> &'static str {
        match self.kind {
            Kind::Deb => "a Debian package",
            Kind::Rpm => "an RPM package",
            Kind::Archive => "unpacked from an archive, or built here",
            Kind::AppImage => "an AppImage",
            Kind::Dmg => "a disk image",
            Kind::Msi => "a Windows Installer package",
            Kind::Setup => "a Windows set-up program",
        }
    }
}

fn kind(program: &Path, root: &Path) -> Kind {
    if cfg!(target_os = "macos") {
        return Kind::Dmg;
    }
    if cfg!(windows) {
        return Kind::Setup;
    }
    if std::env::var_os("APPIMAGE").is_some() {
        return Kind::AppImage;
    }
    let packaged = program.starts_with(root.join("usr")) && !program.starts_with(root.join("usr/local"));
    // What either packager wrote down about it.
    if packaged && root.join("var/lib/dpkg/info/brokerscope.list").exists() {
        Kind::Deb
    } else if packaged
        && ["usr/lib/sysimage/rpm", "var/lib/rpm"].iter().any(|place| root.join(place).exists())
    {
        Kind::Rpm
    } else {
        Kind::Archive
    }
}

/// The command that installs it. None: there is none that could be copied safely.
pub(super) fn command(kind: Kind, path: &Path) -> Option<String> {
    let path = path.to_str().filter(|path| !path.chars().any(char::is_control))?;
    let quoted = format!("'{}'", path.replace('\'', r"'\''"));
    let windows = (!path.contains('"')).then(|| format!("\"{path}\""));
    Some(match kind {
        Kind::Deb => format!("sudo apt install {quoted}"),
        Kind::Rpm => format!("sudo dnf install {quoted}"),
        Kind::Archive => format!("tar -xzf {quoted}"),
        Kind::AppImage => format!("install -m 755 {quoted} ~/.local/bin/brokerscope.AppImage"),
        Kind::Dmg => format!("open {quoted}"),
        Kind::Msi => format!("msiexec /i {}", windows?),
        Kind::Setup => format!("& {}", windows?),
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::{Kind, command, kind};

    #[test]
    fn a_packager_that_wrote_it_down_installed_it() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        let program = at("usr/lib/brokerscope/brokerscope-window");
        assert_eq!(kind(&program, root.path()), Kind::Archive);
        fs::create_dir_all(at("usr/lib/sysimage/rpm")).unwrap();
        assert_eq!(kind(&program, root.path()), Kind::Rpm);
        fs::create_dir_all(at("var/lib/dpkg/info")).unwrap();
        fs::write(at("var/lib/dpkg/info/brokerscope.list"), "").unwrap();
        assert_eq!(kind(&program, root.path()), Kind::Deb);
        // The same machine may have an archive unpacked beside it.
        assert_eq!(kind(&at("usr/local/bin/brokerscope"), root.path()), Kind::Archive);
        assert_eq!(kind(&at("home/me/bin/brokerscope"), root.path()), Kind::Archive);
    }

    #[test]
    fn a_folder_with_any_name_ends_nothing_but_its_own_word() {
        let at = std::path::Path::new("/mnt/it's $(here); rm/b.deb");
        assert_eq!(command(Kind::Deb, at).unwrap(), r"sudo apt install '/mnt/it'\''s $(here); rm/b.deb'");
        assert_eq!(command(Kind::Rpm, std::path::Path::new("/a\nb/c.rpm")), None);
        assert_eq!(command(Kind::Msi, std::path::Path::new("C:\\a\"b\\c.msi")), None);
    }
}
