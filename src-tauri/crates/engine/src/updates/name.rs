//! What a file's name says: whether it is a package of this program, of which kind and version, and for which machine. Names come from a
//! folder that anybody may write to; one that doesn't say exactly this is no package.

use semver::Version;

/// How a package is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Deb,
    Rpm,
    /// Unpacked anywhere.
    Archive,
    AppImage,
    Dmg,
    Msi,
    Setup,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: Kind,
    pub(super) version: Version,
    /// In Rust's words: "x86_64".
    pub(super) arch: &'static str,
}

/// Longer names are no packages of ours.
const NAME_MOST: usize = 128;

/// Reads a name; None: it is none of ours.
pub(super) fn read(name: &str) -> Option<Named> {
    if name.len() > NAME_MOST {
        return None;
    }
    // The bundler of Tauri writes the name as it is shown.
    let (first, rest) = name.split_at_checked("brokerscope".len())?;
    if !first.eq_ignore_ascii_case("brokerscope") {
        return None;
    }
    let mark = rest.chars().next().filter(|mark| matches!(mark, '_' | '-'))?;
    let rest = rest.strip_prefix(mark)?;
    let endings = [
        (".deb", Kind::Deb),
        (".rpm", Kind::Rpm),
        ("-linux.tar.gz", Kind::Archive),
        (".AppImage", Kind::AppImage),
        (".dmg", Kind::Dmg),
        (".msi", Kind::Msi),
        ("-setup.exe", Kind::Setup),
    ];
    let (rest, kind) =
        endings.into_iter().find_map(|(ending, kind)| Some((rest.strip_suffix(ending)?, kind)))?;
    let (told, arch) = match kind {
        Kind::Rpm => {
            let (rest, arch) = rest.rsplit_once('.')?;
            // The packager's revision says nothing of the program.
            let (version, revision) = rest.rsplit_once('-')?;
            revision
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
                .then_some((version, arch))?
        }
        Kind::Archive => rest.rsplit_once('-')?,
        Kind::Msi => {
            let (version, arch) = rest.split_once('_')?;
            (version, arch.split_once('_').map_or(arch, |(arch, _language)| arch))
        }
        _ => rest.split_once('_')?,
    };
    Some(Named { kind, version: version(told)?, arch: machine(arch)? })
}

/// Both packagers write `~` where a version to try begins, so that it sorts before the version itself.
fn version(text: &str) -> Option<Version> {
    Version::parse(&text.replacen('~', "-", 1)).ok()
}

fn machine(word: &str) -> Option<&'static str> {
    Some(match word {
        "amd64" | "x86_64" | "x64" => "x86_64",
        "arm64" | "aarch64" => "aarch64",
        "i386" | "i686" | "x86" => "x86",
        "armhf" | "armv7" | "armv7hl" => "arm",
        "riscv64" => "riscv64",
        "ppc64el" | "ppc64le" => "powerpc64",
        "s390x" => "s390x",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, read};

    #[test]
    fn each_packagers_name_says_kind_version_and_machine() {
        for (name, kind, version, arch) in [
            ("brokerscope_0.2.0_amd64.deb", Kind::Deb, "0.2.0", "x86_64"),
            ("Brokerscope_0.2.0~rc.1_arm64.deb", Kind::Deb, "0.2.0-rc.1", "aarch64"),
            ("brokerscope-0.2.0-1.x86_64.rpm", Kind::Rpm, "0.2.0", "x86_64"),
            ("brokerscope-0.2.0~beta-1.fc40.x86_64.rpm", Kind::Rpm, "0.2.0-beta", "x86_64"),
            ("brokerscope-0.2.0-x86_64-linux.tar.gz", Kind::Archive, "0.2.0", "x86_64"),
            ("brokerscope-0.2.0-rc.1-x86_64-linux.tar.gz", Kind::Archive, "0.2.0-rc.1", "x86_64"),
            ("Brokerscope_10.20.30_x64.dmg", Kind::Dmg, "10.20.30", "x86_64"),
            ("Brokerscope_0.2.0_x64_en-US.msi", Kind::Msi, "0.2.0", "x86_64"),
            ("Brokerscope_0.2.0_x64-setup.exe", Kind::Setup, "0.2.0", "x86_64"),
            ("brokerscope_0.2.0_amd64.AppImage", Kind::AppImage, "0.2.0", "x86_64"),
        ] {
            let named = read(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(
                (named.kind, named.version.to_string().as_str(), named.arch),
                (kind, version, arch),
                "{name}"
            );
        }
    }

    #[test]
    fn what_is_no_package_is_none() {
        let long = format!("brokerscope_0.2.0-{}_amd64.deb", "a".repeat(200));
        for name in [
            "",
            "brokerscope",
            "brokerscope_",
            "brokerscope.deb",
            "brokerscope_0.2_amd64.deb",
            "brokerscope_0.2.0.deb",
            "brokerscope_0.2.0_pdp11.deb",
            "brokerscope_0.2.0_amd64.deb.part",
            "brokerscope_0.2.0_amd64.deb ",
            "brokerscope_0.2.0_$(reboot)_amd64.deb",
            "brokerscope-tools_0.2.0_amd64.deb",
            "brokerscope_99999999999999999999.0.0_amd64.deb",
            "brokerscope-0.2.0.tar.gz",
            "brokerscope-0.2.0-sources.tar.gz",
            "brokerscope-0.2.0.cdx.json",
            "bröckelscope_0.2.0_amd64.deb",
            "SHA256SUMS",
            "kafka_0.2.0_amd64.deb",
            &long,
        ] {
            assert_eq!(read(name), None, "{name}");
        }
    }
}
