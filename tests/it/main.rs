//! The mock suite: the cases of both suites on mock brokers that speak as each release does, and below them what only a
//! mock can do.

mod as_4_4 {
    support::every_case!(mock, real_kafka::Version::V4_4);
}
mod as_3_9 {
    support::every_case!(mock, real_kafka::Version::V3_9);
}
mod as_2_8 {
    support::every_case!(mock, real_kafka::Version::V2_8);
}
