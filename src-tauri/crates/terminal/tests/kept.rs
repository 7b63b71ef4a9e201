//! A connection that the window keeps, with its password in the encrypted file: the pass phrase comes by a variable or by standard
//! input, and is asked for by name where it is missing. What stands in an environment and on standard input is a process's own, so
//! that each command is a process.
#![allow(clippy::unwrap_used, reason = "how a test fails")]

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use clap::Parser as _;
use contract::{Concealed, GiveSecret, Keep, Profile, Sasl, SaveProfile, SecretKind, UnlockSecrets};
use engine::{Clock, DemoSource, Engine, Options, Programs, SecretStores, Starting};
use mock_cluster::{MockCluster, SaslListener};
use terminal::{Arguments, Pens, Surroundings, carry_out};

const PASSWORD: &str = "hunter2-Zq9-alice";
const PASS_PHRASE: &str = "correct horse";
const FOLDER: &str = "BROKERSCOPE_TEST_FOLDER";
/// One to a line.
const WORDS: &str = "BROKERSCOPE_TEST_WORDS";

struct NoDemo;

impl DemoSource for NoDemo {
    fn start(&self) -> Starting<'_> {
        Box::pin(std::future::ready(Err("there is none".to_owned())))
    }

    fn stop(&self) {}
}

/// "staging", as the window left it.
async fn kept(folder: &Path, cluster: &MockCluster) {
    let engine = Engine::new(Options {
        config_dir: folder.to_owned(),
        demo: None,
        connect: None,
        clock: Clock::machine(),
        secrets: SecretStores { file_work: 4, ..SecretStores::machine() },
        programs: Programs::on_path(),
    });
    let sasl = Sasl::ScramSha256 { user: "alice".to_owned(), token: false };
    let bootstrap = cluster.bootstrap();
    let profile = Profile { name: "staging".to_owned(), bootstrap, sasl, ..Profile::default() };
    let profile = engine.save_profile(SaveProfile { profile }).await.unwrap().profile.id;
    let pass_phrase = Concealed(PASS_PHRASE.to_owned());
    engine.unlock_secrets(UnlockSecrets { pass_phrase }).await.unwrap();
    let value = Concealed(PASSWORD.to_owned());
    engine
        .give_secret(GiveSecret { profile, kind: SecretKind::Password, value, keep: Keep::File })
        .await
        .unwrap();
}

/// What a command of its own says, and how it ends.
fn said(folder: &Path, words: &[&str], variables: &[(&str, &str)], typed: &str) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", "a_password_in_the_encrypted_file_is_had_by_its_pass_phrase", "--nocapture"]);
    process.env(FOLDER, folder).env(WORDS, words.join("\n")).envs(variables.iter().copied());
    let mut running =
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let ended = running.wait_with_output().unwrap();
    let said =
        [ended.stdout, ended.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).join("\n");
    assert!(ended.status.success() && said.contains("1 passed"), "{said}");
    for secret in [PASSWORD, PASS_PHRASE] {
        assert!(!said.contains(secret), "{said}");
    }
    said
}

/// In a process of its own.
async fn as_the_program(words: &str) {
    let arguments = Arguments::try_parse_from(["brokerscope"].into_iter().chain(words.lines())).unwrap();
    let config_dir = std::env::var_os(FOLDER).unwrap().into();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut pens = Pens { out: &mut out, err: &mut err };
    let surroundings = Surroundings { config_dir, make_folder: false, demo: Arc::new(NoDemo) };
    let exit = carry_out(&arguments.command.unwrap(), surroundings, &mut pens).await;
    println!("exit {exit:?}\n{}\n{}", String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_in_the_encrypted_file_is_had_by_its_pass_phrase() {
    if let Ok(words) = std::env::var(WORDS) {
        return as_the_program(&words).await;
    }
    let listener = SaslListener::new().user("alice", PASSWORD);
    let cluster = MockCluster::builder().brokers(1).sasl(listener).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    kept(folder.path(), &cluster).await;
    let folder = folder.path().to_owned();
    let told = |words: &[&str], variables: &[(&str, &str)], typed: &str, must: &[&str]| {
        let said = said(&folder, words, variables, typed);
        assert!(must.iter().all(|part| said.contains(part)), "{words:?} lacks one of {must:?}: {said}");
    };
    let phrase = [("BROKERSCOPE_PASS_PHRASE", PASS_PHRASE)];
    let password = [("BROKERSCOPE_PASSWORD", PASSWORD)];
    let by_stdin = "--pass-phrase-stdin";
    for (command, proof) in [("doctor", "SCRAM-SHA-256"), ("brokers", "1 of 1 rows")] {
        let kept = [command, "--profile", "staging"];
        let whole = ["exit Whole", proof];
        told(&kept, &phrase, "", &whole);
        told(&[&kept[..], &[by_stdin]].concat(), &[], &format!("{PASS_PHRASE}\r\n"), &whole);
        // Who gives the password itself needs no file.
        told(&kept, &password, "", &whole);

        let wanted = [
            "exit CanNotBegin",
            "is locked",
            "in the variable BROKERSCOPE_PASS_PHRASE, or by --pass-phrase-stdin",
        ];
        told(&kept, &[], "", &wanted);
        let wrong = ["exit CanNotBegin", "This is not the pass phrase of"];
        told(&kept, &[("BROKERSCOPE_PASS_PHRASE", "another")], "", &wrong);
        told(&[&kept[..], &[by_stdin]].concat(), &phrase, "another\n", &wrong);
    }
}

#[test]
fn the_help_says_where_a_pass_phrase_is_taken_from() {
    for command in ["doctor", "brokers"] {
        let help = Arguments::try_parse_from(["brokerscope", command, "--help"]).unwrap_err().to_string();
        assert!(help.contains("BROKERSCOPE_PASS_PHRASE") && help.contains("--pass-phrase-stdin"), "{help}");
    }
}
