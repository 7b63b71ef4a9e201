//! An open transaction against `kafka-transactions.sh`: listed, described, and as the partition's leader remembers it.

use std::time::{SystemTime, UNIX_EPOCH};

use bytes::BytesMut;
use contract::ErrorKind;
use kafka_protocol::{
    messages::{
        AddPartitionsToTxnRequest, FindCoordinatorRequest, InitProducerIdRequest, InitProducerIdResponse,
        ProduceRequest, TopicName, TransactionalId,
        add_partitions_to_txn_request::AddPartitionsToTxnTopic,
        produce_request::{PartitionProduceData, TopicProduceData},
    },
    protocol::StrBytes,
    records::{Compression, Record, RecordBatchEncoder, RecordEncodeOptions, TimestampType},
};
use real_kafka::{Tool, Version};
use support::{
    Stage, all, eventually,
    raw::{self, Silence},
    stage::Need,
};

const TIMEOUT_MS: i32 = 600_000;

fn words(text: &str) -> StrBytes {
    StrBytes::from_string(text.to_owned())
}

/// Begins a transaction with one record in partition 0, and leaves it open.
async fn open(stage: &Stage, id: &str, topic: &str) -> InitProducerIdResponse {
    let transactional = TransactionalId(words(id));
    let find = FindCoordinatorRequest::default().with_key(words(id)).with_key_type(1);
    let init = InitProducerIdRequest::default()
        .with_transactional_id(Some(transactional.clone()))
        .with_transaction_timeout_ms(TIMEOUT_MS)
        .with_producer_id((-1).into())
        .with_producer_epoch(-1);
    // The first look-up makes the internal topic, whose partitions take their time to be led.
    let (coordinator, producer) = eventually("a producer id", async || {
        let anyone = stage.addresses().into_values().next().unwrap();
        let found = raw::ask(&anyone, 3, &find).await?;
        if found.error_code != 0 {
            return Err(Silence(format!("code {}", found.error_code)));
        }
        let coordinator = stage.address(found.node_id.0);
        let producer = raw::ask(&coordinator, 4, &init).await?;
        match producer.error_code {
            0 => Ok((coordinator, producer)),
            code => Err(Silence(format!("code {code}"))),
        }
    })
    .await;
    let name = TopicName(words(topic));
    let partition = AddPartitionsToTxnTopic::default().with_name(name.clone()).with_partitions(vec![0]);
    let add = AddPartitionsToTxnRequest::default()
        .with_v3_and_below_transactional_id(transactional.clone())
        .with_v3_and_below_producer_id(producer.producer_id)
        .with_v3_and_below_producer_epoch(producer.producer_epoch)
        .with_v3_and_below_topics(vec![partition]);
    let added = raw::ask(&coordinator, 3, &add).await.unwrap();
    assert_eq!(added.results_by_topic_v3_and_below[0].results_by_partition[0].partition_error_code, 0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let record = Record {
        transactional: true,
        control: false,
        partition_leader_epoch: -1,
        producer_id: producer.producer_id.0,
        producer_epoch: producer.producer_epoch,
        timestamp_type: TimestampType::Creation,
        offset: 0,
        sequence: 0,
        timestamp: i64::try_from(now).unwrap(),
        key: None,
        value: Some("open".into()),
        headers: Default::default(),
        delete_horizon: false,
    };
    let options = RecordEncodeOptions { version: 2, compression: Compression::None };
    let mut batch = BytesMut::new();
    RecordBatchEncoder::encode(&mut batch, &[record], &options).unwrap();
    let data = PartitionProduceData::default().with_index(0).with_records(Some(batch.freeze()));
    let data = TopicProduceData::default().with_name(name).with_partition_data(vec![data]);
    let produce = ProduceRequest::default()
        .with_transactional_id(Some(transactional))
        .with_acks(-1)
        .with_timeout_ms(20_000)
        .with_topic_data(vec![data]);
    let leader = stage.address(1);
    let reply = raw::ask(&leader, 9, &produce).await.unwrap();
    assert_eq!(reply.responses[0].partition_responses[0].error_code, 0, "{reply:?}");
    producer
}

pub(crate) async fn an_open_transaction_is_what_the_tool_prints(version: Version) {
    let stage = Stage::real(version, Need::Shared).await;
    let (topic, id) = (stage.fresh("written"), stage.fresh("left-open"));
    stage.topic(&topic, &[&[1, 2], &[2, 3]]).await;
    stage.records(&topic, 0, 5).await;
    let producer = open(&stage, &id, &topic).await;
    let session = super::session(&stage).await;

    // Producers are told from 2.8 on, transactional ids only from 3.0 on.
    let remembered = session
        .until("the producer", async || {
            let page = session.producers(&topic).await;
            let row = page.rows.iter().find(|row| row.open_since.value().is_some()).cloned();
            row.ok_or(page)
        })
        .await;
    assert_eq!(remembered.producer_id.value().map(|id| id.0), Some(producer.producer_id.0));
    assert_eq!((remembered.partition, remembered.open_since.value().map(|at| at.0)), (0, Some(5)));
    if version == Version::V2_8 {
        let failed = session
            .until("the answer", async || {
                let page = session.transactions(all()).await;
                page.freshness.failed.clone().ok_or(page)
            })
            .await;
        assert_eq!(failed.kind, ErrorKind::Unsupported, "{failed:?}");
        assert!(failed.message.contains("speaks v0\u{2013}1"), "{failed:?}");
        return;
    }

    let row = session
        .until("the transaction", async || {
            let page = session.transactions(all()).await;
            let row = page.rows.iter().find(|row| row.id == id && row.open_ms.value().is_some()).cloned();
            if row.is_none() && !page.freshness.loading {
                session.refresh(contract::View::Transactions).await;
            }
            row.ok_or(page)
        })
        .await;
    let told = stage.tool(Tool::Transactions, &["list"]);
    let listed = super::table(&told, "TransactionalId");
    let listed = listed.iter().find(|row| row["TransactionalId"] == id).unwrap_or_else(|| panic!("{told}"));
    assert_eq!(row.coordinator.value().unwrap().to_string(), listed["Coordinator"]);
    assert_eq!(row.state.value().unwrap(), &listed["TransactionState"]);
    assert_eq!(row.producer_id.value().unwrap().to_string(), listed["ProducerId"]);

    let told = stage.tool(Tool::Transactions, &["describe", "--transactional-id", &id]);
    let described = &super::table(&told, "CoordinatorId")[0];
    assert_eq!(row.producer_epoch.value().unwrap().to_string(), described["ProducerEpoch"]);
    assert_eq!(row.timeout_ms.value().unwrap().to_string(), described["TransactionTimeoutMs"]);
    assert_eq!(row.started.value().unwrap().to_string(), described["CurrentTransactionStartTimeMs"]);
    assert_eq!(described["TopicPartitions"], format!("{topic}-0"));
    assert_eq!((row.topics.clone(), row.partitions.value()), (vec![format!("{topic}: 0")], Some(&1)));
    assert!(row.hanging.is_none(), "it is younger than its timeout: {row:?}");

    let asked = ["describe-producers", "--topic", &topic, "--partition", "0"];
    let told = stage.tool(Tool::Transactions, &asked);
    let tool = &super::table(&told, "ProducerId")[0];
    assert_eq!(remembered.producer_id.value().unwrap().to_string(), tool["ProducerId"]);
    assert_eq!(remembered.epoch.value().unwrap().to_string(), tool["ProducerEpoch"]);
    assert_eq!(remembered.last_sequence.value().unwrap().to_string(), tool["LastSequence"]);
    assert_eq!(remembered.last_timestamp.value().unwrap().to_string(), tool["LastTimestamp"]);
    assert_eq!(remembered.open_since.value().unwrap().to_string(), tool["CurrentTransactionStartOffset"]);
}
