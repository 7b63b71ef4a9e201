//! Configs with where each value comes from.

use std::{sync::Arc, time::Duration};

use admin::{Config, ConfigSource, ErrorCode, broker_configs, topic_configs};

use crate::Stage;

const LIMIT: Duration = Duration::from_secs(20);

fn find<'a>(configs: &'a [Config], name: &str) -> &'a Config {
    configs.iter().find(|config| config.name == name).unwrap_or_else(|| panic!("{name} is not told"))
}

pub async fn an_override_shows_above_what_it_overrides(stage: &Stage) {
    let name: Arc<str> = stage.fresh("kept").into();
    let set = [("retention.ms", "86400000"), ("min.insync.replicas", "2")];
    stage.topic_with(&name, &[&[1, 2]], &set).await;
    let cluster = stage.cluster().await;
    let told = topic_configs(&cluster, std::slice::from_ref(&name), None, LIMIT).await;
    let configs = &told[&name].as_ref().unwrap().value;

    let retention = find(configs, "retention.ms");
    assert_eq!((retention.value.as_deref(), retention.source), (Some("86400000"), ConfigSource::Topic));
    assert!(!retention.read_only && !retention.sensitive);
    let from: Vec<_> =
        retention.synonyms.iter().map(|one| (one.source, &*one.name, one.value.as_deref())).collect();
    // The broker's own default is in hours and no synonym of it.
    assert_eq!(from, [(ConfigSource::Topic, "retention.ms", Some("86400000"))]);

    let insync = find(configs, "min.insync.replicas");
    assert_eq!((insync.value.as_deref(), insync.source), (Some("2"), ConfigSource::Topic));
    let from: Vec<_> =
        insync.synonyms.iter().map(|one| (one.source, &*one.name, one.value.as_deref())).collect();
    assert_eq!(from.first(), Some(&(ConfigSource::Topic, "min.insync.replicas", Some("2"))));
    assert_eq!(from.last(), Some(&(ConfigSource::Default, "min.insync.replicas", Some("1"))));

    let cleanup = find(configs, "cleanup.policy");
    assert_eq!((cleanup.value.as_deref(), cleanup.source), (Some("delete"), ConfigSource::Default));
    assert!(cleanup.doc.as_ref().is_some_and(|words| !words.is_empty()));
    let overrides: Vec<_> = configs.iter().filter(|config| config.source == ConfigSource::Topic).collect();
    assert_eq!(overrides.len(), 2);

    // Only what is asked for is told.
    let few = topic_configs(&cluster, std::slice::from_ref(&name), Some(&["cleanup.policy"]), LIMIT).await;
    let names: Vec<_> = few[&name].as_ref().unwrap().value.iter().map(|config| config.name.clone()).collect();
    assert_eq!(names, ["cleanup.policy"]);
}

pub async fn a_missing_topic_has_no_configs(stage: &Stage) {
    let (there, missing): (Arc<str>, Arc<str>) = (stage.fresh("there").into(), stage.fresh("missing").into());
    stage.topic(&there, &[&[1]]).await;
    let cluster = stage.cluster().await;
    let told = topic_configs(&cluster, &[Arc::clone(&there), Arc::clone(&missing)], None, LIMIT).await;
    assert!(told[&there].is_ok(), "the other one keeps its configs");
    let error = told[&missing].as_ref().unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode(3)), "{error}");
}

pub async fn each_broker_tells_its_own_configs(stage: &Stage) {
    let cluster = stage.cluster().await;
    for broker in stage.brokers() {
        let told = broker_configs(&cluster, broker.id, LIMIT).await.unwrap();
        assert_eq!(told.source.broker, Some(broker.id));
        let rack = find(&told.value, "broker.rack");
        assert_eq!(rack.value.as_ref(), Some(&broker.rack));
        assert_eq!(rack.source, ConfigSource::StaticBroker);
        assert!(rack.read_only);
        let dirs = find(&told.value, "log.dirs");
        assert_eq!(dirs.value, Some(broker.log_dirs.join(",")));
    }
}
