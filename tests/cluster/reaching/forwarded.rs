//! Through ports of this machine that somebody else's process forwards.

use std::time::Duration;

use meta::{Config, Reach};
use support::{
    ground::{config, latest, offsets, three, until},
    way::{NOBODY, Network, Tunnels},
};

use super::{all_is_told, by, refused, rules};

#[tokio::test]
async fn each_broker_gets_one_port_however_many_ask_for_it() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let tunnels = Tunnels::into_network(&network);
    let (config, names) = by(tunnels.reach(), &network);
    all_is_told(config).await;
    assert_eq!(names.asked(), 0);
    let mut made = tunnels.made();
    made.sort_unstable();
    assert_eq!(made.join(","), network.bootstrap());
}

#[tokio::test]
async fn a_port_leads_to_where_a_rule_says() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let inside = Network::default();
    for (name, address) in network.rules() {
        inside.put(&name.replace(".internal:9092", ":19092"), &address);
    }
    let tunnels = Tunnels::into_network(&inside);
    let table: Vec<_> =
        (1..=3).map(|id| (format!("kafka-{id}.internal"), format!("kafka-{id}:19092"))).collect();
    let reach = Reach { rewrites: rules(table).rewrites, ..tunnels.reach() };
    all_is_told(by(reach, &network).0).await;
    assert!(tunnels.made().iter().all(|to| to.ends_with(":19092")), "{:?}", tunnels.made());
}

#[tokio::test]
async fn what_keeps_a_port_from_being_made_is_the_failure_and_nobody_is_dialled_past_it() {
    let mock = three().start().await.unwrap();
    let direct = config(&mock.bootstrap());
    let tunnels = Tunnels::refusing(&Network::default(), "ssh bastion: Permission denied (publickey)");
    let why = refused(Config { reach: tunnels.reach(), ..direct.clone() }).await.to_string();
    assert!(why.contains("(through ssh bastion): ssh bastion: Permission denied (publickey)"), "{why}");

    let hanging = Tunnels::hanging(&Network::default());
    let setup_timeout = Duration::from_millis(500);
    let why = refused(Config { reach: hanging.reach(), setup_timeout, ..direct }).await.to_string();
    assert!(why.contains("ssh bastion made no port that leads to 127.0.0.1:"), "{why}");
    assert!((1..=3).all(|broker| mock.connections_opened(broker) == 0), "somebody went past it");
}

#[tokio::test]
async fn a_connection_that_ends_at_once_is_explained_by_what_forwards_it() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    mock.stop_broker(2).await.unwrap();
    let tunnels = Tunnels::into_network(&network);
    let config =
        Config { bootstrap: config("kafka-2.internal").bootstrap, ..by(tunnels.reach(), &network).0 };
    let why = refused(config).await.to_string();
    assert!(why.contains("kafka-2.internal:9092 (through ssh bastion): "), "{why}");
    assert!(why.contains(&format!("; ssh bastion says: {NOBODY}")), "{why}");
}

#[tokio::test]
async fn a_process_that_ends_is_asked_for_new_ports() {
    let mock = three().start().await.unwrap();
    let network = Network::around(&mock);
    let tunnels = Tunnels::into_network(&network);
    let (cluster, _) = all_is_told(by(tunnels.reach(), &network).0).await;
    let before = tunnels.made().len();
    tunnels.end();
    until(|| (1..=3).all(|broker| mock.connections_open(broker) == 0)).await;
    let answers = offsets(&cluster, latest("orders", 0..6)).await;
    assert!(answers.failed.is_empty(), "{:?}", answers.failed);
    assert!(tunnels.made().len() > before, "{:?}", tunnels.made());
}
