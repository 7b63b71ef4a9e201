//! When the page itself fails. Nothing here is expected to, but a frozen window would say nothing: a readable page says what
//! happened and offers to begin again. Plain document calls only, since everything else may be what failed.

use std::panic::PanicHookInfo;

/// Shows the failure in place of the page.
pub fn show(info: &PanicHookInfo<'_>) {
    let what = info.payload().downcast_ref::<&str>().map(|text| (*text).to_owned());
    let what = what.or_else(|| info.payload().downcast_ref::<String>().cloned());
    let what = what.unwrap_or_else(|| "no message".to_owned());
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let _shown = draw(&what, &place);
}

fn draw(what: &str, place: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let body = document.body()?;
    if body.query_selector(".ending").ok()?.is_some() {
        // The first failure is the one to read; those after it follow from it.
        return None;
    }
    let sheet = document.create_element("div").ok()?;
    sheet.set_class_name("ending");
    sheet.set_attribute("role", "alert").ok()?;
    sheet.set_attribute("data-testid", "page-failed").ok()?;
    for (tag, text) in [
        ("h1", "This window has stopped"),
        (
            "p",
            "A mistake in the program ended the page. Your cluster was not touched by it; connections and profiles are kept.",
        ),
        ("pre", &format!("{what}\n{place}")),
    ] {
        let element = document.create_element(tag).ok()?;
        element.set_text_content(Some(text));
        sheet.append_child(&element).ok()?;
    }
    let again = document.create_element("a").ok()?;
    again.set_class_name("btn primary");
    again.set_attribute("href", "index.html").ok()?;
    again.set_text_content(Some("Begin again"));
    sheet.append_child(&again).ok()?;
    body.append_child(&sheet).ok()?;
    Some(())
}
