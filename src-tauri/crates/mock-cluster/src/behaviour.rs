//! How a whole broker behaves towards the network, apart from what its state says. Held in a watch channel, so that a
//! frozen broker's connections wake up when it thaws.

/// What a broker does with connections and requests. One that refuses connections is a
/// [stopped](crate::MockCluster::stop_broker) one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Behaviour {
    /// Answers as a broker does.
    #[default]
    Normal,
    /// Accepts and reads, and answers nothing, also on connections that were open before: a stopped process. Requests
    /// that are waiting are answered when the behaviour changes back.
    Mute,
    /// Accepts and closes at once, as a proxy without a backend does.
    Hangup,
    /// Answers every request with a plain HTTP error page and closes: a web server on this port.
    Http,
    /// Answers every request with a TLS alert record and closes: a TLS listener met in plain text.
    Tls,
}

impl Behaviour {
    /// What a listener of another protocol says to Kafka bytes.
    pub(crate) fn foreign_bytes(self) -> Option<&'static [u8]> {
        match self {
            Self::Http => Some(
                b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            ),
            // Alert record, TLS 1.2, two bytes: fatal, unexpected message.
            Self::Tls => Some(&[0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a]),
            Self::Normal | Self::Mute | Self::Hangup => None,
        }
    }
}
