//! A connection whose peer says any bytes at all: what it was asked ends, soon and in small memory, and so does it.
//!
//! An input is a byte that says how the bytes come, then the bytes. Time stands still in it and jumps to the next deadline,
//! so that a peer that says nothing more costs no waiting.

use std::time::Duration;

use allocation_counter::measure;
use meta::{Address, message::*};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    time::{Instant, timeout},
};
use wire::{Connection, Request, Settings};

/// What a connection and its runtime take by themselves; the room for one read is a part of it.
const BASE: u64 = 2 << 20;
/// As for replies; here the bytes wait in their frames, too.
const PER_BYTE: u64 = 260;
const LIMIT: Duration = Duration::from_secs(30);

/// Plays this input.
///
/// # Panics
/// When a promise is broken; that is the finding.
pub fn check(bytes: &[u8]) {
    let Some((how, said)) = bytes.split_first() else { return };
    let took = measure(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(play(*how, said));
    });
    let most = BASE + PER_BYTE * u64::try_from(said.len()).unwrap();
    assert!(took.bytes_max <= most, "{} bytes for {said:02x?}", took.bytes_max);
}

/// The lowest bit: whether the peer is a broker until the set-up is done. The next: whether it hangs up at the end. The
/// rest: how many bytes come at once, 0 for all.
async fn play(how: u8, said: &[u8]) {
    let (ours, mut theirs) = duplex(64 << 10);
    let settings = Settings::default();
    let address = Address { host: "broker".to_owned(), port: 9092 };
    let asking = async {
        let within = Instant::now() + settings.setup_timeout;
        let Ok(connection) = Connection::over(ours, &address, &settings, None, within).await else { return };
        let until = Instant::now() + LIMIT;
        // One with the old header and one with tags in it; ListGroups is the one that a reply may be for by its number.
        let (groups, cluster) =
            (list_groups::ListGroups::default(), describe_cluster::DescribeCluster::default());
        let _ = tokio::join!(ask(&connection, &groups, until), ask(&connection, &cluster, until));
    };
    let peer = async {
        if how & 1 == 1 {
            request(&mut theirs).await;
            // A connection may be gone already; then nobody is told any more.
            let _ = theirs.write_all(&offer()).await;
            request(&mut theirs).await;
            request(&mut theirs).await;
        }
        for piece in said.chunks(match usize::from(how >> 2) {
            0 => said.len().max(1),
            some => some,
        }) {
            let _ = theirs.write_all(piece).await;
            tokio::task::yield_now().await;
        }
        if how & 2 == 0 {
            // Reads on and says no more.
            let _ = theirs.read_to_end(&mut Vec::new()).await;
        }
        drop(theirs);
    };
    let both = async { tokio::join!(asking, peer) };
    timeout(Duration::from_secs(120), both).await.expect("it ends by its deadlines");
}

async fn ask<R: Request>(connection: &Connection, request: &R, until: Instant) {
    // Any end will do.
    let _ = connection.call(request, until).await;
}

async fn request(theirs: &mut DuplexStream) {
    let Ok(size) = theirs.read_i32().await else { return };
    let mut frame = vec![0; usize::try_from(size).unwrap()];
    let _ = theirs.read_exact(&mut frame).await;
}

/// Metadata, ListGroups in version 3 (with tags in the header), ApiVersions, DescribeCluster.
fn offer() -> Vec<u8> {
    let mut body = vec![0, 0, 5];
    for (key, low, high) in [(3_i16, 4_i16, 13_i16), (16, 0, 2), (18, 0, 4), (60, 0, 1)] {
        for number in [key, low, high] {
            body.extend(number.to_be_bytes());
        }
        body.push(0);
    }
    body.extend([0; 5]);
    frame(0, &body)
}

fn frame(correlation: i32, rest: &[u8]) -> Vec<u8> {
    let size = i32::try_from(rest.len() + 4).unwrap();
    [&size.to_be_bytes()[..], &correlation.to_be_bytes(), rest].concat()
}

/// What a search begins with: answers that fit, that come apart, that come twice, and strangers.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let groups = frame(1, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, b'o', b'g', 0, 0]);
    let cluster = frame(2, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 3, b'i', b'd', 0, 0, 0, 1, 1, 0x80, 0, 0, 0, 0]);
    let tagged =
        frame(2, &[1, 5, 2, 9, 9, 0, 0, 0, 0, 0, 0, 0, 1, 3, b'i', b'd', 0, 0, 0, 1, 1, 0x80, 0, 0, 0, 0]);
    let both = [groups.clone(), cluster.clone()].concat();
    let talks = [
        offer(),
        both.clone(),
        [groups.clone(), tagged].concat(),
        [cluster, groups.clone()].concat(),
        [groups.clone(), groups].concat(),
        frame(-1, &[0; 8]),
        vec![0xff; 8],
        b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(),
        vec![0x15, 3, 3, 0, 2, 2, 0x46],
    ];
    let ways = [0, 1, 2, 3, 1 << 2, 1 << 2 | 1, 7 << 2 | 3];
    talks.iter().flat_map(|talk| ways.map(|how| [&[how][..], talk].concat())).collect()
}
