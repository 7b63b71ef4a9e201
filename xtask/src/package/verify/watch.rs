//! What the processes asked of the kernel, as strace wrote it: each address that was connected to, sent to or listened on. Loopback, sockets of
//! this machine and the kernel's own are inside; everything else is outside, also where it failed for want of a network.

use std::fmt;

/// The calls that are written down. A ring of requests would pass by the others, so making one is among them.
pub(crate) const CALLS: &str = "trace=%network,openat,io_uring_setup";

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Calls with an address.
    pub(crate) addressed: usize,
    /// The lines of those that lead outside loopback.
    pub(crate) outside: Vec<String>,
    /// The lines that look a name up: the resolver's settings, or a server for names.
    pub(crate) look_ups: Vec<String>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (outside, look_ups) = (self.outside.len(), self.look_ups.len());
        write!(
            f,
            "{outside} connections outside loopback, {look_ups} name look-ups, {} calls with an address watched",
            self.addressed
        )
    }
}

impl Seen {
    pub(crate) fn is_clean(&self) -> bool {
        self.outside.is_empty() && self.look_ups.is_empty()
    }
}

pub(crate) fn read(trace: &str) -> Seen {
    let mut seen = Seen::default();
    for line in trace.lines() {
        if line.contains("io_uring_setup(") {
            // What goes through it can't be seen here.
            seen.outside.push(line.to_owned());
            continue;
        }
        if line.contains("openat(") {
            if line.contains("\"/etc/resolv.conf\"") {
                seen.look_ups.push(line.to_owned());
            }
            continue;
        }
        let sends = ["connect(", "sendto(", "sendmsg(", "sendmmsg(", "bind("];
        if !sends.iter().any(|call| line.contains(call)) || !line.contains("sa_family=") {
            continue;
        }
        seen.addressed += 1;
        if ["htons(53)", "htons(5353)", "htons(5355)", "io.systemd.Resolve"]
            .iter()
            .any(|sign| line.contains(sign))
        {
            seen.look_ups.push(line.to_owned());
        }
        if line.split("sa_family=").skip(1).any(|address| !is_inside(address)) {
            seen.outside.push(line.to_owned());
        }
    }
    seen
}

/// From behind `sa_family=`.
fn is_inside(address: &str) -> bool {
    if ["AF_UNIX", "AF_LOCAL", "AF_NETLINK", "AF_UNSPEC"].iter().any(|family| address.starts_with(family)) {
        return true;
    }
    let quoted = |before: &str| {
        let (_, rest) = address.split_once(before)?;
        rest.split('"').next()
    };
    if address.starts_with("AF_INET6") {
        return quoted("inet_pton(AF_INET6, \"")
            .is_some_and(|ip| ip == "::1" || ip.starts_with("::ffff:127."));
    }
    address.starts_with("AF_INET") && quoted("inet_addr(\"").is_some_and(|ip| ip.starts_with("127."))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSIDE: &str = r#"
77 connect(3, {sa_family=AF_UNIX, sun_path="/tmp/.X11-unix/X1"}, 20) = 0
77 connect(9, {sa_family=AF_INET, sin_port=htons(37281), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS
78 bind(4, {sa_family=AF_INET6, sin6_port=htons(0), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0
79 sendto(5, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20
80 sendto(6, "x", 1, MSG_NOSIGNAL, NULL, 0) = 1
81 openat(AT_FDCWD, "/etc/hosts", O_RDONLY) = 4
"#;

    #[test]
    fn what_stays_on_the_machine_is_inside() {
        let seen = read(INSIDE);
        assert!(seen.is_clean(), "{seen:?}");
        assert_eq!(seen.addressed, 4);
    }

    #[test]
    fn each_way_out_is_seen() {
        for line in [
            r#"1 connect(3, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("93.184.216.34")}, 16) = -1 ENETUNREACH"#,
            r#"1 sendto(3, "x", 1, 0, {sa_family=AF_INET6, sin6_port=htons(9), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 1"#,
            r#"1 connect(3, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("10.0.0.1")}, 16 <unfinished ...>"#,
            r#"1 bind(3, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("0.0.0.0")}, 16) = 0"#,
            r#"1 sendmmsg(3, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(7), sin_addr=inet_addr("192.0.2.7")}}}], 1, 0) = 1"#,
            "1 io_uring_setup(8, {flags=0}) = 5",
        ] {
            assert_eq!(read(line).outside, [line]);
        }
    }

    #[test]
    fn a_name_look_up_is_seen_also_on_loopback() {
        for line in [
            r#"1 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0"#,
            r#"1 connect(3, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0"#,
            r#"1 openat(AT_FDCWD, "/etc/resolv.conf", O_RDONLY|O_CLOEXEC) = 3"#,
        ] {
            assert_eq!(read(line).look_ups, [line]);
            assert!(read(line).outside.is_empty());
        }
    }
}
