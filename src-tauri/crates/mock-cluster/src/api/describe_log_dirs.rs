//! DescribeLogDirs: the directories of the broker that is asked, with volumes and replicas. A null list of topics means
//! all, an empty one means none, and a failed directory answers its own error and nothing else. Version 5 adds the
//! cordoned flag, which the codec does not know, so the body is written here.

use bytes::{BufMut, Bytes, BytesMut};
use kafka_protocol::messages::DescribeLogDirsRequest;

use super::Call;
use super::text::{put_compact_count, put_compact_text};
use crate::code;
use crate::state::{LogDir, State, Topic};

#[derive(Debug)]
pub(super) struct Answer {
    error: i16,
    dirs: Vec<Dir>,
}

#[derive(Debug)]
struct Dir {
    error: i16,
    path: String,
    topics: Vec<(String, Vec<Held>)>,
    total: i64,
    usable: i64,
    cordoned: bool,
}

#[derive(Debug)]
struct Held {
    index: i32,
    size: i64,
    offset_lag: i64,
    future: bool,
}

pub(super) fn answer(call: &Call, state: &State, request: &DescribeLogDirsRequest) -> Answer {
    if let Some(forced) = call.forced {
        return Answer { error: forced, dirs: Vec::new() };
    }
    let Ok(broker) = state.broker(call.broker) else { return Answer { error: code::NONE, dirs: Vec::new() } };
    let dirs = (0..).zip(&broker.log_dirs).map(|(at, dir)| described(call, state, request, at, dir));
    Answer { error: code::NONE, dirs: dirs.collect() }
}

fn described(call: &Call, state: &State, request: &DescribeLogDirsRequest, at: usize, dir: &LogDir) -> Dir {
    let path = dir.path.clone();
    if dir.spec.offline {
        let error = code::KAFKA_STORAGE_ERROR;
        return Dir { error, path, topics: Vec::new(), total: -1, usable: -1, cordoned: dir.spec.cordoned };
    }
    let asked = |topic: &str, index: i32| match &request.topics {
        None => true,
        Some(topics) => {
            topics.iter().any(|asked| asked.topic.as_str() == topic && asked.partitions.contains(&index))
        }
    };
    let topics = state.topics().filter_map(|topic| {
        let held = held(call.broker, at, topic, &asked);
        (!held.is_empty()).then(|| (topic.name.clone(), held))
    });
    Dir {
        error: code::NONE,
        path,
        topics: topics.collect(),
        total: dir.spec.total,
        usable: dir.spec.usable,
        cordoned: dir.spec.cordoned,
    }
}

fn held(broker: i32, dir: usize, topic: &Topic, asked: &impl Fn(&str, i32) -> bool) -> Vec<Held> {
    let mut held = Vec::new();
    for partition in topic.partitions.iter().filter(|partition| asked(&topic.name, partition.index)) {
        let Some(replica) = partition.replica(broker) else { continue };
        let index = partition.index;
        if replica.dir == dir {
            let (size, offset_lag) = (replica.size, replica.offset_lag);
            held.push(Held { index, size, offset_lag, future: false });
        }
        if let Some(future) = replica.future.as_ref().filter(|future| future.dir == dir) {
            let (size, offset_lag) = (future.size, future.offset_lag);
            held.push(Held { index, size, offset_lag, future: true });
        }
    }
    held
}

pub(super) fn encode(version: i16, answer: &Answer) -> Option<Bytes> {
    let mut out = Writer { out: BytesMut::new(), flexible: version >= 2 };
    out.out.put_i32(0);
    if version >= 3 {
        out.out.put_i16(answer.error);
    }
    // Before there was a code at the top, a broker that refuses answers no directory at all.
    out.count(answer.dirs.len())?;
    for dir in &answer.dirs {
        out.out.put_i16(dir.error);
        out.text(&dir.path)?;
        out.count(dir.topics.len())?;
        for (topic, held) in &dir.topics {
            out.text(topic)?;
            out.count(held.len())?;
            for held in held {
                out.out.put_i32(held.index);
                out.out.put_i64(held.size);
                out.out.put_i64(held.offset_lag);
                out.out.put_u8(u8::from(held.future));
                out.no_tags();
            }
            out.no_tags();
        }
        if version >= 4 {
            out.out.put_i64(dir.total);
            out.out.put_i64(dir.usable);
        }
        if version >= 5 {
            out.out.put_u8(u8::from(dir.cordoned));
        }
        out.no_tags();
    }
    out.no_tags();
    Some(out.out.freeze())
}

struct Writer {
    out: BytesMut,
    flexible: bool,
}

impl Writer {
    fn count(&mut self, count: usize) -> Option<()> {
        if self.flexible {
            return put_compact_count(&mut self.out, count);
        }
        self.out.put_i32(i32::try_from(count).ok()?);
        Some(())
    }

    fn text(&mut self, text: &str) -> Option<()> {
        if self.flexible {
            return put_compact_text(&mut self.out, text);
        }
        self.out.put_i16(i16::try_from(text.len()).ok()?);
        self.out.put_slice(text.as_bytes());
        Some(())
    }

    fn no_tags(&mut self) {
        if self.flexible {
            self.out.put_u8(0);
        }
    }
}
