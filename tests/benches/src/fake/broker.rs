//! One listening port and the threads of its connections. A thread reads as many requests as there are and writes their
//! replies together, so that a client that pipelines is not held back by us.

use std::{
    io::{self, IoSlice, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use super::{
    Shared,
    frame::{self, tagged},
};
use crate::counting;

/// Replies longer than this are written from where they lie.
const COPIED: usize = 64 << 10;

pub(super) struct Listening {
    id: i32,
    address: SocketAddr,
    flags: Arc<Flags>,
    sockets: Arc<Mutex<Vec<TcpStream>>>,
    accepting: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Flags {
    stopped: AtomicBool,
    mute: AtomicBool,
}

impl Listening {
    pub(super) fn open(id: i32, shared: Arc<Shared>) -> io::Result<Arc<Listening>> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let flags: Arc<Flags> = Arc::default();
        let sockets: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let accepting = {
            let (flags, sockets) = (Arc::clone(&flags), Arc::clone(&sockets));
            thread::spawn(move || accept(&listener, &shared, &flags, &sockets))
        };
        let accepting = Mutex::new(Some(accepting));
        Ok(Arc::new(Listening { id, address, flags, sockets, accepting }))
    }

    pub(super) fn id(&self) -> i32 {
        self.id
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn mute(&self) {
        self.flags.mute.store(true, Ordering::Relaxed);
    }

    /// Returns when the port refuses.
    pub(super) fn stop(&self) {
        self.flags.stopped.store(true, Ordering::Relaxed);
        if let Some(accepting) = self.accepting.lock().unwrap().take() {
            // It waits for the next socket, so it gets one.
            drop(TcpStream::connect(self.address));
            let _ = accepting.join();
        }
        for socket in self.sockets.lock().unwrap().drain(..) {
            // Fails when the client has closed it already.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>, flags: &Arc<Flags>, sockets: &Mutex<Vec<TcpStream>>) {
    counting::leave_out_this_thread();
    for socket in listener.incoming() {
        if flags.stopped.load(Ordering::Relaxed) {
            return;
        }
        let Ok(socket) = socket else { continue };
        shared.accepted.fetch_add(1, Ordering::Relaxed);
        if let Ok(also) = socket.try_clone() {
            sockets.lock().unwrap().push(also);
        }
        let (shared, flags) = (Arc::clone(shared), Arc::clone(flags));
        let serving = thread::Builder::new().stack_size(256 << 10);
        let started = serving.spawn(move || {
            counting::leave_out_this_thread();
            // The client that goes away is no news.
            let _ = serve(&socket, &shared, &flags);
            let _ = socket.shutdown(Shutdown::Both);
        });
        if started.is_err() {
            return;
        }
    }
}

fn serve(mut socket: &TcpStream, shared: &Shared, flags: &Flags) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let mut buffer = vec![0; 256 << 10];
    let mut out = Vec::with_capacity(COPIED * 2);
    let mut filled = 0;
    loop {
        let read = socket.read(&mut buffer[filled..])?;
        if read == 0 {
            return Ok(());
        }
        filled += read;
        let mut used = 0;
        while let Some(end) = whole(&buffer[used..filled]) {
            let frame = &buffer[used + 4..used + end];
            used += end;
            if !reply(socket, shared, flags, frame, &mut out)? {
                return Ok(());
            }
        }
        if !out.is_empty() {
            socket.write_all(&out)?;
            out.clear();
        }
        buffer.copy_within(used..filled, 0);
        filled -= used;
        if filled == buffer.len() {
            buffer.resize(buffer.len() * 2, 0);
        }
    }
}

/// How long the first request is with its size, when all of it is there.
fn whole(bytes: &[u8]) -> Option<usize> {
    let size = i32::from_be_bytes(bytes.get(0..4)?.try_into().ok()?);
    let end = 4 + usize::try_from(size).ok()?;
    (bytes.len() >= end).then_some(end)
}

/// Says whether the connection goes on.
fn reply(
    mut socket: &TcpStream,
    shared: &Shared,
    flags: &Flags,
    frame: &[u8],
    out: &mut Vec<u8>,
) -> io::Result<bool> {
    let Some(request) = frame::read(frame) else { return Ok(false) };
    let asked = request.asked;
    if let Some(count) = shared.received.get(asked.key as usize) {
        count.fetch_add(1, Ordering::Relaxed);
    }
    let key = i32::from(asked.key);
    if shared.dropping.load(Ordering::Relaxed) == key {
        return Ok(false);
    }
    if flags.mute.load(Ordering::Relaxed) || shared.ignoring.load(Ordering::Relaxed) == key {
        return Ok(true);
    }
    let body = shared.answers.body(&asked);
    let tags: &[u8] = if tagged(&asked) { &[0] } else { &[] };
    let size = 4 + tags.len() + body.len();
    let size = i32::try_from(size).map_err(io::Error::other)?;
    out.extend_from_slice(&size.to_be_bytes());
    out.extend_from_slice(&request.correlation.to_be_bytes());
    out.extend_from_slice(tags);
    if body.len() <= COPIED {
        out.extend_from_slice(&body);
        return Ok(true);
    }
    let mut parts = [IoSlice::new(out), IoSlice::new(&body)];
    let mut parts = &mut parts[..];
    while !parts.is_empty() {
        let written = socket.write_vectored(parts)?;
        IoSlice::advance_slices(&mut parts, written);
    }
    out.clear();
    Ok(true)
}
