//! What the window is told, from the engine down to the sockets: every figure known and with its source, and what a
//! release does not tell missing with a reason.

use std::collections::BTreeMap;

use contract::{
    Fact, GetTopic, Int64, ListPartitions, ListTopicConfigs, LogDirRow, LogDirState, Page, Provenance,
    ReplicaState,
};

use crate::{Session, Stage, found, stage::RECORD};

/// Every fact of a row of the log-dirs table that each release tells, by name.
pub(super) fn figures(row: &LogDirRow) -> [(&'static str, &Fact<Int64>); 2] {
    [("kafka", &row.kafka), ("worst lag", &row.worst_lag)]
}

fn counts(row: &LogDirRow) -> [(&'static str, &Fact<u32>); 3] {
    [("replicas", &row.replicas), ("leaders", &row.leaders), ("future", &row.future)]
}

/// The page once all brokers have told their directories.
pub(super) async fn told(session: &Session, brokers: &[i32]) -> Page<LogDirRow> {
    session
        .until("the directories of all brokers", async || {
            let page = session.log_dirs().await;
            let known = |row: &LogDirRow| {
                row.broker_failed.is_none()
                    && matches!(row.kafka, Fact::Known { .. })
                    && row.path.is_some()
                    && matches!(row.leaders, Fact::Known { .. })
            };
            let all = brokers.iter().all(|id| {
                let mut of = page.rows.iter().filter(|row| row.broker == *id).peekable();
                of.peek().is_some() && of.all(known)
            });
            if all && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await
}

pub async fn every_directory_has_its_row_with_figures_and_their_source(stage: &Stage) {
    let name = stage.fresh("seen");
    stage.topic(&name, &[&[1, 2], &[2, 3], &[3, 1]]).await;
    stage.records(&name, 0, 20).await;
    let session = Session::open(&stage.bootstrap()).await;
    let page = told(&session, &[1, 2, 3]).await;
    assert_eq!((page.total, page.shown, page.rows.len()), (6, 6, 6));
    assert_eq!((page.freshness.answered, page.freshness.asked), (3, 3));
    assert!(page.freshness.failures.is_empty() && page.freshness.failed.is_none());
    let mut paths: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for row in &page.rows {
        let set = stage.brokers().into_iter().find(|broker| broker.id == row.broker).unwrap();
        assert_eq!((&row.rack, &row.state), (&Some(set.rack), &LogDirState::Online));
        paths.entry(row.broker).or_default().push(row.path.clone().unwrap());
        for (figure, fact) in figures(row) {
            let source = fact.source().unwrap_or_else(|| panic!("{figure} of {row:?}"));
            let source = &page.provenance.sources[source as usize];
            assert_eq!((source.broker, &*source.api), (Some(row.broker), "DescribeLogDirs"), "{figure}");
        }
        for (figure, fact) in counts(row) {
            assert!(matches!(fact, Fact::Known { .. }), "{figure} of {row:?}");
        }
        // What this release does not tell is missing with a reason, and not zero.
        for fact in [&row.volume, &row.usable, &row.other] {
            assert_eq!(matches!(fact, Fact::Known { .. }), stage.tells_volumes(), "{row:?}");
            assert_eq!(reason(&page.provenance, fact).is_none(), stage.tells_volumes(), "{row:?}");
        }
        match &row.cordoned {
            Fact::Known { v: false, .. } => assert!(stage.tells_cordoned()),
            Fact::Missing { .. } => assert!(!stage.tells_cordoned()),
            other => panic!("{other:?}"),
        }
    }
    for broker in stage.brokers() {
        let mut told = paths.remove(&broker.id).unwrap();
        told.sort();
        assert_eq!(told, broker.log_dirs);
    }
}

pub(super) fn reason<T>(provenance: &Provenance, fact: &Fact<T>) -> Option<String> {
    Some(provenance.reasons[fact.reason()? as usize].message.clone())
}

pub async fn a_topic_has_its_page_with_offsets_sizes_and_configs(stage: &Stage) {
    let name = stage.fresh("paged");
    let set = [("retention.ms", "86400000"), ("cleanup.policy", "compact,delete")];
    stage.topic_with(&name, &[&[1, 2], &[2, 3]], &set).await;
    stage.records(&name, 0, 12).await;
    stage.records(&name, 1, 30).await;
    let session = Session::open(&stage.bootstrap()).await;
    let row = session
        .until("a row with all its figures", async || {
            let page = session.topics(found(&name)).await;
            let row = page.rows.into_iter().find(|row| row.name == name).ok_or(None)?;
            let known = matches!(row.offset_span, Fact::Known { .. })
                && matches!(row.size, Fact::Known { .. })
                && matches!(row.retention, Fact::Known { .. });
            if known { Ok(row) } else { Err(Some(row)) }
        })
        .await;
    assert_eq!((row.partitions, row.replication, row.leaderless, row.out_of_sync), (2, 2, 0, 0));
    assert_eq!(row.offset_span.value(), Some(&Int64(42)));
    assert_eq!(row.retention.value().map(String::as_str), Some("1 d"));
    assert_eq!(row.cleanup.value().map(String::as_str), Some("compact,delete"));
    let size = row.size.value().unwrap().0;
    let least = if stage.as_mock().is_some() { 42 * 2 } else { 42 * 2 * RECORD as i64 };
    assert!(size >= least, "{size}");

    let cluster = session.id.clone();
    let partitions = session
        .until("partitions with their ends", async || {
            let call = ListPartitions { cluster: cluster.clone(), topic: name.clone(), query: crate::all() };
            let page = session.engine.partitions(call).await.unwrap();
            let known = page.rows.iter().all(|row| matches!(row.latest, Fact::Known { .. }));
            if page.rows.len() == 2 && known { Ok(page.rows) } else { Err(page) }
        })
        .await;
    let ends: Vec<_> = partitions.iter().map(|row| (row.earliest.value(), row.latest.value())).collect();
    assert_eq!(ends, [(Some(&Int64(0)), Some(&Int64(12))), (Some(&Int64(0)), Some(&Int64(30)))]);
    assert_eq!(partitions.iter().map(|row| row.leader).collect::<Vec<_>>(), [Some(1), Some(2)]);
    let cells: Vec<_> = partitions[0].replicas.iter().map(|cell| (cell.broker, cell.state)).collect();
    assert_eq!(cells, [(1, ReplicaState::Leader), (2, ReplicaState::InSync)]);

    let detail = session
        .until("the topic's page", async || {
            let call = GetTopic { cluster: cluster.clone(), name: name.clone() };
            let page = session.engine.topic(call).await.unwrap().value;
            if matches!(page.overrides, Fact::Known { .. }) { Ok(page) } else { Err(page) }
        })
        .await;
    assert_eq!(detail.overrides.value(), Some(&2));
    assert_eq!((detail.brokers, detail.brokers_down), (vec![1, 2, 3], vec![]));
    let call = ListTopicConfigs { cluster, topic: name, query: crate::all() };
    let configs = session.engine.topic_configs(call).await.unwrap();
    assert!(configs.rows.iter().any(|row| row.name == "retention.ms"));
}
