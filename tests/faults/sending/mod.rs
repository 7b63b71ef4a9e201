//! One call of `send`: writes, dropped callers, many brokers, throttles.

mod case_21_a_change_is_sent_once;
mod changes;
