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
    // ssh ends some of its sentences itself.
    let said = if advice.is_empty() { said.as_str() } else { said.trim_end_matches('.') };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_ssh_ends_once() {
        let said = Some("Host key verification failed.".to_owned());
        let told = ended("bastion", "ended with 255", said);
        assert!(
            told.starts_with("ssh bastion ended with 255: Host key verification failed. Run `ssh bastion`"),
            "{told}"
        );
        assert_eq!(
            ended("bastion", "ended with 1", Some("Bye.".to_owned())),
            "ssh bastion ended with 1: Bye."
        );
    }
}
