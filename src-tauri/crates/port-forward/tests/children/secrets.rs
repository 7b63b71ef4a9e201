//! A secret that came by a variable stays with this program: everybody who may look at a child's environment would have it.
//!
//! An environment is a process's own, so that the test runs itself once more with such variables.

use std::{env, fs, path::PathBuf, process::Command};

use port_forward::{Kubectl, Programs, Ssh};

use crate::fakes::{FORWARDS, Fakes, place};

const FOLDER: &str = "PORT_FORWARD_TEST_FOLDER";

#[tokio::test(flavor = "multi_thread")]
async fn no_child_has_a_secret_in_its_environment() {
    if let Some(folder) = env::var_os(FOLDER) {
        return to_be_looked_at(folder.into()).await;
    }
    let kubectl = Fakes::new("kubectl", &format!("env > environment; {FORWARDS}"));
    let ssh = Fakes::new("ssh", "env > environment; exit 255");
    for fakes in [&kubectl, &ssh] {
        let mut ours = Command::new(env::current_exe().unwrap());
        ours.args(["secrets::no_child_has_a_secret_in_its_environment", "--exact"]);
        ours.env(FOLDER, fakes.folder()).env("BROKERSCOPE_PASSWORD", "hunter2");
        ours.env("BROKERSCOPE_PASS_PHRASE", "correct horse").env("MINE", "stays");
        assert!(ours.output().unwrap().status.success());
        let told = fs::read_to_string(fakes.folder().join("environment")).unwrap();
        assert!(told.contains("MINE=stays"), "{told}");
        assert!(
            !told.contains("BROKERSCOPE") && !told.contains("hunter2") && !told.contains("horse"),
            "{told}"
        );
    }
}

async fn to_be_looked_at(folder: PathBuf) {
    let programs = || Programs::in_folders([folder.clone(), "/usr/bin".into(), "/bin".into()]);
    // Only one of the two is in the folder; the other may be the machine's, to which this name and context are nobody.
    if folder.join("kubectl").exists() {
        place(&Kubectl::among(programs(), "", "kafka").unwrap(), "kafka").await.unwrap();
    } else {
        place(&Ssh::among(programs(), "bastion").unwrap(), "kafka").await.unwrap_err();
    }
}
