//! Records, so that offsets rise while they are asked for: written by hand and by another client than ours, to the leader,
//! acknowledged by all replicas in sync. What is acknowledged is from then on the least that any leader may tell.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::BytesMut;
use kafka_protocol::{
    messages::{
        MetadataRequest, ProduceRequest, TopicName,
        metadata_request::MetadataRequestTopic,
        produce_request::{PartitionProduceData, TopicProduceData},
    },
    protocol::StrBytes,
    records::{Compression, Record, RecordBatchEncoder, RecordEncodeOptions, TimestampType},
};
use support::raw;
use tokio::time::{sleep, timeout};

use crate::{
    scene::Scene,
    stage_set::{ORDERS, ORDERS_PARTITIONS},
};

const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) async fn produce(scene: Arc<Scene>) {
    for step in 0.. {
        let turn = scene.gate.read().await;
        if scene.over() {
            return;
        }
        let partition = step % ORDERS_PARTITIONS;
        if let Ok(Some((epoch, end))) = timeout(PATIENCE, write(&scene, partition)).await {
            scene.floors.raise(ORDERS, partition, epoch, end);
            scene.ledger.note("records: acknowledged");
        }
        drop(turn);
        sleep(PAUSE).await;
    }
}

fn name() -> TopicName {
    TopicName(StrBytes::from_static_str(ORDERS))
}

/// The epoch of the leader that took it, at least, and the end of the log, at least.
async fn write(scene: &Scene, partition: i32) -> Option<(i32, i64)> {
    let away = scene.troubles.hurt();
    let others = scene.addresses.iter().find(|(id, _)| Some(**id) != away)?;
    let topic = MetadataRequestTopic::default().with_name(Some(name()));
    let asked =
        MetadataRequest::default().with_topics(Some(vec![topic])).with_allow_auto_topic_creation(false);
    let told = raw::ask(others.1, 10, &asked).await.ok()?;
    let led = told.topics.first()?.partitions.iter().find(|one| one.partition_index == partition)?;
    let leader = scene.addresses.get(&led.leader_id.0)?;
    let data =
        PartitionProduceData::default().with_index(partition).with_records(Some(one_record().freeze()));
    let data = TopicProduceData::default().with_name(name()).with_partition_data(vec![data]);
    let asked = ProduceRequest::default().with_acks(-1).with_timeout_ms(2_500).with_topic_data(vec![data]);
    let told = raw::ask(leader, 9, &asked).await.ok()?;
    let told = told.responses.first()?.partition_responses.first()?;
    (told.error_code == 0).then_some((led.leader_epoch, told.base_offset + 1))
}

fn one_record() -> BytesMut {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let record = Record {
        transactional: false,
        control: false,
        partition_leader_epoch: -1,
        producer_id: -1,
        producer_epoch: -1,
        timestamp_type: TimestampType::Creation,
        offset: 0,
        sequence: -1,
        timestamp: i64::try_from(now).unwrap(),
        key: None,
        value: Some(vec![b'x'; 100].into()),
        headers: Default::default(),
        delete_horizon: false,
    };
    let mut batch = BytesMut::new();
    let options = RecordEncodeOptions { version: 2, compression: Compression::None };
    RecordBatchEncoder::encode(&mut batch, &[record], &options).unwrap();
    batch
}
