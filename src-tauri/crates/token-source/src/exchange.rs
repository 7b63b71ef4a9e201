//! One question to a token endpoint and its answer, over a connection of its own, by a deadline, and no more than 64 KiB of it.

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::{Request, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use tokio::{
    task::JoinSet,
    time::{Instant, timeout_at},
};
use wire::{Duplex, Settings, Tls, What};
use zeroize::Zeroizing;

use crate::{endpoint::Endpoint, failure::Failure, reply::Reply};

/// Tokens have a few thousand bytes.
const MOST: usize = 64 * 1024;

/// What is said.
pub(crate) struct Question {
    /// A form as web pages send it.
    pub(crate) form: Zeroizing<String>,
    /// For the header that says who asks, where it is there that it is said.
    pub(crate) authorization: Option<Zeroizing<String>>,
}

pub(crate) async fn ask(
    endpoint: &Endpoint,
    tls: &[Tls],
    question: &Question,
    deadline: Instant,
) -> Result<Reply, Failure> {
    let began = Instant::now();
    let asked = timeout_at(deadline, exchange(endpoint, tls, question, deadline)).await;
    asked.unwrap_or_else(|_| {
        let seconds = began.elapsed().as_secs_f64();
        Err(Failure::Passing(format!("it did not answer within {seconds:.1} s")))
    })
}

async fn exchange(
    endpoint: &Endpoint,
    tls: &[Tls],
    question: &Question,
    deadline: Instant,
) -> Result<Reply, Failure> {
    let stream = reached(endpoint, tls, deadline).await?;
    let broken =
        |why: hyper::Error| Failure::Passing(format!("what it answers is no answer of a web server ({why})"));
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // Ends with this, also where this is dropped.
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    let response = sender.send_request(request(endpoint, question)?).await.map_err(broken)?;
    let location =
        response.headers().get(header::LOCATION).and_then(|there| there.to_str().ok()).map(str::to_owned);
    let status = response.status().as_u16();
    match Limited::new(response.into_body(), MOST).collect().await {
        Ok(body) => Ok(Reply { status, location, body: body.to_bytes().to_vec() }),
        Err(why) if why.is::<LengthLimitError>() => {
            Err(Failure::Wrong(format!("its answer has more than {} KiB; tokens have a few", MOST / 1024)))
        }
        Err(why) => Err(Failure::Passing(format!("its answer broke off ({why})"))),
    }
}

/// Encrypted by the first that believes what is shown there.
async fn reached(endpoint: &Endpoint, tls: &[Tls], deadline: Instant) -> Result<Box<dyn Duplex>, Failure> {
    let mut ways = tls.iter();
    let mut way = ways.next();
    let mut first = None;
    loop {
        let setup_timeout = deadline.saturating_duration_since(Instant::now());
        let settings = Settings { setup_timeout, tls: way.cloned(), ..Settings::default() };
        let why = match wire::stream_to(&endpoint.address, &settings).await {
            Ok(stream) => return Ok(stream),
            Err(why) => why,
        };
        let words = match why.what() {
            What::Tls(words) => words,
            What::Connect(words) => return Err(Failure::Passing(format!("it can't be reached: {words}"))),
            _ => return Err(Failure::Passing(why.to_string())),
        };
        let told = first.get_or_insert_with(|| format!("no encrypted connection to it comes about: {words}"));
        way = ways.next();
        if way.is_none() {
            return Err(Failure::Wrong(told.clone()));
        }
    }
}

fn request(endpoint: &Endpoint, question: &Question) -> Result<Request<Full<Bytes>>, Failure> {
    let mut request = Request::post(endpoint.path.as_str())
        .header(header::HOST, endpoint.authority.as_str())
        .header(header::ACCEPT, "application/json")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::USER_AGENT, concat!("brokerscope/", env!("CARGO_PKG_VERSION")))
        .header(header::CONNECTION, "close");
    if let Some(authorization) = &question.authorization {
        request = request.header(header::AUTHORIZATION, authorization.as_str());
    }
    let body = Full::new(Bytes::copy_from_slice(question.form.as_bytes()));
    request.body(body).map_err(|why| Failure::Wrong(format!("it can't be asked ({why})")))
}
