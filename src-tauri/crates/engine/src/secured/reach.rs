//! The way round to brokers. What this version can't go through is an error: dialling directly instead would send a password to
//! whoever has that address in the network that this machine happens to be in.

use contract::{ApiError, Millis, Reach, Through};

use super::unfit;

pub(super) fn direct(reach: &Reach, at: Millis) -> Result<(), ApiError> {
    let way = match (&reach.through, reach.rewrites.is_empty()) {
        (Through::Nothing, true) => return Ok(()),
        (Through::Nothing, false) => "by a table of other addresses",
        (Through::Socks5 { .. }, _) => "through a SOCKS5 proxy",
        (Through::Ssh { .. }, _) => "through an SSH jump host",
        (Through::Kubectl { .. }, _) => "through a port-forward of kubectl",
    };
    let message = format!(
        "Its brokers are to be reached {way}, which this version can't do. Nothing was dialled directly instead."
    );
    Err(ApiError {
        advice: Some(
            "Forward the ports yourself and give those addresses, or take this setting out.".to_owned(),
        ),
        ..unfit(message, at)
    })
}
