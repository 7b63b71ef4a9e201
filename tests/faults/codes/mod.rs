//! Error codes inside replies, asked of every request that can carry them.
