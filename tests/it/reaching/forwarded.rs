//! The user's own program between us and the brokers, played by a script: what it is told to forward is the mock cluster's, so that
//! all but the forwarding itself is real.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use contract::{
    CloseCluster, Examine, GetExamination, Passage, PassageState, Profile, Reach, StepKind, StepOutcome,
    Through, View, WatchEvent,
};
use engine::{Engine, Programs};
use mock_cluster::MockCluster;
use support::{engine_among, eventually, keychain::MemoryKeychain, way::Network, within};

use super::{answers, kept, open, three_brokers, through, way};

/// A folder with a `kubectl` that says of each broker's service where it really is, and one for the connections.
struct Machine {
    folder: tempfile::TempDir,
    network: Network,
}

impl Machine {
    fn around(mock: &MockCluster) -> Machine {
        let folder = tempfile::tempdir().unwrap();
        let network = Network::around(mock);
        let machine = Machine { folder, network };
        fs::create_dir(machine.bin()).unwrap();
        let cases: String = machine
            .network
            .rules()
            .iter()
            .map(|(name, place)| {
                let service = name.split('.').next().unwrap();
                format!("service/{service}) at={place};; ")
            })
            .collect();
        machine.program(
            "kubectl",
            &format!(
                "echo \"$$ $*\" >> {}\nfor word in \"$@\"; do case \"$word\" in {cases} esac; done\n\
                 [ -n \"$at\" ] || {{ echo 'Error from server (NotFound): services not found' >&2; exit 1; }}\n\
                 echo \"Forwarding from $at -> 9092\"\nexec sleep 600\n",
                machine.log().display()
            ),
        );
        machine
    }

    fn bin(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("started")
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.bin().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn engine(&self) -> Engine {
        // The script's own programs are found by the folders after its own.
        let folders = [self.bin(), "/usr/bin".into(), "/bin".into()];
        engine_among(self.folder.path(), MemoryKeychain::new(), Programs::in_folders(folders))
    }

    async fn connection(&self, engine: &Engine) -> String {
        let reach = through(Through::Kubectl { context: "prod".into(), namespace: "internal".into() });
        kept(engine, Profile { bootstrap: self.network.bootstrap(), reach, ..Profile::default() }).await
    }

    /// The processes that were started so far.
    fn started(&self) -> Vec<u32> {
        let lines = fs::read_to_string(self.log()).unwrap_or_default();
        lines.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect()
    }
}

fn runs(pid: u32) -> bool {
    // A zombie is gone as far as anybody can tell.
    let status = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
    status.is_ok_and(|status| !status.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

fn up(passages: &[Passage]) -> usize {
    passages.iter().filter(|passage| matches!(passage.state, PassageState::Up { .. })).count()
}

async fn all_up(engine: &Engine, id: &str) -> Vec<Passage> {
    eventually("three passages", async || {
        let passages = way(engine, id).await.passages;
        if up(&passages) == 3 { Ok(passages) } else { Err(passages) }
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_broker_has_a_process_that_is_shown_and_ends_with_the_connection() {
    let mock = three_brokers().await;
    let machine = Machine::around(&mock);
    let engine = machine.engine();
    let id = machine.connection(&engine).await;
    let mut notes = engine.watch();
    open(&engine, &id).await;
    answers(&engine, &id).await;
    let passages = all_up(&engine, &id).await;
    for passage in &passages {
        assert!(passage.what.starts_with("kubectl port-forward service/kafka-"), "{passage:?}");
        let [port] = &passage.ports[..] else { panic!("{passage:?}") };
        assert!(passage.what.ends_with(port.address.split('.').next().unwrap()), "{passage:?}");
        assert_eq!(Some(port.place.clone()), machine.network.at(&port.address));
        assert!(port.broker.is_some() && runs(passage.pid.unwrap()), "{passage:?}");
    }
    let told = WatchEvent::Changed { cluster: id.clone(), view: View::Way };
    within(Duration::from_secs(60), "a note of it", async {
        while notes.next().await.as_ref() != Some(&told) {}
    })
    .await;

    // One that ends says so, whoever ended it.
    let victim = passages[0].pid.unwrap();
    std::process::Command::new("kill").arg(victim.to_string()).status().unwrap();
    eventually("its end, or another in its place", async || {
        let now = way(&engine, &id).await.passages;
        let same = now.iter().find(|passage| passage.what == passages[0].what).cloned();
        match &same {
            Some(Passage { state: PassageState::Ended { why, .. }, pid: None, .. }) if !why.is_empty() => {
                Ok(())
            }
            Some(Passage { pid: Some(pid), .. }) if *pid != victim => Ok(()),
            other => Err(other.clone()),
        }
    })
    .await;

    engine.close_cluster(CloseCluster { id }).await.unwrap();
    let left: Vec<u32> = machine.started().into_iter().filter(|pid| runs(*pid)).collect();
    assert_eq!(left, Vec::<u32>::new(), "closing returns when they are gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_examination_goes_the_way_of_the_open_connection_or_makes_its_own_and_ends_it() {
    let mock = three_brokers().await;
    let machine = Machine::around(&mock);
    let engine = machine.engine();
    let id = machine.connection(&engine).await;
    let examine = async || {
        engine.examine(Examine { profile: id.clone() }).await.unwrap();
        eventually("the end of the examination", async || {
            let found = engine.examination(GetExamination { profile: id.clone() }).await.unwrap();
            found.filter(|found| found.ended.is_some()).ok_or(())
        })
        .await
    };
    let found = examine().await;
    assert!(found.verdict.as_ref().is_some_and(|verdict| verdict.healthy), "{found:?}");
    for patient in &found.patients {
        let way = patient.steps.iter().find(|step| step.kind == StepKind::Way).expect("a step of its own");
        assert!(way.outcome == StepOutcome::Passed && way.result.contains("kubectl"), "{way:?}");
    }
    let own = machine.started();
    assert_eq!(own.len(), 3);
    assert!(own.iter().all(|pid| !runs(*pid)), "they end with it");

    open(&engine, &id).await;
    answers(&engine, &id).await;
    let running: Vec<u32> = all_up(&engine, &id).await.iter().filter_map(|passage| passage.pid).collect();
    let found = examine().await;
    assert!(found.verdict.is_some_and(|verdict| verdict.healthy));
    assert_eq!(machine.started().len(), 6, "what is there is used");
    assert!(running.iter().all(|pid| runs(*pid)), "and goes on");
    engine.close_all().await;
    assert!(running.iter().all(|pid| !runs(*pid)), "until all is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_program_says_is_why_the_connection_fails() {
    let mock = three_brokers().await;
    let machine = Machine::around(&mock);
    machine.program("ssh", "echo 'me@bastion: Permission denied (publickey).' >&2\nexit 255\n");
    let engine = machine.engine();
    let reach = Reach { through: Through::Ssh { host: "bastion".into() }, ..Reach::default() };
    let id =
        kept(&engine, Profile { bootstrap: machine.network.bootstrap(), reach, ..Profile::default() }).await;
    assert_eq!(super::way_error(&engine, &id).await, contract::ErrorKind::NotOpen);
    open(&engine, &id).await;
    let error = super::failed(&engine, &id).await;
    assert!(error.message.contains("Permission denied"), "{}", error.message);
    assert!(error.advice.as_ref().is_some_and(|advice| advice.contains("Reaching brokers")), "{error:?}");
    let passage = way(&engine, &id).await.passages.remove(0);
    assert_eq!(passage.what, "ssh bastion");
    let PassageState::Ended { why, .. } = &passage.state else { panic!("{passage:?}") };
    assert!(why.contains("Permission denied"), "{why}");
    assert_eq!(super::opened(&mock), 0, "nobody was dialled straight");
}
