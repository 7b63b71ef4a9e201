//! Placeholder; the wire helper replaces it whole.

/// A broker's address as the user or the cluster gives it: host (name, IPv4, or IPv6 without brackets) and port.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address { pub host: String, pub port: u16 }
impl Address {
    /// Parses "host:port", "[::1]:9092"; a missing port is 9092.
    pub fn parse(_text: &str) -> Result<Address, crate::Error> { Err(crate::Error::new(crate::What::BadInput(String::new()))) }
    /// Parses a list separated by commas and white space; an empty list is an error.
    pub fn parse_list(_text: &str) -> Result<Vec<Address>, crate::Error> { Err(crate::Error::new(crate::What::BadInput(String::new()))) }
}
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}:{}", self.host, self.port) }
}
