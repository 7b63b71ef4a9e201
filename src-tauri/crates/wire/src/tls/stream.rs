//! The encrypted stream as the connection's task sees it, and the plain one below as the handshake sees it.
//!
//! The task writes and then waits for answers; it never flushes, since a plain socket has nothing to flush. Here up to a buffer
//! full of encrypted bytes may wait for room in the socket, and a request would lie there for ever: so every read first
//! pushes what is left.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::client::TlsStream;

use super::shown::Witness;

/// First bytes that are kept to call a stranger by its name.
const FIRST: usize = 8;

/// The plain stream below; it shows the witness its first bytes.
#[derive(Debug)]
pub(super) struct Below<S> {
    pub(super) io: S,
    /// None after the first bytes.
    pub(super) witness: Option<Witness>,
}

impl<S: AsyncRead + Unpin> AsyncRead for Below<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.io).poll_read(context, buffer);
        if let Some(witness) = &self.witness {
            let came = buffer.filled().get(before..).unwrap_or_default();
            let kept = witness.with(|shown| {
                let wanted = FIRST.saturating_sub(shown.first.len());
                shown.first.extend(came.iter().take(wanted));
                shown.first.len()
            });
            if FIRST <= kept {
                self.witness = None;
            }
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Below<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

/// The encrypted stream.
#[derive(Debug)]
pub(crate) struct Encrypted<S> {
    inner: TlsStream<Below<S>>,
    /// Bytes may wait here that the socket had no room for.
    waiting: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Encrypted<S> {
    pub(super) fn new(inner: TlsStream<Below<S>>) -> Encrypted<S> {
        Encrypted { inner, waiting: true }
    }

    /// A write that fails meets a peer that has gone; why it went may lie unread: a refusal of our certificate does.
    fn last_words(&mut self, context: &mut Context<'_>) -> Option<io::Error> {
        let mut bytes = [0; 64];
        match Pin::new(&mut self.inner).poll_read(context, &mut ReadBuf::new(&mut bytes)) {
            Poll::Ready(Err(why)) if why.kind() == io::ErrorKind::InvalidData => Some(why),
            _ => None,
        }
    }

    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.waiting = true;
        wrote.map(|wrote| wrote.map_err(|why| self.last_words(context).unwrap_or(why)))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.waiting {
            // A failure to write shows itself in the read, or at the next write.
            self.waiting = Pin::new(&mut self.inner).poll_flush(context).is_pending();
        }
        match Pin::new(&mut self.inner).poll_read(context, buffer) {
            // Gone without a farewell in TLS, as most brokers go: the end, as on a plain socket.
            Poll::Ready(Err(why)) if why.kind() == io::ErrorKind::UnexpectedEof => Poll::Ready(Ok(())),
            read => read,
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.wrote(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.wrote(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
