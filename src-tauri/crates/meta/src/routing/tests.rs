//! The table from the other side: for each class, the full list of the numbers in it.

use wire::ApiKey;

use super::{By, Class, Coordinates, Route, Spread, route};

fn numbers(belongs: impl Fn(Route) -> bool) -> Vec<i16> {
    ApiKey::ALL.iter().filter(|api| belongs(route(**api))).map(|api| api.code()).collect()
}

fn of(class: Class) -> Vec<i16> {
    numbers(|route| route.sent && route.class == class)
}

#[test]
fn what_brokers_say_among_themselves_is_never_sent() {
    assert_eq!(
        numbers(|route| !route.sent),
        [4, 5, 6, 7, 17, 36, 52, 53, 54, 56, 58, 59, 62, 63, 67, 70, 73, 82, 83, 84, 85, 86, 87]
    );
}

#[test]
fn what_each_broker_knows_for_itself_is_asked_of_each() {
    assert_eq!(numbers(|route| route.spread == Spread::EachBroker), [16, 18, 35, 66]);
    assert_eq!(of(Class::Specific(By::Caller)), [16, 18, 34, 35, 66]);
}

#[test]
fn logs_are_asked_of_the_leader_and_split_by_it() {
    let leaders = of(Class::Specific(By::PartitionLeader));
    assert_eq!(leaders, [0, 1, 2, 21, 23, 27, 61, 78, 79]);
    assert_eq!(
        leaders,
        numbers(
            |route| route.class == Class::Specific(By::PartitionLeader) && route.spread == Spread::PerItem
        )
    );
}

#[test]
fn what_only_a_zookeeper_controller_does_goes_to_the_controller() {
    assert_eq!(of(Class::Controller), [19, 20, 37, 43, 45, 46, 51, 57]);
}

#[test]
fn groups_and_transactions_go_to_their_coordinators() {
    assert_eq!(
        of(Class::Coordinator(Coordinates::Group)),
        [8, 9, 11, 12, 13, 14, 15, 28, 42, 47, 68, 69, 76, 77, 88, 89, 90, 91, 92, 93]
    );
    assert_eq!(of(Class::Coordinator(Coordinates::Transaction)), [22, 24, 25, 26, 65]);
}

#[test]
fn requests_that_name_several_groups_or_transactions_are_split() {
    let split = |class| numbers(move |route| route.class == class && route.spread == Spread::PerItem);
    assert_eq!(split(Class::Coordinator(Coordinates::Group)), [9, 15, 42, 69, 77, 89, 90]);
    assert_eq!(split(Class::Coordinator(Coordinates::Transaction)), [65]);
    assert_eq!(split(Class::Any), [10, 32, 33, 44]);
    assert_eq!(split(Class::Specific(By::Caller)), [34]);
}

#[test]
fn the_rest_goes_to_any_broker() {
    assert_eq!(
        of(Class::Any),
        [3, 10, 29, 30, 31, 32, 33, 38, 39, 40, 41, 44, 48, 49, 50, 55, 60, 64, 71, 72, 74, 75, 80, 81, 94]
    );
}

#[test]
fn a_number_without_a_name_goes_to_any_broker() {
    assert_eq!(route(ApiKey::Unknown(4711)), Route { class: Class::Any, spread: Spread::One, sent: true });
}
