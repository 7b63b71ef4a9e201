//! The same cases on real brokers of three releases. Tests run in the order of their names, so that each release is
//! started once and ended before the next.

mod doctor;
#[cfg(unix)]
mod forward;
mod lasting;
mod oauth;
mod reach;
mod security;
mod tls;
mod tools;
mod untouched;

mod kafka_2_8_2 {
    support::every_case!(real, real_kafka::Version::V2_8);
    crate::tools::with_the_tool!(real_kafka::Version::V2_8);
}
mod kafka_3_9_2 {
    support::every_case!(real, real_kafka::Version::V3_9);
    crate::tools::with_the_tool!(real_kafka::Version::V3_9);
}
mod kafka_4_4_0 {
    support::every_case!(real, real_kafka::Version::V4_4);
    crate::tools::with_the_tool!(real_kafka::Version::V4_4);
}
