//! One question and its answer, on the caller's side: write the body, hand it to the task, read what comes back.
//!
//! Encoding and decoding happen here and not in the task, so that a reply with 200,000 partitions holds up its own caller
//! and nobody else on the socket.

use std::time::Duration;

use tokio::{sync::oneshot, time::Instant};

use super::{
    Connection, Departure, Exchange, frame,
    queue::{Answer, Call},
    shared::{Command, Seat},
};
use crate::{Error, Request, What, decode_reply};

impl Connection {
    /// Asks in this version, whatever the broker offers, when there is room.
    pub(super) async fn exchange<R: Request>(
        &self,
        request: &R,
        version: i16,
        (asked, deadline): (Instant, Instant),
        departure: &Departure,
    ) -> Result<Exchange<R::Reply>, Error> {
        let seat = self.shared.seat(asked, deadline).await;
        let seat = seat.map_err(|what| self.place(Error::new(what), R::KEY))?;
        if self.outlived() {
            return Err(self.place(Error::new(self.shared.refuses().unwrap_or(What::Closed)), R::KEY));
        }
        self.exchange_from(seat, request, version, (asked, deadline), departure).await
    }

    /// The same, also while all room is taken so that nothing else is on its way.
    pub(super) async fn exchange_among<R: Request>(
        &self,
        request: &R,
        version: i16,
        deadline: Instant,
    ) -> Result<Exchange<R::Reply>, Error> {
        let now = Instant::now();
        let seat = Seat::among(&self.shared, now);
        self.exchange_from(seat, request, version, (now, deadline), &Departure::default()).await
    }

    async fn exchange_from<R: Request>(
        &self,
        seat: Seat,
        request: &R,
        version: i16,
        (asked, deadline): (Instant, Instant),
        departure: &Departure,
    ) -> Result<Exchange<R::Reply>, Error> {
        let fail = |what| self.place(Error::new(what), R::KEY);
        let (answer, coming) = oneshot::channel();
        let frame =
            frame::request(R::KEY, version, &self.settings.client_id, |out| request.encode(version, out))
                .map_err(|why| fail(What::NotInVersion { version, why: why.0 }))?;
        let sent_bytes = frame.len();
        let call = Call {
            key: R::KEY,
            version,
            frame,
            asked,
            deadline,
            left: None,
            held: Duration::ZERO,
            departure: departure.clone(),
            answer,
            _seat: seat,
        };
        self.shared.touch_for(R::KEY, asked);
        if self.commands.send(Command::Call(Box::new(call))).is_err() {
            return Err(fail(self.shared.refuses().unwrap_or(What::Closed)));
        }
        let answer = match coming.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(what)) => return Err(fail(what)),
            // The task is gone with its runtime; nobody can say how far the request came.
            Err(_) => {
                return Err(fail(What::Disconnected {
                    sent: true,
                    why: "the program is shutting down".to_owned(),
                }));
            }
        };
        self.read::<R>(version, sent_bytes, answer)
    }

    fn read<R: Request>(
        &self,
        version: i16,
        sent_bytes: usize,
        answer: Answer,
    ) -> Result<Exchange<R::Reply>, Error> {
        let Answer { body, received_bytes, received_at, arrived, took, throttle, held } = answer;
        let reply = match decode_reply::<R>(version, body) {
            Ok(reply) => reply,
            Err(why) => {
                let why = self.place(Error::new(What::Decode(why.0)), R::KEY);
                self.close(why.clone());
                return Err(why);
            }
        };
        let told = R::throttle(&reply);
        if throttle < told {
            // It did not stand in front of the body, where the task looks for it.
            let _ = self.commands.send(Command::Hold(Instant::now() + told));
        }
        Ok(Exchange {
            reply,
            version,
            sent_bytes,
            received_bytes,
            took,
            received_at,
            arrived,
            throttle: throttle.max(told),
            held,
        })
    }
}
