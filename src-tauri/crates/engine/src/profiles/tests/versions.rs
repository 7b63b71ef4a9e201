//! Files of other versions: an older one is kept beside the new one, a newer one is not touched, and nothing that this version
//! doesn't know is lost.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{ErrorKind, Int64, named, open};

/// As the first version wrote it.
const FIRST: &str = r##"{
  "format": 1,
  "profiles": [
    {
      "id": "c1",
      "name": "Orders",
      "color": "#2457c5",
      "bootstrap": "kafka-1:9092 , kafka-2",
      "read_only": false
    }
  ]
}
"##;

fn write(dir: &Path, text: &str) {
    fs::write(dir.join("profiles.json"), text).unwrap();
}

fn text(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_of_the_first_version_is_read_as_it_is_and_kept_beside_the_new_one_before_it_is_written() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), FIRST);
    let mut profiles = open(dir.path());
    assert_eq!(profiles.warning(), None);
    let mut first = profiles.get("c1").unwrap();
    assert_eq!((first.name.as_str(), first.read_only, first.tls.on), ("Orders", false, false));
    // Looking alone leaves it to the older program.
    assert_eq!(text(dir.path(), "profiles.json"), FIRST);

    first.name = "Orders, renamed".into();
    profiles.save(first, Int64(0)).unwrap();
    assert_eq!(names(dir.path()), ["profiles.format-1.json", "profiles.json"]);
    assert_eq!(text(dir.path(), "profiles.format-1.json"), FIRST);
    let now: Value = serde_json::from_str(&text(dir.path(), "profiles.json")).unwrap();
    assert_eq!((&now["format"], &now["profiles"][0]["name"]), (&json!(2), &json!("Orders, renamed")));

    // Once is enough; and another old file, put there later, is kept under a name of its own.
    profiles.save(named("second", "b:1"), Int64(0)).unwrap();
    open(dir.path()).save(named("third", "c:1"), Int64(0)).unwrap();
    assert_eq!(names(dir.path()).len(), 2);
    write(dir.path(), "{\"format\": 1, \"profiles\": []}");
    open(dir.path()).save(named("fourth", "d:1"), Int64(0)).unwrap();
    assert_eq!(names(dir.path()), ["profiles.format-1-1.json", "profiles.format-1.json", "profiles.json"]);
    assert_eq!(text(dir.path(), "profiles.format-1.json"), FIRST);
}

#[test]
fn an_old_file_that_cannot_be_kept_beside_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), FIRST);
    // Its name is taken by what is no file.
    fs::create_dir(dir.path().join("profiles.format-1.json")).unwrap();
    let mut profiles = open(dir.path());
    assert_eq!(profiles.save(named("new", "a:1"), Int64(0)).unwrap_err().kind, ErrorKind::Storage);
    assert_eq!(text(dir.path(), "profiles.json"), FIRST);
}

#[test]
fn a_file_of_a_newer_version_is_not_touched_and_it_is_said() {
    for newer in [
        "{\"format\": 99, \"profiles\": []}",
        "{\"format\": 3, \"profiles\": {\"in another shape\": 1}}",
        "{\"format\": 3}",
    ] {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), newer);
        let mut profiles = open(dir.path());
        let warning = profiles.warning().unwrap();
        assert!(warning.contains("newer version") && warning.contains("reads up to 2"), "{warning}");
        let refused = profiles.save(named("new", "a:1"), Int64(0)).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Storage);
        assert!(refused.message.contains("newer version"), "{}", refused.message);
        assert_eq!(
            (names(dir.path()), text(dir.path(), "profiles.json").as_str()),
            (vec!["profiles.json".into()], newer)
        );
    }
}

#[test]
fn a_newer_version_that_saves_while_this_one_runs_is_not_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let mut profiles = open(dir.path());
    profiles.save(named("mine", "a:1"), Int64(0)).unwrap();
    let newer = "{\"format\": 3, \"profiles\": []}";
    write(dir.path(), newer);
    for _ in 0..2 {
        let refused = profiles.save(named("another", "b:1"), Int64(0)).unwrap_err();
        assert!(refused.message.contains("newer version"), "{}", refused.message);
        assert_eq!(text(dir.path(), "profiles.json"), newer);
    }
}

#[test]
fn a_file_that_was_cut_off_anywhere_is_read_whole_or_set_aside_whole() {
    for cut in 0..FIRST.trim_end().len() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &FIRST[..cut]);
        let mut profiles = open(dir.path());
        assert!(profiles.warning().is_some(), "cut at {cut}");
        profiles.save(named("new", "a:1"), Int64(0)).unwrap();
        let aside = names(dir.path()).into_iter().find(|name| name.starts_with("profiles.broken-")).unwrap();
        assert_eq!(text(dir.path(), &aside), FIRST[..cut]);
    }
}

#[test]
fn what_this_version_does_not_know_is_written_back_where_nobody_changed_it() {
    let dir = tempfile::tempdir().unwrap();
    let stood = json!({ "format": 2, "of_the_file": [1, 2], "profiles": [
        { "id": "c1", "name": "a", "bootstrap": "a:1", "new": { "x": 1 }, "timeouts": { "connect": 5, "new": true },
          "tls": { "on": true, "new": "y" } },
        { "id": "c2", "name": "b", "sasl": { "mechanism": "of_tomorrow" } },
    ] });
    write(dir.path(), &stood.to_string());
    let mut profiles = open(dir.path());
    let mut changed = profiles.get("c1").unwrap();
    changed.name = "renamed".into();
    changed.tls.on = false;
    profiles.save(changed, Int64(0)).unwrap();
    let now: Value = serde_json::from_str(&text(dir.path(), "profiles.json")).unwrap();
    assert_eq!((&now["of_the_file"], &now["profiles"][1]), (&stood["of_the_file"], &stood["profiles"][1]));
    let (now, stood) = (&now["profiles"][0], &stood["profiles"][0]);
    assert_eq!((&now["new"], &now["timeouts"]), (&stood["new"], &stood["timeouts"]));
    // What was changed is as this version knows it: half of it from another version would be neither.
    assert_eq!(
        (&now["name"], &now["tls"]["on"], &now["tls"]["new"]),
        (&json!("renamed"), &json!(false), &Value::Null)
    );
}
