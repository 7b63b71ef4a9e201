//! A proxy byte by byte: what it is told, each answer that it can give, and what no proxy would say.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{Instant, sleep},
};

use super::{Socks5, Unpassed};
use crate::{Address, Secret};

const WITHIN: Duration = Duration::from_secs(10);
/// The shortest that says yes, from nowhere.
const YES: &[u8] = &[5, 0, 0, 1, 0, 0, 0, 0, 0, 0];

fn proxy() -> Socks5 {
    Socks5::new(Address { host: "proxy".to_owned(), port: 1080 }, None)
}

fn with_login() -> Socks5 {
    Socks5 { login: Some(("alice".to_owned(), Secret::new("hunter2"))), ..proxy() }
}

fn kafka() -> Address {
    Address { host: "kafka-1.internal".to_owned(), port: 9092 }
}

/// Has a proxy that is played by the test connect to this address.
async fn pass<F: Future<Output = ()> + Send + 'static>(
    socks: Socks5,
    to: Address,
    played: impl FnOnce(DuplexStream) -> F,
) -> Result<DuplexStream, Unpassed> {
    let (ours, theirs) = duplex(4096);
    let playing = tokio::spawn(played(theirs));
    let passed = socks.pass(ours, &to, Instant::now() + WITHIN).await;
    playing.await.unwrap();
    passed
}

async fn expect(stream: &mut DuplexStream, bytes: &[u8]) {
    let mut heard = vec![0; bytes.len()];
    stream.read_exact(&mut heard).await.unwrap();
    assert_eq!(heard, bytes);
}

/// One that says this, whatever it hears, and then ends the connection.
async fn says(socks: &Socks5, answer: Vec<u8>) -> Result<DuplexStream, Unpassed> {
    let (ours, mut theirs) = duplex(4096);
    theirs.write_all(&answer).await.unwrap();
    theirs.shutdown().await.unwrap();
    // It goes on listening, so that what is told to it is no failure of its own.
    let listening = tokio::spawn(async move { theirs.read_to_end(&mut Vec::new()).await });
    let passed = socks.pass(ours, &kafka(), Instant::now() + WITHIN).await;
    listening.abort();
    passed
}

async fn refused(socks: &Socks5, answer: Vec<u8>) -> Unpassed {
    says(socks, answer.clone()).await.err().unwrap_or_else(|| panic!("{answer:?} was taken"))
}

#[tokio::test]
async fn the_broker_is_told_as_it_is_called_and_then_the_stream_is_the_brokers() {
    let name = b"\x05\x01\x00\x03\x10kafka-1.internal\x23\x84".to_vec();
    let four = vec![5, 1, 0, 1, 10, 0, 0, 7, 0x23, 0x84];
    let six = [&[5, 1, 0, 4][..], &[0xfd, 0], &[0; 13], &[7, 0x23, 0x84]].concat();
    for (host, wanted) in [("kafka-1.internal", name), ("10.0.0.7", four), ("fd00::7", six)] {
        let to = Address { host: host.to_owned(), port: 9092 };
        let passed = pass(proxy(), to, |mut theirs| async move {
            expect(&mut theirs, &[5, 1, 0]).await;
            theirs.write_all(&[5, 0]).await.unwrap();
            expect(&mut theirs, &wanted).await;
            // What comes right behind the answer is the broker's already.
            theirs.write_all(&[YES, b"broker"].concat()).await.unwrap();
        });
        let mut heard = String::new();
        passed.await.unwrap().read_to_string(&mut heard).await.unwrap();
        assert_eq!(heard, "broker");
    }
}

#[tokio::test]
async fn a_name_and_a_password_are_offered_and_told_to_who_wants_them() {
    let passed = pass(with_login(), kafka(), |mut theirs| async move {
        expect(&mut theirs, &[5, 2, 0, 2]).await;
        theirs.write_all(&[5, 2]).await.unwrap();
        expect(&mut theirs, b"\x01\x05alice\x07hunter2").await;
        theirs.write_all(&[1, 0]).await.unwrap();
        expect(&mut theirs, b"\x05\x01\x00\x03\x10kafka-1.internal\x23\x84").await;
        theirs.write_all(YES).await.unwrap();
    });
    passed.await.unwrap();
    let not_wanted = pass(with_login(), kafka(), |mut theirs| async move {
        expect(&mut theirs, &[5, 2, 0, 2]).await;
        theirs.write_all(&[5, 0]).await.unwrap();
        expect(&mut theirs, &[5, 1, 0, 3]).await;
        theirs.write_all(YES).await.unwrap();
    });
    not_wanted.await.unwrap();
}

#[tokio::test]
async fn each_code_of_a_proxy_is_told_in_words_with_its_number() {
    for (code, words) in [
        (1, "something went wrong there"),
        (2, "its rules do not allow this connection"),
        (3, "there is no way from it to that network"),
        (4, "the host can't be reached, or its name is not known there"),
        (5, "nobody listens at that address (connection refused)"),
        (6, "did not answer in time"),
        (7, "it does not know how to make connections"),
        (8, "it does not know this kind of address"),
        (9, "a code that no proxy should have"),
        (255, "a code that no proxy should have"),
    ] {
        for (socks, before) in [(proxy(), vec![5, 0]), (with_login(), vec![5, 2, 1, 0])] {
            let answer = [&before[..], &[5, code, 0, 1, 0, 0, 0, 0, 0, 0]].concat();
            let why = refused(&socks, answer).await;
            assert_eq!(why, Unpassed::Reply(code));
            let told = why.to_string();
            assert!(told.starts_with("the proxy says that "), "{told}");
            assert!(told.contains(words) && told.ends_with(&format!("({code})")), "{told}");
        }
    }
}

#[tokio::test]
async fn a_proxy_that_wants_what_there_is_not_is_told_as_that() {
    for answer in [[5, 0xff], [5, 2]] {
        assert_eq!(refused(&proxy(), answer.to_vec()).await, Unpassed::LoginWanted);
    }
    assert_eq!(refused(&with_login(), vec![5, 0xff]).await, Unpassed::NoMethod);
    let gssapi = refused(&with_login(), vec![5, 1]).await.to_string();
    assert!(gssapi.contains("it chose the method 1, which nobody offered"), "{gssapi}");
}

#[tokio::test(start_paused = true)]
async fn a_password_that_was_refused_is_not_told_again_for_a_while() {
    let socks = with_login();
    let why = refused(&socks, vec![5, 2, 1, 7]).await;
    assert_eq!(
        why,
        Unpassed::Refused("the proxy at proxy:1080 refused the name “alice” or its password (7)".to_owned())
    );
    let again = pass(socks.clone(), kafka(), |mut theirs| async move {
        assert_eq!(theirs.read(&mut [0; 1]).await.unwrap_or_default(), 0, "something was told");
    });
    let why = again.await.unwrap_err().to_string();
    assert!(why.contains("(not tried again for "), "{why}");
    assert!(socks.left_alone().is_err());
    assert!(!format!("{socks:?} {why}").contains("hunter2"));
    // Another cluster, or the same one connected anew.
    assert!(socks.afresh().left_alone().is_ok());
    tokio::time::advance(Duration::from_secs(40)).await;
    says(&socks, [&[5, 2, 1, 0], YES].concat()).await.unwrap();
}

#[tokio::test]
async fn an_end_at_each_byte_is_told_as_an_end() {
    for (socks, taken) in [(proxy(), &[5, 0][..]), (with_login(), &[5, 2, 1, 0])] {
        let whole = [taken, YES].concat();
        for length in 0..whole.len() {
            let why = refused(&socks.afresh(), whole[..length].to_vec()).await;
            if length < taken.len() {
                assert_eq!(why, Unpassed::Closed("closed".to_owned()), "{length}");
                assert!(why.to_string().contains("before it said whether it reached the broker"), "{why}");
            } else {
                // As `ssh -D` ends it when the far end doesn't get to the broker.
                assert_eq!(why, Unpassed::HungUp("closed".to_owned()), "{length}");
                assert!(why.to_string().contains("when it was asked for the broker"), "{why}");
            }
        }
        says(&socks, whole).await.unwrap();
    }
}

#[tokio::test]
async fn what_is_no_proxy_is_called_by_its_name() {
    for (answer, name) in [
        (
            &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
            "a web server (HTTP), which says “HTTP/1.1 400 Bad Request”; an HTTP proxy can't be gone through",
        ),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "an SSH server, which says “SSH-2.0-OpenSSH_9.6”"),
        (b"\x04\x5b\0\0\0\0\0\0", "its answer is none of that protocol"),
        (b"\0\0\0\x08\0\0\0\0\0\x23\0\0", "its answer is none of that protocol"),
        (b"\x15\x03\x03\0\x02\x02\x46", "a TLS listener"),
        // The first half is one's.
        (b"\x05\0\x04\0\0\x01\0\0\0\0\0\0", "its answer is none of that protocol"),
        (b"\x05\0\x05\0\x01\x01\0\0\0\0\0\0", "its answer is none of that protocol"),
        (b"\x05\0\x05\0\0\x07\0\0\0\0\0\0", "its answer is none of that protocol"),
    ] {
        let why = refused(&proxy(), answer.to_vec()).await.to_string();
        assert_eq!(why, format!("what answers there is no SOCKS5 proxy: {name}"));
    }
}

#[tokio::test]
async fn the_longest_answer_is_read_to_its_end_and_no_further() {
    let longest = [&[5, 0, 5, 0, 0, 3, 255][..], &[b'x'; 255], &[0x23, 0x84], b"broker"].concat();
    let mut heard = String::new();
    says(&proxy(), longest).await.unwrap().read_to_string(&mut heard).await.unwrap();
    assert_eq!(heard, "broker");
    let six = [&[5, 0, 5, 0, 0, 4][..], &[0; 18]].concat();
    says(&proxy(), six).await.unwrap();
    // A length that promises more than comes.
    let why = refused(&proxy(), vec![5, 0, 5, 0, 0, 3, 255, b'x']).await;
    assert!(matches!(why, Unpassed::HungUp(_)), "{why:?}");
}

#[tokio::test(start_paused = true)]
async fn silence_and_a_byte_now_and_then_end_with_the_time_for_setting_up() {
    let began = Instant::now();
    let (ours, _theirs) = duplex(4096);
    let silent = proxy().pass(ours, &kafka(), began + WITHIN).await;
    assert_eq!(silent.unwrap_err(), Unpassed::Silent(WITHIN));
    assert_eq!(began.elapsed(), WITHIN);
    let trickling = pass(proxy(), kafka(), |mut theirs| async move {
        for byte in [&[5, 0, 5, 0, 0, 3, 255][..], &[b'x'; 255]].concat() {
            sleep(Duration::from_millis(300)).await;
            if theirs.write_all(&[byte]).await.is_err() {
                return;
            }
        }
    });
    assert_eq!(trickling.await.unwrap_err(), Unpassed::Silent(WITHIN));
    assert!(began.elapsed() < WITHIN * 2 + Duration::from_secs(1), "{:?}", began.elapsed());
}

#[tokio::test]
async fn what_a_proxy_can_not_be_told_is_said_before_anything_is() {
    let unasked = |mut theirs: DuplexStream| async move {
        assert_eq!(theirs.read(&mut [0; 1]).await.unwrap_or_default(), 0, "something was told");
    };
    let long = Address { host: "x".repeat(256), port: 1 };
    let why = pass(proxy(), long, unasked).await.unwrap_err();
    assert!(matches!(why, Unpassed::CannotTell(_)), "{why:?}");
    for (user, password) in [("", "x"), ("x", ""), (&*"x".repeat(256), "x"), ("x", &*"x".repeat(256))] {
        let socks = Socks5 { login: Some((user.to_owned(), Secret::new(password))), ..proxy() };
        let why = pass(socks, kafka(), unasked).await.unwrap_err().to_string();
        assert!(why.contains("have to be 1 to 255 bytes long each"), "{why}");
    }
}

#[tokio::test]
async fn no_answer_ends_the_process_or_hangs() {
    for round in 0..4000_u32 {
        let length = (rand::random::<u16>() % 300).into();
        let mut answer: Vec<u8> = (0..length).map(|_| rand::random()).collect();
        // Most of them begin as a proxy's would, else none comes far.
        let begin: &[u8] = match round % 4 {
            0 => &[5, 0, 5, 0, 0, 3],
            1 => &[5, 2, 1, 0, 5],
            2 => &[5],
            _ => &[],
        };
        for (at, byte) in begin.iter().enumerate().take(answer.len()) {
            answer[at] = *byte;
        }
        let socks = if round % 2 == 0 { proxy() } else { with_login() };
        let ended = tokio::time::timeout(Duration::from_secs(60), says(&socks, answer.clone())).await;
        if let Err(why) = ended.unwrap_or_else(|_| panic!("{answer:?} hangs")) {
            assert!(why.to_string().len() < 400, "{answer:?}: {why}");
        }
    }
}
