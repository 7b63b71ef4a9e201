//! What is taken and what is refused; above all, no password.

use clap::CommandFactory as _;

use super::*;

fn parsed(words: &[&str]) -> Result<Arguments, clap::Error> {
    Arguments::try_parse_from([&["brokerscope"], words].concat())
}

#[test]
fn the_arguments_hang_together() {
    Arguments::command().debug_assert();
}

#[test]
fn each_command_is_told_which_cluster_and_no_password() {
    let commands: [&[&str]; 11] = [
        &["doctor"],
        &["overview"],
        &["brokers"],
        &["log-dirs"],
        &["topics"],
        &["topic", "orders"],
        &["groups"],
        &["quorum"],
        &["reassignments"],
        &["transactions"],
        &["explain", "ListOffsets", "topic=orders"],
    ];
    for command in commands {
        for good in [
            &["--bootstrap", "a:1"][..],
            &["--bootstrap", "a:1", "--tls", "--ca", "x.pem"],
            &["--bootstrap", "a:1", "--mechanism", "PLAIN", "--user", "me", "--password-stdin"],
            &["--properties", "client.properties"],
            &["--profile", "staging"],
            &["--profile", "staging", "--pass-phrase-stdin"],
            &["--demo"],
        ] {
            assert!(parsed(&[command, good].concat()).is_ok(), "{command:?} {good:?}");
        }
        for bad in [
            &[][..],
            &["--bootstrap", "a:1", "--profile", "staging"],
            &["--bootstrap", "a:1", "--ca", "x.pem"],
            &["--bootstrap", "a:1", "--user", "me"],
            &["--bootstrap", "a:1", "--password", "secret"],
            &["--profile", "staging", "--tls"],
            &["--profile", "staging", "--pass-phrase-stdin", "--password-stdin"],
            &["--bootstrap", "a:1", "--pass-phrase-stdin"],
            &["--properties", "x", "--tls", "--ca", "x.pem"],
            &["--demo", "--bootstrap", "a:1"],
        ] {
            assert!(parsed(&[command, bad].concat()).is_err(), "{command:?} {bad:?}");
        }
    }
}

#[test]
fn addresses_are_kept_as_typed() {
    let arguments = Arguments::parse_from(["brokerscope", "--connect", " a:9092,, [::1 "]);
    assert_eq!(arguments.connect.as_deref(), Some(" a:9092,, [::1 "));
}

#[test]
fn an_unknown_argument_is_refused() {
    assert!(parsed(&["--conect", "a:9092"]).is_err());
    assert!(parsed(&["brokers", "--demo", "--output", "xml"]).is_err());
    assert!(parsed(&["brokers", "--demo", "--limit", "0"]).is_err());
}

#[test]
fn the_program_is_told_before_its_commands() {
    let help = Arguments::command().render_long_help().to_string();
    assert!(help.starts_with("A window on Apache Kafka clusters"), "{help}");
}

#[test]
fn the_folder_is_taken_by_the_window_and_by_each_command() {
    for words in [
        &["--config-dir", "x", "--demo"][..],
        &["overview", "--demo", "--config-dir", "x"],
        &["explain", "--config-dir", "x", "ListOffsets", "--demo"],
    ] {
        assert_eq!(parsed(words).unwrap().config_dir.as_deref(), Some("x".as_ref()), "{words:?}");
    }
    assert!(parsed(&["--connect", "a:1", "overview", "--demo"]).is_err());
}
