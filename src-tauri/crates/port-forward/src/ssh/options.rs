//! What `ssh` is told. Each option is here with its reason; what isn't here is the user's own configuration.

use std::{ffi::OsString, net::SocketAddr, path::Path};

use super::Means;
use crate::tether::Order;

const QUIET: [&str; 12] = [
    // No command and no terminal on the other side.
    "-N",
    "-T",
    // What would have to be typed fails at once, with ssh's own words: there is nobody to type.
    "-o",
    "BatchMode=yes",
    // A link that is dead is noticed within a minute.
    "-o",
    "ServerAliveInterval=15",
    "-o",
    "ServerAliveCountMax=3",
    // The child that we started is the connection: it may not go on somewhere behind it.
    "-o",
    "ControlPersist=no",
    // At this level it says which port a refused connection came from.
    "-o",
    "LogLevel=DEBUG1",
];

/// The one that signs in, for others to open ports through.
pub(super) fn master(means: &Means, socket: &Path) -> Result<Order, String> {
    let mut arguments: Vec<OsString> = vec!["-M".into(), "-S".into(), control_path(socket)];
    arguments.extend(quiet());
    // Forwards of the user's configuration belong to the user's own session: their ports may be taken by it.
    let more = ["-o", "ClearAllForwardings=yes", "-o", "ExitOnForwardFailure=yes"];
    arguments.extend(more.map(OsString::from));
    order(means, arguments)
}

/// Tells the master to open a port. No configuration is read: all it needs is the socket, and a configuration's own forwards
/// would be opened as well.
pub(super) fn forward(means: &Means, socket: &Path, place: SocketAddr, far: &str) -> Result<Order, String> {
    let mut arguments: Vec<OsString> = ["-F", "none", "-S"].map(OsString::from).to_vec();
    arguments.push(control_path(socket));
    arguments.extend(["-O", "forward", "-L"].map(OsString::from));
    arguments.push(format!("{place}:{far}").into());
    order(means, arguments)
}

/// One that signs in for a single broker.
pub(super) fn alone(means: &Means, place: SocketAddr, far: &str) -> Result<Order, String> {
    let mut arguments: Vec<OsString> = quiet().collect();
    // One of a configuration may be taken; ours is watched.
    arguments.extend(
        ["-o", "ExitOnForwardFailure=no", "-o", "ControlMaster=no", "-S", "none", "-L"].map(OsString::from),
    );
    arguments.push(format!("{place}:{far}").into());
    order(means, arguments)
}

fn quiet() -> impl Iterator<Item = OsString> {
    QUIET.iter().map(OsString::from)
}

fn order(means: &Means, mut arguments: Vec<OsString>) -> Result<Order, String> {
    arguments.push("--".into());
    arguments.push(means.host.clone().into());
    let mut environment: Vec<_> = means.programs.environment().collect();
    environment.extend([
        // Also an ssh that this one starts, to a host before the last, asks nobody: neither a terminal, which would stop it
        // in the background, nor a window that nobody expects.
        ("SSH_ASKPASS_REQUIRE", Some(OsString::from("force"))),
        ("SSH_ASKPASS", Some(OsString::from("false"))),
    ]);
    environment.extend(means.programs.path().map(|path| ("PATH", Some(path))));
    Ok(Order { program: means.programs.find("ssh")?, arguments, environment })
}

/// ssh reads `%` in it as the beginning of a name of its own.
fn control_path(socket: &Path) -> OsString {
    match socket.to_str() {
        Some(path) => path.replace('%', "%%").into(),
        None => socket.into(),
    }
}
