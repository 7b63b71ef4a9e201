//! A broker that offers absurd versions: upside down, negative, thousands of keys, none at all; each costs what it is about.
//!
//! Clients took the lower end of an upside-down range for a version, or an unknown key for the end of the world. Here a
//! range without a version costs its own request on that broker, and the rest goes on; also on the page of versions, which
//! stays within its 64 KiB.

use contract::{GetVersions, TableQuery};
use meta::{ApiKey, Refresh, What};
use mock_cluster::{MockCluster, key};
use support::{
    Session,
    ground::{connect_as, three, within},
    json_bytes,
};

use super::peers::{groups, hurried};

async fn offering(broker: i32, ranges: impl IntoIterator<Item = (i16, i16, i16)>) -> MockCluster {
    let mock = three().start().await.unwrap();
    for (key, low, high) in ranges {
        mock.state().advertise_versions(broker, key, low, high).unwrap();
    }
    mock
}

#[tokio::test]
async fn a_range_without_a_version_costs_its_request_on_that_broker() {
    for (low, high) in [(5, 0), (i16::MAX, i16::MIN), (-5, -1), (100, 200), (i16::MIN, -1)] {
        let mock = offering(2, [(key::LIST_GROUPS, low, high)]).await;
        let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
        let (answered, failed) = groups(&cluster).await;
        assert_eq!(answered, [1, 3], "{low} to {high}");
        let what = failed[0].error.what();
        assert!(
            matches!(what, What::Unsupported { theirs: Some(theirs), .. } if *theirs == (low, high)),
            "{what:?}"
        );
        assert_eq!(failed[0].broker, Some(2));
    }
}

#[tokio::test]
async fn a_range_from_below_zero_to_above_all_is_met_where_both_speak() {
    let mock = offering(2, [(key::LIST_GROUPS, i16::MIN, i16::MAX)]).await;
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    // The mock has no version that high and says so in its own way; what counts is that the others answer.
    let (answered, _) = groups(&cluster).await;
    assert!(answered.starts_with(&[1]) && answered.ends_with(&[3]), "{answered:?}");
    let offered = cluster.offered(2).unwrap();
    assert_eq!(offered.range(ApiKey::ListGroups), Some((i16::MIN, i16::MAX)));
}

#[tokio::test]
async fn without_metadata_on_one_broker_another_is_asked() {
    for (low, high) in [(20, 4), (-3, -2)] {
        let mock = offering(1, [(key::METADATA, low, high)]).await;
        let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
        for _ in 0..3 {
            let view = within(cluster.refresh(Refresh::All)).await.unwrap();
            assert_eq!(view.topics().len(), 1);
        }
    }
}

#[tokio::test]
async fn thousands_of_keys_are_no_brokers_offer() {
    let strange =
        (100..9000).map(|key| (key, 0, i16::MAX)).chain((i16::MIN..-30_000).map(|key| (key, -1, 3)));
    let mock = offering(2, strange).await;
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!(answered, [1, 3]);
    let error = &failed[0].error;
    assert!(matches!(error.what(), What::NotKafka(why) if why.contains("kinds of requests")), "{error:?}");
    pages_go_on(&mock).await;
}

#[tokio::test]
async fn hundreds_of_keys_are_kept_and_the_page_of_versions_stays_small() {
    let strange = (0..800).map(|n| (if n % 2 == 0 { 500 + n } else { -500 - n }, -n, n));
    let mock = offering(2, strange).await;
    let (cluster, _) = connect_as(hurried(&mock.bootstrap())).await;
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
    let offered = cluster.offered(2).unwrap();
    assert!(offered.ranges.len() > 800);
    assert_eq!(offered.range(ApiKey::from_code(-501)), Some((-1, 1)));
    pages_go_on(&mock).await;
}

async fn pages_go_on(mock: &MockCluster) {
    let session = Session::open(&mock.bootstrap()).await;
    for broker in [None, Some(1), Some(2)] {
        let asked = || session.engine.versions(GetVersions { cluster: session.id.clone(), broker });
        let bytes = session
            .until("the versions of broker 1", async || {
                let page = asked().await.unwrap();
                let told =
                    page.value.rows.iter().any(|row| row.ranges.iter().any(|fact| fact.value().is_some()));
                if told || broker == Some(2) && !page.freshness.loading {
                    Ok(json_bytes(&page))
                } else {
                    Err(())
                }
            })
            .await;
        assert!(bytes <= 64 << 10, "{broker:?}: the page of versions has {bytes} bytes");
    }
    session
        .until("the topics", async || {
            let rows = session.topics(TableQuery { limit: 10, ..TableQuery::default() }).await.rows.len();
            if rows == 1 { Ok(()) } else { Err(rows) }
        })
        .await;
}
