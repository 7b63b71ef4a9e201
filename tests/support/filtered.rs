//! A place where packets fall, as behind a firewall: a listener whose queue is full answers no greeting.

use std::{net::SocketAddr, time::Duration};

use tokio::net::{TcpListener, TcpSocket, TcpStream};

pub struct Filtered {
    pub place: SocketAddr,
    _listener: TcpListener,
    _held: Vec<TcpStream>,
}

impl Filtered {
    /// At this address; port 0 for any.
    pub async fn at(address: SocketAddr) -> Filtered {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }.unwrap();
        socket.bind(address).unwrap();
        let listener = socket.listen(1).unwrap();
        let place = listener.local_addr().unwrap();
        let mut held = Vec::new();
        while let Ok(Ok(stream)) =
            tokio::time::timeout(Duration::from_millis(300), TcpStream::connect(place)).await
        {
            held.push(stream);
        }
        Filtered { place, _listener: listener, _held: held }
    }
}
