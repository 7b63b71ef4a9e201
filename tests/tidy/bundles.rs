//! What is made on other machines, checked on this one: the bundler's configuration for each system merges and is understood by the bundler's own types,
//! and name, version, scheme and both programs are the same in all of them. Without this the first to know of a slip is whoever cuts a
//! release, on a machine that costs by the minute.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;
use tauri_utils::{
    config::{BundleTarget, Config, NSISInstallerMode, WebviewInstallMode, parse::read_from},
    platform::Target,
};

use crate::tree::{root, verdict};

const SCHEME: &str = "brokerscope";
const SYSTEMS: [Target; 3] = [Target::Linux, Target::MacOS, Target::Windows];

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn version() -> String {
    let manifest = read("Cargo.toml");
    let (_, package) = manifest.split_once("[workspace.package]").unwrap();
    let line = package.lines().find_map(|line| line.strip_prefix("version = ")).unwrap();
    line.trim_matches('"').to_owned()
}

/// As the bundler has it on that system, both programs included.
fn merged(system: Target) -> (Value, Config) {
    let (mut value, files) = read_from(system, &root().join("src-tauri")).unwrap();
    assert_eq!(files.len(), 2, "{system} has a file of its own");
    let programs: Value = serde_json::from_str(&read("packaging/bundle/both-programs.json")).unwrap();
    value["bundle"]["externalBin"] = programs["bundle"]["externalBin"].clone();
    let config = serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{system}: {error}"));
    (value, config)
}

#[test]
fn each_system_has_a_configuration_that_the_bundler_understands() {
    for system in SYSTEMS {
        let (_, config) = merged(system);
        let wanted = match system {
            Target::Linux => vec!["appimage"],
            Target::MacOS => vec!["app", "dmg"],
            _ => vec!["msi", "nsis"],
        };
        let BundleTarget::List(targets) = &config.bundle.targets else {
            panic!("{system}: targets are not a list")
        };
        assert_eq!(targets.iter().map(ToString::to_string).collect::<Vec<_>>(), wanted, "{system}");
        assert_eq!(config.identifier, "io.github.brokerscope");
        // From Cargo.toml, which is the one place.
        assert_eq!(config.version, None, "{system}");
        assert_eq!(config.bundle.license.as_deref(), Some("Apache-2.0"));
        assert!(!matches!(config.bundle.create_updater_artifacts, tauri_utils::config::Updater::Bool(true)));
        assert_eq!(
            config.bundle.external_bin,
            Some(vec!["../packaging/bundle/programs/brokerscope".to_owned()])
        );
        assert_eq!(
            config.plugins.0["deep-link"]["desktop"]["schemes"],
            serde_json::json!([SCHEME]),
            "{system}"
        );
    }
}

/// Every path in a configuration, as it is written there: from `src-tauri`.
fn paths(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if text.starts_with("../") => {
            into.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| paths(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| paths(field, into)),
        _ => {}
    }
}

#[test]
fn every_file_that_a_bundle_is_made_of_is_there() {
    let mut named = BTreeSet::new();
    for system in SYSTEMS {
        paths(&merged(system).0["bundle"], &mut named);
    }
    // Laid there by `cargo xtask bundle`.
    named.remove("../packaging/bundle/programs/brokerscope");
    let missing: Vec<_> =
        named.iter().filter(|path| !root().join("src-tauri").join(path).is_file()).cloned().collect();
    verdict("files of bundles", named.len(), &missing);
}

#[test]
fn windows_needs_no_network_to_install_and_none_to_start() {
    let windows = merged(Target::Windows).1.bundle.windows;
    assert!(matches!(windows.webview_install_mode, WebviewInstallMode::OfflineInstaller { .. }));
    // With a least version the installer would call the web view's updater, which asks the network.
    assert_eq!(windows.minimum_webview2_version, None);
    let nsis = windows.nsis.unwrap();
    assert!(matches!(nsis.install_mode, NSISInstallerMode::CurrentUser), "the .msi is the one for all users");
    // Another code, and an upgrade would install a second program beside the first.
    assert_eq!(
        windows.wix.unwrap().upgrade_code.unwrap().to_string(),
        "1e4b88cb-24b6-54b1-9439-4374bfe9d1f9"
    );
}

#[test]
fn macos_is_hardened_without_an_exception_and_owns_the_scheme() {
    let macos = merged(Target::MacOS).1.bundle.macos;
    assert!(macos.hardened_runtime);
    assert_eq!(macos.minimum_system_version.as_deref(), Some("13.0"));
    let entitlements = read("packaging/macos/entitlements.plist");
    assert!(
        entitlements.contains("<dict/>") && !entitlements.contains("<key>"),
        "an exception needs a reason here"
    );
    let info = read("packaging/macos/Info.plist");
    let (_, types) = info.split_once("CFBundleURLSchemes").unwrap();
    assert!(types.contains(&format!("<string>{SCHEME}</string>")));
}

#[test]
fn linux_hands_a_link_to_the_program_in_every_package() {
    for file in ["packaging/io.github.brokerscope.desktop", "packaging/bundle/appimage.desktop"] {
        let entry = read(file);
        let exec = entry.lines().find(|line| line.starts_with("Exec=")).unwrap();
        assert!(exec.ends_with(" %u"), "{file}: {exec}: the link would not be passed on");
    }
    assert!(read("packaging/io.github.brokerscope.desktop").contains(&format!("x-scheme-handler/{SCHEME}")));
}

#[test]
fn the_flatpak_is_of_this_version_and_may_do_what_it_must_and_no_more() {
    let manifest = read("packaging/flatpak/io.github.brokerscope.yml");
    assert!(manifest.contains("\napp-id: io.github.brokerscope\n"));
    assert!(manifest.contains(&format!("/brokerscope-{}-source-vendored.tar.zst\n", version())));
    let rights: Vec<_> = manifest.lines().filter_map(|line| line.strip_prefix("  - --")).collect();
    let wanted = [
        "share=network",
        "socket=wayland",
        "socket=fallback-x11",
        "share=ipc",
        "device=dri",
        "talk-name=org.freedesktop.secrets",
    ];
    assert_eq!(rights, wanted);
    let installed = manifest.lines().filter_map(|line| line.trim().strip_prefix("- install "));
    let missing: Vec<_> = installed
        .filter_map(|line| line.split(' ').nth(1))
        .filter(|file| !file.starts_with("target/") && !root().join(file).is_file())
        .map(str::to_owned)
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn this_version_is_in_the_changes_and_in_the_software_centres_list() {
    let version = version();
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}")), "CHANGELOG.md has no {version}");
    let listed = read("packaging/io.github.brokerscope.metainfo.xml");
    assert!(
        listed.contains(&format!("<release version=\"{version}\"")),
        "the AppStream metadata have no {version}"
    );
}

fn workflows() -> Vec<(String, String)> {
    let folder = root().join(".github/workflows");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text = |path: &Path| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
    };
    files.iter().map(|path| text(path)).collect()
}

#[test]
fn workflows_and_the_flatpak_manifest_are_yaml() {
    let mut texts = workflows();
    texts.push(("flatpak".to_owned(), read("packaging/flatpak/io.github.brokerscope.yml")));
    let broken: Vec<_> = texts
        .iter()
        .filter_map(|(name, text)| {
            let error = saphyr_parser::Parser::new_from_str(text).find_map(Result::err)?;
            Some(format!("{name}: {error}"))
        })
        .collect();
    verdict("YAML files", texts.len(), &broken);
}

#[test]
fn workflows_start_with_reading_alone_and_pin_every_action() {
    let mut seen = 0;
    let mut offenders = Vec::new();
    for (name, text) in workflows() {
        assert!(text.contains("\npermissions:\n  contents: read\n"), "{name} starts with more than reading");
        for line in text.lines() {
            let Some(action) = line.trim().trim_start_matches("- ").strip_prefix("uses: ") else { continue };
            seen += 1;
            let own = action.starts_with("./");
            let pinned = action
                .split_once('@')
                .is_some_and(|(_, version)| version.starts_with('v') || version.len() == 40);
            if !own && !pinned {
                offenders.push(format!("{name}: {action}"));
            }
        }
    }
    verdict("actions", seen, &offenders);
}

#[test]
fn each_command_of_the_workflows_is_one_that_xtask_has() {
    let chores = read("xtask/src/main.rs");
    let mut seen = 0;
    let mut offenders = Vec::new();
    for (name, text) in workflows() {
        for rest in text.split("cargo xtask ").skip(1) {
            let chore: String = rest.chars().take_while(|c| c.is_ascii_lowercase()).collect();
            seen += 1;
            let variant = chore[..1].to_uppercase() + &chore[1..];
            if !chores.contains(&format!("    {variant}(")) && !chores.contains(&format!("    {variant},")) {
                offenders.push(format!("{name}: cargo xtask {chore}"));
            }
        }
    }
    verdict("chores in workflows", seen, &offenders);
}
