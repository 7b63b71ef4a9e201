//! A future that goes on when whoever waits for it goes away.
//!
//! A task of its own does that too, at the price of two changes of threads for each request, in front of nearly all of
//! which nobody goes away. This one runs where it is waited for and becomes a task at the moment it is dropped.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;

pub(crate) struct Lasting<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: Send> + Send + 'static> Lasting<F> {
    pub(crate) fn new(future: F) -> Lasting<F> {
        Lasting(Some(Box::pin(future)))
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for Lasting<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Out of its place while it runs: one that panics must not be gone on with.
        let Some(mut future) = self.0.take() else { return Poll::Pending };
        let polled = future.as_mut().poll(context);
        if polled.is_pending() {
            self.0 = Some(future);
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for Lasting<F> {
    fn drop(&mut self) {
        // Without a runtime nothing of it could go on.
        if let (Some(future), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(future);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::Lasting;

    #[tokio::test]
    async fn it_is_an_ordinary_future_while_somebody_waits() {
        assert_eq!(Lasting::new(async { 7 }).await, 7);
    }

    #[tokio::test]
    async fn it_goes_on_when_nobody_waits_any_more() {
        let (open, gate) = oneshot::channel::<()>();
        let (done, came) = oneshot::channel();
        let mut lasting = Lasting::new(async move {
            gate.await.unwrap();
            done.send(()).unwrap();
        });
        tokio::select! {
            biased;
            () = &mut lasting => panic!("the gate is shut"),
            () = async {} => {}
        }
        drop(lasting);
        open.send(()).unwrap();
        came.await.unwrap();
    }

    #[tokio::test]
    #[should_panic(expected = "once")]
    async fn a_panic_ends_it() {
        Lasting::new(async { panic!("once") }).await
    }
}
