//! Signing in over SASL: what it costs requests that are under way.
