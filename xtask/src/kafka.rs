//! `cargo xtask kafka up|down|status`: real brokers that stay after the command, to connect the window or anything else to.

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use real_kafka::{Detached, Kafka, Tls, USERS, Version};

use crate::setup;

#[derive(Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Start three brokers, or tell where they are when they run
    Up {
        /// 4.4.0, 3.9.2, or 2.8.2 with ZooKeeper
        #[arg(long, default_value = "4.4.0", value_parser = version)]
        version: Version,
    },
    /// End them and remove their data
    Down {
        /// Only those of this version; all otherwise
        #[arg(long, value_parser = version)]
        version: Option<Version>,
    },
    /// What runs, and where it listens
    Status {
        /// Only those of this version
        #[arg(long, value_parser = version)]
        version: Option<Version>,
    },
}

fn version(text: &str) -> Result<Version, real_kafka::Error> {
    text.parse()
}

pub(crate) fn run(options: &Options) -> Result<()> {
    match options.what {
        What::Up { version } => up(version),
        What::Down { version } => {
            let mut ended = 0;
            for cluster in running(version) {
                println!("ending Kafka {} in {}", cluster.version, cluster.folder.display());
                cluster.stop();
                ended += 1;
            }
            println!("{ended} ended");
            Ok(())
        }
        What::Status { version } => {
            let clusters = running(version);
            if clusters.is_empty() {
                println!("no brokers run; `cargo xtask kafka up` starts three");
            }
            clusters.iter().for_each(tell);
            Ok(())
        }
    }
}

fn running(version: Option<Version>) -> Vec<Detached> {
    let wanted = |cluster: &Detached| version.is_none_or(|version| version == cluster.version);
    Detached::all().into_iter().filter(wanted).collect()
}

fn up(version: Version) -> Result<()> {
    if running(Some(version)).is_empty() {
        setup::kafka()?;
        let first = if real_kafka::is_downloaded(version) { "" } else { ", after a download of some 45 MB" };
        eprintln!("starting three brokers of Kafka {version}{first}: about 10 s");
        Kafka::builder().version(version).detached().start()?;
    } else {
        eprintln!("Kafka {version} runs already");
    }
    match running(Some(version)).first() {
        Some(cluster) => tell(cluster),
        None => bail!("the brokers of Kafka {version} ended right after they had served"),
    }
    Ok(())
}

fn tell(cluster: &Detached) {
    let Detached { version, bootstrap, sasl_bootstrap, tls_bootstrap, sasl_tls_bootstrap, folder } = cluster;
    let [(user, password), _] = USERS;
    println!("Kafka {version}: {} processes, logs and data in {}", cluster.processes(), folder.display());
    println!("  open  {bootstrap}");
    println!("  SASL  {sasl_bootstrap}  PLAIN and SCRAM, {user} / {password}");
    println!("  TLS   {tls_bootstrap}");
    println!("  both  {sasl_tls_bootstrap}");
    if let Ok(tls) = Tls::load_or_make() {
        println!("        trust {}", tls.authority.display());
    }
}
