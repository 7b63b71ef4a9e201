//! The shapes that cross between the window and the core, and nothing else.
//!
//! Both ends compile this crate, so a field that one side forgets is a compile error on the other. It knows serde only:
//! it builds for wasm32, and no Kafka or window library can leak through it. Start reading at `call` (what the window may
//! ask) and `fact` (how a figure says whether it is known, old, still asked for, or missing and why).

mod about;
mod acl;
mod api_error;
mod broker;
mod call;
mod client;
mod configs;
mod doctor;
mod fact;
mod group;
mod import;
mod int64;
mod journal;
mod link;
mod log_dir;
mod overview;
mod palette;
mod place;
mod profile;
mod quorum;
mod reassignment;
mod request;
mod secret;
mod security;
mod start;
mod table;
mod tagged;
mod topic;
mod transaction;
mod updates;
mod versions;
mod watch;
mod way;

pub use about::*;
pub use acl::*;
pub use api_error::*;
pub use broker::*;
pub use call::*;
pub use client::*;
pub use configs::*;
pub use doctor::*;
pub use fact::*;
pub use group::*;
pub use import::*;
pub use int64::*;
pub use journal::*;
pub use link::*;
pub use log_dir::*;
pub use overview::*;
pub use palette::*;
pub use place::*;
pub use profile::*;
pub use quorum::*;
pub use reassignment::*;
pub use request::*;
pub use secret::*;
pub use security::*;
pub use start::*;
pub use table::*;
pub use topic::*;
pub use transaction::*;
pub use updates::*;
pub use versions::*;
pub use watch::*;
pub use way::*;

#[cfg(test)]
mod tests {
    use super::{Fact, Int64};

    #[test]
    fn the_largest_offset_crosses_as_text() {
        let json = serde_json::to_string(&Int64(i64::MAX)).unwrap();
        assert_eq!(json, "\"9223372036854775807\"");
        assert_eq!(serde_json::from_str::<Int64>(&json).unwrap(), Int64(i64::MAX));
    }

    #[test]
    fn a_number_is_refused_where_text_is_meant() {
        assert!(serde_json::from_str::<Int64>("12").is_err());
        assert!(serde_json::from_str::<Int64>("\"1e3\"").is_err());
    }

    #[test]
    fn zero_and_missing_do_not_look_alike() {
        let zero = serde_json::to_string(&Fact::Known { v: 0_u32, s: 0 }).unwrap();
        let missing = serde_json::to_string(&Fact::<u32>::Missing { why: 0 }).unwrap();
        assert_ne!(zero, missing);
        assert_eq!(serde_json::from_str::<Fact<u32>>(&missing).unwrap().value(), None);
    }
}
