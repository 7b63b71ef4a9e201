//! One socket to one broker: framing, versions, bounded decode, what errors mean, and the read-only gate.

mod address;
mod api_key;
mod connection;
mod error;
mod error_code;
pub mod gate;
pub mod message;
mod probe;
mod reach;
mod reader;
mod request;
mod sasl;
pub mod shape;
mod tls;

pub use address::Address;
pub use api_key::ApiKey;
pub use connection::{
    Connection, Departure, Duplex, Exchange, Found, Meant, Offered, Resolve, Session, Settings,
    SystemResolver, stream_to,
};
pub use error::{Error, Malformed, What};
pub use error_code::ErrorCode;
pub use probe::{Passing, Place, Probe, Reached, Ready, Unnamed, Unreached};
pub use reach::{Forward, PlaceFuture, Reach, Rewrites, Rewritten, Socks5, Through, Unpassed};
pub use reader::{I32s, Reader};
pub use request::{Request, decode_reply};
pub use sasl::{
    AwsFuture, AwsKeys, AwsSource, GivenKeys, GivenToken, Hash, NO_KERBEROS, Secret, SignIn, Token,
    TokenFuture, TokenSource,
};
pub use tls::{CertificateFacts, Encryption, Identity, KeyDer, Roots, Shown, Tls, TlsPlan, Verify};
