//! The connections that are kept: their file, in which what can't be read is somebody's work; their locks; a second one, another
//! order, and a text for the team.

use std::fs;

use contract::{
    ConnectionState, DuplicateProfile, ErrorKind, ExportProfiles, GetClusterStatus, Identity, ImportProfiles,
    ListProfiles, MoveProfile, OpenCluster, Profile, Sasl, SaveProfile, SetLock, Through, TlsSettings, Trust,
};
use engine::{Engine, Programs};
use support::{engine_among, engine_in, keychain::MemoryKeychain};

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
        b"{\"format\": 0, \"profiles\": []}",
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

async fn kept(engine: &Engine, profile: Profile) -> Profile {
    engine.save_profile(SaveProfile { profile }).await.unwrap().profile
}

async fn names(engine: &Engine) -> Vec<String> {
    let rows = engine.list_profiles(ListProfiles {}).await.unwrap().rows;
    rows.into_iter().map(|row| row.profile.name).collect()
}

fn lock(id: &str, read_only: bool, typed: Option<&str>) -> SetLock {
    SetLock { id: id.to_owned(), read_only, typed_name: typed.map(str::to_owned) }
}

#[tokio::test]
async fn the_lock_of_a_production_connection_opens_for_its_name_only() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let production = kept(&engine, Profile { production: true, ..profile("Orders EU") }).await;
    for typed in [None, Some(""), Some("orders eu"), Some("Orders EU "), Some("Orders")] {
        let refused = engine.set_lock(lock(&production.id, false, typed)).await.unwrap_err();
        assert_eq!(refused.kind, ErrorKind::BadInput, "{typed:?}");
    }
    // Saving is no way round: neither at once, nor with the mark taken off in the same breath, nor as a new one.
    for production_too in [true, false] {
        let open = Profile { read_only: false, production: production_too, ..production.clone() };
        let saved = engine.save_profile(SaveProfile { profile: open }).await.unwrap();
        assert!(saved.profile.read_only);
        assert!(
            saved.problems.iter().any(|problem| problem.contains("lock stays on")),
            "{:?}",
            saved.problems
        );
        kept(&engine, production.clone()).await;
    }
    let new = Profile { read_only: false, production: true, ..profile("new") };
    assert!(kept(&engine, new).await.read_only);
    let open = engine.set_lock(lock(&production.id, false, Some("Orders EU"))).await.unwrap().profile;
    assert!(!open.read_only);
    // Open by its name, it stays open when something else is changed, and closes without a question.
    assert!(!kept(&engine, Profile { client_id: "me".into(), ..open }).await.read_only);
    assert!(engine.set_lock(lock(&production.id, true, None)).await.unwrap().profile.read_only);
}

#[tokio::test]
async fn the_lock_of_another_connection_opens_without_a_question_and_stays_open_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let id = kept(&engine_in(folder.path()), profile("dev")).await.id;
    engine_in(folder.path()).set_lock(lock(&id, false, None)).await.unwrap();
    let rows = engine_in(folder.path()).list_profiles(ListProfiles {}).await.unwrap().rows;
    assert!(!rows[0].profile.read_only);
}

#[tokio::test]
async fn a_second_one_is_below_the_first_and_locked() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let first = kept(&engine, Profile { read_only: false, ..profile("a") }).await;
    kept(&engine, profile("b")).await;
    for _ in 0..2 {
        let copy = engine.duplicate_profile(DuplicateProfile { id: first.id.clone() }).await.unwrap().profile;
        assert!(copy.read_only && copy.id != first.id && copy.bootstrap == first.bootstrap);
    }
    assert_eq!(names(&engine).await, ["a", "a (copy 2)", "a (copy)", "b"]);
}

#[tokio::test]
async fn the_order_is_the_users_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        ids.push(kept(&engine, profile(name)).await.id);
    }
    let moving =
        |id: &str, before: Option<&str>| MoveProfile { id: id.to_owned(), before: before.map(str::to_owned) };
    engine.move_profile(moving(&ids[2], Some(&ids[0]))).await.unwrap();
    assert_eq!(names(&engine_in(folder.path())).await, ["c", "a", "b"]);
    engine.move_profile(moving(&ids[2], None)).await.unwrap();
    assert_eq!(names(&engine).await, ["a", "b", "c"]);
    let gone = engine.move_profile(moving("nobody", None)).await.unwrap_err();
    assert_eq!(gone.kind, ErrorKind::NotFound);
    assert_eq!(names(&engine).await, ["a", "b", "c"]);
}

#[tokio::test]
async fn a_text_for_the_team_brings_new_locked_connections_and_replaces_none() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = engine_in(here.path());
    let sasl = Sasl::ScramSha512 { user: "alice".into(), token: false };
    let tls =
        TlsSettings { on: true, trust: Trust::File { path: "/ca.pem".into() }, ..TlsSettings::default() };
    let first = kept(&engine, Profile { read_only: false, sasl, tls, ..profile("one") }).await;
    let second = kept(&engine, profile("two")).await;
    let ids = vec![second.id.clone(), first.id.clone()];
    let text = engine.export_profiles(ExportProfiles { ids }).await.unwrap();
    assert!(!text.contains(&first.id), "an id means nothing elsewhere");

    let other = engine_in(there.path());
    kept(&other, profile("one")).await;
    let taken = other.import_profiles(ImportProfiles { text: text.clone() }).await.unwrap();
    assert_eq!(names(&other).await, ["one", "one", "two"]);
    assert!(taken[0].problems.iter().any(|problem| problem.contains("another connection of this name")));
    for saved in &taken {
        assert!(saved.profile.read_only);
    }
    assert_eq!((&taken[0].profile.sasl, &taken[0].profile.tls), (&first.sasl, &first.tls));
}

#[tokio::test]
async fn a_text_that_is_no_export_is_refused_whole_and_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let whole = engine
        .export_profiles(ExportProfiles { ids: vec![kept(&engine, profile("a")).await.id] })
        .await
        .unwrap();
    let one_broken = whole.replace("\"read_only\": true", "\"read_only\": \"hunter2-Zq9\"");
    for text in [
        "",
        "hunter2-Zq9",
        "{\"password\": \"hunter2-Zq9\"}",
        "[]",
        &whole.replace("brokerscope-connections", "hunter2-Zq9"),
        &whole.replace("\"format\": 1", "\"format\": 2"),
        &one_broken,
        &whole[..whole.len() / 2],
    ] {
        let refused = engine.import_profiles(ImportProfiles { text: text.to_owned() }).await.unwrap_err();
        assert_eq!(refused.kind, ErrorKind::BadInput, "{text}");
        assert!(!format!("{refused:?}").contains("hunter2"), "{refused:?}");
        assert_eq!(names(&engine).await, ["a"]);
    }
}

#[tokio::test]
async fn what_a_newer_version_wrote_is_still_there_after_this_one_has_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("profiles.json");
    let newer = serde_json::json!({ "format": 1, "profiles": [
        { "id": "c1", "name": "known", "bootstrap": "a:1", "of_tomorrow": { "x": [1, 2] } },
        { "id": "c2", "name": "unknown", "sasl": { "mechanism": "of_tomorrow" } },
    ] });
    fs::write(&path, newer.to_string()).unwrap();
    let engine = engine_in(folder.path());
    let profiles = engine.list_profiles(ListProfiles {}).await.unwrap();
    assert_eq!(profiles.rows.len(), 1);
    assert!(profiles.warning.unwrap().contains("1 of the connections"));
    let known = &profiles.rows[0].profile;
    assert!(known.read_only, "not said, so locked");
    kept(&engine, Profile { name: "renamed".into(), ..known.clone() }).await;
    let written: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(written["profiles"][0]["name"], "renamed");
    assert_eq!(written["profiles"][0]["of_tomorrow"], newer["profiles"][0]["of_tomorrow"]);
    assert_eq!(written["profiles"][1], newer["profiles"][1]);
}

#[tokio::test]
async fn what_cannot_be_used_is_said_when_it_is_saved_and_nothing_is_dialled_without_it() {
    let folder = tempfile::tempdir().unwrap();
    // Without the user's own ssh and kubectl.
    let engine = engine_among(folder.path(), MemoryKeychain::new(), Programs::in_folders([]));
    let jks = folder.path().join("trust.jks");
    fs::write(&jks, "<html>log in</html>").unwrap();
    let file = |path: &str| TlsSettings {
        on: true,
        trust: Trust::File { path: path.to_owned() },
        ..TlsSettings::default()
    };
    let store = Identity::Store { path: "/nowhere/at/all.p12".into(), alias: None };
    let through = |through| contract::Reach { through, ..contract::Reach::default() };
    let rewrite = contract::Rewrite { from: "1".into(), to: "local host".into() };
    let cluster = super::three_brokers().await;
    let bootstrap = cluster.bootstrap();
    let base = Profile { bootstrap, ..profile("x") };
    let cases = [
        (Profile { tls: file("/nowhere/at/all.pem"), ..base.clone() }, "there is no such file"),
        (Profile { tls: file("trust.jks"), ..base.clone() }, "without the folder"),
        (Profile { tls: file(&folder.path().to_string_lossy()), ..base.clone() }, "a folder"),
        (Profile { tls: file(&jks.to_string_lossy()), ..base.clone() }, "This is"),
        (
            Profile {
                tls: TlsSettings { on: true, identity: Some(store), ..TlsSettings::default() },
                ..base.clone()
            },
            "/nowhere/at/all.p12",
        ),
        (
            Profile { reach: through(Through::Ssh { host: "bastion".into() }), ..base.clone() },
            "no program “ssh”",
        ),
        (
            Profile {
                reach: through(Through::Socks5 { proxy: "http://p:1080".into(), user: String::new() }),
                ..base.clone()
            },
            "a SOCKS5 proxy can",
        ),
        (
            Profile {
                reach: through(Through::Kubectl { context: String::new(), namespace: "kafka".into() }),
                ..base.clone()
            },
            "no program “kubectl”",
        ),
        (
            Profile {
                reach: contract::Reach { rewrites: vec![rewrite], ..contract::Reach::default() },
                ..base.clone()
            },
            "local host",
        ),
    ];
    for (profile, words) in cases {
        let saved = engine.save_profile(SaveProfile { profile: profile.clone() }).await.unwrap();
        assert_eq!(saved.profile.tls, profile.tls, "kept as typed");
        assert!(
            saved.problems.iter().any(|problem| problem.contains(words)),
            "{words}: {:?}",
            saved.problems
        );
        let id = saved.profile.id;
        engine.open_cluster(OpenCluster { id: id.clone() }).await.unwrap();
        let state = engine.cluster_status(GetClusterStatus { cluster: id }).await.unwrap().state;
        let ConnectionState::Failed { error } = state else { panic!("{words}: {state:?}") };
        assert!(error.message.contains(words), "{words}: {error:?}");
    }
    assert_eq!(
        (1..=3).map(|broker| cluster.connections_opened(broker)).sum::<u64>(),
        0,
        "nothing was dialled"
    );
}

#[tokio::test]
async fn times_that_make_no_sense_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let timeouts = contract::Timeouts { connect: Some(0), read: Some(u32::MAX), ..Default::default() };
    let profile = Profile { timeouts, ..profile("x") };
    let saved = engine_in(folder.path()).save_profile(SaveProfile { profile }).await.unwrap();
    assert_eq!(saved.problems.len(), 2, "{:?}", saved.problems);
    assert_eq!(saved.profile.timeouts.connect, Some(0), "kept as typed");
}
