//! A folder is looked at only when asked, however slow, missing or odd it is, and the window never waits for it.

use std::{
    fs,
    sync::{Arc, mpsc},
};

use contract::{
    CheckUpdate, ErrorKind, Found, GetUpdates, LookForUpdates, NameUpdateFolder, StopUpdates, SumState, View,
    WatchEvent,
};
use parking_lot::Mutex;
use semver::Version;
use sha2::{Digest, Sha256};

use super::{Own, Updates, name::Kind};
use crate::{Engine, Watcher, tests::options};

/// An engine that believes to be a Debian package of 0.2.0.
fn engine(dir: &std::path::Path) -> Engine {
    let mut engine = Engine::new(options(dir.to_owned()));
    updates(&mut engine).own = Own { version: Version::new(0, 2, 0), kind: Kind::Deb, arch: "x86_64" };
    engine
}

fn updates(engine: &mut Engine) -> &mut Updates {
    &mut Arc::get_mut(&mut engine.inner).unwrap().updates
}

async fn named(engine: &Engine, folder: &std::path::Path) -> contract::Updates {
    let folder = folder.to_str().unwrap().to_owned();
    engine.name_update_folder(NameUpdateFolder { folder }).await.unwrap()
}

async fn told(watcher: &mut Watcher, engine: &Engine) -> contract::Updates {
    loop {
        let event = watcher.next().await.unwrap();
        assert_eq!(event, WatchEvent::Changed { cluster: String::new(), view: View::Updates });
        let told = engine.updates(GetUpdates {}).await.unwrap();
        let reading =
            told.check.as_ref().is_some_and(|check| matches!(check.state, SumState::Reading { .. }));
        if told.looking.is_none() && !reading {
            return told;
        }
    }
}

#[tokio::test]
async fn the_folder_is_remembered_and_looked_at_only_when_asked() {
    let (home, share) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(share.path().join("brokerscope_0.3.0_amd64.deb"), "x").unwrap();
    let begun = engine(home.path());
    let told_first = named(&begun, share.path()).await;
    assert_eq!((told_first.looking, told_first.last, told_first.unkept), (None, None, None));
    drop(begun);
    let engine = engine(home.path());
    let known = engine.updates(GetUpdates {}).await.unwrap();
    assert_eq!(
        (known.folder.as_str(), known.looking, known.last),
        (share.path().to_str().unwrap(), None, None)
    );
    let mut watcher = engine.watch();
    assert!(engine.look_for_updates(LookForUpdates {}).await.unwrap().looking.is_some());
    let last = told(&mut watcher, &engine).await.last.unwrap();
    assert!(matches!(last.found, Found::Newer { .. }), "{last:?}");
    // Another folder has another answer.
    assert_eq!(named(&engine, home.path()).await.last, None);
}

#[tokio::test]
async fn a_newer_programs_file_is_read_and_left_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    let newer = br#"{"format":2,"folder":"/mnt/newer","every":"day"}"#;
    fs::write(home.path().join("updates.json"), newer).unwrap();
    let engine = engine(home.path());
    assert_eq!(engine.updates(GetUpdates {}).await.unwrap().folder, "/mnt/newer");
    let told = named(&engine, home.path()).await;
    assert!(told.unkept.unwrap().contains("a newer version"));
    assert_eq!(fs::read(home.path().join("updates.json")).unwrap(), newer);
}

#[tokio::test]
async fn a_folder_that_cannot_be_meant_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let engine = engine(home.path());
    for folder in ["share", "../x", &format!("/{}", "a".repeat(5_000))] {
        let call = NameUpdateFolder { folder: folder.to_owned() };
        assert_eq!(engine.name_update_folder(call).await.unwrap_err().kind, ErrorKind::BadInput);
    }
    assert_eq!(engine.look_for_updates(LookForUpdates {}).await.unwrap_err().kind, ErrorKind::BadInput);
    assert_eq!(engine.check_update(CheckUpdate {}).await.unwrap_err().kind, ErrorKind::BadInput);
}

/// An engine whose folder answers when it is let.
fn mute(dir: &std::path::Path) -> (Engine, mpsc::Sender<()>) {
    let mut engine = engine(dir);
    let (let_go, wait) = mpsc::channel();
    let wait = Mutex::new(wait);
    updates(&mut engine).look = Arc::new(move |_, _| {
        let _ = wait.lock().recv();
        Found::Empty
    });
    (engine, let_go)
}

#[tokio::test(start_paused = true)]
async fn a_share_that_does_not_answer_is_said_and_not_asked_twice() {
    let home = tempfile::tempdir().unwrap();
    let (engine, let_go) = mute(home.path());
    named(&engine, home.path()).await;
    let mut watcher = engine.watch();
    engine.look_for_updates(LookForUpdates {}).await.unwrap();
    let last = told(&mut watcher, &engine).await.last.unwrap();
    assert_eq!(last.found, Found::Mute { seconds: 15 });
    let refused = engine.look_for_updates(LookForUpdates {}).await.unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Timeout);
    // Once it has answered, it may be asked again.
    let_go.send(()).unwrap();
    while engine.inner.updates.hangs.load(std::sync::atomic::Ordering::Relaxed) {
        std::thread::yield_now();
    }
    let_go.send(()).unwrap();
    engine.look_for_updates(LookForUpdates {}).await.unwrap();
}

#[tokio::test]
async fn a_look_is_stopped_at_once() {
    let home = tempfile::tempdir().unwrap();
    let (engine, _let_go) = mute(home.path());
    named(&engine, home.path()).await;
    let mut watcher = engine.watch();
    engine.look_for_updates(LookForUpdates {}).await.unwrap();
    engine.stop_updates(StopUpdates {}).await.unwrap();
    assert_eq!(told(&mut watcher, &engine).await.last.unwrap().found, Found::Stopped);
    // A stop that comes late ends no later look.
    engine.stop_updates(StopUpdates {}).await.unwrap();
    assert_eq!(engine.updates(GetUpdates {}).await.unwrap().last.unwrap().found, Found::Stopped);
}

#[tokio::test]
async fn a_package_that_arrived_in_part_differs_from_its_sum() {
    let (home, share) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let package = share.path().join("brokerscope_0.3.0_amd64.deb");
    let whole = vec![7; 3 << 20];
    let sum: String = Sha256::digest(&whole).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&package, &whole).unwrap();
    fs::write(share.path().join("SHA256SUMS"), format!("{sum}  brokerscope_0.3.0_amd64.deb\n")).unwrap();
    let engine = engine(home.path());
    named(&engine, share.path()).await;
    let mut watcher = engine.watch();
    engine.look_for_updates(LookForUpdates {}).await.unwrap();
    told(&mut watcher, &engine).await;
    engine.check_update(CheckUpdate {}).await.unwrap();
    assert_eq!(told(&mut watcher, &engine).await.check.unwrap().state, SumState::Holds);
    fs::write(&package, &whole[..1 << 20]).unwrap();
    engine.check_update(CheckUpdate {}).await.unwrap();
    let state = told(&mut watcher, &engine).await.check.unwrap().state;
    assert!(matches!(state, SumState::Differs { .. }), "{state:?}");
    fs::remove_file(&package).unwrap();
    engine.check_update(CheckUpdate {}).await.unwrap();
    let state = told(&mut watcher, &engine).await.check.unwrap().state;
    assert!(matches!(state, SumState::Failed { .. }), "{state:?}");
}
