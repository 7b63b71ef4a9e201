//! Brokers that move, freeze, vanish and come back, and names that lead elsewhere: found again, bounded, without a storm.

mod a_broker_id_elsewhere;
mod a_dial_that_hangs_is_given_up_when_the_broker_moved;
mod a_listing_that_nothing_comes_of_is_asked_of_another;
mod a_slow_machine_opens_no_more_sockets;
mod all_brokers_gone_and_back;
mod another_cluster_answers;
mod case_01_all_brokers_move;
mod case_02_bootstrap_is_kept;
mod case_03_one_slow_node;
mod case_04_a_reply_without_brokers;
mod case_07_each_address_of_a_name;
mod case_08_looked_up_at_each_connect;
mod case_09_a_name_that_is_unknown;
mod case_10_a_dead_first_address;
mod case_11_a_frozen_broker;
mod case_12_one_dead_broker_one_refresh;
mod case_14_a_least_interval;
mod case_15_no_lock_step;
mod case_29_both_families;
mod case_39_brokers_first;
mod scene;
mod start_over_is_said;
mod starting_over_is_told_when_it_is_so;
