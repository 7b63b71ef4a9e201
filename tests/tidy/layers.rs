//! The edges between our crates are a decision; this is the list of them.

use std::{collections::BTreeMap, process::Command};

use crate::tree::{root, verdict};

/// Each crate of ours and what of ours, and of the codec, it may name in `[dependencies]` and `[build-dependencies]`.
const EDGES: &[(&str, &[&str])] = &[
    ("contract", &[]),
    ("wire", &["kafka-protocol"]),
    ("meta", &["wire"]),
    ("admin", &["meta"]),
    ("engine", &["admin", "client-settings", "contract", "key-stores", "port-forward", "token-source"]),
    ("mock-cluster", &["kafka-protocol"]),
    ("brokerscope", &["contract", "engine", "launch", "origin", "terminal"]),
    ("launch", &["engine", "mock-cluster", "origin", "terminal"]),
    ("arguments", &[]),
    ("origin", &[]),
    ("terminal", &["arguments", "contract", "engine"]),
    ("frontend", &["contract"]),
    ("client-settings", &[]),
    ("key-stores", &[]),
    ("token-source", &["wire"]),
    ("port-forward", &["wire"]),
    ("hello-window", &[]),
    ("hostile-replies", &["kafka-protocol", "meta", "wire"]),
    ("real-kafka", &[]),
    ("start-up", &["virtual-display"]),
    ("virtual-display", &[]),
    ("xtask", &["arguments", "real-kafka", "virtual-display"]),
];

#[test]
fn each_crate_depends_on_the_one_below_and_on_nothing_further_down() {
    let listed = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap().to_owned();
        let mut wanted: Vec<String> = package["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|dependency| dependency["kind"].as_str() != Some("dev"))
            .filter_map(|dependency| dependency["name"].as_str())
            .filter(|name| *name == "kafka-protocol" || EDGES.iter().any(|(ours, _)| ours == name))
            .map(str::to_owned)
            .collect();
        wanted.sort();
        wanted.dedup();
        edges.insert(name, wanted);
    }
    let mut offenders = Vec::new();
    for (name, allowed) in EDGES {
        match edges.get(*name) {
            None => offenders.push(format!("{name} is not in the workspace")),
            Some(found) => {
                for edge in found.iter().filter(|edge| !allowed.contains(&edge.as_str())) {
                    offenders.push(format!("{name} depends on {edge}, which design.md does not allow"));
                }
            }
        }
    }
    for name in edges.keys().filter(|name| *name != "suite" && !EDGES.iter().any(|(known, _)| known == name))
    {
        offenders.push(format!("{name} has no place in the list of layers"));
    }
    verdict("layers", edges.len(), &offenders);
}
