//! The only door to the core: a typed question goes in, its typed answer or a whole error comes out. Nothing else in the page
//! knows that there is a shell, and nothing here can end the page: a missing shell is an answer too.

mod bridge;
mod tree;
mod watching;

use std::pin::Pin;

use contract::{ApiError, Call, ErrorKind, Int64, Page, Stamped};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::JsValue;

pub use bridge::present;
pub use tree::Tree;
pub use watching::watch;

/// Asks the core.
///
/// # Errors
/// What the core says went wrong, or that it could not be asked.
pub async fn call<C: Call>(question: C) -> Result<C::Reply, ApiError> {
    let text = asked(C::NAME, written(C::NAME, &question)?).await?;
    tree::read(&text).map_err(|error| unreadable(C::NAME, &error.to_string()))
}

/// A question as it is sent.
///
/// # Errors
/// It can't be written.
pub fn written(name: &'static str, question: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(question).map_err(|error| unreadable(name, &error.to_string()))
}

/// Asks for one thing with its age and sources, which are read once for all such things.
///
/// # Errors
/// As [`call`].
pub async fn stamped<C, T>(question: C) -> Result<Stamped<T>, ApiError>
where
    C: Call<Reply = Stamped<T>>,
    T: DeserializeOwned,
{
    let Stamped { value, freshness, provenance } = unread(C::NAME, written(C::NAME, &question)?).await?;
    Ok(Stamped { value: row(C::NAME, value)?, freshness, provenance })
}

fn unread(
    name: &'static str,
    json: String,
) -> Pin<Box<dyn Future<Output = Result<Stamped<Tree>, ApiError>>>> {
    Box::pin(async move {
        let text = asked(name, json).await?;
        tree::read(&text).map_err(|error| unreadable(name, &error.to_string()))
    })
}

/// Asks for a page of a table, whatever its rows are: they are read one by one by who knows, since a page of each type would
/// bring a reader of pages of its own.
///
/// # Errors
/// As [`call`].
pub async fn page(name: &'static str, json: String) -> Result<Page<Tree>, ApiError> {
    let text = asked(name, json).await?;
    tree::read(&text).map_err(|error| unreadable(name, &error.to_string()))
}

/// A row of a page, or a thing without what stands around it.
///
/// # Errors
/// It is none of this type.
pub fn row<R: DeserializeOwned>(name: &'static str, row: Tree) -> Result<R, ApiError> {
    R::deserialize(row).map_err(|error| unreadable(name, &error.to_string()))
}

/// What is the same for all questions, once for all of them: as a part of each it would be in the page forty times.
fn asked(name: &'static str, json: String) -> Pin<Box<dyn Future<Output = Result<String, ApiError>>>> {
    Box::pin(async move {
        let argument = js_sys::JSON::parse(&json).map_err(|_| unreadable(name, "the question is no JSON"))?;
        match bridge::invoke(name, "call", &argument).await {
            Ok(reply) => Ok(text_of(&reply)),
            Err(refusal) => Err(refused(name, &refusal)),
        }
    })
}

/// JSON of a reply; a reply that is nothing (a command without a value) is null.
fn text_of(value: &JsValue) -> String {
    js_sys::JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_else(|| "null".to_owned())
}

/// The core's error as it is; a refusal of the shell's own (a command that it does not let through) becomes one.
fn refused(command: &str, refusal: &JsValue) -> ApiError {
    if let Ok(error) = tree::read(&text_of(refusal)) {
        return error;
    }
    let said = refusal.as_string().or_else(|| {
        js_sys::Reflect::get(refusal, &JsValue::from_str("message"))
            .ok()
            .and_then(|message| message.as_string())
    });
    let said = said.unwrap_or_else(|| "no reason given".to_owned());
    unreadable(command, &said)
}

fn unreadable(command: &str, why: &str) -> ApiError {
    let message = format!("The window and its core do not understand each other on \"{command}\": {why}.");
    ApiError::plain(ErrorKind::Decode, message, Int64(now()))
}

/// This window's clock, in milliseconds since 1970.
#[must_use]
pub fn now() -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 are far below 2^53")]
    let now = js_sys::Date::now() as i64;
    now
}

/// Minutes that the local zone is behind UTC now.
#[must_use]
pub fn west_of_utc() -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most a day of minutes")]
    let minutes = js_sys::Date::new_0().get_timezone_offset() as i32;
    minutes
}
