//! Real handshakes with a server that the test sets up: each certificate that can be wrong, each way of saying no, and peers
//! that speak no TLS at all.

mod authority;
mod certificates;
mod clients;
mod connections;
mod hostile;
mod plans;
mod server;
