//! The little of WebDriver that it takes to look at a window from outside its system: a session, scripts, the end. Over a plain socket, since
//! the packages are proven without the test suite and what it takes to build it.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// For anything that a window does; only one that hangs takes so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct Session {
    address: SocketAddr,
    id: String,
}

impl Session {
    pub(crate) fn open(address: SocketAddr, program: &str, arguments: &[&str]) -> Result<Self> {
        let options = json!({ "binary": program, "args": arguments });
        let wish = json!({ "capabilities": { "alwaysMatch": { "webkitgtk:browserOptions": options } } });
        let answer = call(address, "POST", "/session", Some(&wish))?;
        let id = answer.get("sessionId").and_then(Value::as_str).context("no session")?.to_owned();
        Ok(Self { address, id })
    }

    /// Runs a script with a `return`.
    pub(crate) fn eval(&self, script: &str) -> Result<Value> {
        self.script("sync", script)
    }

    /// Calls one of the program's commands, as the page does.
    pub(crate) fn invoke(&self, command: &str, arguments: &Value) -> Result<Value> {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             window.__TAURI__.core.invoke({}, {arguments}).then((ok) => done({{ ok }}), (err) => done({{ err }}))",
            json!(command)
        );
        self.script("async", &script)
    }

    /// Waits until a script returns something that is true; how long that took.
    pub(crate) fn wait_for(&self, what: &str, script: &str) -> Result<Duration> {
        let started = Instant::now();
        loop {
            let value = self.eval(script)?;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return Ok(started.elapsed());
            }
            if started.elapsed() > PATIENCE {
                let shown =
                    self.eval("return location.hash + ' ' + document.body.innerText.slice(0, 2000)")?;
                bail!("{what}: not within {PATIENCE:?}; the page shows {shown}");
            }
            std::thread::sleep(PAUSE);
        }
    }

    pub(crate) fn wait_for_text(&self, css: &str, text: &str) -> Result<Duration> {
        let script =
            format!("return document.querySelector({})?.innerText.includes({})", json!(css), json!(text));
        self.wait_for(&format!("{css} with {text:?}"), &script)
    }

    fn script(&self, kind: &str, script: &str) -> Result<Value> {
        let path = format!("/session/{}/execute/{kind}", self.id);
        call(self.address, "POST", &path, Some(&json!({ "script": script, "args": [] })))
    }

    pub(crate) fn close(&self) -> Result<()> {
        call(self.address, "DELETE", &format!("/session/{}", self.id), None).map(|_| ())
    }
}

fn call(address: SocketAddr, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
    let mut socket = TcpStream::connect(address).context("WebKitWebDriver")?;
    socket.set_read_timeout(Some(PATIENCE))?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    socket.write_all(head.as_bytes())?;
    socket.write_all(body.as_bytes())?;
    let mut answer = Vec::new();
    let mut part = [0; 16 * 1024];
    let body = loop {
        if let Some(body) = whole(&answer) {
            break body.to_owned();
        }
        match socket.read(&mut part).with_context(|| format!("{method} {path} isn't answered"))? {
            0 => bail!("{method} {path}: the answer ends early"),
            read => answer.extend_from_slice(part.get(..read).unwrap_or_default()),
        }
    };
    let answer: Value = serde_json::from_slice(&body).context("what WebKitWebDriver says")?;
    let value = answer.get("value").cloned().unwrap_or_default();
    if let Some(error) = value.get("error").and_then(Value::as_str) {
        bail!("{method} {path}: {error}: {}", value.get("message").unwrap_or(&Value::Null));
    }
    Ok(value)
}

/// The body, once all of it is there.
fn whole(answer: &[u8]) -> Option<&[u8]> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(answer.get(..end)?).to_lowercase();
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse::<usize>().ok()?;
    answer.get(end..end.checked_add(length)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_when_all_that_it_announced_is_there() {
        let text = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull";
        assert_eq!(whole(text), Some(&b"null"[..]));
        assert_eq!(whole(&text[..text.len() - 1]), None);
        assert_eq!(whole(b"HTTP/1.1 200 OK\r\nContent-"), None);
    }
}
