//! The list of connections and its file.

mod unkept;
mod versions;

use std::fs;

use contract::{DEMO, ErrorKind, Int64, Profile};

use super::{COMMAND_LINE, Profiles, check};
use crate::clock::Clock;

fn open(dir: &std::path::Path) -> Profiles {
    Profiles::open(dir.to_owned(), true, None, &Clock::machine())
}

fn named(name: &str, bootstrap: &str) -> Profile {
    Profile {
        id: String::new(),
        name: name.into(),
        color: String::new(),
        bootstrap: bootstrap.into(),
        read_only: true,
        ..Profile::default()
    }
}

#[test]
fn a_profile_is_there_after_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let (saved, _) = open(dir.path()).save(named("Orders", "a:9092, b:9092"), Int64(0)).unwrap();
    assert!(saved.problems.is_empty());
    let again = open(dir.path());
    assert_eq!(again.get(&saved.profile.id), Some(saved.profile));
    assert!(again.get(DEMO).is_some());
}

#[test]
fn an_address_that_cannot_be_used_is_kept_as_typed_and_said_to_be_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let (saved, _) = open(dir.path()).save(named("x", "http://broker"), Int64(0)).unwrap();
    assert_eq!(saved.problems.len(), 1);
    assert_eq!(open(dir.path()).get(&saved.profile.id).unwrap().bootstrap, "http://broker");
}

#[test]
fn a_broken_file_is_set_aside_and_named_and_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    for broken in ["{ not json", "{\"format\": 0, \"profiles\": []}", "\u{0}\u{1}"] {
        fs::write(dir.path().join("profiles.json"), broken).unwrap();
        let mut profiles = open(dir.path());
        let warning = profiles.warning().unwrap();
        profiles.save(named("new", "a:1"), Int64(0)).unwrap();
        let aside: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("profiles.broken-"))
            .filter(|entry| fs::read_to_string(entry.path()).unwrap() == broken)
            .collect();
        assert_eq!(aside.len(), 1);
        assert!(warning.contains(&*aside[0].file_name().to_string_lossy()), "{warning}");
    }
}

#[test]
fn a_file_that_cannot_be_read_at_all_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    // A directory of that name can be neither read as a file nor replaced by one.
    fs::create_dir(dir.path().join("profiles.json")).unwrap();
    let mut profiles = open(dir.path());
    assert!(profiles.warning().is_some());
    assert_eq!(profiles.save(named("x", "a:1"), Int64(0)).unwrap_err().kind, ErrorKind::Storage);
    assert!(dir.path().join("profiles.json").is_dir());
}

#[test]
fn a_failed_write_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = open(dir.path());
    let id = profiles.save(named("a", "a:1"), Int64(0)).unwrap().0.profile.id;
    fs::create_dir(dir.path().join("profiles.json.new")).unwrap();
    assert_eq!(profiles.remove(&id, Int64(0)).unwrap_err().kind, ErrorKind::Storage);
    assert!(profiles.get(&id).is_some());
    assert!(open(dir.path()).get(&id).is_some());
}

#[test]
fn the_command_lines_connection_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = Profiles::open(dir.path().to_owned(), true, Some("h:1".into()), &Clock::machine());
    profiles.save(named("a", "a:1"), Int64(0)).unwrap();
    assert!(open(dir.path()).get(COMMAND_LINE).is_none());
    let kept = profiles.save(profiles.get(COMMAND_LINE).unwrap(), Int64(0)).unwrap().0.profile;
    assert_ne!(kept.id, COMMAND_LINE);
    assert!(open(dir.path()).get(&kept.id).is_some());
}

#[test]
fn the_demo_stays() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = open(dir.path());
    assert!(profiles.remove(DEMO, Int64(0)).is_err());
    let demo = profiles.get(DEMO).unwrap();
    assert!(profiles.save(demo, Int64(0)).is_err());
}

#[test]
fn ids_are_not_given_twice() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = open(dir.path());
    let first = profiles.save(named("a", "a:1"), Int64(0)).unwrap().0.profile.id;
    let second = profiles.save(named("b", "b:1"), Int64(0)).unwrap().0.profile.id;
    profiles.remove(&first, Int64(0)).unwrap();
    let third = profiles.save(named("c", "c:1"), Int64(0)).unwrap().0.profile.id;
    assert_ne!(second, third);
}

#[test]
fn addresses_are_checked_without_connecting() {
    assert_eq!(check("a:1, [::1]:2").addresses, ["a:1", "[::1]:2"]);
    assert!(check("  ").problem.is_some());
    assert!(check("a:99999").problem.unwrap().contains("99999"));
}

#[test]
fn what_another_window_saved_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one, mut other) = (open(dir.path()), open(dir.path()));
    one.save(named("from one", "a:1"), Int64(0)).unwrap();
    let refused = other.save(named("from the other", "b:1"), Int64(0)).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Storage);
    assert!(refused.message.contains("profiles.json"), "{}", refused.message);
    other.save(named("from the other", "b:1"), Int64(0)).unwrap();
    let names: Vec<String> = open(dir.path()).all().into_iter().map(|profile| profile.name).collect();
    assert_eq!(names, ["from one", "from the other", "Demo cluster"]);
    other.save(named("a third", "c:1"), Int64(0)).unwrap();
}
