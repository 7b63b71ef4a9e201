//! The same on real brokers, and what only they can show.
