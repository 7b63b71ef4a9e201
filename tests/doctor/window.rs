//! The calls of the window: started, looked at while it goes on, stopped, copied as text.

use std::time::Duration;

use contract::{
    Concealed, Examination, Examine, GetExamination, GetExaminationText, GiveSecret, Keep, Profile, Sasl,
    SaveProfile, SecretKind, StopExamination, View, WatchEvent,
};
use engine::Engine;
use mock_cluster::{Action, Fault, MockCluster, SaslListener, key};
use support::{engine_in, ground::within, json_bytes};

use crate::one;

async fn kept(engine: &Engine, profile: Profile) -> String {
    engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id
}

async fn seen(engine: &Engine, profile: &str) -> Examination {
    engine.examination(GetExamination { profile: profile.to_owned() }).await.unwrap().unwrap()
}

async fn ended(engine: &Engine, profile: &str) -> Examination {
    within(async {
        loop {
            let seen = seen(engine, profile).await;
            if seen.ended.is_some() {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

#[tokio::test]
async fn an_examination_of_a_kept_connection_tells_of_itself_and_can_be_copied() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mock = one().await;
    let id = kept(&engine, Profile { bootstrap: mock.bootstrap(), ..Profile::default() }).await;
    assert_eq!(engine.examination(GetExamination { profile: id.clone() }).await.unwrap(), None);
    engine.examination_text(GetExaminationText { profile: id.clone() }).await.unwrap_err();
    let mut watcher = engine.watch();
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    let told = WatchEvent::Changed { cluster: id.clone(), view: View::Examination };
    within(async { while watcher.next().await.unwrap() != told {} }).await;
    let found = ended(&engine, &id).await;
    assert!(found.verdict.unwrap().healthy);
    let text = engine.examination_text(GetExaminationText { profile: id }).await.unwrap();
    assert!(text.contains(&mock.bootstrap()) && text.contains("Healthy: "), "{text}");
}

#[tokio::test]
async fn one_that_hangs_can_be_stopped_and_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mock = one().await;
    let silence = mock.fault(Fault::on(key::METADATA), Action::Silence);
    let id = kept(&engine, Profile { bootstrap: mock.bootstrap(), ..Profile::default() }).await;
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    mock.until(|mock| mock.count(key::METADATA) > 0).await;
    engine.stop_examination(StopExamination { profile: id.clone() }).await.unwrap();
    let stopped = seen(&engine, &id).await;
    assert_eq!(stopped.verdict.unwrap().sentence, "It was stopped before it came to an end.");
    mock.until(|mock| mock.connections_open(1) == 0).await;
    mock.disarm(silence);
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    assert!(ended(&engine, &id).await.verdict.unwrap().healthy);
}

#[tokio::test]
async fn a_missing_secret_is_the_verdict_and_nobody_is_dialled() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mock = MockCluster::builder()
        .brokers(1)
        .sasl(SaslListener::new().user("alice", "rosebud-7"))
        .start()
        .await
        .unwrap();
    let sasl = Sasl::ScramSha256 { user: "alice".to_owned(), token: false };
    let id = kept(&engine, Profile { bootstrap: mock.bootstrap(), sasl, ..Profile::default() }).await;
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    let verdict = ended(&engine, &id).await.verdict.unwrap();
    assert_eq!((verdict.healthy, verdict.step), (false, None));
    assert!(verdict.sentence.contains("password"), "{verdict:?}");
    assert_eq!(mock.connections_opened(1), 0);
    let value = Concealed("rosebud-7".to_owned());
    let given = GiveSecret { profile: id.clone(), kind: SecretKind::Password, value, keep: Keep::Session };
    engine.give_secret(given).await.unwrap();
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    assert!(ended(&engine, &id).await.verdict.unwrap().healthy);
    let text = engine.examination_text(GetExaminationText { profile: id }).await.unwrap();
    assert!(text.contains("alice") && !text.contains("rosebud-7"), "{text}");
}

#[tokio::test]
async fn a_removed_connection_takes_its_examination_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mock = one().await;
    mock.fault(Fault::on(key::METADATA), Action::Silence);
    let id = kept(&engine, Profile { bootstrap: mock.bootstrap(), ..Profile::default() }).await;
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    mock.until(|mock| mock.count(key::METADATA) > 0).await;
    engine.remove_profile(contract::RemoveProfile { id: id.clone() }).await.unwrap();
    mock.until(|mock| mock.connections_open(1) == 0).await;
    assert_eq!(engine.examination(GetExamination { profile: id }).await.unwrap(), None);
}

/// Sixty brokers, of which the user gave one, behind certificates and all: one page, and the rest is said.
#[tokio::test]
async fn a_large_cluster_is_examined_as_far_as_makes_sense() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let mock = MockCluster::builder().brokers(60).start().await.unwrap();
    let bootstrap = mock.broker_addresses()[&1].clone();
    let id = kept(&engine, Profile { bootstrap, ..Profile::default() }).await;
    engine.examine(Examine { profile: id.clone() }).await.unwrap();
    let found = ended(&engine, &id).await;
    assert_eq!((found.patients.len(), found.left_out), (51, 9));
    assert!(json_bytes(&found) < 64 * 1024, "{} bytes", json_bytes(&found));
    assert!(found.verdict.unwrap().sentence.contains("9 more are advertised and were not examined"));
}
