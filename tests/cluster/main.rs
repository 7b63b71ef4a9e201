//! The cluster crate against a mock cluster on real sockets: what it does when things move, die, lie or say nothing.
//!
//! Each test states one claim. None depends on how fast the machine is: each waits for what it claims, with a generous
//! limit that only a hang reaches.

mod connecting;
mod coordinating;
mod explaining;
mod failing;
mod leaving;
mod moving;
mod reaching;
mod refreshing;
mod spreading;
mod writing;
