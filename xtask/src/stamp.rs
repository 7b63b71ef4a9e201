//! Whether something has to be made again: a hash over the content of its inputs, kept beside the result. Times of files
//! say little after a clone or a change of branch.

use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    io,
    path::{Path, PathBuf},
};

/// One number for the names and contents of all files under `paths`, and for `words`.
pub(crate) fn of(root: &Path, paths: &[&str], words: &[&str]) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    for word in words {
        hasher.write(word.as_bytes());
        hasher.write_u8(0);
    }
    for path in paths {
        let mut files = Vec::new();
        collect(&root.join(path), &mut files)?;
        files.sort();
        for file in files {
            let bytes = fs::read(&file)?;
            hasher.write(file.strip_prefix(root).unwrap_or(&file).to_string_lossy().as_bytes());
            hasher.write_usize(bytes.len());
            hasher.write(&bytes);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}
