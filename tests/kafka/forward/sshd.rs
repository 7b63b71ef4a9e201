//! The user's own ssh and a real sshd: ports that lead to servers behind it, and each way in which that fails, in ssh's words.

use std::net::SocketAddr;

use meta::{Address, Forward};
use port_forward::{Ssh, State};
use support::{
    ground::{until, within},
    sshd::Sshd,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A server that says who it is to everybody who comes.
async fn server(name: &'static str) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(name.as_bytes()).await;
        }
    });
    Address { host: "127.0.0.1".to_owned(), port }
}

/// An address of the far side where nobody listens.
async fn nobody() -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    Address { host: "127.0.0.1".to_owned(), port: listener.local_addr().unwrap().port() }
}

async fn said_at(place: SocketAddr) -> String {
    let mut said = String::new();
    let mut stream = TcpStream::connect(place).await.unwrap();
    let _ = within(stream.read_to_string(&mut said)).await;
    said
}

async fn place(ssh: &Ssh, to: &Address) -> Result<SocketAddr, String> {
    within(ssh.place(to)).await
}

fn ssh(sshd: &Sshd) -> Ssh {
    Ssh::among(sshd.programs(), "bastion").unwrap()
}

#[tokio::test]
async fn a_port_for_each_server_and_one_sign_in_for_all() {
    let Some(sshd) = Sshd::start() else { return };
    // Forwards of the user's own configuration stay the user's own.
    let theirs = nobody().await;
    sshd.sign_in_with("user_key", &format!("LocalForward 127.0.0.1:{} 127.0.0.1:1", theirs.port));
    let ssh = ssh(&sshd);
    let (one, two) = (server("one").await, server("two").await);
    let (to_one, to_two) = tokio::join!(place(&ssh, &one), place(&ssh, &two));
    let (to_one, to_two) = (to_one.unwrap(), to_two.unwrap());
    assert_eq!((said_at(to_one).await, said_at(to_two).await), ("one".to_owned(), "two".to_owned()));
    assert_eq!(said_at(to_one).await, "one");
    assert_eq!((sshd.sign_ins(), sshd.passed_on_to(one.port), sshd.passed_on_to(two.port)), (1, 2, 1));
    assert!(TcpStream::connect(("127.0.0.1", theirs.port)).await.is_err());
    // Nor can anybody come to it from elsewhere: no other address of this machine leads there.
    assert!(TcpStream::connect(("127.0.0.2", to_one.port())).await.is_err());
    assert_eq!(sshd.clients().len(), 1);
    ssh.close().await;
    assert_eq!(sshd.clients(), Vec::<u32>::new());
    assert!(TcpStream::connect(to_one).await.is_err());
}

#[tokio::test]
async fn a_server_that_the_far_side_can_not_reach_is_told_as_its_own_failure() {
    let Some(sshd) = Sshd::start() else { return };
    let ssh = ssh(&sshd);
    let (one, none) = (server("one").await, nobody().await);
    let unknown = Address { host: "no-such-host.invalid".to_owned(), port: 9092 };
    let to_one = place(&ssh, &one).await.unwrap();
    for (to, why) in [(&none, "Connection refused"), (&unknown, "connect failed: ")] {
        let place = place(&ssh, to).await.unwrap();
        assert_eq!(said_at(place).await, "");
        until(|| ssh.said(to).is_some()).await;
        let said = ssh.said(to).unwrap();
        assert!(
            said.starts_with(&format!("bastion could not connect to {to}: ")) && said.contains(why),
            "{said}"
        );
    }
    assert_eq!(said_at(to_one).await, "one");
    assert_eq!(ssh.said(&one), None);
}

#[tokio::test]
async fn an_sshd_that_passes_nothing_on_is_told_with_the_setting() {
    let Some(mut sshd) = Sshd::start() else { return };
    sshd.serve("AllowTcpForwarding no");
    let ssh = ssh(&sshd);
    let one = server("one").await;
    let to_one = place(&ssh, &one).await.unwrap();
    assert_eq!(said_at(to_one).await, "");
    until(|| ssh.said(&one).is_some()).await;
    let said = ssh.said(&one).unwrap();
    assert!(said.contains("administratively prohibited") && said.contains("AllowTcpForwarding"), "{said}");
}

#[tokio::test]
async fn an_unknown_host_is_refused_in_the_words_of_ssh_and_stays_unknown() {
    let Some(sshd) = Sshd::start() else { return };
    sshd.forget_host();
    let ssh = ssh(&sshd);
    let why = place(&ssh, &server("one").await).await.unwrap_err();
    assert!(why.starts_with("ssh bastion ended with 255: "), "{why}");
    assert!(why.contains("Host key verification failed."), "{why}");
    assert!(why.contains("Run `ssh bastion` once in a terminal"), "{why}");
    assert_eq!((sshd.known_hosts(), sshd.sign_ins()), (String::new(), 0));
    assert_eq!(ssh.states()[0].state, State::Ended(why));
    // Put right in a terminal, it works without anything being opened anew.
    sshd.know_host("host_key");
    place(&ssh, &server("one").await).await.unwrap();
}

#[tokio::test]
async fn a_host_with_another_key_than_the_known_one_is_refused() {
    let Some(sshd) = Sshd::start() else { return };
    sshd.know_host("stranger_key");
    let why = place(&ssh(&sshd), &server("one").await).await.unwrap_err();
    assert!(why.contains("Host key verification failed."), "{why}");
    assert!(why.contains("has changed"), "{why}");
    assert_eq!(sshd.sign_ins(), 0);
}

#[tokio::test]
async fn a_key_that_the_server_does_not_take_is_told() {
    let Some(sshd) = Sshd::start() else { return };
    sshd.sign_in_with("stranger_key", "");
    let why = place(&ssh(&sshd), &server("one").await).await.unwrap_err();
    assert!(why.contains("Permission denied (publickey)"), "{why}");
    assert!(why.contains("ssh-add"), "{why}");
}

#[tokio::test]
async fn a_host_that_nobody_knows_is_told() {
    let Some(sshd) = Sshd::start() else { return };
    let ssh = Ssh::among(sshd.programs(), "no-such-host.invalid").unwrap();
    let why = place(&ssh, &server("one").await).await.unwrap_err();
    assert!(why.contains("Could not resolve hostname no-such-host.invalid"), "{why}");
}

#[tokio::test]
async fn a_host_before_the_host_asks_nobody_either_and_ends_with_the_rest() {
    let Some(sshd) = Sshd::start() else { return };
    // The ssh to the first host is started by the other one, with the user's configuration and none of our options.
    let first = "HostKeyAlias first\nHost inner\nProxyJump bastion\nHostName 127.0.0.1\nUserKnownHostsFile";
    let twice = |known: &str| {
        let hosts = sshd.folder().join(known).display().to_string();
        let (port, key) = (sshd.port(), sshd.folder().join("user_key").display().to_string());
        let more = format!(
            "{first} {hosts}\nPort {port}\nIdentityFile {key}\nIdentitiesOnly yes\nIdentityAgent none"
        );
        sshd.sign_in_with("user_key", &more);
    };
    twice("known_hosts");
    let ssh = Ssh::among(sshd.programs(), "inner").unwrap();
    let one = server("one").await;
    let why = place(&ssh, &one).await.unwrap_err();
    assert!(why.contains("Host key verification failed."), "{why}");
    assert_eq!(sshd.sign_ins(), 0);

    let known = sshd.known_hosts();
    let key = known.split_once(' ').unwrap().1;
    std::fs::write(sshd.folder().join("known_hosts"), format!("{known}first {key}")).unwrap();
    let to_one = place(&ssh, &one).await.unwrap();
    assert_eq!(said_at(to_one).await, "one");
    assert_eq!(sshd.sign_ins(), 2);
    assert!(sshd.clients().len() >= 2, "one for each host");
    ssh.close().await;
    until(|| sshd.clients().is_empty()).await;
}

#[tokio::test]
async fn a_lost_server_is_told_and_the_next_call_signs_in_again() {
    let Some(mut sshd) = Sshd::start() else { return };
    let ssh = ssh(&sshd);
    let one = server("one").await;
    let before = place(&ssh, &one).await.unwrap();
    assert_eq!(said_at(before).await, "one");
    let mut changes = ssh.changes();
    sshd.end();
    within(async {
        while !matches!(ssh.states()[0].state, State::Ended(_)) {
            changes.changed().await.unwrap();
        }
    })
    .await;
    let state = ssh.states().remove(0);
    let State::Ended(why) = &state.state else { panic!("{state:?}") };
    // "closed by remote host" or "Broken pipe", by what it was at when it noticed.
    assert!(why.starts_with("ssh bastion ended with 255: "), "{why}");
    assert!(state.ports.is_empty());
    assert!(TcpStream::connect(before).await.is_err());
    let why = place(&ssh, &one).await.unwrap_err();
    assert!(why.contains("Connection refused"), "{why}");
    sshd.serve("");
    let again = place(&ssh, &one).await.unwrap();
    assert_eq!(said_at(again).await, "one");
    assert_eq!((sshd.sign_ins(), &ssh.states()[0].state), (2, &State::Up));
}

#[tokio::test]
async fn without_a_master_each_server_has_a_sign_in_of_its_own() {
    let Some(sshd) = Sshd::start() else { return };
    let ssh = ssh(&sshd).one_for_each();
    let (one, none) = (server("one").await, nobody().await);
    let to_one = place(&ssh, &one).await.unwrap();
    assert_eq!(said_at(to_one).await, "one");
    let to_none = place(&ssh, &none).await.unwrap();
    assert_eq!(said_at(to_none).await, "");
    until(|| ssh.said(&none).is_some()).await;
    assert!(ssh.said(&none).unwrap().contains("Connection refused"));
    assert_eq!((ssh.said(&one), sshd.sign_ins(), sshd.clients().len()), (None, 2, 2));
    drop(ssh);
    until(|| sshd.clients().is_empty()).await;
}
