//! The built program as a doctor in a terminal: without a display, with an exit code that a script can go by, and with no secret in
//! what it prints.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has to stop, also in what its tests share")]

use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

use contract::{Examination, Profile, SaveProfile};
use engine::{Clock, Engine, Options, Programs, SecretStores};
use mock_cluster::{MockCluster, SaslListener};
use tempfile::TempDir;

const PASSWORD: &str = "tr0ub4dor-and-3";

struct Terminal {
    folder: TempDir,
    variables: Vec<(&'static str, &'static str)>,
    typed: Option<&'static str>,
}

impl Terminal {
    fn new() -> Terminal {
        Terminal { folder: tempfile::tempdir().unwrap(), variables: Vec::new(), typed: None }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brokerscope"));
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            command.env_remove(variable);
        }
        command
            .arg("doctor")
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .envs(self.variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // It may have ended without reading.
        let _ = input.write_all(self.typed.unwrap_or_default().as_bytes());
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert!(!said(&output).contains(PASSWORD), "{}", said(&output));
        output
    }
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs it while the mock cluster goes on.
async fn run(terminal: Terminal, arguments: &[&str]) -> (i32, String, Output) {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let output = tokio::task::spawn_blocking(move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        terminal.run(&arguments)
    });
    let output = output.await.unwrap();
    (output.status.code().unwrap(), said(&output), output)
}

async fn asking() -> MockCluster {
    let listener = SaslListener::new().user("alice", PASSWORD);
    MockCluster::builder().brokers(2).sasl(listener).start().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_is_well_is_zero_and_json_is_what_the_window_gets() {
    let mock = MockCluster::builder().brokers(3).start().await.unwrap();
    let (code, said, _) = run(Terminal::new(), &["--bootstrap", &mock.bootstrap()]).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Healthy: All 3 addresses work."), "{said}");
    let (code, _, output) = run(Terminal::new(), &["--bootstrap", &mock.bootstrap(), "--json"]).await;
    let found: Examination = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((code, found.patients.len()), (0, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_fails_is_one() {
    let (code, said, _) = run(Terminal::new(), &["--bootstrap", "127.0.0.1:1", "--timeout", "2"]).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("Not healthy: 127.0.0.1:1 does not work: Nobody listens"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_begin_is_two() {
    let no_file = ["--properties", "not-there.properties"];
    let no_password = ["--bootstrap", "a:1", "--mechanism", "PLAIN", "--user", "alice"];
    let no_authority = ["--bootstrap", "a:1", "--tls", "--ca", "not-there.pem"];
    for (arguments, words) in [
        (&[][..], "--bootstrap"),
        (&["--bootstrap", "a:1", "--passwort", "x"][..], "--passwort"),
        (&["--bootstrap", "http://a:1"][..], "leave out"),
        (&no_file[..], "not-there.properties"),
        (&no_password[..], "BROKERSCOPE_PASSWORD"),
        (&no_authority[..], "not-there.pem"),
        (&["--profile", "nobody"][..], "no connection named"),
    ] {
        let (code, said, _) = run(Terminal::new(), arguments).await;
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_comes_by_a_variable_by_standard_input_or_in_the_properties() {
    let mock = asking().await;
    let bootstrap = mock.bootstrap();
    let user = ["--bootstrap", &bootstrap, "--mechanism", "SCRAM-SHA-512", "--user", "alice"];
    let by_variable = Terminal { variables: vec![("BROKERSCOPE_PASSWORD", PASSWORD)], ..Terminal::new() };
    let (code, said, _) = run(by_variable, &user).await;
    assert_eq!(code, 0, "{said}");
    let typed = Terminal { typed: Some("tr0ub4dor-and-3\n"), ..Terminal::new() };
    let (code, said, _) = run(typed, &[&user[..], &["--password-stdin"]].concat()).await;
    assert_eq!(code, 0, "{said}");
    for (password, expected) in [(PASSWORD, 0), ("tr0ub4dor-and-4", 1)] {
        let terminal = Terminal::new();
        let text = format!(
            "bootstrap.servers={bootstrap}\r\nsecurity.protocol=SASL_PLAINTEXT\r\nsasl.mechanism=SCRAM-SHA-256\r\n\
             sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\\r\n  \
             username=\"alice\" password=\"{password}\";\r\n"
        );
        fs::write(terminal.folder.path().join("client.properties"), text).unwrap();
        let (code, said, _) = run(terminal, &["--properties", "client.properties"]).await;
        assert_eq!(code, expected, "{said}");
        assert!(!said.contains(password), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_of_the_window_is_examined_by_its_name() {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let terminal = Terminal::new();
    let engine = Engine::new(Options {
        config_dir: terminal.folder.path().join("brokerscope"),
        demo: None,
        connect: None,
        clock: Clock::machine(),
        secrets: SecretStores::machine(),
        programs: Programs::on_path(),
    });
    let profile = Profile { name: "staging".to_owned(), bootstrap: mock.bootstrap(), ..Profile::default() };
    engine.save_profile(SaveProfile { profile }).await.unwrap();
    let (code, said, _) = run(terminal, &["--profile", "staging"]).await;
    assert_eq!(code, 0, "{said}");
}
