//! A window with two words in it, built as the program is: what any window of this kind costs on this machine. Without it
//! the start of ours would be measured against nothing, and a slow machine would look like a slow program.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

#[expect(clippy::exit, reason = "in what `generate_context` writes")]
fn main() -> Result<(), tauri::Error> {
    tauri::Builder::default().run(tauri::generate_context!())
}
