//! The real program on a screen of its own, driven over WebDriver as a person would drive it. Each window has its own
//! display, session bus and home, so that tests neither see each other's connections nor each other's windows; all of it
//! ends with the value. Everything waits for a condition with a deadline, and says at the deadline what the page showed.

mod program;
mod surroundings;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use fantoccini::{Client, ClientBuilder, wd::Capabilities};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use virtual_display::VirtualDisplay;

use program::{Driver, driver};
pub use program::{Home, program};
pub use surroundings::Surroundings;

const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);

/// An open window.
pub struct Window {
    pub client: Client,
    _driver: Driver,
    // Ends after the driver, and takes the program with it when the driver didn't.
    display: VirtualDisplay,
}

impl Window {
    /// Opens the program with these arguments on `home`.
    pub async fn open(home: &Home, arguments: &[&str]) -> Window {
        Window::open_in(&Surroundings::default(), home, arguments).await
    }

    /// The same on a machine that lacks something.
    pub async fn open_in(around: &Surroundings, home: &Home, arguments: &[&str]) -> Window {
        let display = VirtualDisplay::start_without(around.without).expect("a virtual display");
        let (driver, port) = driver(home, &display, around).await;
        let options = json!({ "binary": around.program(), "args": arguments });
        let capabilities: Capabilities =
            [("webkitgtk:browserOptions".to_owned(), options)].into_iter().collect();
        let connecting = async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await
        };
        // A program that ends at once, or that doesn't know that it is driven, would be waited for without end.
        let client =
            timeout(PATIENCE, connecting).await.expect("the window opens in time").expect("the window opens");
        let window = Window { client, _driver: driver, display };
        window.wait_for("the page", "return document.querySelector('[data-testid=page]') !== null").await;
        // The page asks where it is to begin, and goes there when it is told: what a test does before that would be undone.
        if arguments.iter().any(|argument| ["--demo", "--connect"].contains(argument)) {
            window.wait_for("where it begins", "return location.hash.startsWith('#/c/')").await;
        }
        window
    }

    /// Runs a script with a `return`.
    pub async fn eval(&self, script: &str) -> Value {
        timeout(PATIENCE, self.client.execute(script, vec![]))
            .await
            .expect("a script ends")
            .expect("a script runs")
    }

    /// Waits until a script returns something that is true; that something.
    pub async fn wait_for(&self, what: &str, script: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let value = self.eval(script).await;
            if !matches!(value, Value::Null | Value::Bool(false)) && value != json!("") {
                return value;
            }
            if Instant::now() > deadline {
                let shown = self.eval("return location.hash + '\\n' + document.body.innerText").await;
                let file = self.picture("failed").await;
                panic!(
                    "{what}: not within {PATIENCE:?}; {}; the page: {}",
                    file.display(),
                    shown.as_str().unwrap_or_default()
                );
            }
            sleep(PAUSE).await;
        }
    }

    /// Waits until the text of the first element that `css` finds contains `text`.
    pub async fn wait_for_text(&self, css: &str, text: &str) {
        let script =
            format!("return document.querySelector({})?.innerText.includes({})", json!(css), json!(text));
        self.wait_for(&format!("{css} with {text:?}"), &script).await;
    }

    /// The text of the first element that `css` finds, waited for.
    pub async fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector({})?.innerText", json!(css));
        self.wait_for(css, &script).await.as_str().unwrap_or_default().to_owned()
    }

    /// The text of each element that `css` finds now.
    pub async fn texts(&self, css: &str) -> Vec<String> {
        let script = format!("return [...document.querySelectorAll({})].map((e) => e.innerText)", json!(css));
        serde_json::from_value(self.eval(&script).await).expect("texts")
    }

    /// Clicks the first element that `css` finds, waited for. Through a script: WebKit's own click misses elements in
    /// containers that scroll.
    pub async fn click(&self, css: &str) {
        let script =
            format!("const e = document.querySelector({}); e?.click(); return e !== null", json!(css));
        self.wait_for(&format!("{css} to click"), &script).await;
    }

    /// Types into a field as if by hand.
    pub async fn fill(&self, css: &str, text: &str) {
        let script = format!(
            "const e = document.querySelector({}); if (e === null) return false; e.focus(); e.value = {}; \
             for (const name of ['input', 'change']) e.dispatchEvent(new Event(name, {{ bubbles: true }})); return true",
            json!(css),
            json!(text)
        );
        self.wait_for(&format!("{css} to fill"), &script).await;
    }

    /// Presses a key, by its name in the DOM, where the focus is.
    pub async fn press(&self, key: &str) {
        let script = format!(
            "(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', \
             {{ key: {}, bubbles: true, cancelable: true }})); return true",
            json!(key)
        );
        self.eval(&script).await;
    }

    /// Goes to an address of the page, as `#/c/demo/topics`.
    pub async fn go(&self, hash: &str) {
        self.eval(&format!("location.hash = {}; return true", json!(hash))).await;
    }

    /// Keeps a picture as target/pictures/<name>.png.
    pub async fn picture(&self, name: &str) -> PathBuf {
        // A picture of letters that are still being loaded shows none. Not `wait_for`, which ends in a picture itself.
        let deadline = Instant::now() + PATIENCE;
        while self.eval("return document.fonts.status").await != json!("loaded") && Instant::now() < deadline
        {
            sleep(PAUSE).await;
        }
        // The driver's picture is of the last frame that was drawn, which may be from before the page changed. A hidden page
        // draws none, hence the limit.
        let drawn = "const done = arguments[arguments.length - 1]; setTimeout(() => done(true), 2000); \
                     requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 50)))";
        let _ = self.client.execute_async(drawn, vec![]).await;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/pictures");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let file = folder.join(format!("{name}.png"));
        // Where the web view draws without the card's buffers, the driver waits for the next frame, and a page that stands still has
        // none: a point in a corner goes on changing meanwhile.
        let restless = "const point = document.createElement('i'); let odd = false; \
                        Object.assign(point.style, { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px' }); \
                        document.body.append(point); window.restless = [point, setInterval(() => { odd = !odd; \
                        point.style.background = odd ? '#7f7f7f' : '#808080'; }, 30)]; return true";
        self.eval(restless).await;
        let bytes = timeout(PATIENCE, self.client.screenshot()).await.expect("in time").expect("a picture");
        self.eval(
            "const [point, ticks] = window.restless; clearInterval(ticks); point.remove(); return true",
        )
        .await;
        fs::write(&file, bytes).expect("a file for the picture");
        file
    }

    /// Starts the program a second time on the same screen and home, and waits for its end.
    pub async fn start_again(&self, home: &Home, arguments: &[&str]) -> bool {
        let mut command = Command::new(program());
        self.display.apply(&mut command);
        home.apply(&mut command);
        let mut child = Driver(command.args(arguments).spawn().expect("a second start"));
        let deadline = Instant::now() + PATIENCE;
        loop {
            match child.0.try_wait().expect("a status") {
                Some(status) => return status.success(),
                None => assert!(Instant::now() < deadline, "the second start goes on"),
            }
            sleep(PAUSE).await;
        }
    }

    /// Ends the program.
    pub async fn close(self) {
        timeout(PATIENCE, self.client.close()).await.expect("in time").expect("the session ends");
    }
}
