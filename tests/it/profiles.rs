//! The file of connections: what can't be read is somebody's work, set aside under a name that is told.

use std::fs;

use contract::{ListProfiles, Profile, SaveProfile};
use support::engine_in;

fn profile(name: &str) -> Profile {
    Profile {
        id: String::new(),
        name: name.to_owned(),
        color: String::new(),
        bootstrap: "kafka-1:9092 , kafka-2".to_owned(),
        read_only: true,
        ..Profile::default()
    }
}

#[tokio::test]
async fn a_broken_file_is_set_aside_and_named() {
    for broken in [
        &b"{ \"format\": 1, \"profiles\": [ {"[..],
        b"",
        b"\xff\xfe\x00",
        b"[]",
        b"{\"format\": 99, \"profiles\": []}",
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("profiles.json"), broken).unwrap();
        let engine = engine_in(folder.path());
        let profiles = engine.list_profiles(ListProfiles {}).await.unwrap();
        assert!(profiles.rows.is_empty());
        let warning = profiles.warning.expect("it is told");
        let aside: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_name().unwrap().to_string_lossy().contains("broken"))
            .collect();
        let [aside] = &aside[..] else { panic!("set aside: {aside:?}") };
        assert!(warning.contains(&*aside.to_string_lossy()), "{warning}");
        engine.save_profile(SaveProfile { profile: profile("new") }).await.unwrap();
        assert_eq!(fs::read(aside).unwrap(), broken, "its content is still there");
        let again = engine_in(folder.path()).list_profiles(ListProfiles {}).await.unwrap();
        assert_eq!(again.rows.len(), 1);
    }
}

#[tokio::test]
async fn what_was_typed_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let typed = ["kafka-1:9092 , kafka-2", "http://wrong", "[::1]:9092", ""];
    for bootstrap in typed {
        let profile = Profile { bootstrap: bootstrap.to_owned(), ..profile("typed") };
        engine_in(folder.path()).save_profile(SaveProfile { profile }).await.unwrap();
    }
    let kept = engine_in(folder.path()).list_profiles(ListProfiles {}).await.unwrap();
    let kept: Vec<_> = kept.rows.iter().map(|row| row.profile.bootstrap.as_str()).collect();
    assert_eq!(kept, typed);
}
