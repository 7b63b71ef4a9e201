//! One attempt of a piece: find its broker, open a door, go through it once.
//!
//! The caller's time and the attempt's are different things. A caller in a hurry leaves; the attempt goes on, because
//! ending it would end the connection for everybody. But what has not left when its caller goes is taken back: nobody
//! would expect it to happen later.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, sleep, timeout_at};
use wire::{Departure, Error, Exchange, What};

use super::{Call, door, piece::Piece};
use crate::{
    Ask,
    pool::{Door, Endpoint, Lane, passed_on},
    shared::located,
};

/// A piece that takes longer gives its place to another: brokers that hang must not hold up those behind them.
const MOMENT: Duration = Duration::from_millis(500);

/// Why an attempt brought no reply.
pub(super) enum Stop {
    Fault(Box<Fault>),
    /// The version that this broker speaks carries so many items in one request.
    TooMany(usize),
}

/// A failure of an attempt, with where it happened.
pub(super) struct Fault {
    pub(super) endpoint: Option<Endpoint>,
    pub(super) address: String,
    pub(super) error: Error,
    pub(super) throttle: Duration,
    /// It happened on the way to a connection. A code is then that of a look-up, and says nothing of the request.
    pub(super) outside: bool,
}

impl Fault {
    fn stop(endpoint: Option<Endpoint>, address: String, error: Error, throttle: Duration) -> Stop {
        Stop::Fault(Box::new(Fault { endpoint, address, error, throttle, outside: false }))
    }

    fn outside(endpoint: Option<Endpoint>, address: String, error: Error) -> Stop {
        Stop::Fault(Box::new(Fault { endpoint, address, error, throttle: Duration::ZERO, outside: true }))
    }
}

/// Opens a door and goes through it once, in turn with the call's other pieces.
pub(super) async fn attempt<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
) -> Result<(Door, Exchange<R::Reply>), Stop> {
    piece.trail.begins();
    let Some(Ok(permit)) = call.deadline.cap(call.permits.acquire()).await else {
        let error = Error::new(What::Timeout { sent: false, after: call.deadline.spent() }).asking(R::KEY);
        return Err(Fault::stop(None, String::new(), error, Duration::ZERO));
    };
    let going = go(call, piece);
    tokio::pin!(going);
    tokio::select! {
        came = &mut going => return came,
        () = sleep(MOMENT) => drop(permit),
    }
    going.await
}

async fn go<R: Ask>(call: &Arc<Call<R>>, piece: &mut Piece) -> Result<(Door, Exchange<R::Reply>), Stop> {
    let (deadline, limit) = (&call.deadline, call.shared.config.attempt_timeout);
    let door = door::open(call, &piece.place, &piece.trail).await;
    let door = door.map_err(|shut| Fault::outside(shut.endpoint, shut.address, shut.error.asking(R::KEY)))?;
    let fault = |door: Door, error: Error, throttle| {
        let error = located(error, &door).asking(R::KEY);
        Fault::stop(Some(door.endpoint), door.address, error, throttle)
    };
    let request = match &piece.items {
        Some(items) => {
            let version = door.connection.version_for(R::KEY, R::VERSIONS).ok();
            if let Some(most) = version.map(R::most).filter(|most| *most < items.len()) {
                return Err(Stop::TooMany(most.max(1)));
            }
            call.request.only(items)
        }
        None => call.request.clone(),
    };
    // A throttle is part of the caller's time; one that is longer is told now and not slept through.
    let now = Instant::now();
    let from = door.connection.held_until().unwrap_or(now).max(now);
    if deadline.at() <= from && now < from {
        let left = from.saturating_duration_since(now);
        return Err(fault(door, Error::new(What::Throttled { left }), Duration::ZERO));
    }
    // Never shorter than the limit of an attempt, whatever the caller's hurry: when it is over, the connection is closed.
    let until = match call.lane {
        Lane::Slow => deadline.at().max(from + limit),
        Lane::Quick => from + limit,
    };
    let departure = Departure::default();
    piece.trail.leaves(&door, &departure);
    // When the attempt ends at the same moment it is heard first, because it knows whether bytes left.
    // A broker that passes it on in vain is left for another one, but not hung up on: changes are on the same socket.
    let own = if passed_on(R::KEY) { deadline.at().min(from + limit) } else { deadline.at() };
    let patience = own + Duration::from_millis(100);
    let going = call.shared.attempt_as(request, &door, call.lane, until, &departure);
    match timeout_at(patience, going).await {
        Ok(attempted) => {
            piece.trail.came_back(&attempted.travel);
            let throttle = attempted.travel.throttle;
            attempted
                .result
                .map_err(|error| fault(door.clone(), error, throttle))
                .map(|exchange| (door, exchange))
        }
        Err(_) => {
            let sent = !door.connection.withdraw(&departure);
            let error = Error::new(What::Timeout { sent, after: deadline.spent() });
            Err(fault(door, error, Duration::ZERO))
        }
    }
}
