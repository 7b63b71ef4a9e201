//! `ssh` as a master and alone: what it is told, what one sign-in serves, and which ports are handed out.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, time::Duration};

use port_forward::{Ssh, State};
use wire::{Address, Forward};

use crate::fakes::{Fakes, MASTER, address, gone, kill, place, until};

#[tokio::test]
async fn one_sign_in_serves_all_brokers_with_a_port_for_each() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    let (one, two, again) =
        tokio::join!(place(&ssh, "kafka-1"), place(&ssh, "kafka-2"), place(&ssh, "kafka-1"));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(again.unwrap(), one);
    assert!(one != two && one.ip().is_loopback());
    assert_eq!(ssh.name(), "ssh bastion");
    let [state] = &ssh.states()[..] else { panic!("{:?}", ssh.states()) };
    assert_eq!((state.what.as_str(), &state.state), ("ssh bastion", &State::Up));
    assert_eq!(state.ports, [(address("kafka-1"), one), (address("kafka-2"), two)]);

    let (mut starts, forwards): (Vec<_>, Vec<_>) =
        fakes.starts().into_iter().partition(|(_, arguments)| arguments[0] == "-M");
    let (pid, master) = starts.pop().unwrap();
    assert_eq!((starts.len(), state.pid), (0, Some(pid)));
    let socket = master[2].clone();
    let told = [
        "-M",
        "-S",
        &socket,
        "-N",
        "-T",
        "-o",
        "BatchMode=yes",
        "-o",
        "ServerAliveInterval=15",
        "-o",
        "ServerAliveCountMax=3",
        "-o",
        "ControlPersist=no",
        "-o",
        "LogLevel=DEBUG1",
        "-o",
        "ClearAllForwardings=yes",
        "-o",
        "ExitOnForwardFailure=yes",
        "--",
        "bastion",
    ];
    assert_eq!(master, told);
    let mut forwards: Vec<_> = forwards.into_iter().map(|(_, arguments)| arguments.join(" ")).collect();
    forwards.sort_by_key(|line| line.contains("kafka-2"));
    let told = |place, host| format!("-F none -S {socket} -O forward -L {place}:{host}:9092 -- bastion");
    assert_eq!(forwards, [told(one, "kafka-1"), told(two, "kafka-2")]);
}

#[tokio::test]
async fn only_this_user_comes_to_the_socket_of_the_master() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    place(&ssh, "kafka-1").await.unwrap();
    let socket = fakes.starts()[0].1[2].clone();
    let folder = Path::new(&socket).parent().unwrap();
    assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_host_that_could_be_an_option_is_refused_before_anything_starts() {
    for host in ["-oProxyCommand=id", " -4", "me@-4", "a b", "`id`"] {
        assert!(Ssh::new(host).unwrap_err().to_string().contains("write “bastion”"), "{host}");
    }
}

#[tokio::test]
async fn a_broker_that_ssh_would_read_otherwise_is_refused() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    for host in ["x:1:127.0.0.1", "a b", "/tmp/socket"] {
        assert!(place(&ssh, host).await.unwrap_err().contains("can't be named to ssh"), "{host}");
    }
    assert!(fakes.starts().is_empty());
    let far = Address { host: "fd00::1".to_owned(), port: 9093 };
    let near = ssh.place(&far).await.unwrap();
    assert!(fakes.starts()[1].1.contains(&format!("{near}:[fd00::1]:9093")));
}

#[tokio::test]
async fn a_port_that_somebody_takes_first_is_replaced_by_another() {
    let fakes = Fakes::new(
        "ssh",
        r#"case "$1" in
            -M) : > "$3"; exec sleep 1000 ;;
            *) [ -f second ] && exit 0; : > second; echo 'Port forwarding failed' >&2; exit 255 ;;
        esac"#,
    );
    let ssh = fakes.ssh();
    place(&ssh, "kafka-1").await.unwrap();
    assert_eq!(fakes.starts().len(), 3);
}

#[tokio::test]
async fn a_master_that_opens_no_port_is_told_with_its_words_and_stays() {
    let fakes = Fakes::new(
        "ssh",
        r#"case "$1" in -M) : > "$3"; exec sleep 1000 ;; *) echo 'Port forwarding failed' >&2; exit 255 ;; esac"#,
    );
    let ssh = fakes.ssh();
    let why = place(&ssh, "kafka-1").await.unwrap_err();
    assert!(
        why.contains("no port of 127.0.0.1 could be taken") && why.contains("Port forwarding failed"),
        "{why}"
    );
    assert_eq!(ssh.states()[0].state, State::Up);
    fakes.set("ssh", "exit 0");
    place(&ssh, "kafka-1").await.unwrap();
}

#[tokio::test]
async fn what_only_a_terminal_can_answer_is_told_with_the_way_there() {
    let fakes = Fakes::new("ssh", "echo 'Host key verification failed.' >&2; exit 255");
    let ssh = fakes.ssh();
    let why = place(&ssh, "kafka-1").await.unwrap_err();
    assert!(why.starts_with("ssh bastion ended with 255: Host key verification failed."), "{why}");
    assert!(why.contains("Run `ssh bastion` once in a terminal"), "{why}");
}

#[tokio::test]
async fn one_that_never_signs_in_is_given_up_and_ended() {
    let fakes = Fakes::new("ssh", "exec sleep 1000");
    let ssh = fakes.ssh().with_patience(Duration::from_millis(300));
    let why = place(&ssh, "kafka-1").await.unwrap_err();
    assert_eq!(why, "ssh bastion was not signed in after 0.3 s and said nothing");
    gone(fakes.pids()[0]).await;
}

#[tokio::test]
async fn ports_are_forgotten_with_the_master_and_opened_anew_by_the_next() {
    let fakes = Fakes::new("ssh", MASTER);
    let ssh = fakes.ssh();
    place(&ssh, "kafka-1").await.unwrap();
    kill(fakes.pids()[0], "-TERM");
    until("its end", || matches!(ssh.states()[0].state, State::Ended(_))).await;
    assert!(ssh.states()[0].ports.is_empty());
    place(&ssh, "kafka-1").await.unwrap();
    assert_eq!(fakes.starts().len(), 4);
}

#[tokio::test]
async fn a_refused_connection_is_told_of_its_broker() {
    let fakes = Fakes::new(
        "ssh",
        r#"case "$1" in
            -M) : > "$3"; while [ ! -f port ]; do sleep 0.05; done
                echo "debug1: Connection to port $(cat port) forwarding to kafka-1 port 9092 requested." >&2
                echo 'debug1: channel 2: new direct-tcpip [direct-tcpip] (inactive timeout: 0)' >&2
                echo 'channel 2: open failed: administratively prohibited: open failed' >&2
                exec sleep 1000 ;;
        esac"#,
    );
    let ssh = fakes.ssh();
    let one = place(&ssh, "kafka-1").await.unwrap();
    place(&ssh, "kafka-2").await.unwrap();
    let folder = fakes.folder();
    fs::write(folder.join("written"), one.port().to_string()).unwrap();
    fs::rename(folder.join("written"), folder.join("port")).unwrap();
    until("its words", || ssh.said(&address("kafka-1")).is_some()).await;
    let said = ssh.said(&address("kafka-1")).unwrap();
    assert!(
        said.starts_with("bastion could not connect to kafka-1:9092: administratively prohibited"),
        "{said}"
    );
    assert!(said.contains("AllowTcpForwarding"), "{said}");
    assert_eq!(ssh.said(&address("kafka-2")), None);
}

/// As an ssh without a master: signs in, has one port, and says so.
const ALONE: &str = "echo 'debug1: Entering interactive session.' >&2; exec sleep 1000";

#[tokio::test]
async fn without_a_master_each_broker_has_an_ssh_of_its_own() {
    let fakes = Fakes::new("ssh", ALONE);
    let ssh = fakes.ssh().one_for_each();
    let one = place(&ssh, "kafka-1").await.unwrap();
    let two = place(&ssh, "kafka-2").await.unwrap();
    assert_eq!(place(&ssh, "kafka-1").await.unwrap(), one);
    let told: Vec<_> = fakes.starts().into_iter().map(|(_, arguments)| arguments.join(" ")).collect();
    let quiet = "-N -T -o BatchMode=yes -o ServerAliveInterval=15 -o ServerAliveCountMax=3 -o ControlPersist=no -o LogLevel=DEBUG1";
    let expected = |place, host| {
        format!(
            "{quiet} -o ExitOnForwardFailure=no -o ControlMaster=no -S none -L {place}:{host}:9092 -- bastion"
        )
    };
    assert_eq!(told, [expected(one, "kafka-1"), expected(two, "kafka-2")]);
    let states = ssh.states();
    assert_eq!(states[0].what, "ssh bastion for kafka-1:9092");
    assert_eq!(states.len(), 2);
    ssh.close().await;
    for pid in fakes.pids() {
        gone(pid).await;
    }
}

#[tokio::test]
async fn without_a_master_a_taken_port_is_replaced_by_another() {
    let fakes = Fakes::new(
        "ssh",
        &format!(
            r#"[ -f second ] || {{ : > second; port=$(echo "$*" | sed 's/.*127.0.0.1:\([0-9]*\):.*/\1/')
            echo "channel_setup_fwd_listener_tcpip: cannot listen to port: $port" >&2; }}
            {ALONE}"#
        ),
    );
    let ssh = fakes.ssh().one_for_each();
    let taken = place(&ssh, "kafka-1").await.unwrap();
    let starts = fakes.starts();
    assert_eq!(starts.len(), 2);
    assert!(starts[1].1.contains(&format!("{taken}:kafka-1:9092")));
    gone(starts[0].0).await;
}
