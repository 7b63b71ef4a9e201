//! What may not stand in our source: a second door to the sockets, codec types above the wire, promises not kept.

use crate::tree::{rust_files, verdict};

const ABOVE_WIRE: &[&str] = &[
    "src-tauri/crates/meta/src/",
    "src-tauri/crates/admin/src/",
    "src-tauri/crates/engine/src/",
    "src-tauri/crates/contract/src/",
    "src-tauri/src/",
    "frontend/src/",
];

fn above_wire(path: &str) -> bool {
    ABOVE_WIRE.iter().any(|prefix| path.starts_with(prefix))
}

/// Every line of product code above `wire` that holds one of these words.
fn lines_with(words: &[&str]) -> (usize, Vec<String>) {
    let files: Vec<_> = rust_files().into_iter().filter(|file| above_wire(&file.path)).collect();
    let offenders = files
        .iter()
        .filter(|file| !file.path.ends_with("/tests.rs") && !file.path.contains("/tests/"))
        .flat_map(|file| {
            file.product_lines()
                .filter(|(_, line)| !line.trim_start().starts_with("//"))
                .filter(|(_, line)| words.iter().any(|word| line.contains(word)))
                .map(|(n, line)| format!("{}:{n}: {}", file.path, line.trim()))
        })
        .collect();
    (files.len(), offenders)
}

#[test]
fn every_file_says_what_it_decides() {
    let files = rust_files();
    let offenders: Vec<_> =
        files.iter().filter(|file| !file.text.starts_with("//!")).map(|file| file.path.clone()).collect();
    verdict("files that open with //!", files.len(), &offenders);
}

#[test]
fn no_codec_type_stands_above_the_wire() {
    let (seen, offenders) = lines_with(&["kafka_protocol"]);
    verdict("files above wire without the codec", seen, &offenders);
}

#[test]
fn nothing_above_wire_opens_a_socket() {
    let (seen, offenders) = lines_with(&["TcpStream", "TcpSocket", "UdpSocket", "std::net::", "tokio::net"]);
    verdict("files above wire without a socket", seen, &offenders);
}

#[test]
fn there_is_one_door_to_the_cluster() {
    let (seen, offenders) =
        lines_with(&["pub fn send_to", "pub async fn send_to", "pub async fn send_any", "pub fn send_any"]);
    verdict("files without a second door", seen, &offenders);
}

#[test]
fn the_auto_create_bit_is_written_in_one_place() {
    let files: Vec<_> = rust_files()
        .into_iter()
        .filter(|file| file.path.starts_with("src-tauri/crates/wire/src/") || above_wire(&file.path))
        .collect();
    let places: Vec<_> = files
        .iter()
        .filter(|file| {
            file.product_lines().any(|(_, line)| {
                line.contains("allow_auto_topic_creation") && !line.trim_start().starts_with("//")
            })
        })
        .map(|file| file.path.clone())
        .collect();
    println!("auto-create bit: looked at {}", files.len());
    assert_eq!(places, ["src-tauri/crates/wire/src/message/metadata.rs"]);
}

#[test]
fn no_promise_is_left_open() {
    // Put together here, so that this file does not find itself.
    let marks: Vec<String> =
        [("todo", "!("), ("unimplemented", "!("), ("#[ign", "ore"), ("FIX", "ME"), ("XX", "X")]
            .iter()
            .map(|(a, b)| format!("{a}{b}"))
            .collect();
    let files = rust_files();
    let offenders: Vec<_> = files
        .iter()
        .flat_map(|file| {
            file.text
                .lines()
                .enumerate()
                .filter(|(_, line)| marks.iter().any(|mark| line.contains(mark.as_str())))
                .map(|(n, line)| format!("{}:{}: {}", file.path, n + 1, line.trim()))
        })
        .collect();
    verdict("files without an open promise", files.len(), &offenders);
}

#[test]
fn files_are_named_for_the_domain_and_have_one_reason() {
    let files = rust_files();
    let vague = [
        "utils.rs",
        "util.rs",
        "helpers.rs",
        "helper.rs",
        "manager.rs",
        "service.rs",
        "common.rs",
        "misc.rs",
    ];
    let mut offenders: Vec<_> = files
        .iter()
        .filter(|file| file.path.rsplit('/').next().is_some_and(|name| vague.contains(&name)))
        .map(|file| format!("{}: a vague name", file.path))
        .collect();
    for file in files.iter().filter(|file| !file.text.contains("@generated")) {
        let lines = file.text.lines().count();
        if lines > 600 {
            offenders.push(format!("{}: {lines} lines; 200 is the habit, 600 the end", file.path));
        }
    }
    verdict("file names and sizes", files.len(), &offenders);
}
