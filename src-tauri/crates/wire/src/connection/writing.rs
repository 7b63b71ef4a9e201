//! What goes out: as many of the waiting requests as the socket takes, in one write.
//!
//! Sixty-four callers that ask at the same time would otherwise cost sixty-four calls into the kernel, which is most of
//! what a small request costs.

use std::{
    future::{pending, poll_fn},
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
    time::SystemTime,
};

use tokio::{io::AsyncWrite, time::Instant};

use super::queue::Queue;

/// Requests in one write.
const MOST: usize = 64;

/// Writes what the socket takes of the requests in front; `None` when the caller of the first has taken it back at the last
/// moment. No queue: there is nothing to write, or the broker wants to be left alone.
pub(super) async fn write(
    writer: &mut (impl AsyncWrite + Unpin),
    queue: Option<&mut Queue>,
    held: Instant,
) -> io::Result<Option<usize>> {
    let Some(queue) = queue else { return pending().await };
    poll_fn(|context| poll_write(Pin::new(&mut *writer), context, queue, held)).await
}

fn poll_write(
    writer: Pin<&mut impl AsyncWrite>,
    context: &mut Context<'_>,
    queue: &mut Queue,
    held: Instant,
) -> Poll<io::Result<Option<usize>>> {
    let mut frames = [IoSlice::new(&[]); MOST];
    let mut count = 0;
    for (frame, call) in frames.iter_mut().zip(queue.waiting()) {
        // One that nobody waits for any more is let go of when it comes to the front.
        if !call.may_leave() {
            break;
        }
        *frame = IoSlice::new(&call.frame);
        count += 1;
    }
    if count == 0 {
        return Poll::Ready(Ok(None));
    }
    let wrote = writer.poll_write_vectored(context, frames.get(..count).unwrap_or_default());
    let bytes = match &wrote {
        Poll::Ready(Ok(bytes)) => *bytes,
        Poll::Ready(Err(_)) | Poll::Pending => 0,
    };
    // Before anything else happens: what the socket did not take can still be taken back.
    queue.wrote(bytes, count, (Instant::now(), SystemTime::now()), held);
    wrote.map(|wrote| wrote.map(Some))
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        pin::Pin,
        sync::Arc,
        task::{Context, Poll, Waker},
        time::Duration,
    };

    use bytes::BytesMut;
    use tokio::{io::AsyncWrite, sync::oneshot, time::Instant};

    use super::poll_write;
    use crate::{
        ApiKey,
        connection::{
            departure::Departure,
            queue::{Call, Queue},
            shared::{Seat, Shared},
        },
    };

    /// Takes so many bytes in one write, or none for now.
    struct Socket {
        takes: Option<usize>,
        writes: Vec<Vec<u8>>,
    }

    impl AsyncWrite for Socket {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
            panic!("one frame at a time")
        }

        fn poll_write_vectored(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            frames: &[io::IoSlice<'_>],
        ) -> Poll<io::Result<usize>> {
            let Some(takes) = self.takes else { return Poll::Pending };
            let mut all: Vec<u8> = frames.iter().flat_map(|frame| frame.to_vec()).collect();
            all.truncate(takes);
            self.writes.push(all.clone());
            Poll::Ready(Ok(all.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// A queue with requests of twenty bytes each, and their departures. Their callers wait as long as the receivers live.
    fn waiting(count: u8) -> (Queue, Vec<Departure>, Vec<oneshot::Receiver<impl Sized>>) {
        let shared = Arc::new(Shared::new("one:9092".into(), 100));
        let (mut queue, mut departures, mut callers) = (Queue::default(), Vec::new(), Vec::new());
        for number in 0..count {
            let (answer, caller) = oneshot::channel();
            let departure = Departure::default();
            departures.push(departure.clone());
            callers.push(caller);
            queue.accept(Box::new(Call {
                key: ApiKey::Metadata,
                version: 0,
                frame: BytesMut::from(&[number; 20][..]),
                asked: Instant::now(),
                deadline: Instant::now() + Duration::from_secs(9),
                left: None,
                held: Duration::ZERO,
                departure,
                answer,
                _seat: Seat::among(&shared, Instant::now()),
            }));
        }
        (queue, departures, callers)
    }

    fn write(queue: &mut Queue, takes: Option<usize>) -> (Poll<Option<usize>>, Vec<Vec<u8>>) {
        let mut socket = Socket { takes, writes: Vec::new() };
        let mut context = Context::from_waker(Waker::noop());
        let wrote = poll_write(Pin::new(&mut socket), &mut context, queue, Instant::now());
        (wrote.map(Result::unwrap), socket.writes)
    }

    #[test]
    fn requests_that_wait_together_leave_in_one_write() {
        let (mut queue, departures, _callers) = waiting(5);
        let (wrote, writes) = write(&mut queue, Some(1_000));
        assert_eq!((wrote, writes.len()), (Poll::Ready(Some(100)), 1));
        assert!(!queue.has_waiting() && !queue.is_empty());
        assert!(departures.iter().all(|departure| departure.at().is_some()));
    }

    #[test]
    fn what_the_socket_did_not_take_can_be_taken_back_and_the_rest_goes_on_where_it_stopped() {
        let (mut queue, departures, _callers) = waiting(4);
        let (wrote, _) = write(&mut queue, Some(30));
        assert_eq!(wrote, Poll::Ready(Some(30)));
        let left: Vec<bool> = departures.iter().map(|departure| departure.at().is_some()).collect();
        assert_eq!(left, [true, true, false, false], "half of the second is on its way");
        assert!(!departures[1].withdraw() && departures[2].withdraw());
        let (_, writes) = write(&mut queue, Some(1_000));
        assert_eq!(
            (writes.len(), writes[0].len()),
            (1, 10),
            "nothing is written behind one that was taken back"
        );
        queue.shed();
        let (_, writes) = write(&mut queue, Some(1_000));
        assert_eq!(writes[0].len(), 20);
    }

    #[test]
    fn a_socket_that_takes_nothing_leaves_all_to_their_callers() {
        let (mut queue, departures, _callers) = waiting(3);
        assert_eq!(write(&mut queue, None).0, Poll::Pending);
        assert!(departures.iter().all(|departure| departure.at().is_none() && departure.withdraw()));
    }

    #[test]
    fn one_at_a_time_leaves_when_the_one_before_it_has_its_answer() {
        let (mut queue, departures, _callers) = waiting(3);
        queue.one_at_a_time = true;
        assert!(queue.may_write());
        let (wrote, writes) = write(&mut queue, Some(1_000));
        assert_eq!((wrote, writes[0].len()), (Poll::Ready(Some(20)), 20));
        assert!(queue.has_waiting() && !queue.may_write());
        assert!(departures[1].at().is_none());
        drop(queue.settle(0).unwrap());
        assert!(queue.may_write());
    }

    #[test]
    fn one_whose_caller_has_gone_is_not_written() {
        let (mut queue, departures, mut callers) = waiting(2);
        callers.remove(0);
        assert_eq!(write(&mut queue, Some(1_000)).0, Poll::Ready(None));
        assert!(departures[0].at().is_none());
    }
}
