//! One call of `send`: writes, dropped callers, many brokers, throttles.

mod a_call_may_be_dropped_at_any_point;
mod a_silent_controller_is_waited_out;
mod a_throttle_is_obeyed;
mod a_throttled_broker_is_gone_past;
mod an_election_is_waited_out;
mod an_old_version_carries_one_thing_at_a_time;
mod case_21_a_change_is_sent_once;
mod changes;
mod dropping;
mod fifty_brokers_of_which_three_fail;
