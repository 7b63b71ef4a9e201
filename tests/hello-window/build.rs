//! What Tauri wants to be told at build time.

fn main() {
    tauri_build::build();
}
