//! Files that a profile names: read whole and with a bound, and told by their path when they can't be.
//!
//! A path may lead to a pipe or a device, which would be read for ever, and "No such file or directory" without the path helps
//! nobody.

use std::{
    env,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use contract::{ApiError, Millis};
use zeroize::Zeroizing;

use super::unfit;

/// What no key store reaches.
const FILE_MOST: u64 = 10 * 1024 * 1024;

/// What is in the file; `what` is what the user calls it.
pub(super) fn read(path: &str, what: &str, at: Millis) -> Result<Zeroizing<Vec<u8>>, ApiError> {
    if path.trim().is_empty() {
        return Err(unfit(format!("No file is named for the {what}."), at));
    }
    let whole = whole(path.trim());
    let shown = whole.display();
    if !whole.is_absolute() {
        let message = format!("The {what} is named {shown}, without the folder that it is in.");
        let advice = "Give the whole path, from the root of the disk on.".to_owned();
        return Err(ApiError { advice: Some(advice), ..unfit(message, at) });
    }
    let failed = |error: io::Error| {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "this user may not read it".to_owned(),
            _ => error.to_string(),
        };
        unfit(format!("The {what} {shown} can't be read: {why}."), at)
    };
    let known = fs::metadata(&whole).map_err(failed)?;
    if !known.is_file() {
        let found = if known.is_dir() { "a folder" } else { "no file but a device or a pipe" };
        return Err(unfit(format!("The {what} {shown} is {found}."), at));
    }
    if known.len() > FILE_MOST {
        return Err(unfit(format!("The {what} {shown} is too large to be one: {} bytes.", known.len()), at));
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(usize::try_from(known.len()).unwrap_or_default() + 1));
    let file = File::open(&whole).map_err(failed)?;
    file.take(FILE_MOST).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// "~/certs" is what people type.
fn whole(path: &str) -> PathBuf {
    let home = path.strip_prefix("~/").or_else(|| path.strip_prefix("~\\"));
    match (home, env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => Path::new(path).to_owned(),
    }
}
