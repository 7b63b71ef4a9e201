//! Row 1: the listing of a large cluster, from a request to what a reader can use.

use std::{hint::black_box, io::Read as _, io::Write as _, net::TcpStream, time::Duration};

use anyhow::{Context as _, Result, ensure};
use meta::Refresh;
use rdkafka::consumer::Consumer as _;

use super::{BROKERS, Ground, PARTITIONS, TOPICS};
use crate::{
    clients,
    fake::{Asked, Fake, Layout, key},
    floor,
    in_memory::{self, LISTING},
    measure::{Contestant, in_turns, median, timed},
    row::{Client, Goal, Line, Row, Unit},
};

const LONG: Duration = Duration::from_secs(60);

pub fn run(ground: &Ground) -> Result<Row> {
    let fake = Fake::start(Layout::of(BROKERS, TOPICS, PARTITIONS))?;
    let end_to_end = refreshes(ground, &fake, ground.rounds(40), &Client::ALL)?;
    let of = |client| end_to_end.iter().find(|(of, _)| *of == client).map_or(f64::NAN, |(_, time)| *time);

    let partitions = TOPICS * PARTITIONS as usize;
    let body = fake.body(LISTING);
    let mut bare = Vec::new();
    let mut socket = Vec::new();
    let mut memory = Vec::new();
    let mut reader = BareReader::open(&fake)?;
    for _ in 0..ground.rounds(40) {
        let (time, read) = timed(|| floor::read(black_box(&body)));
        let read = read.context("the bare pass can't read the listing")?;
        ensure!(
            (read.topics.len(), read.index.len()) == (TOPICS, partitions),
            "the bare pass read something else"
        );
        drop(read);
        bare.push(time.as_secs_f64());
        socket.push(reader.read()?.as_secs_f64());
        let (time, snapshot) = timed(|| in_memory::listed(black_box(&body)));
        snapshot?;
        memory.push(time.as_secs_f64());
    }
    let (bare, socket, memory) = (median(bare), median(socket), median(memory));

    let alone = Goal::TimesOf(2.0, bare, "bare decode + index");
    let beside = Goal::TimesOf(2.0, bare + socket, "bare read from the socket, then bare decode + index");
    let lines = vec![
        Line::new("bytes on loopback → what readers use", Unit::Seconds, Goal::Times(6.0))
            .values(&end_to_end),
        Line::new("… against a bare one-pass decode + index of the same bytes", Unit::Seconds, alone)
            .values(&[(Client::Ours, of(Client::Ours))]),
        Line::new("… against the same with the bytes read from the same socket first", Unit::Seconds, beside)
            .values(&[(Client::Ours, of(Client::Ours))]),
        Line::new(
            "the decoding and indexing alone, bytes in memory",
            Unit::Seconds,
            Goal::TimesOf(2.0, bare, "bare decode + index"),
        )
        .values(&[(Client::Ours, memory)]),
    ];
    let how = format!(
        "{TOPICS} topics of {PARTITIONS} partitions with 3 replicas on {BROKERS} brokers, {} of Metadata; topics come in no \
         order. From the call to its return, with the freeing of the view before; connections stand. Ours: \
         `refresh(All)`; kafka-meta: `refresh()`; rskafka: `list_topics()` (Metadata v4, fewer bytes); rdkafka: \
         `fetch_metadata(None)` (v12). A bare read of the bytes from the fake's socket into one buffer takes {} in this \
         process, which nobody can be faster than; the bare decode + index takes {}.",
        Unit::Bytes.text(body.len() as f64),
        Unit::Seconds.text(socket),
        Unit::Seconds.text(bare),
    );
    Ok(Row { number: 1, title: "Full refresh of 200,000 partitions", how, lines })
}

/// The median time of a full refresh of each of these clients.
pub fn refreshes(
    ground: &Ground,
    fake: &Fake,
    rounds: usize,
    clients: &[Client],
) -> Result<Vec<(Client, f64)>> {
    let bootstrap = fake.bootstrap();
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    for client in clients {
        let go: Box<dyn FnMut() -> Result<Duration>> = match client {
            Client::Ours => {
                let cluster = ground.wait(clients::ours::connect(&bootstrap))?;
                Box::new(move || {
                    let (time, view) = timed(|| ground.wait(cluster.refresh(Refresh::All)));
                    view?;
                    Ok(time)
                })
            }
            Client::KafkaMeta => {
                let cluster = ground.wait(clients::kafka_meta::connect(&bootstrap))?;
                Box::new(move || {
                    let (time, view) = timed(|| ground.wait(cluster.refresh()));
                    view?;
                    Ok(time)
                })
            }
            Client::Rskafka => {
                let client = ground.wait(clients::rskafka::connect(&bootstrap))?;
                Box::new(move || {
                    let (time, topics) = timed(|| ground.wait(client.list_topics()));
                    topics?;
                    Ok(time)
                })
            }
            Client::Rdkafka => {
                let consumer = clients::rdkafka::connect(&bootstrap)?;
                Box::new(move || {
                    let (time, metadata) = timed(|| consumer.fetch_metadata(None, LONG));
                    metadata?;
                    Ok(time)
                })
            }
        };
        contestants.push((*client, go));
    }
    in_turns(rounds, &mut contestants)
}

/// Reads the listing from a socket as fast as that goes, and looks at nothing.
struct BareReader {
    socket: TcpStream,
    request: Vec<u8>,
    buffer: Vec<u8>,
}

impl BareReader {
    fn open(fake: &Fake) -> Result<BareReader> {
        let address = fake.addresses().first().copied().context("the fake has no broker")?;
        let socket = TcpStream::connect(address)?;
        socket.set_nodelay(true)?;
        let Asked { key: api, version, body } = LISTING;
        debug_assert_eq!(api, key::METADATA);
        let mut frame = Vec::new();
        frame.extend(api.to_be_bytes());
        frame.extend(version.to_be_bytes());
        // The correlation id, no client id, no tags.
        frame.extend([0, 0, 0, 1, 0xff, 0xff, 0]);
        frame.extend(body);
        let mut request = i32::try_from(frame.len())?.to_be_bytes().to_vec();
        request.extend(frame);
        Ok(BareReader { socket, request, buffer: Vec::new() })
    }

    fn read(&mut self) -> Result<Duration> {
        let began = std::time::Instant::now();
        self.socket.write_all(&self.request)?;
        let mut size = [0; 4];
        self.socket.read_exact(&mut size)?;
        self.buffer.resize(usize::try_from(i32::from_be_bytes(size))?, 0);
        self.socket.read_exact(&mut self.buffer)?;
        Ok(began.elapsed())
    }
}
