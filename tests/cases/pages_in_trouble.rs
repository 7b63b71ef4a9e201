//! A broker that dies while the window is open: seen in its own cells, with its last figures and the reason, and nowhere
//! else.

use contract::{BrokerState, Fact, Int64, LogDirRow, LogDirState, Page, View};

use super::pages::{figures, reason, told};
use crate::{Session, Stage, found};

pub async fn a_killed_broker_is_seen_in_its_own_cells(stage: &Stage) {
    let name = stage.fresh("watched");
    stage.topic(&name, &[&[1, 2, 3], &[2, 3, 1], &[3, 1, 2]]).await;
    stage.records(&name, 1, 9).await;
    let session = Session::open(&stage.bootstrap()).await;
    let before = told(&session, &[1, 2, 3]).await;
    let of_two = |page: &Page<LogDirRow>| -> Vec<LogDirRow> {
        page.rows.iter().filter(|row| row.broker == 2).cloned().collect()
    };

    stage.kill(2).await;
    let page = session
        .until("rows that say so", async || {
            session.refresh(View::Cluster).await;
            session.refresh(View::LogDirs).await;
            session.settled(View::LogDirs).await;
            let page = session.log_dirs().await;
            let rows = of_two(&page);
            let said = rows.iter().all(|row| row.broker_failed.is_some());
            if said { Ok(page) } else { Err(rows) }
        })
        .await;
    // It keeps its rows and its last figures, each marked and with the reason.
    assert_eq!(page.rows.len(), 6);
    for (now, then) in of_two(&page).iter().zip(of_two(&before)) {
        assert_eq!(now.path, then.path);
        assert!(matches!(now.state, LogDirState::LastSeen { .. }), "{:?}", now.state);
        for ((figure, fact), (_, was)) in figures(now).into_iter().zip(figures(&then)) {
            assert!(matches!(fact, Fact::Stale { .. }), "{figure}: {fact:?}");
            assert_eq!(fact.value(), was.value(), "{figure}");
            let reason = reason(&page.provenance, fact).unwrap();
            assert!(reason.contains("roker 2") || reason.contains(&stage.address(2)), "{reason}");
        }
    }
    // The others live.
    for row in page.rows.iter().filter(|row| row.broker != 2) {
        assert!(row.broker_failed.is_none());
        assert_eq!(row.state, LogDirState::Online);
        for (figure, fact) in figures(row) {
            assert!(matches!(fact, Fact::Known { .. }), "{figure}: {fact:?}");
        }
    }
    assert_eq!(page.freshness.failures.iter().map(|one| one.broker).collect::<Vec<_>>(), [2]);
    assert!(page.freshness.failures[0].last_good.is_some());
    let brokers = session
        .until("a broker's row that says so", async || {
            let page = session.brokers().await;
            let gone = page.rows.iter().any(|row| row.id == 2 && !matches!(row.state, BrokerState::Up));
            if gone && !page.freshness.loading { Ok(page) } else { Err(page) }
        })
        .await;
    assert_eq!(brokers.rows.len(), 3, "a dead broker is not a broker less");
    for row in &brokers.rows {
        assert_eq!(row.state == BrokerState::Up, row.id != 2, "{row:?}");
    }
    let overview = session
        .until("the overview", async || {
            let page = session.overview().await;
            if page.value.brokers_up.value() == Some(&2) { Ok(page.value) } else { Err(page.value) }
        })
        .await;
    assert_eq!(overview.brokers_known.value(), Some(&3));
    assert!(overview.stored.value().is_some_and(|bytes| bytes.0 > 0), "{:?}", overview.stored);
    assert!(overview.under_replicated.value().is_some_and(|count| *count >= 3));
    let row = session
        .until("the topic without one of its brokers", async || {
            session.refresh(View::Topics).await;
            let row = session.topics(found(&name)).await.rows.into_iter().find(|row| row.name == name);
            match row {
                Some(row) if row.out_of_sync == 3 && row.offset_span.value() == Some(&Int64(9)) => Ok(row),
                other => Err(other),
            }
        })
        .await;
    assert_eq!((row.partitions, row.replication, row.leaderless), (3, 3, 0));
    assert!(row.size.value().is_some_and(|bytes| bytes.0 > 0), "{:?}", row.size);
    assert!(!overview.reasons.is_empty());
    assert!(matches!(session.state().await, contract::ConnectionState::Open { .. }));

    stage.bring_back(2).await;
    session
        .until("everything live again", async || {
            session.refresh(View::Cluster).await;
            session.refresh(View::LogDirs).await;
            let (dirs, brokers) = (session.log_dirs().await, session.brokers().await);
            let live = dirs.rows.iter().all(|row| {
                row.broker_failed.is_none()
                    && figures(row).iter().all(|(_, fact)| matches!(fact, Fact::Known { .. }))
            });
            let up = brokers.rows.iter().all(|row| row.state == BrokerState::Up);
            if live && up && dirs.rows.len() == 6 { Ok(()) } else { Err((of_two(&dirs), brokers.rows)) }
        })
        .await;
}

pub async fn a_frozen_broker_is_seen_in_its_own_cells(stage: &Stage) {
    let session = Session::open(&stage.bootstrap()).await;
    told(&session, &[1, 2, 3]).await;
    stage.freeze(3).await;
    // At first it only does not answer; later the cluster notices too.
    session
        .until("a broker's row that says so", async || {
            session.refresh(View::Cluster).await;
            session.settled(View::Cluster).await;
            let page = session.brokers().await;
            let quiet = page.rows.iter().any(|row| row.id == 3 && row.state != BrokerState::Up);
            let others = page.rows.iter().filter(|row| row.id != 3 && row.state == BrokerState::Up).count();
            if quiet && others == 2 { Ok(()) } else { Err(page.rows) }
        })
        .await;
    let page = session
        .until("rows that say so", async || {
            session.refresh(View::LogDirs).await;
            session.settled(View::LogDirs).await;
            let page = session.log_dirs().await;
            let split = page.rows.iter().all(|row| row.broker_failed.is_some() == (row.broker == 3));
            if split { Ok(page) } else { Err(page.rows) }
        })
        .await;
    assert_eq!(page.rows.len(), 6);
    for row in &page.rows {
        for (figure, fact) in figures(row) {
            let stale = matches!(fact, Fact::Stale { .. });
            let known = matches!(fact, Fact::Known { .. });
            assert_eq!((stale, known), (row.broker == 3, row.broker != 3), "{figure}: {fact:?}");
        }
    }
    stage.thaw(3).await;
    session
        .until("everything live again", async || {
            session.refresh(View::Cluster).await;
            session.refresh(View::LogDirs).await;
            session.settled(View::LogDirs).await;
            let (dirs, brokers) = (session.log_dirs().await, session.brokers().await);
            let live = dirs.rows.iter().all(|row| row.broker_failed.is_none());
            let up = brokers.rows.iter().all(|row| row.state == BrokerState::Up);
            if live && up { Ok(()) } else { Err(brokers.rows) }
        })
        .await;
}
