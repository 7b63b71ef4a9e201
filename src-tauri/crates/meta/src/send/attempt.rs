//! One attempt of a piece: find its broker, open a door, go through it once.
//!
//! The caller's time and the attempt's are different things. A caller in a hurry leaves; the attempt goes on, because
//! ending it would end the connection for everybody.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, timeout_at};
use wire::{Error, Exchange, What};

use super::{Call, door, piece::Piece};
use crate::{
    Ask,
    pool::{Door, Endpoint, Lane},
};

/// A failure of an attempt, with where it happened.
pub(super) struct Fault {
    pub(super) endpoint: Option<Endpoint>,
    pub(super) address: String,
    pub(super) error: Error,
    pub(super) throttle: Duration,
}

/// Opens a door and goes through it once.
pub(super) async fn attempt<R: Ask>(
    call: &Arc<Call<R>>,
    piece: &mut Piece,
) -> Result<(Door, Exchange<R::Reply>), Fault> {
    let (deadline, limit) = (&call.deadline, call.shared.config.attempt_timeout);
    let fault = |endpoint, address, error: Error, throttle| {
        let error = error.asking(R::KEY);
        Fault { endpoint, address, error, throttle }
    };
    let out_of_time = |sent| Error::new(What::Timeout { sent, after: deadline.spent() });
    piece.trail.begins();
    let Some(Ok(_permit)) = deadline.cap(call.permits.acquire()).await else {
        return Err(fault(None, String::new(), out_of_time(false), Duration::ZERO));
    };
    let door = door::open(call, &piece.place, &piece.trail).await;
    let door = door.map_err(|shut| fault(shut.endpoint, shut.address, shut.error, Duration::ZERO))?;
    let request = match &piece.items {
        Some(items) => call.request.only(items),
        None => call.request.clone(),
    };
    // Never shorter than the limit of an attempt, whatever the caller's hurry: when it is over, the connection is closed.
    let until = match call.lane {
        Lane::Slow => deadline.at().max(Instant::now() + limit),
        Lane::Quick => Instant::now() + limit,
    };
    piece.trail.leaves(&door);
    // When the attempt ends at the same moment it is heard first, because it knows whether bytes left.
    let patience = deadline.at() + Duration::from_millis(100);
    match timeout_at(patience, call.shared.attempt(request, &door, call.lane, until)).await {
        Ok(attempted) => {
            piece.trail.came_back(&attempted.travel);
            let throttle = attempted.travel.throttle;
            match attempted.result {
                Ok(exchange) => Ok((door, exchange)),
                Err(error) => Err(fault(Some(door.endpoint), door.address, error, throttle)),
            }
        }
        Err(_) => {
            let error = crate::shared::located(out_of_time(true), &door);
            Err(fault(Some(door.endpoint), door.address, error, Duration::ZERO))
        }
    }
}
