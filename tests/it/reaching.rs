//! From a connection as it is set to its brokers: by rules, through a proxy, through the user's own programs. What can't be gone is said
//! when it is saved and again when it is opened, and nobody is dialled straight instead.

#[cfg(unix)]
mod forwarded;

use contract::{
    CheckReach, Concealed, ConnectionState, ErrorKind, GetWay, GiveSecret, Keep, ListJournal, PassageState,
    Profile, Reach, Rewrite, Sasl, SecretKind, Through, TokenEnd, Way,
};
use engine::{Engine, Programs};
use mock_cluster::{MockCluster, SaslListener};
use support::{
    all, engine_among, engine_in, eventually,
    keychain::MemoryKeychain,
    way::{Manner, Network, Socks},
};

use crate::{
    secrets::{answers, failed, kept, open, state},
    three_brokers,
};

pub(crate) async fn way(engine: &Engine, id: &str) -> Way {
    engine.way(GetWay { cluster: id.to_owned() }).await.unwrap()
}

async fn way_error(engine: &Engine, id: &str) -> ErrorKind {
    engine.way(GetWay { cluster: id.to_owned() }).await.unwrap_err().kind
}

fn through(through: Through) -> Reach {
    Reach { through, ..Reach::default() }
}

fn rule(from: &str, to: &str) -> Rewrite {
    Rewrite { from: from.to_owned(), to: to.to_owned() }
}

fn ssh(host: &str) -> Reach {
    through(Through::Ssh { host: host.to_owned() })
}

fn opened(mock: &MockCluster) -> u64 {
    (1..=3).map(|broker| mock.connections_opened(broker)).sum()
}

#[tokio::test]
async fn rules_lead_to_brokers_whose_names_only_another_network_has() {
    let mock = three_brokers().await;
    let network = Network::around(&mock);
    let rewrites: Vec<Rewrite> = network.rules().iter().map(|(from, to)| rule(from, to)).collect();
    let unused = rule("elsewhere-*", ":1");
    let reach = Reach { rewrites: [vec![unused], rewrites.clone()].concat(), ..Reach::default() };
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let profile = Profile { bootstrap: network.bootstrap(), reach, ..Profile::default() };
    let id = kept(&engine, profile).await;
    open(&engine, &id).await;
    answers(&engine, &id).await;
    let way = eventually("three brokers", async || {
        let way = way(&engine, &id).await;
        let brokers = way.rules.iter().flat_map(|rule| &rule.applies).filter(|one| one.broker.is_some());
        if brokers.count() == 3 { Ok(way) } else { Err(way) }
    })
    .await;
    assert!(way.rules[0].applies.is_empty(), "a rule that fits nothing is seen to fit nothing");
    for (used, set) in way.rules[1..].iter().zip(&rewrites) {
        let [one] = &used.applies[..] else { panic!("{used:?}") };
        assert_eq!((&one.address, &one.place), (&set.from, &set.to));
    }
    assert!(way.passages.is_empty() && way.anonymous && way.sign_ins.is_empty());
    // What is written down of a request is the broker's own address.
    let journal = engine.journal(ListJournal { cluster: id, query: all() }).await.unwrap();
    assert!(journal.rows.iter().all(|row| row.address.starts_with("kafka-")), "{:?}", journal.rows[0]);
}

#[tokio::test]
async fn what_can_not_be_gone_is_said_when_it_is_saved_and_when_it_is_opened_and_nobody_is_dialled() {
    let mock = three_brokers().await;
    let folder = tempfile::tempdir().unwrap();
    let nothing = Programs::in_folders([]);
    let engine = engine_among(folder.path(), MemoryKeychain::new(), nothing);
    let socks = |proxy: &str| through(Through::Socks5 { proxy: proxy.to_owned(), user: String::new() });
    let kubectl = |namespace: &str| {
        through(Through::Kubectl { context: String::new(), namespace: namespace.to_owned() })
    };
    for (reach, words) in [
        (Reach { rewrites: vec![rule("", "localhost")], ..Reach::default() }, "Rule 1"),
        (Reach { rewrites: vec![rule("1", "localhost"), rule("2", "")], ..Reach::default() }, "Rule 2"),
        (socks(""), "There is no proxy"),
        (socks("http://proxy:3128"), "“http”"),
        (ssh(""), "There is no jump host"),
        (ssh("-oProxyCommand=touch x"), "-oProxyCommand"),
        (ssh("bastion"), "no program “ssh”"),
        (kubectl("Kafka!"), "namespace"),
        (kubectl("kafka"), "no program “kubectl”"),
    ] {
        let profile = Profile { bootstrap: mock.bootstrap(), reach: reach.clone(), ..Profile::default() };
        let saved = engine.save_profile(contract::SaveProfile { profile: profile.clone() }).await.unwrap();
        assert!(saved.problems.iter().any(|problem| problem.contains(words)), "{:?}", saved.problems);
        assert_eq!(saved.profile.reach, reach, "it is kept as typed");
        let checked = engine.check_reach(CheckReach { reach: reach.clone() }).await.unwrap();
        assert!(!checked.is_clean(), "{reach:?}");
        assert_eq!(checked.rules.len(), reach.rewrites.len());
        open(&engine, &saved.profile.id).await;
        let error = failed(&engine, &saved.profile.id).await;
        assert_eq!(error.kind, ErrorKind::BadInput);
        assert!(error.message.contains(words), "{}", error.message);
    }
    assert_eq!(opened(&mock), 0);
}

#[tokio::test]
async fn each_rule_that_can_not_be_read_is_named_by_its_own_number() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let rewrites = vec![rule("3", ""), rule("kafka-*", "localhost"), rule("a b", "c:99999"), rule("1", "*")];
    let reach = Reach { rewrites, ..Reach::default() };
    let checked = engine.check_reach(CheckReach { reach }).await.unwrap();
    let named: Vec<bool> = checked
        .rules
        .iter()
        .zip(1..)
        .map(|(wrong, number)| {
            wrong.as_ref().is_some_and(|wrong| wrong.starts_with(&format!("Rule {number}: ")))
        })
        .collect();
    assert_eq!(named, [true, false, true, true], "{checked:?}");
    assert_eq!((&checked.rules[1], checked.through), (&None, None));
}

#[tokio::test]
async fn a_proxy_wants_its_password_and_then_leads_to_all_brokers() {
    let mock = three_brokers().await;
    let network = Network::around(&mock);
    let proxy = Socks::start(&network, Manner::Login("walter", "Gate-7")).await;
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let reach = through(Through::Socks5 { proxy: proxy.place().to_string(), user: "walter".into() });
    let profile = Profile { bootstrap: network.bootstrap(), reach, ..Profile::default() };
    let id = kept(&engine, profile).await;
    open(&engine, &id).await;
    let asked = failed(&engine, &id).await;
    assert_eq!((asked.kind, asked.secret), (ErrorKind::SecretNeeded, Some(SecretKind::ProxyPassword)));
    let give = |value: &str| GiveSecret {
        profile: id.clone(),
        kind: SecretKind::ProxyPassword,
        value: Concealed(value.to_owned()),
        keep: Keep::Session,
    };
    engine.give_secret(give("wrong")).await.unwrap();
    let refused = eventually("a refusal", async || match state(&engine, &id).await {
        ConnectionState::Failed { error } if error.kind != ErrorKind::SecretNeeded => Ok(error),
        other => Err(other),
    })
    .await;
    assert!(refused.message.contains("proxy"), "{}", refused.message);
    let passage = way(&engine, &id).await.passages.remove(0);
    let PassageState::Unanswered { why, .. } = &passage.state else { panic!("{passage:?}") };
    assert!(why.contains("proxy"), "{why}");
    engine.give_secret(give("Gate-7")).await.unwrap();
    answers(&engine, &id).await;
    let way = way(&engine, &id).await;
    let [passage] = &way.passages[..] else { panic!("{:?}", way.passages) };
    assert!(matches!(passage.state, PassageState::Up { .. }), "{passage:?}");
    assert_eq!(passage.what, format!("SOCKS5 proxy {}", proxy.place()));
    assert!(!passage.ports.is_empty());
    assert!(proxy.asked().iter().all(|name| name.starts_with("kafka-")), "{:?}", proxy.asked());
}

#[tokio::test]
async fn who_is_signed_in_is_told_connection_by_connection_with_the_end_that_the_broker_told() {
    let listener =
        SaslListener::new().user("alice", "hunter2").lifetime(std::time::Duration::from_secs(3600));
    let mock = MockCluster::builder().brokers(2).sasl(listener).start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let engine = engine_in(folder.path());
    let sasl = Sasl::ScramSha256 { user: "alice".into(), token: false };
    let id = kept(&engine, Profile { bootstrap: mock.bootstrap(), sasl, ..Profile::default() }).await;
    let give = GiveSecret {
        profile: id.clone(),
        kind: SecretKind::Password,
        value: Concealed("hunter2".to_owned()),
        keep: Keep::Session,
    };
    engine.give_secret(give).await.unwrap();
    open(&engine, &id).await;
    answers(&engine, &id).await;
    let way = eventually("a sign-in", async || {
        let way = way(&engine, &id).await;
        if way.sign_ins.is_empty() { Err(way) } else { Ok(way) }
    })
    .await;
    assert!(!way.anonymous && way.passages.is_empty() && way.rules.is_empty());
    for signed in &way.sign_ins {
        assert_eq!((signed.user.as_str(), signed.mechanism.as_str()), ("alice", "SCRAM-SHA-256"));
        assert_eq!((signed.renewals, signed.token), (0, TokenEnd::Endless));
        let lasts = signed.until.unwrap().0 - signed.at.0;
        assert!((3_500_000..=3_600_000).contains(&lasts), "{lasts}");
    }
    engine.close_cluster(contract::CloseCluster { id: id.clone() }).await.unwrap();
    assert_eq!(way_error(&engine, &id).await, ErrorKind::NotOpen);
}
