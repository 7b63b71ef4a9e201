//! Runs Java with the jars of one version: how each JVM is kept small, where its logging goes, and how a failed command
//! is reported with all that it printed.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    artifacts,
    error::{Error, Result},
    version::Version,
};

/// JDK, not JRE: the test programs are started from their source, which needs the compiler.
pub(crate) const JAVA_PACKAGE: &str = "default-jdk-headless";

/// Small and quick to start, which is what a test wants of a broker: a fixed heap, one compiler tier, one collector.
const JVM: [&str; 4] = ["-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/// `java` or a sibling of it, from `JAVA_HOME` where that is set.
pub(crate) fn program(name: &str) -> PathBuf {
    match env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin").join(name)) {
        Some(path) if path.exists() => path,
        _ => PathBuf::from(name),
    }
}

/// A JVM with the class path of `version`; the caller adds the class and its arguments.
pub(crate) fn jvm(version: Version, level: &str) -> Result<Command> {
    let (_, _, property) = version.logging();
    let mut java = Command::new(program("java"));
    java.args(JVM)
        .arg("-cp")
        .arg(artifacts::jars(version)?.join("*"))
        .arg(format!("-D{property}=file:{}", artifacts::logging_file(version)?.display()))
        .arg(format!("-Dbrokerscope.level={level}"));
    Ok(java)
}

/// Runs to the end; what it printed, or everything about its failure. `package` is what to install if it isn't there.
pub(crate) fn output(command: &mut Command, package: &'static str) -> Result<String> {
    let result = command.stdin(Stdio::null()).output().map_err(|source| missing(command, package, source))?;
    let stdout = String::from_utf8_lossy(&result.stdout).into_owned();
    if result.status.success() {
        return Ok(stdout);
    }
    let output = format!("{stdout}{}", String::from_utf8_lossy(&result.stderr));
    Err(Error::Command { command: line(command), status: result.status.to_string(), output })
}

pub(crate) fn missing(command: &Command, package: &'static str, source: std::io::Error) -> Error {
    let program = Path::new(command.get_program()).display().to_string();
    Error::Missing { program, package, source }
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
