//! The two tables decide each named thing in words: no wildcard may decide for a key that somebody forgot.

use crate::tree::{root, verdict};

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn routing_and_gate_have_no_wildcard_arm() {
    let tables = ["src-tauri/crates/meta/src/routing.rs", "src-tauri/crates/wire/src/gate.rs"];
    let mut offenders = Vec::new();
    for path in tables {
        let text = read(path);
        let product = text.split("#[cfg(test)]").next().unwrap();
        for (n, line) in product.lines().enumerate() {
            let code = line.trim_start();
            if code.starts_with("_ =>") || code.contains("| _ =>") {
                offenders.push(format!("{path}:{}: {code}", n + 1));
            }
        }
        assert!(product.contains("Unknown("), "{path} says nothing about an unknown key");
    }
    verdict("tables without a wildcard", tables.len(), &offenders);
}
