//! A broker that dies while the window is open: seen in its own cells, with its last figures and the reason, and nowhere
//! else.

use contract::{BrokerState, Fact, LogDirRow, LogDirState, Page, View};

use super::pages::{figures, reason, told};
use crate::{Session, Stage};

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
