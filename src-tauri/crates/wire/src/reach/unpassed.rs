//! Why what stands between us and a broker does not lead there, in words.
//!
//! "Can't connect" through a proxy has three meanings: nobody is the proxy, the proxy does not know us, or the proxy can't reach the
//! broker. Each is mended by somebody else.

use std::{fmt, time::Duration};

/// Why there is no way through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpassed {
    /// The proxy takes no one without a name and a password, and there are none.
    LoginWanted,
    /// It took neither "nobody" nor a name and a password.
    NoMethod,
    /// It does not know the name or the password; the words say until when it is not asked again.
    Refused(String),
    /// It knows us and could not, or would not, connect: a code of RFC 1928.
    Reply(u8),
    /// What answers is no SOCKS5 proxy.
    NotSocks(String),
    /// It ended the connection before it said anything of the broker.
    Closed(String),
    /// It took us, was asked for the broker, and ended the connection without the reply that the protocol has for that: what
    /// `ssh -D` does when the far end can't reach the address or doesn't know the name.
    HungUp(String),
    /// It did not say within this time whether it reached the broker.
    Silent(Duration),
    /// The name of the broker, or our own, can't be told to a proxy.
    CannotTell(String),
    /// No port leads there: what the forwarder says.
    NotForwarded(String),
}

impl fmt::Display for Unpassed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unpassed::LoginWanted => {
                write!(f, "the proxy wants a name and a password, and this connection has none for it")
            }
            Unpassed::NoMethod => write!(
                f,
                "the proxy wants another way to sign in than a name and a password, which is the one that there is here"
            ),
            Unpassed::Refused(why) | Unpassed::NotForwarded(why) => write!(f, "{why}"),
            Unpassed::Reply(code) => write!(f, "the proxy says that {} ({code})", reply(*code)),
            Unpassed::NotSocks(why) => write!(f, "what answers there is no SOCKS5 proxy: {why}"),
            Unpassed::Closed(why) => {
                write!(
                    f,
                    "the proxy ended the connection before it said whether it reached the broker ({why})"
                )
            }
            Unpassed::HungUp(why) => write!(
                f,
                "the proxy took us, and when it was asked for the broker it ended the connection without saying why ({why})"
            ),
            Unpassed::Silent(after) => write!(
                f,
                "the proxy took the connection and did not say within {:.1} s whether it reached the broker",
                after.as_secs_f64()
            ),
            Unpassed::CannotTell(why) => write!(f, "{why}"),
        }
    }
}

/// RFC 1928, section 6.
fn reply(code: u8) -> &'static str {
    match code {
        1 => "something went wrong there",
        2 => "its rules do not allow this connection",
        3 => "there is no way from it to that network",
        4 => "the host can't be reached, or its name is not known there",
        5 => "nobody listens at that address (connection refused)",
        6 => "the host is too far away, or did not answer in time",
        7 => "it does not know how to make connections",
        8 => "it does not know this kind of address",
        _ => "it failed, with a code that no proxy should have",
    }
}
