//! This process is killed and can end nobody: the system ends its children.
//!
//! The test runs itself once more as the process that is killed.

use std::{
    env, fs,
    process::{Command, Stdio},
};

use port_forward::{Kubectl, Programs};

use crate::fakes::{FORWARDS, Fakes, gone, kill, lives, place};

const FOLDER: &str = "PORT_FORWARD_TEST_FOLDER";

#[tokio::test(flavor = "multi_thread")]
async fn children_end_with_a_process_that_is_killed() {
    if let Some(folder) = env::var_os(FOLDER) {
        return to_be_killed(folder.into()).await;
    }
    if !cfg!(target_os = "linux") || Programs::on_path().find("setpriv").is_err() {
        println!("skipped: the system has no setpriv, and children end when their connection does");
        return;
    }
    let fakes = Fakes::new("kubectl", FORWARDS);
    let name = "killed::children_end_with_a_process_that_is_killed";
    let mut ours = Command::new(env::current_exe().unwrap());
    ours.args([name, "--exact"]).env(FOLDER, fakes.folder()).stdin(Stdio::null()).stdout(Stdio::null());
    let mut ours = ours.spawn().unwrap();
    let ready = fakes.folder().join("ready");
    crate::fakes::until("the child's child", || ready.exists()).await;
    let pid = fakes.pids()[0];
    assert!(lives(pid));
    kill(ours.id(), "-KILL");
    ours.wait().unwrap();
    gone(pid).await;
}

async fn to_be_killed(folder: std::path::PathBuf) {
    let programs = Programs::in_folders([folder.clone(), "/usr/bin".into(), "/bin".into()]);
    let kubectl = Kubectl::among(programs, "", "kafka").unwrap();
    // From a thread that ends before the process does: its end is not the child's.
    let kubectl = tokio::spawn(async move {
        place(&kubectl, "kafka").await.unwrap();
        kubectl
    });
    let _kubectl = kubectl.await.unwrap();
    fs::write(folder.join("ready"), "").unwrap();
    std::future::pending().await
}
