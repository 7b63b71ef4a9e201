//! Case 32 (KAFKA-9577): the broker's highest SaslHandshake was used and not the client's own, so nobody could sign in.
//!
//! Ours negotiates each request on its own connection: the highest version that both speak, and where there is none the request
//! is refused here by name. Shown for the two requests of a sign-in and for every other request that this program has.

use std::time::Duration;

use meta::{Address, ApiKey, Cluster, Key, Metadata, Refresh, What};
use mock_cluster::{MockCluster, key};
use support::ground::{connect_as, latest, within};
use tokio::time::Instant;
use wire::{Connection, Request, Settings, message::*};

use super::ground::{PASSWORD, closed_cluster, credentials, listener, signing_in};

#[tokio::test]
async fn a_broker_that_knows_newer_sign_ins_is_signed_in_to_by_ours() {
    for (sign_in, steps) in credentials(PASSWORD).into_iter().zip([1, 2, 2]) {
        let mock = closed_cluster(listener()).await;
        for broker in 1..=3 {
            mock.state().advertise_versions(broker, key::SASL_HANDSHAKE, 0, 9).unwrap();
            mock.state().advertise_versions(broker, key::SASL_AUTHENTICATE, 0, 9).unwrap();
        }
        let (cluster, _record) = connect_as(signing_in(&mock, &sign_in)).await;
        within(cluster.send(latest("orders", 0..6), Key::None)).await.unwrap();
        let versions = |key| mock.requests(key).iter().map(|seen| seen.version).collect::<Vec<_>>();
        let handshakes = versions(key::SASL_HANDSHAKE);
        assert_eq!(handshakes, vec![1; handshakes.len()]);
        assert_eq!(versions(key::SASL_AUTHENTICATE), vec![2; handshakes.len() * steps]);
    }
}

#[tokio::test]
async fn an_older_broker_is_signed_in_to_in_its_own_version() {
    for highest in [0, 1, 2] {
        let mock = closed_cluster(listener()).await;
        for broker in 1..=3 {
            mock.state().advertise_versions(broker, key::SASL_AUTHENTICATE, 0, highest).unwrap();
        }
        let [_, scram, _] = credentials(PASSWORD);
        let (_cluster, _record) = connect_as(signing_in(&mock, &scram)).await;
        assert!(mock.requests(key::SASL_AUTHENTICATE).iter().all(|seen| seen.version == highest));
    }
}

#[tokio::test]
async fn a_broker_whose_ranges_do_not_meet_ours_gets_no_password() {
    for (api, low, high) in [
        (key::SASL_HANDSHAKE, 0, 0),
        (key::SASL_HANDSHAKE, 2, 9),
        (key::SASL_HANDSHAKE, 1, 0),
        (key::SASL_AUTHENTICATE, 3, 9),
        (key::SASL_AUTHENTICATE, 2, -1),
    ] {
        let mock = closed_cluster(listener()).await;
        for broker in 1..=3 {
            mock.state().advertise_versions(broker, api, low, high).unwrap();
        }
        let [plain, ..] = credentials(PASSWORD);
        let why = within(Cluster::connect(signing_in(&mock, &plain))).await.unwrap_err();
        assert!(matches!(why.what(), What::Authentication(_)), "{api} {low}..={high}: {why}");
        assert_eq!(mock.count(key::SASL_AUTHENTICATE), 0);
    }
}

/// The version in which the mock saw the request, when it was offered in this range.
async fn seen<R: Request>(mock: &MockCluster, request: &R, (low, high): (i16, i16)) -> Option<i16> {
    let key = R::KEY.code();
    mock.state().advertise_versions(1, key, low, high).unwrap();
    let address = Address::parse(&mock.bootstrap()).unwrap();
    let settings = Settings { read_only: false, ..Settings::default() };
    let connection = Connection::open(&address, &settings).await.unwrap();
    mock.forget_requests();
    let result = connection.call(request, Instant::now() + Duration::from_secs(30)).await;
    let seen = mock.requests(key).last().map(|seen| seen.version);
    if seen.is_none() {
        let why = result.err().unwrap();
        let theirs = Some((low, high));
        assert_eq!(*why.what(), What::Unsupported { ours: R::VERSIONS, theirs }, "{}", R::KEY);
        assert_eq!(why.api(), Some(R::KEY));
    }
    seen
}

async fn negotiates<R: Request>(request: R) -> ApiKey {
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let (low, high) = R::VERSIONS;
    let mut ranges = vec![(0, 99), (low, high), (high, high), (high, 99), (low, low), (0, low)];
    ranges.extend([(high + 1, 99), (low - 9, low - 1), (high + 2, low - 2), (99, 0)]);
    for theirs in ranges {
        let (least, most) = (low.max(theirs.0), high.min(theirs.1));
        let expected = (least <= most && theirs.0 <= theirs.1).then_some(most);
        assert_eq!(seen(&mock, &request, theirs).await, expected, "{} offered {theirs:?}", R::KEY);
    }
    R::KEY
}

macro_rules! negotiate {
    ($($request:expr),* $(,)?) => { vec![$(within(negotiates($request)).await),*] };
}

#[tokio::test]
async fn every_request_goes_out_in_the_highest_version_of_both_or_not_at_all() {
    let every_partition = elect_leaders::ElectLeaders {
        election: elect_leaders::Election::Preferred,
        topics: None,
        timeout: Duration::from_secs(1),
    };
    let tested = negotiate![
        alter_partition_reassignments::AlterPartitionReassignments {
            topics: Vec::new(),
            timeout: Duration::from_secs(1),
            allow_replication_change: true,
        },
        alter_replica_log_dirs::AlterReplicaLogDirs::default(),
        consumer_group_describe::ConsumerGroupDescribe::default(),
        create_topics::CreateTopics::default(),
        delete_groups::DeleteGroups::default(),
        delete_topics::DeleteTopics::default(),
        describe_acls::DescribeAcls::default(),
        describe_client_quotas::DescribeClientQuotas::default(),
        describe_cluster::DescribeCluster::default(),
        describe_configs::DescribeConfigs::default(),
        describe_groups::DescribeGroups::default(),
        describe_log_dirs::DescribeLogDirs::default(),
        describe_producers::DescribeProducers::default(),
        describe_quorum::DescribeQuorum,
        describe_transactions::DescribeTransactions::default(),
        describe_user_scram_credentials::DescribeUserScramCredentials::default(),
        every_partition,
        find_coordinator::FindCoordinator { kind: find_coordinator::Kind::Group, keys: vec!["g".into()] },
        incremental_alter_configs::IncrementalAlterConfigs::default(),
        list_config_resources::ListConfigResources { kinds: vec![16] },
        list_groups::ListGroups::default(),
        list_offsets::ListOffsets::default(),
        list_partition_reassignments::ListPartitionReassignments::default(),
        list_transactions::ListTransactions::default(),
        offset_fetch::OffsetFetch {
            groups: vec![offset_fetch::GroupAsked { id: "g".into(), topics: Some(Vec::new()) }],
            require_stable: false,
        },
        offset_for_leader_epoch::OffsetForLeaderEpoch::default(),
        sasl_authenticate::SaslAuthenticate::default(),
        sasl_handshake::SaslHandshake::default(),
    ];
    // Metadata is apart: a broker that doesn't offer it at all is not taken for one.
    let mock = MockCluster::builder().brokers(1).start().await.unwrap();
    let brokers = Metadata { what: Refresh::Brokers };
    let (low, high) = Metadata::VERSIONS;
    for (theirs, expected) in
        [((0, 99), Some(high)), ((0, low), Some(low)), ((0, low - 1), None), ((9, 4), None)]
    {
        assert_eq!(within(seen(&mock, &brokers, theirs)).await, expected, "Metadata offered {theirs:?}");
    }
    assert_eq!(tested.len() + 2, 30, "ApiVersions and Metadata make up the rest");
}
