//! Groups over all brokers, and groups by name.

use std::{sync::Arc, time::Duration};

use admin::{Cluster, Group, What, describe_groups, groups_of};

use crate::{Stage, eventually};

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
