//! What the command line can ask for. Addresses are taken as typed, also when they can't be used: what is wrong with them
//! is said in the window, where they can be corrected.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};

#[derive(Clone, Debug, Default, PartialEq, Eq, Parser)]
#[command(
    name = "brokerscope",
    version,
    about = "A window on Apache Kafka clusters that says how old every fact is"
)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Open on this cluster, read-only and without keeping it
    #[arg(long, value_name = "HOST:PORT,…")]
    pub(crate) connect: Option<String>,

    /// Open on the demo cluster
    #[arg(long, conflicts_with = "connect")]
    pub(crate) demo: bool,

    /// Draw without the graphics card's shared buffers: for a window that stays white (Linux, some NVIDIA drivers)
    #[arg(long)]
    pub(crate) safe_rendering: bool,

    /// The demo cluster changes only in what is asked of it: for tests that look at the window
    #[arg(long, hide = true)]
    pub(crate) demo_stands_still: bool,
}

/// What says itself how to connect.
const ELSEWHERE: [&str; 2] = ["properties", "profile"];

/// What it does instead of opening a window.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Command {
    /// Examine the way to a cluster step by step, and say which step fails. Needs no display.
    ///
    /// Ends with 0 when all is well, with 1 when a step fails, with 2 when it can't begin. No password is an argument: it stands in
    /// the properties file, comes by --password-stdin, or is in BROKERSCOPE_PASSWORD (others: BROKERSCOPE_TRUST_STORE_PASSWORD,
    /// BROKERSCOPE_KEY_STORE_PASSWORD, BROKERSCOPE_KEY_PASSWORD, BROKERSCOPE_TOKEN, BROKERSCOPE_CLIENT_SECRET). The report names
    /// hosts, addresses and users, and no secret.
    Doctor(Doctor),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[group(skip)]
#[command(group(ArgGroup::new("what").required(true).args(["bootstrap", "properties", "profile"])))]
pub(crate) struct Doctor {
    /// Addresses to start from
    #[arg(long, value_name = "HOST:PORT,…")]
    pub(crate) bootstrap: Option<String>,

    /// Another client's configuration: Java properties, librdkafka, Spring YAML, …
    #[arg(long, value_name = "FILE")]
    pub(crate) properties: Option<PathBuf>,

    /// A connection that the window keeps, by its name
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,

    /// The listeners have TLS
    #[arg(long, conflicts_with_all = ELSEWHERE)]
    pub(crate) tls: bool,

    /// Believe this authority, and not the system's: PEM, JKS, PKCS12
    #[arg(long, value_name = "FILE", requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub(crate) ca: Option<PathBuf>,

    /// Our own certificate: PEM with --key, or a store with both
    #[arg(long, value_name = "FILE", requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub(crate) cert: Option<PathBuf>,

    /// The private key of --cert
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub(crate) key: Option<PathBuf>,

    /// Don't hold the certificate against the name that was dialled
    #[arg(long, requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub(crate) no_name_check: bool,

    /// How to sign in
    #[arg(long, requires = "user", conflicts_with_all = ELSEWHERE)]
    pub(crate) mechanism: Option<Mechanism>,

    /// Whom to sign in as
    #[arg(long, value_name = "NAME", requires = "mechanism")]
    pub(crate) user: Option<String>,

    /// Read the password from standard input
    #[arg(long)]
    pub(crate) password_stdin: bool,

    /// Wait so long for each step
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=300), conflicts_with_all = ELSEWHERE)]
    pub(crate) timeout: Option<u32>,

    /// As JSON, in the shape that the window gets
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mechanism {
    #[value(name = "PLAIN", alias = "plain")]
    Plain,
    #[value(name = "SCRAM-SHA-256", alias = "scram-sha-256")]
    ScramSha256,
    #[value(name = "SCRAM-SHA-512", alias = "scram-sha-512")]
    ScramSha512,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doctor_is_told_what_to_examine_and_no_password() {
        let parse = |words: &[&str]| Arguments::try_parse_from([&["brokerscope", "doctor"], words].concat());
        for good in [
            &["--bootstrap", "a:1"][..],
            &["--bootstrap", "a:1", "--tls", "--ca", "x.pem"],
            &["--bootstrap", "a:1", "--mechanism", "PLAIN", "--user", "me", "--password-stdin"],
            &["--properties", "client.properties", "--json"],
            &["--profile", "staging"],
        ] {
            assert!(parse(good).is_ok(), "{good:?}");
        }
        for bad in [
            &[][..],
            &["--bootstrap", "a:1", "--profile", "staging"],
            &["--bootstrap", "a:1", "--ca", "x.pem"],
            &["--bootstrap", "a:1", "--user", "me"],
            &["--bootstrap", "a:1", "--password", "secret"],
            &["--profile", "staging", "--tls"],
            &["--properties", "x", "--tls", "--ca", "x.pem"],
        ] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn addresses_are_kept_as_typed() {
        let arguments = Arguments::parse_from(["brokerscope", "--connect", " a:9092,, [::1 "]);
        assert_eq!(arguments.connect.as_deref(), Some(" a:9092,, [::1 "));
    }

    #[test]
    fn an_unknown_argument_is_refused() {
        assert!(Arguments::try_parse_from(["brokerscope", "--conect", "a:9092"]).is_err());
    }
}
