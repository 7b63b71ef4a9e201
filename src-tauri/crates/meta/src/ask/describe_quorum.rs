//! DescribeQuorum: forwarded to the controller by any broker; one that is just losing its office says so inside.

use wire::{
    ErrorCode,
    message::describe_quorum::{DescribeQuorum, Reply},
};

use super::{Ask, Item};

impl Ask for DescribeQuorum {
    fn codes(&self, reply: &Reply) -> Vec<(Item, ErrorCode)> {
        reply.quorum.iter().map(|quorum| (Item::Rest, quorum.code)).collect()
    }
}
