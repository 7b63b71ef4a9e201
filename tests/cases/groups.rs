//! Groups over all brokers, and groups by name.

use std::{sync::Arc, time::Duration};

use admin::{Cluster, Group, What, describe_groups, groups_of};
use contract::{
    GroupOffsetRow, Int64, Lag, LagState, LagSum, ListGroupMembers, ListGroupOffsets, Page, Refresh, View,
};

use crate::{Session, Stage, eventually};

const LIMIT: Duration = Duration::from_secs(20);

/// Every broker's list, as (broker, group).
async fn listed(cluster: &Cluster, stage: &Stage) -> Vec<(i32, Group)> {
    let mut all = Vec::new();
    for broker in stage.brokers() {
        let told = groups_of(cluster, broker.id, LIMIT).await.unwrap();
        all.extend(told.value.into_iter().map(|group| (broker.id, group)));
    }
    all
}

pub async fn a_live_consumer_is_listed_once_with_state_and_type(stage: &Stage) {
    let topic = stage.fresh("read");
    stage.topic(&topic, &[&[1, 2], &[2, 3]]).await;
    let mut kinds = vec!["classic"];
    if stage.has_new_groups() {
        kinds.push("consumer");
    }
    let cluster = stage.cluster().await;
    for kind in kinds {
        let id: Arc<str> = stage.fresh(kind).into();
        stage.consumer(&id, &topic, kind).await;
        let coordinator = stage.coordinator(&id).await;
        // A member that has its partitions may not have said so to the group yet.
        let (broker, group) = eventually("a stable group", async || {
            let all = listed(&cluster, stage).await;
            let mut of: Vec<_> = all.into_iter().filter(|(_, group)| group.id == id).collect();
            match (of.len(), of.pop()) {
                (1, Some((broker, group))) if group.state.as_deref() == Some("Stable") => Ok((broker, group)),
                (count, last) => Err((count, last)),
            }
        })
        .await;
        assert_eq!(broker, coordinator);
        assert_eq!(group.protocol, "consumer");
        assert_eq!(group.kind.as_deref(), stage.tells_group_types().then_some(kind));

        let asked = [(Arc::clone(&id), group.kind)];
        let told = describe_groups(&cluster, &asked, LIMIT).await.remove(&id).unwrap().unwrap();
        assert_eq!(told.source.broker, Some(coordinator));
        assert_eq!((told.value.state.as_str(), told.value.members.len()), ("Stable", 1));
        assert_eq!(told.value.assignor, if kind == "classic" { "range" } else { "uniform" });
    }
}

pub async fn a_group_with_offsets_alone_is_empty(stage: &Stage) {
    let (topic, id): (String, Arc<str>) = (stage.fresh("committed"), stage.fresh("offsets-only").into());
    stage.topic(&topic, &[&[1, 2]]).await;
    stage.records(&topic, 0, 50).await;
    stage.committed(&id, &topic, &[(0, 42)]).await;
    let cluster = stage.cluster().await;
    let all = listed(&cluster, stage).await;
    let of: Vec<_> = all.into_iter().filter(|(_, group)| group.id == id).collect();
    let [(broker, group)] = &of[..] else { panic!("listed {} times", of.len()) };
    assert_eq!(*broker, stage.coordinator(&id).await);
    assert_eq!(group.state.as_deref(), Some("Empty"));
    assert_eq!(group.protocol, "");
    let told = describe_groups(&cluster, &[(Arc::clone(&id), group.kind.clone())], LIMIT).await;
    assert_eq!(told[&id].as_ref().unwrap().value.members.len(), 0);
}

pub async fn an_unknown_group_is_dead_or_missing(stage: &Stage) {
    let id: Arc<str> = stage.fresh("nobody").into();
    // Where no group ever was, there is nobody to ask; so there is one.
    let (topic, somebody) = (stage.fresh("held"), stage.fresh("somebody"));
    stage.topic(&topic, &[&[1, 2]]).await;
    stage.records(&topic, 0, 1).await;
    stage.committed(&somebody, &topic, &[(0, 1)]).await;
    let cluster = stage.cluster().await;
    let told = describe_groups(&cluster, &[(Arc::clone(&id), None)], LIMIT).await.remove(&id).unwrap();
    if stage.says_that_a_group_is_missing() {
        let error = told.unwrap_err();
        let What::Broker(code, Some(words)) = error.what() else { panic!("{error}") };
        assert_eq!(code.0, 69, "GROUP_ID_NOT_FOUND");
        assert!(words.contains(&*id), "{words}");
    } else {
        let told = told.unwrap().value;
        assert_eq!((told.state.as_str(), told.members.len()), ("Dead", 0));
    }
}

/// The rows of a group's page once all of its lags are told.
async fn offsets_told(session: &Session, group: &str, partitions: usize) -> Page<GroupOffsetRow> {
    session
        .until("the group's offsets", async || {
            let call = ListGroupOffsets {
                cluster: session.id.clone(),
                group: group.to_owned(),
                query: crate::all(),
            };
            let page = session.engine.group_offsets(call).await.unwrap();
            let told = page.rows.iter().all(|row| row.lag.value().is_some());
            if page.rows.len() == partitions && told && !page.freshness.loading {
                Ok(page)
            } else {
                Err(page)
            }
        })
        .await
}

pub async fn a_groups_page_shows_what_was_committed_and_what_is_left(stage: &Stage) {
    let (topic, id) = (stage.fresh("lagging"), stage.fresh("stopped"));
    stage.topic(&topic, &[&[1, 2], &[2, 3], &[3, 1]]).await;
    stage.records(&topic, 0, 50).await;
    stage.records(&topic, 1, 50).await;
    stage.committed(&id, &topic, &[(0, 42), (1, 60), (2, 0)]).await;
    let session = Session::open(&stage.bootstrap()).await;
    let page = offsets_told(&session, &id, 3).await;
    let lags: Vec<_> = page.rows.iter().map(|row| *row.lag.value().unwrap()).collect();
    let lag = |state, offsets| Lag { state, offsets: Some(Int64(offsets)) };
    assert_eq!(lags, [lag(LagState::Behind, 8), lag(LagState::Ahead, -10), lag(LagState::Empty, 0)]);
    for (row, leader) in page.rows.iter().zip([1, 2, 3]) {
        let source = &page.provenance.sources[row.log_end.source().unwrap() as usize];
        assert_eq!((source.broker, &*source.api), (Some(leader), "ListOffsets"));
        let source = &page.provenance.sources[row.committed.source().unwrap() as usize];
        assert_eq!((source.broker, &*source.api), (Some(stage.coordinator(&id).await), "OffsetFetch"));
        assert_eq!(row.client.value().map(String::as_str), Some(""), "nobody has it");
    }
    let sum = LagSum { offsets: Some(Int64(8)), known: 3, of: 3, ahead: 1, ..LagSum::default() };
    session
        .until("its lag in the list", async || {
            let row = session.groups(crate::found(&id)).await.rows.into_iter().next().ok_or(None)?;
            if row.lag.value() == Some(&sum) { Ok(()) } else { Err(Some(row)) }
        })
        .await;
}

pub async fn a_live_consumers_partitions_are_its_own_on_the_page(stage: &Stage) {
    let topic = stage.fresh("had");
    stage.topic(&topic, &[&[1, 2], &[2, 3]]).await;
    let mut kinds = vec!["classic"];
    if stage.has_new_groups() {
        kinds.push("consumer");
    }
    let session = Session::open(&stage.bootstrap()).await;
    for kind in kinds {
        let id = stage.fresh(kind);
        stage.consumer(&id, &topic, kind).await;
        let cluster = session.id.clone();
        let row = session
            .until("a member with both partitions", async || {
                let view = View::Group { name: id.clone() };
                session.engine.refresh(Refresh { cluster: cluster.clone(), view }).await.unwrap();
                let call =
                    ListGroupMembers { cluster: cluster.clone(), group: id.clone(), query: crate::all() };
                let page = session.engine.group_members(call).await.unwrap();
                match &page.rows[..] {
                    [row] if row.partitions == Some(2) && row.target.is_none() => Ok(row.clone()),
                    _ => Err(page),
                }
            })
            .await;
        assert_eq!(row.assigned, [(topic.clone(), "0, 1".to_owned())]);
        assert_eq!(row.epoch.is_some(), kind == "consumer");
        let page = session
            .until("rows that name it", async || {
                let call =
                    ListGroupOffsets { cluster: cluster.clone(), group: id.clone(), query: crate::all() };
                let page = session.engine.group_offsets(call).await.unwrap();
                let named = |of: &GroupOffsetRow| of.member.value() == Some(&row.id);
                if page.rows.len() == 2 && page.rows.iter().all(named) { Ok(page) } else { Err(page) }
            })
            .await;
        assert!(page.rows.iter().all(|of| of.client.value() == Some(&row.client_id)));
    }
}
