//! The shell is thin, and its window may call what is named, one by one.

use crate::tree::{files, root, verdict};

#[test]
fn every_command_of_the_contract_is_allowed_by_name_and_no_other() {
    let mut allowed = Vec::new();
    for file in files().iter().filter(|file| file.path.starts_with("src-tauri/capabilities/")) {
        let capability: serde_json::Value = serde_json::from_str(&file.text).unwrap();
        assert_eq!(capability["windows"], serde_json::json!(["main"]), "{}", file.path);
        for permission in capability["permissions"].as_array().unwrap() {
            let permission = permission.as_str().unwrap();
            assert!(!permission.contains('*'), "{}: {permission}", file.path);
            if let Some(command) = permission.strip_prefix("allow-") {
                allowed.push(command.replace('-', "_"));
            }
        }
    }
    allowed.sort();
    let mut wanted: Vec<String> = contract::COMMANDS.iter().map(|&command| command.to_owned()).collect();
    wanted.sort();
    println!("commands: looked at {}", wanted.len());
    assert_eq!(allowed, wanted);
}

#[test]
fn every_capability_is_turned_on() {
    let text = std::fs::read_to_string(root().join("src-tauri/tauri.conf.json")).unwrap();
    let conf: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut on: Vec<String> =
        serde_json::from_value(conf["app"]["security"]["capabilities"].clone()).unwrap();
    on.sort();
    let mut written = Vec::new();
    for file in files().iter().filter(|file| file.path.starts_with("src-tauri/capabilities/")) {
        let capability: serde_json::Value = serde_json::from_str(&file.text).unwrap();
        written.push(capability["identifier"].as_str().unwrap().to_owned());
    }
    written.sort();
    println!("capabilities: looked at {}", written.len());
    assert_eq!(on, written, "a capability that is not turned on lets nothing through");
}

#[test]
fn a_command_of_the_shell_is_at_most_five_lines() {
    let text = std::fs::read_to_string(root().join("src-tauri/src/commands.rs")).unwrap();
    let mut seen = 0;
    let mut offenders = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !line.contains("#[tauri::command") {
            continue;
        }
        seen += 1;
        let mut signature = String::new();
        for line in lines.by_ref() {
            signature.push_str(line.trim());
            if line.ends_with('{') {
                break;
            }
        }
        let body = lines.by_ref().take_while(|line| *line != "}" && line.trim() != "}").count();
        if body > 5 {
            offenders.push(format!("{signature} has {body} lines"));
        }
    }
    verdict("commands of the shell", seen, &offenders);
}

#[test]
fn the_content_policy_names_this_program_only() {
    let text = std::fs::read_to_string(root().join("src-tauri/tauri.conf.json")).unwrap();
    let conf: serde_json::Value = serde_json::from_str(&text).unwrap();
    let csp = match &conf["app"]["security"]["csp"] {
        serde_json::Value::String(csp) => csp.clone(),
        other => other.to_string(),
    };
    assert!(csp.contains("'none'"), "{csp}");
    for word in ["'unsafe-inline'", "'unsafe-eval'", "https:", "*"] {
        assert!(!csp.contains(word), "the content policy holds {word}: {csp}");
    }
    for place in csp.split("http://").skip(1) {
        assert!(place.starts_with("ipc.localhost"), "the content policy lets the window out: http://{place}");
    }
    assert!(conf["build"]["devUrl"].is_null(), "the window must not open an address");
}
