//! What the command line can ask for. Addresses are taken as typed, also when they can't be used: what is wrong with them
//! is said in the window, where they can be corrected.

use clap::Parser;

#[derive(Clone, Debug, Default, PartialEq, Eq, Parser)]
#[command(
    name = "brokerscope",
    version,
    about = "A window on Apache Kafka clusters that says how old every fact is"
)]
pub(crate) struct Arguments {
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

#[cfg(test)]
mod tests {
    use super::*;

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
