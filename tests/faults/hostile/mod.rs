//! Peers that lie, and bytes that no broker would send.
