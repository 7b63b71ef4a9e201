//! `cargo xtask …`: everything that is done around the code, in Rust, so that it works wherever the code does. Here is
//! only what may be asked; each chore has its own file, and `setup` is what run and test do before anything else.

mod apt;
mod bench;
mod bundle;
mod cargo;
mod counts;
mod deny;
mod failures;
mod faults;
mod fuzz;
mod icons;
mod kafka;
mod manual;
mod package;
mod page;
mod painted;
mod run;
mod setup;
mod shapes;
mod shell;
mod soak;
mod stamp;
mod step;
mod test;
mod vendor;
mod wasm;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Set-up and chores of Brokerscope", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what is missing, build everything and open the window on the demo cluster
    Run(run::Options),
    /// Check and test everything, or one part with --only
    Test(test::Options),
    /// Real Kafka brokers to look at: start, end, tell
    Kafka(kafka::Options),
    /// Search, led by coverage, for bytes that break a promise of reading
    Fuzz(fuzz::Options),
    /// Real brokers that come and go under callers of every class, and the figures at the end
    Soak(soak::Options),
    /// Measure ours and other clients on the same replies, and write docs/BENCHMARKS.md
    Bench(bench::Options),
    /// Install what run and test need, and build nothing
    Setup,
    /// Build the page into frontend/dist
    Page,
    /// All files of a release for Linux, under target/release-artifacts
    Package(package::Options),
    /// Draw the icons anew from icons/brokerscope.svg
    Icons,
    /// An installer by Tauri's bundler: AppImage, macOS, Windows
    Bundle(bundle::Options),
    /// One archive of the source and of all crates, which builds where no network is
    Vendor(vendor::Options),
    /// Write the table of message shapes from Kafka's schemas
    Shapes {
        /// Only compare it with what is committed
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Run(options) => run::run(&options),
        Chore::Test(options) => test::run(&options),
        Chore::Kafka(options) => kafka::run(&options),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Soak(options) => soak::run(&options),
        Chore::Bench(options) => bench::run(&options),
        Chore::Setup => setup::all(),
        Chore::Page => setup::page().and_then(|std| page::build(&std)),
        Chore::Package(options) => package::run(&options),
        Chore::Icons => icons::make(),
        Chore::Bundle(options) => bundle::run(&options),
        Chore::Vendor(options) => vendor::run(&options),
        Chore::Shapes { check } => setup::kafka().and_then(|()| shapes::run(check)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
