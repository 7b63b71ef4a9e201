//! One attempt of a piece: find its broker, open a door, go through it once.
//!
//! The caller's time and the attempt's are different things. A caller in a hurry leaves; the attempt goes on, because
//! ending it would end the connection for everybody. But what has not left when its caller goes is taken back: nobody
//! would expect it to happen later.

use std::{ops::Deref, sync::Arc, time::Duration};

use tokio::time::{Instant, sleep, timeout_at};
use wire::{Departure, Error, Exchange, What};

use super::{Call, door, piece::Piece};
use crate::{
    Ask,
    pool::{Door, Endpoint, Lane, Shut, passed_on},
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

/// Whether a piece has to take turns with others of its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// There are no others.
    Free,
    Taken,
}

/// What is sent: the request as it is, or some items of it.
enum Body<R> {
    All(Arc<Call<R>>),
    Some(R),
}

impl<R> Deref for Body<R> {
    type Target = R;

    fn deref(&self) -> &R {
        match self {
            Body::All(call) => &call.request,
            Body::Some(request) => request,
        }
    }
}

/// Opens a door and goes through it once.
pub(super) async fn attempt<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
    turn: Turn,
) -> Result<(Door, Exchange<R::Reply>), Stop> {
    piece.trail.begins();
    match turn {
        Turn::Free => go(call, piece).await,
        Turn::Taken => Box::pin(in_turn(call, piece)).await,
    }
}

async fn in_turn<R: Ask>(call: &Arc<Call<R>>, piece: &mut Piece) -> Result<(Door, Exchange<R::Reply>), Stop> {
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
    let (door, now) = match door::at_hand(call, &piece.place) {
        Some(door) => (door, piece.trail.asked()),
        None => {
            let door = Box::pin(door::open(call, &piece.place, &piece.trail)).await;
            let outside = |shut: Shut| Fault::outside(shut.endpoint, shut.address, shut.error.asking(R::KEY));
            (door.map_err(outside)?, Instant::now())
        }
    };
    let fault = |door: &Door, error: Error, throttle| {
        let error = located(error, door).asking(R::KEY);
        Fault::stop(Some(door.endpoint.clone()), door.address.clone(), error, throttle)
    };
    let request = match &piece.items {
        Some(items) => {
            // A single item is never too many.
            let several = items.len() > 1;
            if several
                && let Ok(version) = door.connection.version_for(R::KEY, R::VERSIONS)
                && R::most(version) < items.len()
            {
                return Err(Stop::TooMany(R::most(version).max(1)));
            }
            if piece.all { Body::All(Arc::clone(call)) } else { Body::Some(call.request.only(items)) }
        }
        None => Body::All(Arc::clone(call)),
    };
    // A throttle is part of the caller's time; one that is longer is told now and not slept through.
    let from = door.connection.held_until().unwrap_or(now).max(now);
    if deadline.at() <= from && now < from {
        let left = from.saturating_duration_since(now);
        return Err(fault(&door, Error::new(What::Throttled { left }), Duration::ZERO));
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
    let going = call.shared.attempt_as(request, &door, call.lane, (now, until), &departure);
    // The connection ends an attempt at its time; a clock beside that one is only needed by who leaves earlier.
    let attempted = match own < until {
        false => Ok(going.await),
        true => timeout_at(own + Duration::from_millis(100), going).await,
    };
    match attempted {
        Ok(attempted) => {
            piece.trail.came_back(&attempted.travel);
            let throttle = attempted.travel.throttle;
            attempted.result.map_err(|error| fault(&door, error, throttle)).map(|exchange| (door, exchange))
        }
        Err(_) => {
            let sent = !door.connection.withdraw(&departure);
            let error = Error::new(What::Timeout { sent, after: deadline.spent() });
            Err(fault(&door, error, Duration::ZERO))
        }
    }
}
