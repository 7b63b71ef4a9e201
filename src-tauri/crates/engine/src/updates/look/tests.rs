//! What is in a folder of packages, in each state that one can be in: "nothing found" told as "nothing newer" would keep people
//! on what they have.

use std::fs;

use contract::{Found, Listed, Package};
use semver::Version;

use super::look;
use crate::updates::{name::Kind, own::Own};

fn own(version: &str, kind: Kind) -> Own {
    Own { version: Version::parse(version).unwrap(), kind, arch: "x86_64" }
}

/// What a Debian package of 0.2.0 finds among these files.
fn found(files: &[&str]) -> Found {
    found_by(&own("0.2.0", Kind::Deb), files)
}

fn found_by(own: &Own, files: &[&str]) -> Found {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        fs::write(dir.path().join(file), "package").unwrap();
    }
    look(dir.path(), own)
}

fn newer(found: Found) -> Package {
    match found {
        Found::Newer { package, .. } => package,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_found_is_never_told_as_nothing_newer() {
    let dir = tempfile::tempdir().unwrap();
    let own = own("0.2.0", Kind::Deb);
    assert_eq!(look(dir.path(), &own), Found::Empty);
    assert_eq!(look(&dir.path().join("none"), &own), Found::Missing);
    fs::write(dir.path().join("file"), "").unwrap();
    assert_eq!(look(&dir.path().join("file"), &own), Found::NotAFolder);
    assert_eq!(look(&dir.path().join("file/in"), &own), Found::Missing);
    assert_eq!(look(dir.path(), &own), Found::NotOurs { files: 1 });
    assert_eq!(
        found(&["brokerscope_0.3.0_arm64.deb", "brokerscope-0.3.0-1.x86_64.rpm"]),
        Found::OtherMachines { packages: 2 }
    );
}

#[test]
fn newer_same_and_older_are_told_apart_by_version_and_not_by_letters() {
    let package = newer(found(&["brokerscope_0.9.0_amd64.deb", "brokerscope_0.10.0_amd64.deb"]));
    assert_eq!((package.version.as_str(), package.bytes.0, package.pre_release), ("0.10.0", 7, false));
    assert!(package.modified.is_some());
    assert!(matches!(found(&["brokerscope_0.2.0_amd64.deb"]), Found::Same { .. }));
    assert!(matches!(found(&["brokerscope_0.1.9_amd64.deb", "x"]), Found::Older { .. }));
    assert!(matches!(found(&["brokerscope_0.2.0~rc.1_amd64.deb"]), Found::Older { .. }));
}

#[test]
fn a_version_to_try_stands_behind_one_to_rely_on() {
    let both = ["brokerscope_0.3.0_amd64.deb", "brokerscope_0.4.0~rc.1_amd64.deb"];
    assert_eq!(newer(found(&both)).version, "0.3.0");
    let tried = newer(found(&["brokerscope_0.2.0_amd64.deb", "brokerscope_0.4.0~rc.1_amd64.deb"]));
    assert!(tried.pre_release);
    // Who runs one already is told of the next.
    assert_eq!(newer(found_by(&own("0.4.0-beta.1", Kind::Deb), &both)).version, "0.4.0-rc.1");
}

#[test]
fn of_one_version_the_kind_that_is_installed_is_named_with_its_command() {
    let files = ["brokerscope-0.3.0-x86_64-linux.tar.gz", "brokerscope_0.3.0_amd64.deb"];
    let Found::Newer { package, command } = found(&files) else { panic!() };
    assert_eq!(package.file, "brokerscope_0.3.0_amd64.deb");
    assert!(command.unwrap().starts_with("sudo apt install '/"));
    assert!(newer(found_by(&own("0.2.0", Kind::Archive), &files)).file.ends_with(".tar.gz"));
}

#[test]
fn a_sum_beside_it_is_told_and_a_missing_one_too() {
    let dir = tempfile::tempdir().unwrap();
    let own = own("0.2.0", Kind::Deb);
    fs::write(dir.path().join("brokerscope_0.3.0_amd64.deb"), "x").unwrap();
    assert_eq!(newer(look(dir.path(), &own)).sum, Listed::NoFile);
    let sums = dir.path().join("SHA256SUMS");
    fs::write(&sums, format!("{}  brokerscope_0.2.0_amd64.deb\n", "a".repeat(64))).unwrap();
    assert_eq!(newer(look(dir.path(), &own)).sum, Listed::Unlisted);
    fs::write(&sums, format!("{}  brokerscope_0.3.0_amd64.deb\n", "b".repeat(64))).unwrap();
    assert_eq!(newer(look(dir.path(), &own)).sum, Listed::Listed { sum: "b".repeat(64) });
    fs::remove_file(&sums).unwrap();
    fs::create_dir(&sums).unwrap();
    assert!(matches!(newer(look(dir.path(), &own)).sum, Listed::Unreadable { .. }));
}

#[test]
fn ten_thousand_files_of_others_hide_nothing() {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..10_000 {
        fs::write(dir.path().join(format!("brokerscope_0.{number}.0_arm64.deb")), "").unwrap();
    }
    let own = own("0.2.0", Kind::Deb);
    assert_eq!(look(dir.path(), &own), Found::OtherMachines { packages: 10_000 });
    fs::write(dir.path().join("brokerscope_0.3.0_amd64.deb"), "").unwrap();
    assert_eq!(newer(look(dir.path(), &own)).version, "0.3.0");
}

#[cfg(unix)]
#[test]
fn what_is_named_like_a_package_and_is_no_file_is_none() {
    use std::os::unix::{ffi::OsStrExt as _, fs::symlink};

    let dir = tempfile::tempdir().unwrap();
    let own = own("0.2.0", Kind::Deb);
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("brokerscope_0.9.0_amd64.deb")).unwrap();
    symlink("nowhere", at("brokerscope_0.8.0_amd64.deb")).unwrap();
    symlink("brokerscope_0.7.0_amd64.deb", at("brokerscope_0.7.0_amd64.deb")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(at("brokerscope_0.6.0_amd64.deb")).status();
    assert!(made.unwrap().success());
    assert!(matches!(look(dir.path(), &own), Found::Unreadable { .. }));
    fs::create_dir(at("elsewhere")).unwrap();
    fs::write(at("elsewhere/package"), "x").unwrap();
    symlink("elsewhere/package", at("brokerscope_0.5.0_amd64.deb")).unwrap();
    // A pipe in place of the sums is not waited for, and a name that is no text is passed over.
    assert!(std::process::Command::new("mkfifo").arg(at("SHA256SUMS")).status().unwrap().success());
    fs::write(dir.path().join(std::ffi::OsStr::from_bytes(b"brokerscope_9.9.9_amd64\xff.deb")), "").unwrap();
    let package = newer(look(dir.path(), &own));
    assert_eq!(package.version, "0.5.0");
    assert!(matches!(package.sum, Listed::Unreadable { .. }));
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_folder_is_no_folder() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(look(&pipe, &own("0.2.0", Kind::Deb)), Found::NotAFolder);
}
