//! The request panel and the search: what they send, on brokers that would create a topic for whoever asks carelessly.

use contract::{
    ErrorKind, ExplainRequest, GetTopic, ListPartitions, ListRequestKinds, ListTopicConfigs, RequestDraft,
    SearchPalette, SendRequest, View,
};

use crate::{Session, Stage, all, eventually, found};

fn draft(key: i16, fields: &[(&str, &str)]) -> RequestDraft {
    let fields = fields.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned()));
    RequestDraft { key, fields: fields.collect() }
}

pub async fn searching_opening_and_requesting_a_missing_topic_creates_none(stage: &Stage) {
    let missing = stage.fresh("only-typed");
    let session = Session::open(&stage.bootstrap()).await;
    let cluster = session.id.clone();

    // Typed into the search of the table and of the palette, letter by letter.
    for end in 1..=missing.len() {
        let page = session.topics(found(&missing[..end])).await;
        assert!(page.rows.iter().all(|row| row.name != missing));
        let call = SearchPalette { cluster: cluster.clone(), text: missing[..end].to_owned() };
        session.engine.palette(call).await.unwrap();
    }
    // Opened by its address.
    for view in [View::Topic { name: missing.clone() }, View::TopicConfigs { name: missing.clone() }] {
        session.refresh(view.clone()).await;
        session
            .until("a page that ends its asking", async || {
                let call = GetTopic { cluster: cluster.clone(), name: missing.clone() };
                let topic = session.engine.topic(call).await;
                let call = ListPartitions { cluster: cluster.clone(), topic: missing.clone(), query: all() };
                let partitions = session.engine.partitions(call).await;
                let call =
                    ListTopicConfigs { cluster: cluster.clone(), topic: missing.clone(), query: all() };
                let configs = session.engine.topic_configs(call).await;
                let loading = topic.as_ref().is_ok_and(|page| page.freshness.loading)
                    || partitions.as_ref().is_ok_and(|page| page.freshness.loading)
                    || configs.as_ref().is_ok_and(|page| page.freshness.loading);
                assert!(partitions.as_ref().is_ok_and(|page| page.rows.is_empty()) || partitions.is_err());
                if loading { Err((topic, partitions)) } else { Ok(()) }
            })
            .await;
    }
    // Asked for by name.
    let name = missing.as_str();
    for draft in [
        draft(3, &[("topics", name)]),
        draft(2, &[("topic", name), ("partition", "0")]),
        draft(32, &[("topics", name)]),
        draft(35, &[("topics", name)]),
        draft(61, &[("topic", name), ("partition", "0")]),
    ] {
        // Some of these can't be sent, for nobody leads the partition; what counts is what they leave behind.
        let call = SendRequest { cluster: cluster.clone(), draft: draft.clone() };
        if let Ok(answered) = session.engine.send_request(call).await {
            assert!(!answered.parts.is_empty(), "{draft:?}");
        }
    }
    session.refresh(View::Topics).await;

    let control = stage.fresh("made-by-a-careless-client");
    for address in stage.addresses().values() {
        stage.metadata_of(address, Some(&[&control]), true).await.unwrap();
    }
    eventually("the topic of the careless client", async || {
        let names = stage.topic_names().await;
        if names.contains(&control) { Ok(()) } else { Err(names) }
    })
    .await;
    assert!(!stage.topic_names().await.contains(&missing));
}

pub async fn what_could_write_is_shown_and_refused(stage: &Stage) {
    let session = Session::open(&stage.bootstrap()).await;
    let cluster = session.id.clone();
    let call = ListRequestKinds { cluster: cluster.clone() };
    let kinds = session.engine.request_kinds(call).await.unwrap();
    let writing: Vec<_> = kinds.iter().filter(|kind| kind.could_write).collect();
    assert!(writing.iter().any(|kind| kind.name == "CreateTopics"));
    for kind in writing {
        assert!(!kind.offered, "{}", kind.name);
        let draft = draft(kind.key, &[]);
        let call = ExplainRequest { cluster: cluster.clone(), draft: draft.clone() };
        let explained = session.engine.explain_request(call).await.unwrap();
        assert!(!explained.passes && explained.refused.is_some(), "{}: {explained:?}", kind.name);
        assert!(!explained.gate_why.is_empty(), "{}", kind.name);
        let call = SendRequest { cluster: cluster.clone(), draft };
        session.engine.send_request(call).await.unwrap_err();
    }
    if let Some(mock) = stage.as_mock() {
        for kind in kinds.iter().filter(|kind| kind.could_write) {
            assert_eq!(mock.count(kind.key), 0, "{}", kind.name);
        }
    }
}

pub async fn an_answer_of_the_panel_names_each_broker(stage: &Stage) {
    let session = Session::open(&stage.bootstrap()).await;
    let cluster = session.id.clone();
    let each = draft(35, &[]);
    let call = ExplainRequest { cluster: cluster.clone(), draft: each.clone() };
    let explained = session.engine.explain_request(call).await.unwrap();
    assert!(explained.passes && explained.refused.is_none(), "{explained:?}");
    let mut targets: Vec<_> = explained.targets.iter().map(|target| target.broker).collect();
    targets.sort_unstable();
    assert_eq!(targets, [Some(1), Some(2), Some(3)]);

    let call = SendRequest { cluster: cluster.clone(), draft: each };
    let answered = session.engine.send_request(call).await.unwrap();
    let mut brokers: Vec<_> = answered.parts.iter().map(|part| part.broker).collect();
    brokers.sort_unstable();
    assert_eq!(brokers, [Some(1), Some(2), Some(3)]);
    for part in &answered.parts {
        assert!(part.error.is_none() && part.version.is_some() && part.attempts >= 1, "{part:?}");
        let body: serde_json::Value = serde_json::from_str(&part.body).unwrap();
        assert!(body.is_object());
        let dirs = &stage.brokers().into_iter().find(|one| Some(one.id) == part.broker).unwrap().log_dirs;
        assert!(dirs.iter().all(|dir| part.body.contains(dir.as_str())), "{}", part.body);
    }

    let one = draft(35, &[("broker", "2")]);
    let call = SendRequest { cluster: cluster.clone(), draft: one };
    let answered = session.engine.send_request(call).await.unwrap();
    assert_eq!(answered.parts.iter().map(|part| part.broker).collect::<Vec<_>>(), [Some(2)]);

    let call = SendRequest { cluster: cluster.clone(), draft: draft(35, &[("broker", "two")]) };
    let error = session.engine.send_request(call).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::BadInput);

    // All of it is in the journal.
    let journal = session.journal(found("DescribeLogDirs")).await;
    assert!(journal.rows.len() >= 4, "{}", journal.rows.len());
    assert!(journal.rows.iter().all(|row| row.api == "DescribeLogDirs" && row.error.is_none()));
}
