//! Case 9 (KAFKA-2657, KAFKA-3112): one address that does not resolve made the whole start fail.
//!
//! It is passed over, wherever it stands in the list, also when the name service doesn't answer at all for it; when nothing
//! else is left, its name is what the sentence is about.

use meta::{Cluster, Config, Refresh, What};
use support::ground::{connect_as, three, within};

use super::scene::{Names, patient};

#[tokio::test]
async fn an_address_that_does_not_resolve_is_passed_over_wherever_it_stands() {
    let mock = three().start().await.unwrap();
    let good = mock.broker_addresses()[&2].clone();
    let names = Names::new();
    names.hang("hangs.test");
    for list in [
        format!("nx.test:1,{good}"),
        format!("{good},nx.test:1"),
        format!("nx.test:1,hangs.test:1,{good}"),
        format!("hangs.test:1,other-nx.test:1,{good}"),
    ] {
        let (cluster, _) = connect_as(patient(&list, &names)).await;
        assert_eq!(cluster.snapshot().brokers().len(), 3, "{list}");
    }
}

#[tokio::test]
async fn the_system_itself_does_not_hold_up_the_rest() {
    let mock = three().start().await.unwrap();
    let bootstrap = format!("no-such-host.invalid:9092,{}", mock.broker_addresses()[&2]);
    let (cluster, _) = connect_as(support::ground::config(&bootstrap)).await;
    assert_eq!(cluster.snapshot().brokers().len(), 3);
}

#[tokio::test]
async fn names_that_are_all_unknown_are_told_by_name() {
    let names = Names::new();
    names.hang("hangs.test");
    let within_a_second =
        |list: &str| Config { setup_timeout: std::time::Duration::from_secs(1), ..patient(list, &names) };
    for list in ["nx.test:1", "nx.test:1,other-nx.test:1", "hangs.test:1"] {
        let cluster = Cluster::new(within_a_second(list)).unwrap();
        let error = within(cluster.refresh(Refresh::Brokers)).await.unwrap_err();
        assert!(matches!(error.what(), What::Connect(_)), "{error}");
        for name in list.split(',').map(|address| address.split(':').next().unwrap()) {
            assert!(error.to_string().contains(&format!("“{name}”")), "{error}");
        }
    }
}
