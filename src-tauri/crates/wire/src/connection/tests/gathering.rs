//! Callers that ask at the same time share a call into the kernel, on one thread and with the scheduler of the program.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf, duplex};

use super::{answered, ask, peer::*, soon};
use crate::{Connection, Settings};

const CALLERS: usize = 64;

/// Counts what would be calls into the kernel.
struct Counted(DuplexStream, Arc<AtomicUsize>);

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        frames: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Pin::new(&mut self.0).poll_write_vectored(context, frames)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// The thread that is woken by the first caller would write that one's request alone, then the next one's, and so on.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn sixty_four_callers_are_not_sixty_four_writes() {
    let writes = Arc::new(AtomicUsize::new(0));
    let (ours, theirs) = duplex(64 << 10);
    let (stream, mut peer) = (Counted(ours, Arc::clone(&writes)), Peer(theirs));
    let opening = tokio::spawn(async move {
        Connection::over(stream, &address(), &Settings::default(), None, soon()).await
    });
    let asked = peer.request().await;
    peer.raw_reply(asked.correlation, &offer(USUAL)).await;
    let connection = opening.await.unwrap().unwrap();
    let before = writes.load(Ordering::Relaxed);
    // From a task, so that all of them wait on the thread that also serves the connection.
    let asking = tokio::spawn(async move {
        let body = |caller: usize| caller.to_string();
        (0..CALLERS).map(|caller| ask(&connection, &body(caller))).collect::<Vec<_>>()
    });
    let mut came = Vec::new();
    for _ in 0..CALLERS {
        came.push(peer.request().await);
    }
    let wrote = writes.load(Ordering::Relaxed) - before;
    assert!(wrote <= CALLERS / 4, "{wrote} writes for {CALLERS} callers");
    let all = asking.await.unwrap();
    for one in &came {
        peer.reply(one, &one.text()).await;
    }
    for (caller, asked) in all.into_iter().enumerate() {
        assert_eq!(answered(asked).await, caller.to_string());
    }
}
