//! `cargo xtask soak --minutes N --seed S`: real brokers that come and go under callers of every class, for as long as one
//! likes; the figures at the end. It is the soak of the test run with other numbers, so that the two can't drift apart.

use anyhow::Result;
use clap::Args;

use crate::{cargo, setup, step};

#[derive(Args)]
pub(crate) struct Options {
    /// How long the brokers are given trouble; two minutes hold the most common kinds, ten hold all
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Decides the order of the trouble and who asks what
    #[arg(long, default_value_t = 4)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    setup::shell()?;
    setup::kafka()?;
    let mut command = cargo::command();
    command.args(["test", "--workspace", "--test", "soak", "--", "--nocapture"]);
    command.env("BROKERSCOPE_SOAK_MINUTES", options.minutes.to_string());
    command.env("BROKERSCOPE_SOAK_SEED", options.seed.to_string());
    step::run(&mut command)
}
