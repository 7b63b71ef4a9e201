//! The hook to misbehave: which requests a fault meets, and what happens instead of the plain answer. The first armed
//! fault that matches is used, so faults armed for the same key with `times(1)` play in the order in which they were
//! armed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::Mutex;

use crate::header::Header;
use crate::state::State;

/// Which requests: a key, and optionally one broker, one client id, a number of times, a number to let pass first.
#[derive(Debug, Clone)]
#[must_use]
pub struct Fault {
    key: i16,
    broker: Option<i32>,
    client_id: Option<String>,
    pass: usize,
    times: Option<usize>,
}

impl Fault {
    /// Requests of this key at any broker, always.
    pub fn on(key: i16) -> Self {
        Self { key, broker: None, client_id: None, pass: 0, times: None }
    }

    pub fn broker(mut self, id: i32) -> Self {
        self.broker = Some(id);
        self
    }

    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        self.client_id = Some(id.into());
        self
    }

    /// Only the next `n` matching requests, after those that [`after`](Self::after) lets pass.
    pub fn times(mut self, n: usize) -> Self {
        self.times = Some(n);
        self
    }

    /// Lets the next `n` matching requests pass unharmed.
    pub fn after(mut self, n: usize) -> Self {
        self.pass = n;
        self
    }
}

/// What happens to a request that a fault meets.
#[derive(Clone)]
pub enum Action {
    /// Nothing is done; the answer carries this code where this api carries its codes (each item, or the top).
    ErrorCode(i16),
    /// The answer comes this much later; what follows on the connection waits behind it.
    Delay(Duration),
    /// This request and all later ones on its connection get no answer, and the connection stays open.
    Silence,
    /// This request gets no answer; later ones on the connection do.
    Skip,
    /// So many bytes of the request arrive (six at least, which name it), then the connection closes: a broker that
    /// dies while it reads.
    CutAt(usize),
    /// The connection closes and nothing is done.
    DropBefore,
    /// The request is carried out, then the connection closes without an answer.
    DropAfter,
    /// These bytes as the body, behind a right header.
    RawBody(Bytes),
    /// These bytes instead of the whole frame, length prefix included.
    RawFrame(Bytes),
    /// The right answer under a correlation id that is off by this much.
    Correlation(i32),
    /// The right answer, twice.
    Twice,
    /// These bytes right behind the right answer: what nobody asked for.
    Behind(Bytes),
    /// The first bytes of the right frame, then the connection closes.
    TruncateAt(usize),
    /// The right frame in small pieces with a pause between them.
    Dribble { bytes: usize, pause: Duration },
    /// The right body, changed by the test.
    Rewrite(Arc<dyn Fn(Bytes) -> Bytes + Send + Sync>),
    /// The state changes just before the request is carried out: an address, a leader, anything.
    Change(Arc<dyn Fn(&mut State) + Send + Sync>),
    /// Several of them on the same request.
    All(Vec<Action>),
}

impl Action {
    pub fn rewrite(change: impl Fn(Bytes) -> Bytes + Send + Sync + 'static) -> Self {
        Self::Rewrite(Arc::new(change))
    }

    pub fn change(change: impl Fn(&mut State) + Send + Sync + 'static) -> Self {
        Self::Change(Arc::new(change))
    }

    /// The metadata names another address for a broker from this request on; nothing needs to listen there.
    pub fn address_change(broker: i32, host: impl Into<String>, port: u16) -> Self {
        let host = host.into();
        Self::change(move |state| {
            // A broker that the state does not know has no address that could change.
            let _ = state.advertise(broker, &host, port);
        })
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ErrorCode(code) => write!(f, "ErrorCode({code})"),
            Self::Delay(time) => write!(f, "Delay({time:?})"),
            Self::Silence => f.write_str("Silence"),
            Self::Skip => f.write_str("Skip"),
            Self::CutAt(bytes) => write!(f, "CutAt({bytes})"),
            Self::DropBefore => f.write_str("DropBefore"),
            Self::DropAfter => f.write_str("DropAfter"),
            Self::RawBody(bytes) => write!(f, "RawBody({} bytes)", bytes.len()),
            Self::RawFrame(bytes) => write!(f, "RawFrame({} bytes)", bytes.len()),
            Self::Correlation(delta) => write!(f, "Correlation({delta:+})"),
            Self::Twice => f.write_str("Twice"),
            Self::Behind(bytes) => write!(f, "Behind({} bytes)", bytes.len()),
            Self::TruncateAt(bytes) => write!(f, "TruncateAt({bytes})"),
            Self::Dribble { bytes, pause } => write!(f, "Dribble({bytes} bytes every {pause:?})"),
            Self::Rewrite(_) => f.write_str("Rewrite"),
            Self::Change(_) => f.write_str("Change"),
            Self::All(actions) => f.debug_list().entries(actions).finish(),
        }
    }
}

/// Names an armed fault, to disarm it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultId(u64);

#[derive(Debug, Default)]
pub(crate) struct Faults {
    armed: Mutex<(u64, Vec<Armed>)>,
}

#[derive(Debug)]
struct Armed {
    id: FaultId,
    fault: Fault,
    action: Action,
}

impl Faults {
    pub(crate) fn arm(&self, fault: Fault, action: Action) -> FaultId {
        let mut armed = self.armed.lock();
        armed.0 += 1;
        let id = FaultId(armed.0);
        armed.1.push(Armed { id, fault, action });
        id
    }

    pub(crate) fn disarm(&self, id: FaultId) {
        self.armed.lock().1.retain(|armed| armed.id != id);
    }

    pub(crate) fn disarm_all(&self) {
        self.armed.lock().1.clear();
    }

    /// How much of a request with this key arrives, when not all of it does; one use of the fault is spent.
    pub(crate) fn cut(&self, broker: i32, key: i16) -> Option<usize> {
        let mut armed = self.armed.lock();
        let meets = |fault: &Fault| {
            fault.key == key && fault.broker.is_none_or(|id| id == broker) && fault.times != Some(0)
        };
        let at = armed.1.iter_mut().find(|at| matches!(at.action, Action::CutAt(_)) && meets(&at.fault))?;
        if at.fault.pass > 0 {
            at.fault.pass -= 1;
            return None;
        }
        at.fault.times = at.fault.times.map(|times| times - 1);
        match at.action {
            Action::CutAt(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The actions for this request, flattened, and one use of the fault spent.
    pub(crate) fn meet(&self, broker: i32, header: &Header) -> Vec<Action> {
        let mut armed = self.armed.lock();
        for at in &mut armed.1 {
            let fault = &mut at.fault;
            let same = fault.key == header.key
                && !matches!(at.action, Action::CutAt(_))
                && fault.broker.is_none_or(|id| id == broker)
                && fault.client_id.as_ref().is_none_or(|id| header.client_id.as_ref() == Some(id));
            if !same || fault.times == Some(0) {
                continue;
            }
            if fault.pass > 0 {
                fault.pass -= 1;
                continue;
            }
            fault.times = fault.times.map(|times| times - 1);
            let mut actions = Vec::new();
            flatten(&at.action, &mut actions);
            return actions;
        }
        Vec::new()
    }
}

fn flatten(action: &Action, into: &mut Vec<Action>) {
    match action {
        Action::All(actions) => actions.iter().for_each(|action| flatten(action, into)),
        one => into.push(one.clone()),
    }
}
