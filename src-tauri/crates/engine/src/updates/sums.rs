//! SHA256SUMS beside the packages: which sum it lists for a file, and the sum of a file as it is there.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use contract::Listed;
use sha2::{Digest, Sha256};

const FILE: &str = "SHA256SUMS";
/// One for thousands of files is far smaller.
const FILE_MOST: u64 = 4 * 1024 * 1024;

/// What is listed for a file of this folder.
pub(super) fn listed(dir: &Path, name: &str) -> Listed {
    match text(&dir.join(FILE)) {
        Ok(None) => Listed::NoFile,
        Ok(Some(text)) => found(&text, name),
        Err(why) => Listed::Unreadable { why },
    }
}

fn text(path: &Path) -> Result<Option<String>, String> {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    // A pipe of that name would be waited for without end.
    if !meta.is_file() {
        return Err("it is no file".to_owned());
    }
    if meta.len() > FILE_MOST {
        return Err("it is too long to be meant".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(FILE_MOST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn found(text: &str, name: &str) -> Listed {
    let mut sum: Option<String> = None;
    for line in text.lines() {
        let Some((hex, file)) = line.split_once(' ') else { continue };
        // After the space stands another, or a star where it was read as binary.
        let file = file.strip_prefix([' ', '*']).unwrap_or(file);
        let file = file.strip_prefix("./").unwrap_or(file);
        if file != name || hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            continue;
        }
        let hex = hex.to_ascii_lowercase();
        match &sum {
            Some(other) if *other != hex => return Listed::Contradictory,
            _ => sum = Some(hex),
        }
    }
    sum.map_or(Listed::Unlisted, |sum| Listed::Listed { sum })
}

/// How far a reading has come, and whether it is to stop.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) done: AtomicU64,
    pub(super) of: AtomicU64,
    pub(super) stop: AtomicBool,
}

/// The sum of a file as it is there.
pub(super) fn of(path: &Path, progress: &Progress) -> io::Result<String> {
    let meta = fs::metadata(path)?;
    if !meta.is_file() {
        return Err(io::Error::other("it is no file any more"));
    }
    progress.of.store(meta.len(), Ordering::Relaxed);
    let mut file = File::open(path)?;
    let mut sum = Sha256::new();
    let mut piece = vec![0; 256 * 1024];
    loop {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let read = file.read(&mut piece)?;
        let Some(read @ [_, ..]) = piece.get(..read) else { break };
        sum.update(read);
        progress.done.fetch_add(read.len() as u64, Ordering::Relaxed);
    }
    Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use contract::Listed;

    use super::found;

    #[test]
    fn a_sum_is_read_as_the_tools_write_it() {
        let (a, b) = ("a".repeat(64), "B".repeat(64));
        let text = format!("{a}  x.deb\r\n{b} *y.rpm\n{a}  ./z\nnonsense\n{a}short  q\n");
        assert_eq!(found(&text, "x.deb"), Listed::Listed { sum: a.clone() });
        assert_eq!(found(&text, "y.rpm"), Listed::Listed { sum: b.to_lowercase() });
        assert_eq!(found(&text, "z"), Listed::Listed { sum: a.clone() });
        assert_eq!(found(&text, "q"), Listed::Unlisted);
        assert_eq!(found("", "x.deb"), Listed::Unlisted);
        assert_eq!(found(&format!("{a}  x\n{a}  x\n"), "x"), Listed::Listed { sum: a.clone() });
        assert_eq!(found(&format!("{a}  x\n{b}  x\n"), "x"), Listed::Contradictory);
    }
}
