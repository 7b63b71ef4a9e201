//! A mock cluster that asks for a sign-in, and credentials for it.

use std::time::Duration;

use meta::{Config, Hash, Secret, SignIn};
use mock_cluster::{MockCluster, SaslListener};
use support::ground::{config, three};

/// It would be found in any text that it leaks into.
pub const PASSWORD: &str = "hunter2-Zq9";

pub fn listener() -> SaslListener {
    SaslListener::new().user("alice", PASSWORD)
}

pub async fn closed_cluster(listener: SaslListener) -> MockCluster {
    three().sasl(listener).start().await.unwrap()
}

/// By each mechanism.
pub fn credentials(password: &str) -> [SignIn; 3] {
    let secret = || Secret::new(password);
    [
        SignIn::plain("alice", secret()),
        SignIn::scram(Hash::Sha256, "alice", secret()),
        SignIn::scram(Hash::Sha512, "alice", secret()),
    ]
}

pub fn signing_in(mock: &MockCluster, sign_in: &SignIn) -> Config {
    let config = config(&mock.bootstrap());
    Config { sign_in: Some(sign_in.clone()), setup_timeout: Duration::from_secs(20), ..config }
}
