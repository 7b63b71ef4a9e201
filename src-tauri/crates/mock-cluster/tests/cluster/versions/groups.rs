//! Groups, coordinators and transactions in every version.

use bytes::*;
use kafka_protocol::messages::*;
use kafka_protocol::protocol::Decodable;
use mock_cluster::key;

use super::{cluster, in_each_version, text, topic};
use crate::client::Client;

#[tokio::test]
async fn find_coordinator_answers_in_each_version() {
    for (version, answer) in in_each_version(|version| {
        let request = FindCoordinatorRequest::default();
        if version >= 4 {
            request.with_coordinator_keys(vec![text("billing"), text("audit")])
        } else {
            request.with_key(text("billing"))
        }
    })
    .await
    .unwrap()
    {
        if version >= 4 {
            let found: Vec<_> =
                answer.coordinators.iter().map(|at| (at.key.as_str(), at.node_id.0)).collect();
            assert_eq!(found, [("billing", 1), ("audit", 1)]);
        } else {
            assert_eq!((answer.error_code, answer.node_id.0), (0, 1));
        }
    }
}

#[tokio::test]
async fn list_groups_answers_in_each_version() {
    for (version, answer) in in_each_version(|_| ListGroupsRequest::default()).await.unwrap() {
        assert_eq!(answer.groups.len(), 2);
        assert_eq!(&*answer.groups[0].group_state, if version >= 4 { "Stable" } else { "" });
        assert_eq!(&*answer.groups[0].group_type, if version >= 5 { "consumer" } else { "" });
    }
}

#[tokio::test]
async fn describe_groups_answers_in_each_version() {
    for (version, answer) in in_each_version(|_| {
        DescribeGroupsRequest::default().with_groups(vec![GroupId(text("billing")), GroupId(text("audit"))])
    })
    .await
    .unwrap()
    {
        let billing = &answer.groups[0];
        assert_eq!(
            (billing.error_code, &*billing.group_state, &*billing.protocol_data),
            (0, "Stable", "range")
        );
        let mut assignment = billing.members[0].member_assignment.clone();
        assert_eq!(assignment.get_i16(), 0);
        let assignment = ConsumerProtocolAssignment::decode(&mut assignment, 0).unwrap();
        assert_eq!(assignment.assigned_partitions[0].partitions, [0, 1]);
        assert_eq!(answer.groups[1].error_code, if version >= 6 { 69 } else { 0 });
        assert_eq!(&*answer.groups[1].group_state, "Dead");
    }
}

#[tokio::test]
async fn consumer_group_describe_answers_in_each_version() {
    for (_, answer) in in_each_version(|_| {
        ConsumerGroupDescribeRequest::default()
            .with_group_ids(vec![GroupId(text("audit")), GroupId(text("billing"))])
    })
    .await
    .unwrap()
    {
        let audit = &answer.groups[0];
        assert_eq!((audit.error_code, &*audit.group_state), (0, "Stable"));
        let assigned = &audit.members[0].assignment.topic_partitions[0];
        assert_eq!((assigned.topic_name.as_str(), &assigned.partitions[..]), ("orders", &[0, 1][..]));
        assert!(!assigned.topic_id.is_nil());
        assert_eq!(answer.groups[1].error_code, 69);
    }
}

#[tokio::test]
async fn offset_fetch_answers_in_each_version() {
    use kafka_protocol::messages::offset_fetch_request::{OffsetFetchRequestGroup, OffsetFetchRequestTopic};
    for (version, answer) in in_each_version(|version| {
        if version >= 8 {
            let group =
                OffsetFetchRequestGroup::default().with_group_id(GroupId(text("billing"))).with_topics(None);
            return OffsetFetchRequest::default().with_groups(vec![group]);
        }
        let orders =
            OffsetFetchRequestTopic::default().with_name(topic("orders")).with_partition_indexes(vec![7]);
        OffsetFetchRequest::default().with_group_id(GroupId(text("billing"))).with_topics(Some(vec![orders]))
    })
    .await
    .unwrap()
    {
        if version >= 8 {
            assert_eq!((answer.groups[0].error_code, answer.groups[0].topics.len()), (0, 0));
        } else {
            assert_eq!(answer.topics[0].partitions[0].committed_offset, -1);
        }
    }
}

#[tokio::test]
async fn describe_transactions_answers_in_each_version() {
    for (_, answer) in in_each_version(|_| {
        DescribeTransactionsRequest::default().with_transactional_ids(vec![TransactionalId(text("nobody"))])
    })
    .await
    .unwrap()
    {
        assert_eq!(answer.transaction_states[0].error_code, 105);
    }
}

#[tokio::test]
async fn delete_groups_answers_in_each_version_and_in_the_one_that_the_codec_does_not_know() {
    for (_, answer) in in_each_version(|_| {
        DeleteGroupsRequest::default()
            .with_groups_names(vec![GroupId(text("billing")), GroupId(text("nobody"))])
    })
    .await
    .unwrap()
    {
        let codes: Vec<i16> = answer.results.iter().map(|at| at.error_code).collect();
        assert_eq!(codes, [68, 69]);
    }
    let cluster = cluster().await.unwrap();
    let mut body = BytesMut::new();
    body.put_slice(&[2, 3]);
    body.put_slice(b"no");
    body.put_u8(0);
    let answer =
        Client::to(&cluster, 1).await.unwrap().call_raw(key::DELETE_GROUPS, 3, 2, &body).await.unwrap();
    // Header tags, throttle, one result: "no", 69, no message, no tags, then none for the whole.
    assert_eq!(answer.as_ref(), [&[0, 0, 0, 0, 0, 2, 3][..], b"no", &[0, 69, 0, 0, 0]].concat());
}
