//! What is decided before there is a window: where things are kept, whether there is a display, where the window's program is and
//! what it would lack, and how somebody who sees no terminal is told.
//!
//! Nothing in here links the toolkit or the web view: where they are missing, the loader ends a program before its first line, and
//! nobody would be told why, nor could use the command line, which needs neither.

mod demo;
mod display;
mod drawing;
mod lacking;
mod packages;
mod places;
mod telling;
mod window_program;

pub use demo::Demo;
pub use display::no_display;
pub use drawing::{SAFE_DRAWING, safe_drawing};
pub use lacking::{Lack, WEBKITGTK_LEAST, lacking};
pub use packages::sentence;
pub use places::config_dir;
pub use telling::tell;
pub use window_program::{Unstarted, found, start};
