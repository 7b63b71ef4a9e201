//! One call of `send`: writes, dropped callers, many brokers, throttles.
