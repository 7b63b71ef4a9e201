//! How each reply is made, by the codec, for the version that was asked in. What the codec can't read gets an empty
//! reply, which every client takes for what it is: a broken one.

use kafka_protocol::{
    messages::{
        ApiVersionsRequest, ApiVersionsResponse, BrokerId, CreateTopicsRequest, CreateTopicsResponse,
        DescribeGroupsRequest, DescribeGroupsResponse, FetchRequest, FindCoordinatorRequest,
        FindCoordinatorResponse, ListOffsetsRequest, ListOffsetsResponse, MetadataRequest, MetadataResponse,
        ProduceRequest, TopicName,
        api_versions_response::ApiVersion,
        create_topics_response::CreatableTopicResult,
        describe_groups_response::DescribedGroup,
        find_coordinator_response::Coordinator,
        list_offsets_response::{ListOffsetsPartitionResponse, ListOffsetsTopicResponse},
        metadata_response::{MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic},
    },
    protocol::{Decodable, Encodable, Message, StrBytes},
};

use super::{Asked, answers::Now, key, layout::Topic};

const UNKNOWN_TOPIC_OR_PARTITION: i16 = 3;
const UNSUPPORTED_VERSION: i16 = 35;

pub(super) fn make(now: &Now, asked: &Asked<'_>) -> Vec<u8> {
    let made = match asked.key {
        key::API_VERSIONS => return api_versions(asked.version),
        key::METADATA => reply(asked, |request| metadata(now, asked.version, request)),
        key::LIST_OFFSETS => reply(asked, list_offsets),
        key::FIND_COORDINATOR => reply(asked, |request| find_coordinator(now, asked.version, request)),
        key::DESCRIBE_GROUPS => reply(asked, describe_groups),
        key::CREATE_TOPICS => reply(asked, create_topics),
        _ => None,
    };
    made.unwrap_or_default()
}

fn reply<Q: Decodable, A: Encodable>(asked: &Asked<'_>, how: impl FnOnce(Q) -> A) -> Option<Vec<u8>> {
    let request = Q::decode(&mut &*asked.body, asked.version).ok()?;
    let mut out = Vec::new();
    how(request).encode(&mut out, asked.version).ok()?;
    Some(out)
}

fn api_versions(version: i16) -> Vec<u8> {
    let one = |key: i16, range: kafka_protocol::protocol::VersionRange| {
        ApiVersion::default().with_api_key(key).with_min_version(range.min).with_max_version(range.max)
    };
    let keys = vec![
        // Advertised because a client that produces or reads would not start without; never asked for here.
        one(0, ProduceRequest::VERSIONS),
        one(1, FetchRequest::VERSIONS),
        one(key::LIST_OFFSETS, ListOffsetsRequest::VERSIONS),
        one(key::METADATA, MetadataRequest::VERSIONS),
        one(key::FIND_COORDINATOR, FindCoordinatorRequest::VERSIONS),
        one(key::DESCRIBE_GROUPS, DescribeGroupsRequest::VERSIONS),
        one(key::API_VERSIONS, ApiVersionsRequest::VERSIONS),
        one(key::CREATE_TOPICS, CreateTopicsRequest::VERSIONS),
    ];
    let known = (ApiVersionsResponse::VERSIONS.min..=ApiVersionsResponse::VERSIONS.max).contains(&version);
    let reply = ApiVersionsResponse::default().with_api_keys(keys);
    let (reply, version) =
        if known { (reply, version) } else { (reply.with_error_code(UNSUPPORTED_VERSION), 0) };
    let mut out = Vec::new();
    // A version that is known can be written.
    let _ = reply.encode(&mut out, version);
    out
}

fn metadata(now: &Now, version: i16, request: MetadataRequest) -> MetadataResponse {
    let all = match &request.topics {
        None => true,
        Some(topics) => version == 0 && topics.is_empty(),
    };
    let topics: Vec<MetadataResponseTopic> = if all {
        now.layout.topics.iter().map(|topic| told(topic, version)).collect()
    } else {
        let asked = request.topics.unwrap_or_default();
        let one = |asked: kafka_protocol::messages::metadata_request::MetadataRequestTopic| {
            let name = asked.name.map(|name| name.0.to_string()).unwrap_or_default();
            match now.layout.find(&name) {
                Some(topic) => told(topic, version),
                None => MetadataResponseTopic::default()
                    .with_error_code(UNKNOWN_TOPIC_OR_PARTITION)
                    .with_name(Some(TopicName(text(name)))),
            }
        };
        asked.into_iter().map(one).collect()
    };
    let brokers = now.places.iter().map(|(id, address)| {
        MetadataResponseBroker::default()
            .with_node_id(BrokerId(*id))
            .with_host(text(address.ip().to_string()))
            .with_port(i32::from(address.port()))
            .with_rack((version >= 1).then(|| text(format!("rack-{}", id % 3))))
    });
    let reply = MetadataResponse::default().with_brokers(brokers.collect()).with_topics(topics);
    let first = now.places.keys().next().copied().unwrap_or(-1);
    let reply = if version >= 1 { reply.with_controller_id(BrokerId(first)) } else { reply };
    if version >= 2 { reply.with_cluster_id(Some(text("the-fake-cluster".to_owned()))) } else { reply }
}

fn told(topic: &Topic, version: i16) -> MetadataResponseTopic {
    let ids = |ids: &[i32]| ids.iter().copied().map(BrokerId).collect::<Vec<_>>();
    let partitions = topic.partitions.iter().enumerate().map(|(index, partition)| {
        let told = MetadataResponsePartition::default()
            .with_partition_index(index as i32)
            .with_leader_id(BrokerId(partition.leader))
            .with_replica_nodes(ids(&partition.replicas))
            .with_isr_nodes(ids(&partition.isr));
        if version >= 7 { told.with_leader_epoch(partition.epoch) } else { told }
    });
    let told = MetadataResponseTopic::default()
        .with_name(Some(TopicName(text(topic.name.clone()))))
        .with_partitions(partitions.collect());
    if version >= 10 { told.with_topic_id(topic.id) } else { told }
}

fn list_offsets(request: ListOffsetsRequest) -> ListOffsetsResponse {
    let topics = request.topics.into_iter().map(|topic| {
        let partitions = topic.partitions.into_iter().map(|partition| {
            ListOffsetsPartitionResponse::default()
                .with_partition_index(partition.partition_index)
                .with_offset(4711)
                .with_timestamp(-1)
        });
        ListOffsetsTopicResponse::default().with_name(topic.name).with_partitions(partitions.collect())
    });
    ListOffsetsResponse::default().with_topics(topics.collect())
}

fn find_coordinator(now: &Now, version: i16, request: FindCoordinatorRequest) -> FindCoordinatorResponse {
    let of = |group: &str| {
        let turn = group.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let places: Vec<_> = now.places.iter().collect();
        let (id, address) = places.get(turn % places.len().max(1)).copied()?;
        Some((BrokerId(*id), text(address.ip().to_string()), i32::from(address.port())))
    };
    if version < 4 {
        let Some((id, host, port)) = of(&request.key) else { return FindCoordinatorResponse::default() };
        return FindCoordinatorResponse::default().with_node_id(id).with_host(host).with_port(port);
    }
    let found = request.coordinator_keys.into_iter().filter_map(|group| {
        let (id, host, port) = of(&group)?;
        Some(Coordinator::default().with_key(group).with_node_id(id).with_host(host).with_port(port))
    });
    FindCoordinatorResponse::default().with_coordinators(found.collect())
}

fn describe_groups(request: DescribeGroupsRequest) -> DescribeGroupsResponse {
    let groups = request.groups.into_iter().map(|group| {
        DescribedGroup::default()
            .with_group_id(group)
            .with_group_state(text("Empty".to_owned()))
            .with_protocol_type(text("consumer".to_owned()))
    });
    DescribeGroupsResponse::default().with_groups(groups.collect())
}

fn create_topics(request: CreateTopicsRequest) -> CreateTopicsResponse {
    let topics =
        request.topics.into_iter().map(|topic| CreatableTopicResult::default().with_name(topic.name));
    CreateTopicsResponse::default().with_topics(topics.collect())
}

fn text(text: String) -> StrBytes {
    StrBytes::from_string(text)
}
