//! The cases, each an async function over a [`Stage`](crate::Stage), and the one list by which both suites run them. A case
//! that is not in the list would be dead code and the compiler would say so nowhere, so the list stands here, beside the
//! modules.

pub mod brokers;
pub mod configs;
pub mod creating;
pub mod faults;
pub mod groups;
pub mod harmless;
pub mod log_dirs;
pub mod offsets;
pub mod pages;
pub mod pages_in_trouble;
pub mod panel;
pub mod topics;
pub mod untouched;
pub mod versions;

/// Makes a test of each case; `$ground` is `mock` or `real`, `$version` the release that plays.
#[macro_export]
macro_rules! every_case {
    ($ground:ident, $version:expr) => {
        $crate::tests_of! { $ground, $version, Shared;
            brokers: brokers_racks_and_cluster_id_are_those_that_run, the_controller_is_the_true_one;
            topics: partitions_have_the_replicas_that_they_were_given, a_topic_is_found_by_its_id,
                an_unknown_topic_id_says_so;
            offsets: ends_are_where_the_records_are, a_missing_partition_costs_only_itself,
                a_broker_that_does_not_lead_says_so;
            configs: an_override_shows_above_what_it_overrides, a_missing_topic_has_no_configs,
                each_broker_tells_its_own_configs;
            log_dirs: every_replica_lies_in_one_directory_of_its_broker,
                volumes_are_told_from_version_four_on, a_filter_for_an_unknown_topic_finds_nothing;
            groups: a_live_consumer_is_listed_once_with_state_and_type, a_group_with_offsets_alone_is_empty,
                an_unknown_group_is_dead_or_missing,
                a_groups_page_shows_what_was_committed_and_what_is_left,
                a_live_consumers_partitions_are_its_own_on_the_page;
            versions: each_broker_offers_what_its_release_offers;
            harmless: asking_about_a_missing_topic_creates_none, a_read_only_client_sends_no_write;
            creating: a_topic_is_created_by_the_controller, a_topic_that_exists_is_not_created_again,
                an_impossible_topic_is_refused;
            pages: every_directory_has_its_row_with_figures_and_their_source,
                a_topic_has_its_page_with_offsets_sizes_and_configs;
            panel: searching_opening_and_requesting_a_missing_topic_creates_none,
                what_could_write_is_shown_and_refused, an_answer_of_the_panel_names_each_broker;
        }
        $crate::tests_of! { $ground, $version, Alone;
            faults: readers_go_on_while_a_leader_moves, a_killed_broker_costs_its_own_part_until_it_is_back,
                a_frozen_broker_costs_its_own_part, a_write_finds_the_new_controller,
                a_group_is_found_at_its_new_coordinator;
            pages_in_trouble: a_killed_broker_is_seen_in_its_own_cells,
                a_frozen_broker_is_seen_in_its_own_cells;
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! tests_of {
    ($ground:ident, $version:expr, $need:ident; $($file:ident: $($case:ident),+;)+) => {
        $(mod $file {
            $(#[tokio::test]
            async fn $case() {
                let stage = $crate::Stage::$ground($version, $crate::stage::Need::$need).await;
                $crate::cases::$file::$case(&stage).await;
            })+
        })+
    };
}
