//! Everything about the page that needs no browser: addresses, readings, what a row's cells say, which rows are in view.
//! It is plain Rust and tested on the host; whatever decides something belongs here, so that the components only draw.

pub mod bytes;
pub mod cell;
pub mod column;
pub mod examined;
pub mod figure;
pub mod found;
pub mod freshness;
pub mod import_words;
pub mod keys;
pub mod layout;
pub mod measure;
pub mod mechanism;
pub mod millis;
pub mod number;
pub mod percent;
pub mod place;
pub mod refresh;
pub mod route;
pub mod rows;
pub mod secret_words;
pub mod secured;
pub mod shown;
pub mod store;
pub mod time;
pub mod update_words;
pub mod way;
pub mod window;
