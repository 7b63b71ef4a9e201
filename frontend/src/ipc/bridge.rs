//! The shell's global object, reached by name at run time. By name, because a page that is opened outside of the shell must be
//! able to say so, where an import would fail before the first line ran.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Whether there is a shell around this page.
#[must_use]
pub fn present() -> bool {
    core().is_ok()
}

/// Calls a command with one named argument.
pub(super) async fn invoke(command: &str, name: &str, argument: &JsValue) -> Result<JsValue, JsValue> {
    let core = core()?;
    let invoke: Function = Reflect::get(&core, &"invoke".into())?.dyn_into()?;
    let arguments = Object::new();
    Reflect::set(&arguments, &name.into(), argument)?;
    let promise: Promise = invoke.call2(&core, &command.into(), &arguments)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// A channel that hands what the core sends to `hear`.
pub(super) fn channel(hear: &Function) -> Result<JsValue, JsValue> {
    let make: Function = Reflect::get(&core()?, &"Channel".into())?.dyn_into()?;
    let channel = Reflect::construct(&make, &Array::new())?;
    Reflect::set(&channel, &"onmessage".into(), hear)?;
    Ok(channel)
}

fn core() -> Result<JsValue, JsValue> {
    let window = web_sys::window().ok_or_else(|| JsValue::from_str("there is no window"))?;
    let shell = Reflect::get(&window, &"__TAURI__".into())?;
    if !shell.is_object() {
        return Err(JsValue::from_str("this page is not in its window"));
    }
    let core = Reflect::get(&shell, &"core".into())?;
    if core.is_object() { Ok(core) } else { Err(JsValue::from_str("this window has no core")) }
}
