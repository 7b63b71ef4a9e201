//! The real window: the program as it is shipped, on a virtual screen, driven over WebDriver. What can be held without a
//! window is held elsewhere; here is what only the whole can show.

mod bad_input;
mod demo;
mod real;
mod shell;
