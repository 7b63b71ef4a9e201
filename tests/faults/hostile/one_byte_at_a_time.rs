//! A Metadata reply in 1-byte writes, and every other reply too: slow is not wrong, and the view is the same.

use std::time::Duration;

use meta::Refresh;
use mock_cluster::{Action, Fault, key};
use support::ground::{answered, connect, latest, offsets, three, within};

use super::peers::groups;

#[tokio::test]
async fn replies_in_single_bytes_are_read_like_any_other() {
    let mock = three().start().await.unwrap();
    let bytewise = Action::Dribble { bytes: 1, pause: Duration::ZERO };
    for key in [key::API_VERSIONS, key::METADATA, key::LIST_OFFSETS, key::LIST_GROUPS] {
        mock.fault(Fault::on(key), bytewise.clone());
    }
    let (cluster, _) = connect(&mock).await;
    let view = within(cluster.refresh(Refresh::All)).await.unwrap();
    assert_eq!(view.brokers().len(), 3);
    assert_eq!(view.topic("orders").unwrap().len(), 6);
    assert_eq!(answered(&offsets(&cluster, latest("orders", 0..6)).await).len(), 6);
    assert_eq!(groups(&cluster).await.0, [1, 2, 3]);
}
