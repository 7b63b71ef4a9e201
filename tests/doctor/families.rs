//! A name that leads to an address of each family, as "localhost" does: one listens and the other refuses or says nothing, whichever
//! comes first. The connection comes about, and each address has its own step.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use contract::{Examination, Step, StepKind, StepOutcome};
use meta::{Cluster, Config, Key, message::describe_cluster::DescribeCluster};
use mock_cluster::MockCluster;
use support::{
    doctor::{Names, diagnose, hold, steps_of},
    filtered::Filtered,
    ground::{config, within},
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

use crate::one;

const NAME: &str = "broker.example";

fn four(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

fn six(port: u16) -> SocketAddr {
    (Ipv6Addr::LOCALHOST, port).into()
}

/// One broker that is known by that name alone.
struct Scene {
    _mock: MockCluster,
    port: u16,
}

impl Scene {
    /// It listens by IPv4 at its own port, and by IPv6 at another.
    async fn new() -> (Scene, SocketAddr, SocketAddr) {
        let mock = one().await;
        let place: SocketAddr = mock.bootstrap().parse().unwrap();
        mock.state().advertise(1, NAME, place.port()).unwrap();
        // Nobody but us listens at this one, so that the other family is free there.
        let listener = TcpListener::bind(six(0)).await.unwrap();
        let front = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(place).await else { return };
                    let _ = copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        (Scene { _mock: mock, port: place.port() }, place, front)
    }

    fn config(&self, places: &[SocketAddr]) -> Config {
        let resolver = Arc::new(Names::knowing(NAME, places));
        Config { resolver, ..config(&format!("{NAME}:{}", self.port)) }
    }

    /// It can be worked with, however long the other address may keep silent.
    async fn answers(&self, places: &[SocketAddr]) {
        let patient = Config { setup_timeout: Duration::from_secs(3600), ..self.config(places) };
        let cluster = within(Cluster::connect(patient)).await.unwrap();
        within(cluster.send(DescribeCluster::default(), Key::None)).await.unwrap();
    }

    async fn examined(&self, places: &[SocketAddr]) -> Examination {
        diagnose(Config { setup_timeout: Duration::from_secs(2), ..self.config(places) }).await
    }
}

/// The step of each address: that which works passes, the other is a warning with what it means.
fn told<'a>(found: &'a Examination, works: SocketAddr, dead: SocketAddr, families: &str) -> &'a Step {
    let report = engine::report(found);
    assert_eq!(found.patients.len(), 1, "{report}");
    let tcp = steps_of(&found.patients[0], StepKind::Tcp);
    let at = |place: SocketAddr| {
        let place = Some(place.to_string());
        *tcp.iter().find(|step| step.place == place).unwrap_or_else(|| panic!("{place:?}: {report}"))
    };
    assert_eq!((tcp.len(), at(works).outcome), (2, StepOutcome::Passed), "{report}");
    let step = at(dead);
    assert_eq!(step.outcome, StepOutcome::Warned, "{report}");
    let meaning = step.meaning.as_ref().unwrap();
    assert!(meaning.starts_with(families) && meaning.contains(&works.to_string()), "{report}");
    assert!(step.advice.is_some(), "{report}");
    step
}

const SIX_IS_DEAD: &str = "IPv6 doesn't work and IPv4 does";
const FOUR_IS_DEAD: &str = "IPv4 doesn't work and IPv6 does";

#[tokio::test]
async fn one_family_listens_whichever_comes_first() {
    let (scene, v4, v6) = Scene::new().await;
    for (works, dead, families) in [(v4, six(v4.port()), SIX_IS_DEAD), (v6, four(v6.port()), FOUR_IS_DEAD)] {
        for places in [[works, dead], [dead, works]] {
            scene.answers(&places).await;
            let found = scene.examined(&places).await;
            let step = told(&found, works, dead, families);
            assert!(step.result.contains("Nobody listens"), "{step:?}");
            hold("one_family_is_dead", &found);
        }
    }
}

#[tokio::test]
async fn one_family_is_silent_whichever_comes_first() {
    let (scene, v4, v6) = Scene::new().await;
    let (silent_six, silent_four) = (Filtered::at(six(0)).await, Filtered::at(four(0)).await);
    for (works, dead, families) in
        [(v4, silent_six.place, SIX_IS_DEAD), (v6, silent_four.place, FOUR_IS_DEAD)]
    {
        for places in [[works, dead], [dead, works]] {
            scene.answers(&places).await;
            let found = scene.examined(&places).await;
            let step = told(&found, works, dead, families);
            assert!(step.result.contains("did not answer within"), "{step:?}");
            hold("one_family_is_dead", &found);
        }
    }
}

#[tokio::test]
async fn where_neither_family_answers_each_is_told() {
    let (scene, v4, v6) = Scene::new().await;
    let silent = Filtered::at(six(0)).await;
    let refusing = four(v6.port());
    for places in [[silent.place, refusing], [refusing, silent.place]] {
        let found = scene.examined(&places).await;
        let report = engine::report(&found);
        let verdict = found.verdict.as_ref().unwrap();
        assert_eq!((verdict.healthy, verdict.step), (false, Some(StepKind::Tcp)), "{report}");
        let tcp = steps_of(&found.patients[0], StepKind::Tcp);
        assert!(tcp.iter().all(|step| step.outcome == StepOutcome::Failed), "{report}");
        let result = |place: SocketAddr| {
            tcp.iter().find(|step| step.place == Some(place.to_string())).unwrap().result.clone()
        };
        assert!(result(refusing).contains("Nobody listens"), "{report}");
        assert!(result(silent.place).contains("did not answer within 2.0 s"), "{report}");
    }
    // Both listen: nothing is odd.
    let found = scene.examined(&[v6, v4]).await;
    assert!(found.verdict.as_ref().unwrap().step.is_none(), "{}", engine::report(&found));
}
