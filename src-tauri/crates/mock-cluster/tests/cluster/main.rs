//! The mock cluster seen from a socket, with the codec's client side as the judge: every api in every version, the codes
//! that a real broker answers, the hook to misbehave, and what garbage does.

mod answers;
mod brokers;
mod changes;
mod client;
mod configs;
mod controllers;
mod demo;
mod faults;
mod garbage;
mod groups;
mod log_dirs;
mod versions;
