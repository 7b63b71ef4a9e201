//! What goes wrong around a command is said, and its code is the guide's: an address that is silent, names that a terminal would obey,
//! a disk that is full, a file of connections that can't be read. A script that is told nothing, or 0, takes a part for all.

#![allow(clippy::unwrap_used, reason = "how a test fails")]

use std::{
    io::{self, Write},
    net::TcpListener,
    path::Path,
    sync::Arc,
};

use clap::Parser as _;
use engine::{DemoSource, Starting};
use mock_cluster::{Group, GroupKind, MockCluster};
use terminal::{Arguments, Exit, Pens, Surroundings, carry_out};

struct NoDemo;

impl DemoSource for NoDemo {
    fn start(&self) -> Starting<'_> {
        Box::pin(std::future::ready(Err("there is none".to_owned())))
    }

    fn stop(&self) {}
}

/// How it ends and what it says beside its answer.
async fn done(folder: &Path, words: &[&str], out: &mut (dyn Write + Send)) -> (Exit, String) {
    let arguments = Arguments::try_parse_from([&["brokerscope"], words].concat()).unwrap();
    let mut err = Vec::new();
    let surroundings = Surroundings::new(folder.to_owned(), Arc::new(NoDemo));
    let exit = carry_out(&arguments.command.unwrap(), surroundings, &mut Pens { out, err: &mut err }).await;
    (exit, String::from_utf8(err).unwrap())
}

#[tokio::test]
async fn an_address_that_is_silent_is_nothing_told_and_that_is_said_in_each_output() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = silent.local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    for command in
        [&["overview"][..], &["topics"], &["topic", "orders"], &["explain", "ListOffsets", "topic=orders"]]
    {
        for output in ["table", "json", "csv"] {
            let words = [command, &["--bootstrap", &at, "--timeout", "1", "--output", output]].concat();
            let (exit, err) = done(folder.path(), &words, &mut io::sink()).await;
            assert_eq!(exit, Exit::Nothing, "{words:?}: {err}");
            assert!(
                err.contains("Nothing was told within 1 s") && err.contains("doctor"),
                "{words:?}: {err}"
            );
        }
    }
}

#[tokio::test]
async fn a_name_that_a_terminal_would_obey_is_one_line_that_can_be_read() {
    let odd = Group::new("g\u{1b}[2Jgone\nand more", GroupKind::Consumer);
    let cluster = MockCluster::builder().brokers(1).group(odd).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut out = Vec::new();
    let at = cluster.bootstrap();
    let (exit, err) = done(folder.path(), &["groups", "--bootstrap", &at], &mut out).await;
    let out = String::from_utf8(out).unwrap();
    assert_eq!(exit, Exit::Whole, "{err}");
    assert!(out.lines().any(|line| line.starts_with("g\\u{1b}[2Jgone\\nand more  consumer")), "{out}");
    assert!(!out.contains('\u{1b}'), "{out}");
}

/// A file on a disk that is full, or a pipe that nobody reads.
struct Shut(io::ErrorKind);

impl Write for Shut {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn an_answer_that_can_not_be_written_is_no_success_unless_the_reader_had_enough() {
    let cluster = MockCluster::builder().brokers(1).start().await.unwrap();
    let at = cluster.bootstrap();
    let folder = tempfile::tempdir().unwrap();
    for command in [&["brokers", "--output", "csv"][..], &["overview"], &["explain", "Metadata"], &["doctor"]]
    {
        let words = [command, &["--bootstrap", &at]].concat();
        let (exit, err) = done(folder.path(), &words, &mut Shut(io::ErrorKind::StorageFull)).await;
        assert_eq!(exit, Exit::Nothing, "{words:?}: {err}");
        assert!(err.contains("can't be written"), "{words:?}: {err}");
        let (exit, err) = done(folder.path(), &words, &mut Shut(io::ErrorKind::BrokenPipe)).await;
        assert_eq!((exit, err.as_str()), (Exit::Whole, ""), "{words:?}");
    }
}

#[tokio::test]
async fn a_connection_that_is_not_found_since_its_file_can_not_be_read_says_so() {
    for (content, why) in [
        ("{broken", "could not be read"),
        (r#"{"format":99,"profiles":[]}"#, "newer version"),
        (
            r#"{"format":2,"profiles":[{"id":"a","name":"staging","reach":{"through":{"through":"teleport"}}}]}"#,
            "1 of the connections",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("profiles.json"), content).unwrap();
        let (exit, err) = done(folder.path(), &["brokers", "--profile", "staging"], &mut io::sink()).await;
        assert_eq!(exit, Exit::CanNotBegin, "{err}");
        assert!(err.contains("no connection named “staging”") && err.contains(why), "{err}");
    }
}

#[test]
fn a_topic_without_a_name_is_asked_of_nobody() {
    assert!(Arguments::try_parse_from(["brokerscope", "topic", "", "--demo"]).is_err());
}
