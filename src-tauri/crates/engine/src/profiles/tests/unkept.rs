//! Folders and disks that take nothing.

use std::fs;

use super::{ErrorKind, Int64, named, open};

#[test]
fn the_folder_is_made_for_its_owner_only_and_left_empty() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("a/b");
    assert_eq!(open(&folder).make_folder(), None);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    #[cfg(unix)]
    for made in [dir.path().join("a"), folder] {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(made).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn where_nothing_can_be_kept_it_is_said_and_connections_are_there_until_the_program_ends() {
    let dir = tempfile::tempdir().unwrap();
    // What stands in the way is a file, which holds for every user and on every system.
    fs::write(dir.path().join("taken"), "").unwrap();
    let folder = dir.path().join("taken/brokerscope");
    let mut profiles = open(&folder);
    let said = profiles.make_folder().unwrap();
    assert!(said.contains(&*folder.to_string_lossy()), "{said}");
    assert_eq!(profiles.warning().as_deref(), Some(said.as_str()));
    let saved = profiles.save(named("x", "a:1"), Int64(0)).unwrap().0.profile;
    assert_eq!(profiles.get(&saved.id), Some(saved.clone()));
    profiles.remove(&saved.id, Int64(0)).unwrap();
    assert_eq!(profiles.get(&saved.id), None);

    // Once there is a folder, what is there is written, and no longer warned of.
    let kept = profiles.save(named("y", "a:1"), Int64(0)).unwrap().0.profile;
    fs::remove_file(dir.path().join("taken")).unwrap();
    profiles.save(named("z", "a:1"), Int64(0)).unwrap();
    assert_eq!(profiles.warning(), None);
    assert_eq!(open(&folder).get(&kept.id), Some(kept));
}

#[test]
fn a_file_that_cannot_be_written_though_the_folder_could_is_an_error_and_the_typed_stays_with_its_form() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = open(dir.path());
    assert_eq!(profiles.make_folder(), None);
    fs::create_dir(dir.path().join("profiles.json.new")).unwrap();
    assert_eq!(profiles.save(named("x", "a:1"), Int64(0)).unwrap_err().kind, ErrorKind::Storage);
    assert_eq!(profiles.all().len(), 1, "the demo alone");
}

/// Set for the process in which a write can't end.
#[cfg(unix)]
const FULL: &str = "BROKERSCOPE_TEST_FULL_DISK";

/// A disk that is full in the middle of a file, as a limit on the length of files makes it (and where a name space can be had, as a
/// small disk makes it).
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_amid_a_save_leaves_the_old_file_whole() {
    use std::process::Command;

    if let Some(folder) = std::env::var_os(FULL) {
        let folder = std::path::Path::new(&folder);
        let mut profiles = open(folder);
        assert_eq!((profiles.warning(), profiles.all().len()), (None, 2));
        let before = fs::read(folder.join("profiles.json")).unwrap();
        // Far below what a profile may be, and more than is left.
        let long = "kafka-with-a-long-name:9092,".repeat(400);
        for _ in 0..3 {
            let mut refused = None;
            for _ in 0..20 {
                refused = profiles.save(named("y", &long), Int64(0)).err();
                if refused.is_some() {
                    break;
                }
            }
            let refused = refused.expect("the disk is full by now");
            assert!(refused.message.contains("Can't write"), "{}", refused.message);
        }
        let now = fs::read(folder.join("profiles.json")).unwrap();
        assert!(open(folder).warning().is_none() && now.len() >= before.len());
        assert!(!folder.join("profiles.json.new").exists(), "half a file is left behind");
        assert_eq!(open(folder).all().len(), profiles.all().len(), "the file has what the list has");
        return;
    }
    let small = "mount -t tmpfs -o size=64k none \"$D\" && cp \"$FROM\" \"$D\"/ && exec \"$@\"";
    let limited = "cp \"$FROM\" \"$D\"/ && trap '' XFSZ && ulimit -f 64 && exec \"$@\"";
    let spaces = Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|status| status.success());
    for (ahead, script) in [(&["unshare", "-rm"][..], small), (&["env"], limited)] {
        if ahead[0] == "unshare" && !spaces {
            continue;
        }
        let (from, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        open(from.path()).save(named("x", "a:1"), Int64(0)).unwrap();
        let mut child = Command::new(ahead[0]);
        child.args(&ahead[1..]).args(["sh", "-c", script, "sh"]).arg(std::env::current_exe().unwrap());
        child.args([
            "--exact",
            "profiles::tests::unkept::a_disk_that_is_full_amid_a_save_leaves_the_old_file_whole",
        ]);
        child.env(FULL, dir.path()).env("D", dir.path()).env("FROM", from.path().join("profiles.json"));
        let ended = child.output().unwrap();
        let told = String::from_utf8_lossy(&ended.stdout);
        assert!(
            ended.status.success() && told.contains("1 passed"),
            "{ahead:?}: {told}{}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }
}
