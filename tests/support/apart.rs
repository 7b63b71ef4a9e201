//! A test in a process of its own, where the environment is what counts: it can't be changed for one test among many. The test
//! starts itself again, and is the child where it finds itself named.

use std::process::{Command, Stdio};

const NAMED: &str = "BROKERSCOPE_TEST_APART";

/// True in the child. Otherwise it has been started, with what `change` did to it, and has passed.
pub fn is_apart(test: &str, change: impl FnOnce(&mut Command)) -> bool {
    if std::env::var(NAMED).is_ok_and(|named| named == test) {
        return true;
    }
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", test, "--nocapture"]);
    change(&mut process);
    run(test, process);
    false
}

/// The same for a command that leads to this program in the end.
pub fn run(test: &str, mut process: Command) {
    let ended = process.env(NAMED, test).stdin(Stdio::null()).output();
    let program = process.get_program().display();
    let ended = ended.unwrap_or_else(|why| panic!("{program} did not start: {why}"));
    let said =
        [ended.stdout, ended.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).join("\n");
    assert!(ended.status.success() && said.contains("1 passed"), "{test}, apart: {said}");
}
