//! Every api in every version that the codec and a broker of 4.4.0 share: the request passes the walk, and the answer
//! decodes to its last byte.

mod groups;
mod rest;
mod topics;

use anyhow::{Context, Result};
use kafka_protocol::messages::TopicName;
use kafka_protocol::protocol::{Request, StrBytes};
use mock_cluster::{Action, Fault, Group, GroupKind, Member, MockCluster, Release, TopicSpec, key};

use crate::client::ask;

pub(super) async fn cluster() -> std::io::Result<MockCluster> {
    let member = Member::new("m-1", "app").with_assigned("orders", [0, 1]);
    MockCluster::builder()
        .brokers(1)
        .racks(["a"])
        .topic(TopicSpec::new("orders").partitions(3).records(10))
        .group(Group::new("billing", GroupKind::Classic).with_state("Stable").with_member(member.clone()))
        .group(Group::new("audit", GroupKind::Consumer).with_state("Stable").with_member(member))
        .start()
        .await
}

/// A code that no broker answers by itself.
const NOBODYS_CODE: i16 = 30_123;

/// Whether an answer has a place for a code at all: directories got one for the whole answer with version 3, metadata
/// without topics with version 13.
fn has_a_code(key: i16, version: i16, answer: &str) -> bool {
    match key {
        key::DESCRIBE_LOG_DIRS => version >= 3,
        key::METADATA => version >= 13 || !answer.contains("topics: []"),
        _ => true,
    }
}

/// Asks in each shared version, with a request that the test shapes for the version; plainly, and once more with a code
/// forced by a fault.
pub(super) async fn in_each_version<R: Request<Response: std::fmt::Debug>>(
    build: impl Fn(i16) -> R,
) -> Result<Vec<(i16, R::Response)>> {
    let cluster = cluster().await?;
    let (min, max) = *Release::Kafka44.ranges().get(&R::KEY).context("not advertised")?;
    let (min, max) = (min.max(R::VERSIONS.min), max.min(R::VERSIONS.max));
    let mut answers = Vec::new();
    for version in min..=max {
        let answer = ask(&cluster, 1, version, &build(version)).await;
        answers.push((version, answer.with_context(|| format!("key {} v{version}", R::KEY))?));
        cluster.fault(Fault::on(R::KEY).times(1), Action::ErrorCode(NOBODYS_CODE));
        let forced = ask(&cluster, 1, version, &build(version)).await;
        let forced = forced.with_context(|| format!("key {} v{version} with a forced code", R::KEY))?;
        // The code stands somewhere in the answer, wherever this api carries its codes.
        let shown = format!("{forced:?}");
        assert!(shown.contains(&NOBODYS_CODE.to_string()) || !has_a_code(R::KEY, version, &shown), "{shown}");
    }
    assert!(!answers.is_empty());
    Ok(answers)
}

pub(super) fn text(from: &'static str) -> StrBytes {
    StrBytes::from_static_str(from)
}

pub(super) fn topic(name: &'static str) -> TopicName {
    TopicName(text(name))
}
