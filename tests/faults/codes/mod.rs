//! Error codes inside replies, asked of every request that can carry them.

mod case_16_coordinator_moved;
mod case_18_controller_moved;
mod case_19_old_controller_kept;
mod case_20_broken_controller_socket;
mod case_26_one_leaderless_partition;
mod case_27_former_replica;
mod case_28_leader_without_this_listener;
mod case_35_one_broker_of_all;
mod classes;
mod controllers;
mod each_request_meets_each_code;
mod java_agrees;
mod meeting;
mod own_words;
mod places;
mod replies_with_holes;
mod requests;
