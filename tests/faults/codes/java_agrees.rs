//! Our table of error codes against the Java client's own, code by code: number, name, and what each leads to.
//!
//! A letter that is wrong in the table shows as a client that hammers a broker, or gives up where all others go on. Where
//! ours differs on purpose, it says here why.

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use meta::ErrorCode;
use real_kafka::{Version, jars};

/// Code, what it is about, and why ours is not Java's.
const DIFFERENT: &[(i16, &str, &str)] = &[
    (8, "retriable", "an old broker says it of one that is down; a read loses nothing by asking again"),
    (8, "metadata", "which one is up is learnt from metadata"),
    (41, "metadata", "Java looks the controller up by a rule of its own; here it is part of the metadata"),
    (84, "retriable", "the leader is the right one already: asking again would go on for ever"),
    (84, "metadata", "there is nothing to learn"),
    (106, "metadata", "the names behind the ids may have changed"),
];

#[tokio::test]
async fn each_code_leads_where_it_leads_in_the_java_client_unless_a_reason_is_given() {
    let theirs = tokio::task::spawn_blocking(java).await.unwrap();
    let ours: Vec<i16> = ErrorCode::all().map(|code| code.0).collect();
    assert_eq!(theirs.keys().copied().collect::<Vec<_>>(), ours, "the same numbers");
    let mut different = Vec::new();
    for code in ErrorCode::all() {
        let theirs = &theirs[&code.0];
        assert_eq!(code.name(), theirs.name, "{code}");
        let flags = [
            ("retriable", code.retriable()),
            ("metadata", code.needs_metadata()),
            ("coordinator", code.needs_coordinator()),
            ("authorization", code.authorization()),
            ("authentication", code.authentication()),
        ];
        different.extend(
            flags
                .into_iter()
                .filter(|(what, ours)| theirs.flags[*what] != *ours)
                .map(|(what, _)| (code.0, what)),
        );
    }
    let reasons: Vec<(i16, &str)> = DIFFERENT.iter().map(|(code, what, _)| (*code, *what)).collect();
    assert_eq!(different, reasons);
}

struct Theirs {
    name: String,
    flags: BTreeMap<String, bool>,
}

/// What the client of 4.4 prints of itself.
fn java() -> BTreeMap<i16, Theirs> {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("faults/codes/Codes.java");
    let java = std::env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    let java = java.filter(|java| java.exists()).unwrap_or_else(|| "java".into());
    let output = Command::new(java)
        .arg("-cp")
        .arg(jars(Version::V4_4).unwrap().join("*"))
        .arg(source)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let read = |line: &str| {
        let mut words = line.split(' ');
        let (code, name) = (words.next().unwrap().parse().unwrap(), words.next().unwrap().to_owned());
        let flags = words.map(|word| word.split_once('=').unwrap());
        let flags = flags.map(|(what, is)| (what.to_owned(), is == "true")).collect();
        (code, Theirs { name, flags })
    };
    printed.lines().map(read).collect()
}
