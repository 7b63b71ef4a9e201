//! Brings the jars of one Kafka version into the user's cache folder, once. A half-finished download must never be
//! taken for a finished one, and two test programs may ask at the same moment: so Maven writes beside, and the folder
//! gets its name only when it is whole.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    error::{At, Result},
    java,
    version::Version,
};

/// `<the user's cache folder>/brokerscope`.
pub fn cache_folder() -> PathBuf {
    let home = || env::home_dir().unwrap_or_else(env::temp_dir);
    let base = match env::var_os("XDG_CACHE_HOME").filter(|v| !v.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None if cfg!(target_os = "macos") => home().join("Library/Caches"),
        None if cfg!(windows) => env::var_os("LOCALAPPDATA").map_or_else(home, PathBuf::from),
        None => home().join(".cache"),
    };
    base.join("brokerscope")
}

/// A name for a folder or file in the making that no other process and no other thread of this one uses: two clusters that
/// start side by side on an empty cache make the same things.
pub(crate) fn own_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The folder with the jars of `version`, downloaded when it isn't there.
pub fn jars(version: Version) -> Result<PathBuf> {
    let home = cache_folder().join(format!("kafka-{version}"));
    let jars = home.join("lib");
    if !jars.exists() {
        download(version, &home, &jars)?;
    }
    Ok(jars)
}

fn download(version: Version, home: &Path, jars: &Path) -> Result<()> {
    let work = home.join(format!("download-{}", own_name()));
    fs::create_dir_all(&work).at(&work)?;
    let pom = work.join("pom.xml");
    fs::write(&pom, pom_text(version)).at(&pom)?;
    let mut maven = Command::new(if cfg!(windows) { "mvn.cmd" } else { "mvn" });
    maven.current_dir(&work).args(["-q", "-B", "dependency:copy-dependencies", "-DincludeScope=runtime"]);
    java::output(maven.arg("-DoutputDirectory=lib"), "maven")?;
    // Whoever is second finds the name taken; both downloads are the same.
    match fs::rename(work.join("lib"), jars) {
        Err(_) if jars.exists() => {}
        done => done.at(jars)?,
    }
    fs::remove_dir_all(&work).at(&work)
}

fn pom_text(version: Version) -> String {
    let mut text = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>brokerscope</groupId><artifactId>jars</artifactId>\
         <version>1</version><dependencies><dependency><groupId>org.apache.kafka</groupId>\
         <artifactId>kafka_2.13</artifactId><version>{version}</version></dependency>"
    );
    for [group, artifact, number] in version.extra_artifacts() {
        let _ = write!(
            text,
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{number}</version>\
             <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>"
        );
    }
    text.push_str("</dependencies></project>\n");
    text
}

/// The logging configuration of `version`, written beside its jars.
pub(crate) fn logging_file(version: Version) -> Result<PathBuf> {
    let (name, text, _) = version.logging();
    let path = cache_folder().join(format!("kafka-{version}")).join(name);
    if fs::read_to_string(&path).is_ok_and(|there| there == text) {
        return Ok(path);
    }
    let partial = path.with_extension(format!("{}.partial", own_name()));
    fs::write(&partial, text).at(&partial)?;
    fs::rename(&partial, &path).at(&path)?;
    Ok(path)
}

/// Whether the jars of `version` are there, so that set-up can say beforehand that it is going to download.
pub fn is_downloaded(version: Version) -> bool {
    cache_folder().join(format!("kafka-{version}")).join("lib").exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn a_pom_asks_for_the_broker_with_and_the_tools_without_their_dependencies() {
        let pom = pom_text(Version::V4_4);
        assert!(pom.contains("<artifactId>kafka_2.13</artifactId><version>4.4.0</version></dependency>"));
        assert!(pom.contains("<artifactId>kafka-tools</artifactId><version>4.4.0</version><exclusions>"));
    }

    #[test]
    fn two_threads_never_make_the_same_file() {
        let names: Vec<_> = (0..8).map(|_| std::thread::spawn(own_name)).collect();
        let mut names: Vec<_> = names.into_iter().map(|name| name.join().unwrap()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 8);
    }

    #[test]
    fn an_unknown_version_is_refused_by_name() {
        let refused = "4.4".parse::<Version>();
        assert!(matches!(refused, Err(Error::UnknownVersion(text)) if text == "4.4"));
    }
}
