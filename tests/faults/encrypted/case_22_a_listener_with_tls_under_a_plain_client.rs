//! Case 22 (KAFKA-4090): a real TLS server in a broker's place, asked in plain text, was read as a huge size.
//!
//! What such a server answers is up to its library and not to our idea of it: an alert, or nothing but the end. Ours says that
//! the listener is encrypted, keeps the failure to that broker, and goes on with the others.

use meta::What;
use support::{
    encrypted::{Authority, all_before, before},
    ground::{config, connect_as, three, within},
};

use super::{groups, hurried};

#[tokio::test]
async fn it_is_told_and_costs_its_own_part() {
    let mock = three().start().await.unwrap();
    let addresses = mock.broker_addresses();
    let port = before(addresses[&2].clone(), Authority::new().server(&["127.0.0.1"])).await;
    mock.state().advertise(2, "127.0.0.1", port).unwrap();
    let plain = format!("{},{}", addresses[&1], addresses[&3]);
    let (cluster, _) = connect_as(config(&plain)).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!((answered, failed.len()), (vec![1, 3], 1));
    let error = &failed[0].error;
    assert!(matches!(error.what(), What::NotKafka(why) if why.contains("turn TLS on")), "{error:?}");
    assert_eq!(error.broker(), Some(2));
}

/// The other way round: a plain broker reads our greeting as the size of a request and hangs up.
#[tokio::test]
async fn a_plain_broker_among_encrypted_ones_costs_its_own_part() {
    let mock = three().start().await.unwrap();
    let authority = Authority::new();
    let addresses = mock.broker_addresses();
    let bootstrap = all_before(&mock, &authority.server(&["127.0.0.1"])).await;
    let (host, port) = addresses[&2].rsplit_once(':').unwrap();
    mock.state().advertise(2, host, port.parse().unwrap()).unwrap();
    let first = bootstrap.split(',').next().unwrap();
    let (cluster, _) = connect_as(hurried(first, &authority.trusted())).await;
    let (answered, failed) = groups(&cluster).await;
    assert_eq!((answered, failed.len()), (vec![1, 3], 1));
    let error = failed[0].error.to_string();
    assert!(error.contains("seems to be a listener without TLS"), "{error}");
}

#[tokio::test]
async fn as_the_only_address_it_is_told_at_once() {
    let mock = three().start().await.unwrap();
    let bootstrap = all_before(&mock, &Authority::new().server(&["127.0.0.1"])).await;
    let error = within(meta::Cluster::connect(config(&bootstrap))).await.unwrap_err();
    assert!(matches!(error.what(), What::NotKafka(why) if why.contains("turn TLS on")), "{error:?}");
}
