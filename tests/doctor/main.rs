//! The broken set-ups of docs/DOCTOR.md, as far as the mock cluster and sockets of a test's own can be broken like that. Each test has
//! the name of its row, which says what the verdict has to be.

mod addresses;
mod advertised;
mod encryption;
mod families;
mod first_words;
mod sign_in;
mod way;
mod window;

use mock_cluster::{MockCluster, TopicSpec};

async fn three() -> MockCluster {
    let orders = TopicSpec::new("orders").partitions(3).replication(3);
    MockCluster::builder().brokers(3).topic(orders).start().await.unwrap()
}

async fn one() -> MockCluster {
    MockCluster::builder().brokers(1).start().await.unwrap()
}
