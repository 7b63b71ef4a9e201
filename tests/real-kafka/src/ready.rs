//! Asks a broker whether it serves, with bytes written by hand: the harness must not lean on the client that it is there
//! to test. A broker is ready when it lists itself among the brokers and knows a controller; an open port alone says
//! little, since a broker may still be fenced.

use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// Metadata, version 1, no topic asked for, client id absent.
const METADATA_V1: [u8; 18] = [0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 7, 0xff, 0xff, 0, 0, 0, 0];
const PATIENCE: Duration = Duration::from_secs(2);
const LARGEST: usize = 1 << 16;

/// The ids of the brokers that the broker at `address` lists, or none when it knows no controller yet.
pub(crate) fn brokers_listed_by(address: &str) -> io::Result<Vec<i32>> {
    let address: SocketAddr = address.parse().map_err(io::Error::other)?;
    let mut socket = TcpStream::connect_timeout(&address, PATIENCE)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.write_all(&METADATA_V1)?;
    let mut size = [0; 4];
    socket.read_exact(&mut size)?;
    let size = usize::try_from(i32::from_be_bytes(size)).unwrap_or(usize::MAX);
    if size > LARGEST {
        return Err(io::Error::other("a reply of impossible size"));
    }
    let mut body = vec![0; size];
    socket.read_exact(&mut body)?;
    parse(&mut body.as_slice())
}

fn parse(body: &mut &[u8]) -> io::Result<Vec<i32>> {
    let _correlation = int(body)?;
    let count = int(body)?;
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(int(body)?);
        text(body)?;
        let _port = int(body)?;
        text(body)?;
    }
    let controller = int(body)?;
    Ok(if controller < 0 { Vec::new() } else { ids })
}

fn int(body: &mut &[u8]) -> io::Result<i32> {
    let mut bytes = [0; 4];
    body.read_exact(&mut bytes)?;
    Ok(i32::from_be_bytes(bytes))
}

/// A nullable string, skipped.
fn text(body: &mut &[u8]) -> io::Result<()> {
    let mut length = [0; 2];
    body.read_exact(&mut length)?;
    let length = usize::try_from(i16::from_be_bytes(length)).unwrap_or(0);
    *body = body.get(length..).ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_BROKER: &[u8] =
        &[0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 5, 0, 1, b'h', 0, 0, 0x23, 0x84, 0xff, 0xff, 0, 0, 0, 5];

    #[test]
    fn a_listed_broker_is_read() {
        assert_eq!(parse(&mut &*ONE_BROKER).unwrap(), [5]);
    }

    #[test]
    fn a_broker_without_a_controller_is_not_ready() {
        let mut reply = ONE_BROKER.to_vec();
        let end = reply.len() - 4;
        reply[end..].copy_from_slice(&[0xff; 4]);
        assert!(parse(&mut reply.as_slice()).unwrap().is_empty());
    }

    #[test]
    fn a_reply_that_ends_early_is_an_error() {
        for end in 0..ONE_BROKER.len() {
            assert!(parse(&mut &ONE_BROKER[..end]).is_err(), "{end} bytes");
        }
    }
}
