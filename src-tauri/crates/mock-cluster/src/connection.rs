//! One accepted socket: reads frames, answers them in their order, and plays the faults that they meet. Whatever arrives
//! that isn't a request closes this connection and nothing else.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::api::{self, Call};
use crate::behaviour::Behaviour;
use crate::cluster::Shared;
use crate::fault::Action;
use crate::header::{self, Header};
use crate::journal::Seen;
use crate::sasl::{Answer, SignIn};

/// `socket.request.max.bytes`.
const LARGEST_REQUEST: usize = 100 * 1024 * 1024;

/// Why a connection ends. Not an error anybody handles: the peer sees a closed socket.
#[derive(Debug)]
struct Closed;

type Step<T> = Result<T, Closed>;

#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) shared: Arc<Shared>,
    pub(crate) broker: i32,
    pub(crate) number: u64,
    pub(crate) behaviour: watch::Receiver<Behaviour>,
    pub(crate) stream: TcpStream,
    pub(crate) unread: BytesMut,
    pub(crate) sign_in: SignIn,
}

impl Connection {
    pub(crate) async fn run(mut self) {
        // Ends with the first reason to close; there is nobody to tell but the peer.
        while let Ok(()) = self.one_request().await {}
    }

    async fn one_request(&mut self) -> Step<()> {
        let frame = self.read_frame().await?;
        let foreign = self.behaviour.borrow().foreign_bytes();
        if let Some(bytes) = foreign {
            self.stream.write_all(bytes).await.map_err(|_| Closed)?;
            return Err(Closed);
        }
        let (header, body) = header::split(&frame).ok_or(Closed)?;
        self.shared.journal.request(Seen {
            key: header.key,
            version: header.version,
            broker: self.broker,
            client_id: header.client_id.clone(),
            correlation: header.correlation,
            connection: self.number,
            at: Instant::now(),
            body: body.clone(),
        });
        self.wait_while_mute().await?;
        let actions = self.shared.faults.meet(self.broker, &header);
        self.carry_out(&header, &body, &actions).await
    }

    /// Everything that happens to one request, in the order: waits, what is done or not, what is written.
    async fn carry_out(&mut self, header: &Header, body: &Bytes, actions: &[Action]) -> Step<()> {
        let mut forced = None;
        let mut correlation = header.correlation;
        for action in actions {
            match action {
                Action::Delay(time) => sleep(*time).await,
                Action::ErrorCode(code) => forced = Some(*code),
                Action::Correlation(delta) => correlation = correlation.wrapping_add(*delta),
                Action::Change(change) => change(&mut self.shared.state.lock()),
                Action::DropBefore => return Err(Closed),
                _ => {}
            }
        }
        let raw = actions.iter().find_map(|action| match action {
            Action::RawBody(bytes) => Some(bytes.clone()),
            _ => None,
        });
        let mut last = false;
        let mut answer = match raw {
            Some(bytes) => bytes,
            None => {
                let (key, version) = (header.key, header.version);
                let call = Call { broker: self.broker, key, version, forced };
                match self.sign_in.meet(&call, &self.shared.state, body) {
                    Answer::Serve => api::answer(&call, &self.shared.state, body).ok_or(Closed)?,
                    Answer::Body(bytes) => bytes,
                    Answer::Last(bytes) => {
                        last = true;
                        bytes
                    }
                    Answer::Close => return Err(Closed),
                }
            }
        };
        for action in actions {
            if let Action::Rewrite(change) = action {
                answer = change(answer);
            }
        }
        let mut frame = header::frame(header.key, header.version, correlation, &answer);
        for action in actions {
            match action {
                Action::Silence => return self.say_nothing_more().await,
                Action::Skip => return Ok(()),
                Action::DropAfter => return Err(Closed),
                Action::RawFrame(bytes) => frame = bytes.clone(),
                Action::Twice => self.write(&frame).await?,
                Action::Behind(bytes) => frame = [&frame[..], bytes].concat().into(),
                Action::TruncateAt(length) => {
                    self.write(frame.get(..*length).unwrap_or(&frame)).await?;
                    return Err(Closed);
                }
                Action::Dribble { bytes, pause } => return self.dribble(&frame, *bytes, *pause).await,
                _ => {}
            }
        }
        self.write(&frame).await?;
        if last { Err(Closed) } else { Ok(()) }
    }

    async fn write(&mut self, bytes: &[u8]) -> Step<()> {
        self.stream.write_all(bytes).await.map_err(|_| Closed)?;
        self.stream.flush().await.map_err(|_| Closed)
    }

    async fn dribble(&mut self, frame: &[u8], bytes: usize, pause: Duration) -> Step<()> {
        for piece in frame.chunks(bytes.max(1)) {
            self.write(piece).await?;
            sleep(pause).await;
        }
        Ok(())
    }

    async fn say_nothing_more(&mut self) -> Step<()> {
        loop {
            self.unread.clear();
            self.read_more().await?;
        }
    }

    /// A frozen broker: bytes still arrive, answers wait until it thaws or the peer gives up.
    async fn wait_while_mute(&mut self) -> Step<()> {
        let mut behaviour = self.behaviour.clone();
        loop {
            let now = *behaviour.borrow_and_update();
            if now != Behaviour::Mute {
                return Ok(());
            }
            tokio::select! {
                changed = behaviour.changed() => changed.map_err(|_| Closed)?,
                read = self.read_more() => read?,
            }
        }
    }

    async fn read_frame(&mut self) -> Step<Bytes> {
        let mut looked = false;
        loop {
            if let Some(named) = self.unread.get(4..6).filter(|_| !looked) {
                looked = true;
                let key = named.try_into().map(i16::from_be_bytes).map_err(|_| Closed)?;
                if let Some(bytes) = self.shared.faults.cut(self.broker, key) {
                    return self.cut(key, bytes).await;
                }
            }
            if let Some(length) = self.unread.get(..4).and_then(|prefix| prefix.try_into().ok()) {
                let length = usize::try_from(i32::from_be_bytes(length)).map_err(|_| Closed)?;
                if length > LARGEST_REQUEST {
                    return Err(Closed);
                }
                if self.unread.len() >= 4 + length {
                    self.unread.advance(4);
                    return Ok(self.unread.split_to(length).freeze());
                }
            }
            self.read_more().await?;
        }
    }

    /// The request arrives in part and counts as arrived.
    async fn cut(&mut self, key: i16, bytes: usize) -> Step<Bytes> {
        while self.unread.len() < bytes {
            self.read_more().await?;
        }
        self.shared.journal.request(Seen {
            key,
            version: -1,
            broker: self.broker,
            client_id: None,
            correlation: -1,
            connection: self.number,
            at: Instant::now(),
            body: Bytes::new(),
        });
        Err(Closed)
    }

    async fn read_more(&mut self) -> Step<()> {
        if self.unread.len() > LARGEST_REQUEST + 4 {
            return Err(Closed);
        }
        match self.stream.read_buf(&mut self.unread).await {
            Ok(count) if count > 0 => Ok(()),
            _ => Err(Closed),
        }
    }
}
