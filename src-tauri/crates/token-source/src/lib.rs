//! Where tokens and keys come from: a token endpoint (KIP-768), the environment, the files of the AWS tools.
//!
//! This is the one place that speaks to somebody who is neither a broker nor the user. What it may say to whom is decided here:
//! secrets go to the address that the user named, encrypted unless it is this machine, and to nobody that this one names.
//! Everything that comes back is bounded, and every failure says which step of getting a token it was.

mod assertion;
mod aws;
mod client;
mod endpoint;
mod exchange;
mod failure;
mod reply;

pub use assertion::{Algorithm, SigningKey};
pub use aws::{AwsEnvironment, AwsProfile};
pub use client::{ClientCredentials, Plan, Proof};

#[cfg(test)]
mod tests;
