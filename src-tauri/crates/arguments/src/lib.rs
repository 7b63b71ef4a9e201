//! What the command line can ask for, apart from what does it: both programs read it, and manual pages and completions are made of it
//! without building either. Addresses are taken as typed, also when they can't be used: what is wrong with them
//! is said in the window, where they can be corrected, or by the command that was to use them.

use std::path::PathBuf;

use clap::{
    ArgGroup, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum, ValueHint,
};

#[derive(Clone, Debug, Default, PartialEq, Eq, Parser)]
#[command(
    name = "brokerscope",
    bin_name = "brokerscope",
    version,
    about = "A window on Apache Kafka clusters that says how old every fact is",
    after_help = "Without a command it opens its window. No command needs a display, and none can change a cluster. They end with 0 when \
        everything was told, with 1 when nothing was, with 2 when they can't begin, with 3 when a part was told."
)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Open what a brokerscope:// link names, in the window that is there or in a new one
    #[arg(value_name = "LINK", value_parser = link, conflicts_with_all = ["connect", "demo"])]
    pub link: Option<String>,

    /// Open on this cluster, read-only and without keeping it
    #[arg(long, value_name = "HOST:PORT,…")]
    pub connect: Option<String>,

    /// Open on the demo cluster
    #[arg(long, conflicts_with = "connect")]
    pub demo: bool,

    /// Keep connections, secrets and all that the window writes in this folder, and nothing elsewhere; it is made where it is missing
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, global = true, help_heading = "Where things are kept")]
    pub config_dir: Option<PathBuf>,

    /// Draw without the graphics card's shared buffers: for a window that stays white (Linux, some NVIDIA drivers)
    #[arg(long)]
    pub safe_rendering: bool,

    /// The demo cluster changes only in what is asked of it: for tests that look at the window
    #[arg(long, hide = true)]
    pub demo_stands_still: bool,
}

impl Arguments {
    /// Reads the command line. `version` says which build this is, which only the programs know.
    #[must_use]
    pub fn read(version: &'static str) -> Arguments {
        let matches = Arguments::command().long_version(version).get_matches();
        Arguments::from_arg_matches(&matches).unwrap_or_else(|problem| problem.exit())
    }
}

/// Only what begins like a link is taken for one: a command that was misspelt is none. Whether it leads anywhere is said in the window.
fn link(text: &str) -> Result<String, String> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("brokerscope")) {
        Ok(text.to_owned())
    } else {
        Err("it is neither a command nor a brokerscope:// link; `brokerscope --help` lists the commands"
            .to_owned())
    }
}

// What it does instead of opening a window. No doc comment: it would be told as what the whole program is.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// The verdict on a cluster with its reasons, and what it has
    Overview(Look),
    /// Brokers: state, rack, leaders, replicas, disk
    Brokers(List),
    /// Each broker's log directories: volume, what Kafka has of it, replicas
    LogDirs(List),
    /// Topics: partitions, replication, size, retention
    Topics(List),
    /// One topic's partitions: leader, replicas, offsets
    Topic(Topic),
    /// Consumer groups of all kinds
    Groups(List),
    /// Who may do what; of one principal or one topic on demand
    Acls(Acls),
    /// Who can sign in with a SCRAM password
    ScramUsers(List),
    /// The limits of users, client ids and addresses
    Quotas(List),
    /// The quorum of controllers: leader, voters, observers, how far each is behind
    Quorum(List),
    /// Partitions that are being moved between brokers, and how far they have come
    Reassignments(List),
    /// Transactional ids: what is open, since when, and what hangs
    Transactions(List),
    /// Where a request would go and why; nothing is sent but the questions that finding out takes
    Explain(Explain),
    /// Examine the way to a cluster step by step, and say which step fails
    ///
    /// Ends with 0 when all is well, with 1 when a step fails, with 2 when it can't begin. The report names hosts, addresses and users,
    /// and no secret.
    Doctor(Doctor),
}

/// What says itself how to connect.
const ELSEWHERE: [&str; 3] = ["properties", "profile", "demo"];

/// Which cluster, and how it is reached.
///
/// No password is an argument: it stands in the properties file, comes by --password-stdin, or is in BROKERSCOPE_PASSWORD.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[group(skip)]
#[command(next_help_heading = "Which cluster")]
#[command(group(ArgGroup::new("what").required(true).args(["bootstrap", "properties", "profile", "demo"])))]
#[command(
    after_help = "Secrets are no arguments: they stand in the properties file, come by --password-stdin, or are in \
    BROKERSCOPE_PASSWORD, BROKERSCOPE_TRUST_STORE_PASSWORD, BROKERSCOPE_KEY_STORE_PASSWORD, BROKERSCOPE_KEY_PASSWORD, BROKERSCOPE_KEY_PEM, \
    BROKERSCOPE_TOKEN, BROKERSCOPE_CLIENT_SECRET, BROKERSCOPE_AWS_SECRET_KEY, BROKERSCOPE_AWS_SESSION_TOKEN, BROKERSCOPE_PROXY_PASSWORD. A connection that the window keeps brings its own, from the keychain, or from the encrypted file: that \
    opens with the pass phrase in BROKERSCOPE_PASS_PHRASE, or by --pass-phrase-stdin."
)]
pub struct Where {
    /// Addresses to start from
    #[arg(long, value_name = "HOST:PORT,…")]
    pub bootstrap: Option<String>,

    /// Another client's configuration: Java properties, librdkafka, Spring YAML, …
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub properties: Option<PathBuf>,

    /// A connection that the window keeps, by its name
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,

    /// The demo cluster, which this program plays itself
    #[arg(long)]
    pub demo: bool,

    /// The listeners have TLS
    #[arg(long, conflicts_with_all = ELSEWHERE)]
    pub tls: bool,

    /// Believe this authority, and not the system's: PEM, JKS, PKCS12
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub ca: Option<PathBuf>,

    /// Our own certificate: PEM with --key, or a store with both
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub cert: Option<PathBuf>,

    /// The private key of --cert
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "cert")]
    pub key: Option<PathBuf>,

    /// Don't hold the certificate against the name that was dialled
    #[arg(long, requires = "tls", conflicts_with_all = ELSEWHERE)]
    pub no_name_check: bool,

    /// How to sign in
    #[arg(long, requires = "user", conflicts_with_all = ELSEWHERE)]
    pub mechanism: Option<Mechanism>,

    /// Whom to sign in as
    #[arg(long, value_name = "NAME", requires = "mechanism")]
    pub user: Option<String>,

    /// Read the password from standard input
    #[arg(long)]
    pub password_stdin: bool,

    /// Read the pass phrase of the encrypted file of secrets from standard input
    #[arg(long, conflicts_with_all = ["bootstrap", "properties", "demo", "password_stdin"])]
    pub pass_phrase_stdin: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people: aligned, sizes in units, ages and reasons below
    #[default]
    Table,
    /// Each fact with its state, value, age and source
    Json,
    /// One line for each row, exact numbers; what is not known is empty, with its reason in the last column
    Csv,
}

/// A page as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Look {
    #[command(flatten)]
    pub cluster: Where,

    /// How it is printed
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub output: Output,

    /// Print what there is after so long, and say what is missing
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Output", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub timeout: u32,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct List {
    #[command(flatten)]
    pub look: Look,

    /// Only rows with this in their names
    #[arg(long, value_name = "TEXT", default_value = "", help_heading = "Output")]
    pub search: String,

    /// By this column, as the header of --output csv names it
    #[arg(long, value_name = "COLUMN", default_value = "", help_heading = "Output")]
    pub sort: String,

    /// The largest first
    #[arg(long, help_heading = "Output")]
    pub descending: bool,

    /// At most so many rows
    #[arg(long, value_name = "ROWS", help_heading = "Output", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Topic {
    /// Its name
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub name: String,

    #[command(flatten)]
    pub list: List,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Acls {
    #[command(flatten)]
    pub list: List,

    /// Those that speak of this principal: User:orders, or orders
    #[arg(long, value_name = "PRINCIPAL", default_value = "", help_heading = "Output")]
    pub principal: String,

    /// Those that cover this topic: by its name, a prefix, or *
    #[arg(long, value_name = "TOPIC", default_value = "", help_heading = "Output")]
    pub topic: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Explain {
    /// The request's name or number: ListOffsets, 2
    pub request: String,

    /// What it is asked with: topic=orders, group=billing
    #[arg(value_name = "FIELD=VALUE")]
    pub fields: Vec<String>,

    #[command(flatten)]
    pub look: Look,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Doctor {
    #[command(flatten)]
    pub cluster: Where,

    /// Wait so long for each step
    #[arg(long, help_heading = "Output", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=300), conflicts_with_all = ELSEWHERE)]
    pub timeout: Option<u32>,

    /// As JSON, in the shape that the window gets
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mechanism {
    #[value(name = "PLAIN", alias = "plain")]
    Plain,
    #[value(name = "SCRAM-SHA-256", alias = "scram-sha-256")]
    ScramSha256,
    #[value(name = "SCRAM-SHA-512", alias = "scram-sha-512")]
    ScramSha512,
}

#[cfg(test)]
mod tests;
