//! Sentences about an ssh that didn't come up, ended, or could not reach a broker; ssh's own words are in each.

use wire::Address;

/// What only a person at a terminal can answer.
const QUESTIONS: [&str; 6] = [
    "Host key verification failed",
    "Permission denied",
    "passphrase",
    "Too many authentication failures",
    "has changed",
    "authenticity of host",
];

/// `what` became of it, as "ended with 255", and what it said.
pub(crate) fn ended(host: &str, what: &str, said: Option<String>) -> String {
    let Some(said) = said else { return format!("ssh {host} {what} and said nothing") };
    let advice = if QUESTIONS.iter().any(|question| said.contains(question)) {
        format!(
            ". Run `ssh {host}` once in a terminal, since nobody can answer its questions here; a key with a pass phrase has to be \
             in the agent (`ssh-add`)"
        )
    } else {
        String::new()
    };
    format!("ssh {host} {what}: {said}{advice}")
}

/// The jump host was asked for a connection and could not, or would not, make it.
pub(crate) fn refused(host: &str, to: &Address, said: &str) -> String {
    let advice = if said.contains("administratively prohibited") {
        "; its sshd doesn't allow it (AllowTcpForwarding, PermitOpen)"
    } else {
        ""
    };
    format!("{host} could not connect to {to}: {said}{advice}")
}
