//! What a connection was opened with, beside what the layers below know of it: what is shown of its way, and what ends with it.

use admin::{Address, Rewrites};
use contract::{ApiError, ErrorKind, Reach, Sasl};
use tokio::runtime::Handle;

use crate::forwarder::Forwarder;

/// The way to a cluster as it was set when it was opened; a profile may have been changed since.
#[derive(Debug)]
pub(crate) struct Road {
    pub(crate) bootstrap: Vec<Address>,
    pub(crate) reach: Reach,
    pub(crate) rewrites: Rewrites,
    pub(crate) sasl: Sasl,
    pub(crate) forwarder: Option<Forwarder>,
    /// The forwarder is somebody else's, and goes on.
    pub(crate) lent: bool,
}

impl Road {
    fn own(&self) -> Option<&Forwarder> {
        self.forwarder.as_ref().filter(|_| !self.lent)
    }

    /// A failure to get there, with the advice that fits: where nobody is dialled straight, the broker's own address is not what
    /// has to be looked at.
    pub(crate) fn explained(&self, error: ApiError) -> ApiError {
        let on_the_way =
            matches!(error.kind, ErrorKind::Connect | ErrorKind::Timeout | ErrorKind::Disconnected);
        if self.reach.is_direct() || !on_the_way {
            return error;
        }
        let advice = "Its brokers are reached by the settings of “Reaching brokers”; “Test” in its editor, or `brokerscope doctor`, examines that way step by step.";
        ApiError { advice: Some(advice.to_owned()), ..error }
    }

    /// Ends what was started for it, beside.
    pub(crate) fn end(&self) {
        // Without a runtime there are no children either: those are its tasks.
        if let (Some(forwarder), Ok(runtime)) = (self.own().cloned(), Handle::try_current()) {
            runtime.spawn(async move { forwarder.end().await });
        }
    }

    /// Ends what was started for it, and waits until it is gone.
    pub(crate) async fn ended(&self) {
        if let Some(forwarder) = self.own() {
            forwarder.end().await;
        }
    }
}

impl Drop for Road {
    fn drop(&mut self) {
        self.end();
    }
}
