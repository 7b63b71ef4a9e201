//! Who answers there instead of a Kafka broker, by its first bytes. "Not Kafka" sends people to read the manual; "an SSH server"
//! sends them to the right port.

/// What the first bytes look like; `None`: like nothing that is known here.
pub(crate) fn named(bytes: &[u8]) -> Option<String> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    let has = |what: &[u8]| bytes.windows(what.len()).any(|some| some == what);
    let what = if starts(b"SSH-") {
        "an SSH server"
    } else if starts(b"HTTP/") || starts(b"<!DOCTYPE") || starts(b"<html") {
        "a web server (HTTP)"
    } else if starts(b"\0\0\x12\x04") || starts(b"\0\0\x06\x04") || starts(b"PRI * HTTP/2") {
        "a web server (HTTP/2 or gRPC)"
    } else if starts(b"-ERR")
        || starts(b"-NOAUTH")
        || starts(b"-DENIED")
        || starts(b"+PONG")
        || starts(b"+OK")
    {
        "a Redis server"
    } else if starts(b"220 ") || starts(b"220-") {
        "a mail or FTP server"
    } else if starts(b"* OK") {
        "a mail server (IMAP)"
    } else if starts(b"AMQP") {
        "a RabbitMQ or other AMQP broker"
    } else if starts(b"RFB ") {
        "a VNC server"
    } else if has(b"mysql_native_password") || has(b"caching_sha2_password") || has(b"MariaDB") {
        "a MySQL or MariaDB server"
    } else if starts(b"E\0\0") && has(b"FATAL") {
        "a PostgreSQL server"
    } else if matches!(bytes, [0x14..=0x17, 0x03, 0x00..=0x04, ..]) {
        "a TLS listener"
    } else {
        return text(bytes).map(|text| format!("something that says “{text}”"));
    };
    let said = text(bytes).filter(|_| what != "a TLS listener");
    Some(said.map_or_else(|| what.to_owned(), |text| format!("{what}, which says “{text}”")))
}

/// The first line, where it is text.
fn text(bytes: &[u8]) -> Option<String> {
    let line = bytes.split(|byte| matches!(byte, b'\r' | b'\n')).next()?;
    let line = line.get(..60).unwrap_or(line);
    let readable = 3 <= line.len() && line.iter().all(|byte| matches!(byte, b' '..=b'~'));
    readable.then(|| String::from_utf8_lossy(line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn strangers_are_called_by_their_name() {
        for (bytes, name) in [
            (&b"SSH-2.0-OpenSSH_9.6\r\n"[..], "an SSH server, which says “SSH-2.0-OpenSSH_9.6”"),
            (b"HTTP/1.1 400 Bad Request\r\n", "a web server (HTTP), which says “HTTP/1.1 400 Bad Request”"),
            (b"-ERR unknown command\r\n", "a Redis server, which says “-ERR unknown command”"),
            (
                b"220 mail.example.com ESMTP\r\n",
                "a mail or FTP server, which says “220 mail.example.com ESMTP”",
            ),
            (b"\x4a\0\0\0\x0a8.0.36\0abcdefgh\0mysql_native_password\0", "a MySQL or MariaDB server"),
            (b"AMQP\0\0\x09\x01", "a RabbitMQ or other AMQP broker"),
            (b"\x15\x03\x03\0\x02\x02\x46", "a TLS listener"),
            (b"hello there\n", "something that says “hello there”"),
        ] {
            assert_eq!(named(bytes).as_deref(), Some(name));
        }
        assert_eq!(named(b"\0\0\0\x08\0\0\0\0"), None);
        assert_eq!(named(b""), None);
    }

    #[test]
    fn a_long_line_is_cut() {
        assert!(named(&[b'x'; 4000]).unwrap().len() < 100);
    }
}
