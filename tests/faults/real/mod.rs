//! The same on real brokers, and what only they can show.
//!
//! Tests run in the order of their names, so that each release is started once: what needs 2.8 begins with `on_2_8`, and
//! nothing of 4.4 comes after it.

mod a_broker_that_is_another_says_so;
mod case_04_a_rolling_restart;
mod case_11_a_frozen_broker;
mod case_16_a_coordinator_killed;
mod case_18_the_controller_moves;
mod case_26_two_of_three_stopped;
mod case_27_moved_while_read;
mod case_33_renewed_under_load;
mod case_35_one_broker_down;
mod every_broker_at_other_ports;
mod every_way_to_sign_in;
mod made_again_while_watched;
mod on_2_8_a_rolling_restart;
mod on_2_8_signing_in;
mod on_2_8_the_controller_moves;
mod ours;
