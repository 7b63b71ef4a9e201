//! The real window: the program as it is shipped, on a virtual screen, driven over WebDriver. What can be held without a
//! window is held elsewhere; here is what only the whole can show.

mod about;
mod bad_input;
mod connections;
mod demo;
mod doctor;
mod imports;
mod links;
mod locked_down;
mod places;
mod reaching;
mod real;
mod shell;

/// A picture in light and one in dark.
async fn themes(window: &support::window::Window, name: &str) {
    for theme in ["light", "dark"] {
        window.eval(&format!("document.documentElement.dataset.theme = '{theme}'; return true")).await;
        window.picture(&format!("{name}-{theme}")).await;
    }
}
