//! Through a SOCKS5 proxy: it is told the broker's name as it is and looks it up itself, since a name that only its network knows is
//! why people have one.
//!
//! A name and a password that it refuses are left alone like those of a broker: a directory stands behind many proxies, and it
//! locks accounts.

use std::{io, sync::Arc};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    time::{Instant, timeout_at},
};
use tokio_socks::{Error as Told, tcp::Socks5Stream};

use super::{Unpassed, heard::Heard};
use crate::{Address, Secret, probe, sasl::Standing};

/// RFC 1928 and 1929 have one byte for the length of each of these.
const LONGEST: usize = 255;

/// A SOCKS5 proxy (RFC 1928).
#[derive(Clone)]
pub struct Socks5 {
    pub proxy: Address,
    /// Name and password (RFC 1929).
    pub login: Option<(String, Secret)>,
    standing: Arc<Standing>,
}

impl Socks5 {
    #[must_use]
    pub fn new(proxy: Address, login: Option<(String, Secret)>) -> Socks5 {
        Socks5 { proxy, login, standing: Arc::default() }
    }

    /// The same, of which nothing is known yet.
    #[must_use]
    pub fn afresh(&self) -> Socks5 {
        Socks5::new(self.proxy.clone(), self.login.clone())
    }

    /// Why the proxy is not asked now: it refused the name and the password a moment ago.
    pub(crate) fn left_alone(&self) -> Result<(), Unpassed> {
        match &self.login {
            Some(_) => self.standing.left_alone(&self.proxy.to_string()).map_err(Unpassed::Refused),
            None => Ok(()),
        }
    }

    /// Has the proxy at the other end of this stream connect to that address, by the deadline.
    pub(crate) async fn pass<S>(&self, mut stream: S, to: &Address, deadline: Instant) -> Result<S, Unpassed>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let began = Instant::now();
        if LONGEST < to.host.len() {
            return Err(Unpassed::CannotTell(
                "the broker's name is longer than a proxy can be told".to_owned(),
            ));
        }
        let proxy = self.proxy.to_string();
        let _turn = match &self.login {
            Some(_) => Some(self.standing.turn(&proxy, deadline).await.map_err(Unpassed::Refused)?),
            None => None,
        };
        let mut heard = Vec::new();
        let asked = timeout_at(deadline, self.ask(&mut stream, &mut heard, to)).await;
        let told = match asked {
            Ok(told) => told,
            Err(_) => return Err(Unpassed::Silent(began.elapsed())),
        };
        // Also where the proxy asks nobody: then each could wait for the one before it for ever.
        if self.login.is_some() && took_us(&heard) {
            self.standing.taken(&proxy);
        }
        match told {
            Ok(()) => Ok(stream),
            Err(why) => {
                // A stranger says more than fits into the first two bytes.
                let more = async {
                    let mut rest = [0; 64];
                    let read = stream.read(&mut rest).await.unwrap_or_default();
                    heard.extend_from_slice(rest.get(..read).unwrap_or_default());
                };
                if matches!(why, Told::InvalidResponseVersion) {
                    let _ = timeout_at(deadline.min(Instant::now() + probe::LISTENING), more).await;
                }
                Err(self.told(&why, &heard, &proxy))
            }
        }
    }

    async fn ask<S>(&self, stream: &mut S, heard: &mut Vec<u8>, to: &Address) -> Result<(), Told>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let (stream, target) = (Heard { io: stream, bytes: heard }, (to.host.as_str(), to.port));
        match &self.login {
            None => Socks5Stream::connect_with_socket(stream, target).await?,
            Some((user, password)) => {
                let asked =
                    Socks5Stream::connect_with_password_and_socket(stream, target, user, password.text());
                asked.await?
            }
        };
        Ok(())
    }

    /// What a failure means, with what had come until then.
    fn told(&self, why: &Told, heard: &[u8], proxy: &str) -> Unpassed {
        let method = heard.get(1).copied().unwrap_or_default();
        // After the method comes the verdict on the password, where that was the method; then the reply.
        let reply = heard.get(if method == 2 { 5 } else { 3 }).copied();
        match why {
            Told::PasswordAuthFailure(code) => {
                let user = self.login.as_ref().map(|(user, _)| user.as_str()).unwrap_or_default();
                let why = format!("the proxy at {proxy} refused the name “{user}” or its password ({code})");
                self.standing.refused(proxy, &why);
                Unpassed::Refused(why)
            }
            Told::AuthorizationRequired => Unpassed::LoginWanted,
            Told::NoAcceptableAuthMethods if self.login.is_none() => Unpassed::LoginWanted,
            Told::NoAcceptableAuthMethods => Unpassed::NoMethod,
            Told::GeneralSocksServerFailure
            | Told::ConnectionNotAllowedByRuleset
            | Told::NetworkUnreachable
            | Told::HostUnreachable
            | Told::ConnectionRefused
            | Told::TtlExpired
            | Told::CommandNotSupported
            | Told::AddressTypeNotSupported => Unpassed::Reply(reply.unwrap_or(1)),
            Told::UnknownAuthMethod => match reply {
                Some(code) => Unpassed::Reply(code),
                None => Unpassed::NotSocks(format!("it chose the method {method}, which nobody offered")),
            },
            Told::Io(why) => {
                let why = match why.kind() {
                    io::ErrorKind::UnexpectedEof => "closed".to_owned(),
                    _ => why.to_string(),
                };
                if took_us(heard) { Unpassed::HungUp(why) } else { Unpassed::Closed(why) }
            }
            Told::InvalidAuthValues(_) => Unpassed::CannotTell(format!(
                "the name and the password for the proxy have to be 1 to {LONGEST} bytes long each"
            )),
            Told::InvalidResponseVersion
            | Told::InvalidReservedByte
            | Told::UnknownAddressType
            | Told::InvalidTargetAddress(_)
            | Told::UnknownError
            | Told::ParseError(_)
            | Told::ProxyServerUnreachable
            | Told::IdentdAuthFailure
            | Told::InvalidUserIdAuthFailure => Unpassed::NotSocks(match probe::named(heard) {
                Some(who) if heard.starts_with(b"HTTP/") => {
                    format!("{who}; an HTTP proxy can't be gone through")
                }
                Some(who) => who,
                None => "its answer is none of that protocol".to_owned(),
            }),
        }
    }
}

/// It asked for no sign-in, or took the one it got.
fn took_us(heard: &[u8]) -> bool {
    heard.starts_with(&[5, 0]) || heard.starts_with(&[5, 2, 1, 0])
}

impl std::fmt::Debug for Socks5 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let user = self.login.as_ref().map(|(user, _)| user);
        f.debug_struct("Socks5").field("proxy", &self.proxy).field("user", &user).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
