//! What can go wrong where connections are encrypted: certificates, handshakes that come to no end, and listeners of another
//! kind than ours.

mod a_large_listing_comes_whole;
mod a_road_that_breaks_at_any_byte;
mod case_22_a_listener_with_tls_under_a_plain_client;
mod handshakes_without_an_end;
mod one_bad_certificate_costs_its_own_part;
mod peers_that_come_and_go;
mod the_handshake_counts_as_first_words;

use std::time::Duration;

use meta::{Cluster, Config, Key, Tls, message::list_groups::ListGroups};
use support::ground::{config, within};

/// As long as a test may wait for what never comes, and far longer than what comes takes on a busy machine.
fn hurried(bootstrap: &str, tls: &Tls) -> Config {
    Config {
        setup_timeout: Duration::from_secs(3),
        attempt_timeout: Duration::from_secs(3),
        read_timeout: Duration::from_secs(8),
        tls: Some(tls.clone()),
        ..config(bootstrap)
    }
}

/// Asks every broker; which answered, and what the others' failures say.
async fn groups(cluster: &Cluster) -> (Vec<i32>, Vec<meta::Failed>) {
    let answers = within(cluster.send(ListGroups::default(), Key::None)).await.unwrap();
    let mut answered: Vec<i32> = answers.parts.iter().filter_map(|part| part.source.broker).collect();
    answered.sort_unstable();
    (answered, answers.failed)
}
