//! What an ssh says, sorted: its words to people, and the lines that tell which forwarded port a refused connection came from.
//!
//! One ssh serves all brokers. Without the second, a broker that the jump host can't reach would be explained by whatever was said
//! last, about another one.

use std::{collections::HashMap, time::Instant};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::words::{LATELY, Words};

/// Channels that are remembered; ssh gives the lowest free number.
const CHANNELS: usize = 4096;

/// Lines of its verbose level that tell nobody why something failed.
const SMALL_TALK: [&str; 5] =
    ["OpenSSH_", "Authenticated to ", "Transferred: ", "Bytes per second: ", "debug"];

pub(crate) struct Chatter {
    pub(crate) words: Words,
    traffic: Mutex<Traffic>,
    /// Signed in, and its own ports are open.
    session: watch::Sender<bool>,
    /// A port that it was told to take is somebody else's.
    taken: watch::Sender<Option<u16>>,
}

#[derive(Default)]
struct Traffic {
    /// The port that somebody has just come to; the next line names the channel.
    coming: Option<u16>,
    channels: HashMap<u32, u16>,
    refused: HashMap<u16, (Instant, String)>,
}

impl Default for Chatter {
    fn default() -> Chatter {
        Chatter {
            words: Words::default(),
            traffic: Mutex::default(),
            session: watch::Sender::new(false),
            taken: watch::Sender::new(None),
        }
    }
}

impl Chatter {
    /// Another ssh speaks from now on.
    pub(crate) fn begin(&self) {
        self.session.send_replace(false);
        self.taken.send_replace(None);
    }

    pub(crate) fn hear(&self, line: &str) {
        let line = line.trim_end();
        if let Some(detail) = line.strip_prefix("debug1: ") {
            self.detail(detail);
        } else if let Some((channel, why)) = refusal(line) {
            let mut traffic = self.traffic.lock();
            if let Some(port) = traffic.channels.get(&channel).copied() {
                traffic.refused.insert(port, (Instant::now(), printable(why)));
            }
        } else if !SMALL_TALK.iter().any(|start| line.starts_with(start)) {
            if let Some(port) = line.strip_prefix("channel_setup_fwd_listener_tcpip: cannot listen to port: ")
            {
                self.taken.send_replace(port.parse().ok());
            }
            self.words.add(line);
        }
    }

    fn detail(&self, detail: &str) {
        if detail.starts_with("Entering interactive session") {
            self.session.send_replace(true);
        } else if let Some(rest) = detail.strip_prefix("Connection to port ") {
            let port = rest.split(' ').next().and_then(|port| port.parse().ok());
            self.traffic.lock().coming = port;
        } else if let Some((channel, rest)) = channel(detail)
            && rest.starts_with("new ")
            && rest.contains("direct-tcpip")
        {
            let mut traffic = self.traffic.lock();
            if let Some(port) = traffic.coming.take() {
                if traffic.channels.len() >= CHANNELS {
                    traffic.channels.clear();
                }
                traffic.channels.insert(channel, port);
            }
        }
    }

    /// Why the last connection through this port came to nothing, if that was lately.
    pub(crate) fn refused(&self, port: u16) -> Option<String> {
        let traffic = self.traffic.lock();
        let (_, why) = traffic.refused.get(&port).filter(|(at, _)| at.elapsed() < LATELY)?;
        Some(why.clone())
    }

    pub(crate) async fn session(&self) {
        let _ = self.session.subscribe().wait_for(|begun| *begun).await;
    }

    pub(crate) async fn taken(&self, port: u16) {
        let _ = self.taken.subscribe().wait_for(|taken| *taken == Some(port)).await;
    }
}

/// "channel 3: …"
fn channel(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.strip_prefix("channel ")?.split_once(": ")?;
    Some((number.parse().ok()?, rest))
}

fn refusal(line: &str) -> Option<(u32, &str)> {
    let (channel, rest) = channel(line)?;
    Some((channel, rest.strip_prefix("open failed: ")?))
}

/// The reason is the server's text.
fn printable(why: &str) -> String {
    why.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_connection_is_told_of_its_own_port() {
        let chatter = Chatter::default();
        // As OpenSSH 9.2 and, in brackets, 8.0 say it.
        for line in [
            "OpenSSH_9.2p1 Debian-2, OpenSSL 3.0.19",
            "debug1: Connection to port 22901 forwarding to kafka-1 port 9092 requested.",
            "debug1: channel 1: new direct-tcpip [direct-tcpip] (inactive timeout: 0)",
            "debug1: Connection to port 22902 forwarding to kafka-2 port 9092 requested.",
            "debug1: channel 2: new [direct-tcpip]",
            "channel 1: open failed: connect failed: Connection refused\r",
            "debug1: channel 1: free: direct-tcpip: listening port 22901 for kafka-1 port 9092",
            "debug1: Connection to port 22903 forwarding to kafka-3 port 9092 requested.",
            "debug1: channel 1: new direct-tcpip [direct-tcpip] (inactive timeout: 0)",
            "channel 1: open failed: administratively prohibited: open failed",
            "channel 7: open failed: of nobody",
        ] {
            chatter.hear(line);
        }
        assert_eq!(chatter.refused(22901).unwrap(), "connect failed: Connection refused");
        assert_eq!(chatter.refused(22902), None);
        assert_eq!(chatter.refused(22903).unwrap(), "administratively prohibited: open failed");
        assert_eq!(chatter.words.last(), None);
    }

    #[test]
    fn words_to_people_are_kept_apart_from_the_rest() {
        let chatter = Chatter::default();
        for line in [
            "debug1: Server host key: ssh-ed25519 SHA256:abc",
            "No ED25519 host key is known for bastion and you have requested strict checking.",
            "Host key verification failed.",
        ] {
            chatter.hear(line);
        }
        assert_eq!(
            chatter.words.last().unwrap(),
            "No ED25519 host key is known for bastion and you have requested strict checking. / Host key verification failed."
        );
    }
}
