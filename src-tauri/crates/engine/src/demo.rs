//! Where the demo cluster comes from. The engine does not know what plays it: it gets addresses to connect to, and a
//! demo is from then on a cluster like any other.

use std::{future::Future, pin::Pin};

/// What starts a demo gives: addresses as a profile would hold them, or why it can't be.
pub type Starting<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + Send + 'a>>;

/// Plays a cluster on this machine.
pub trait DemoSource: Send + Sync {
    /// Starts it unless it runs, and gives its bootstrap addresses.
    fn start(&self) -> Starting<'_>;

    /// Ends it; it may be started again.
    fn stop(&self);
}
