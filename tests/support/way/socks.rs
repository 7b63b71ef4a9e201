//! A SOCKS5 proxy (RFC 1928, 1929) into a network, which can also behave badly.

use std::{
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use meta::{Address, Reach, Secret, Socks5, Through};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    task::{AbortHandle, JoinSet},
};

use super::Network;

/// How it treats those who come.
#[derive(Clone, Debug)]
pub enum Manner {
    /// It asks nobody who they are.
    Open,
    /// It wants this name and this password.
    Login(&'static str, &'static str),
    /// It answers each request with this code.
    Reply(u8),
    /// It takes connections and says nothing.
    Silent,
}

#[derive(Debug)]
struct Seen {
    network: Network,
    manner: Manner,
    asked: Mutex<Vec<String>>,
    logins: AtomicUsize,
    open: AtomicUsize,
}

/// It ends with this value.
#[derive(Debug)]
pub struct Socks {
    place: SocketAddr,
    seen: Arc<Seen>,
    task: AbortHandle,
}

impl Drop for Socks {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Socks {
    pub async fn start(network: &Network, manner: Manner) -> Socks {
        Socks::at("127.0.0.1:0", network, manner).await
    }

    pub async fn at(place: &str, network: &Network, manner: Manner) -> Socks {
        let listener = TcpListener::bind(place).await.unwrap();
        let place = listener.local_addr().unwrap();
        let seen = Arc::new(Seen {
            network: network.clone(),
            manner,
            asked: Mutex::default(),
            logins: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
        });
        let task = tokio::spawn(accept(listener, Arc::clone(&seen))).abort_handle();
        Socks { place, seen, task }
    }

    pub fn place(&self) -> SocketAddr {
        self.place
    }

    /// The way through it.
    pub fn reach(&self, login: Option<(&str, &str)>) -> Reach {
        let proxy = Address { host: self.place.ip().to_string(), port: self.place.port() };
        let login = login.map(|(user, password)| (user.to_owned(), Secret::new(password)));
        Reach { through: Through::Socks5(Socks5::new(proxy, login)), ..Reach::default() }
    }

    /// What it was to connect to, by name or address as it was told.
    pub fn asked(&self) -> Vec<String> {
        self.seen.asked.lock().clone()
    }

    /// How often somebody told it a name and a password.
    pub fn logins(&self) -> usize {
        self.seen.logins.load(Ordering::Acquire)
    }

    /// Connections that it has now.
    pub fn open(&self) -> usize {
        self.seen.open.load(Ordering::Acquire)
    }
}

async fn accept(listener: TcpListener, seen: Arc<Seen>) {
    // They end with the listener, as with a process.
    let mut all = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let seen = Arc::clone(&seen);
        seen.open.fetch_add(1, Ordering::AcqRel);
        all.spawn(async move {
            let _ = serve(stream, &seen).await;
            seen.open.fetch_sub(1, Ordering::AcqRel);
        });
    }
}

async fn serve(mut stream: TcpStream, seen: &Seen) -> io::Result<()> {
    if matches!(seen.manner, Manner::Silent) {
        while stream.read(&mut [0; 64]).await? > 0 {}
        return Ok(());
    }
    let mut head = [0; 2];
    stream.read_exact(&mut head).await?;
    let mut methods = vec![0; head[1].into()];
    stream.read_exact(&mut methods).await?;
    if head[0] != 5 {
        return Ok(());
    }
    match seen.manner {
        Manner::Login(user, password) => {
            if !methods.contains(&2) {
                return stream.write_all(&[5, 0xff]).await;
            }
            stream.write_all(&[5, 2]).await?;
            stream.read_exact(&mut head).await?;
            let mut name = vec![0; head[1].into()];
            stream.read_exact(&mut name).await?;
            let length = stream.read_u8().await?;
            let mut word = vec![0; length.into()];
            stream.read_exact(&mut word).await?;
            seen.logins.fetch_add(1, Ordering::AcqRel);
            let right = name == user.as_bytes() && word == password.as_bytes();
            stream.write_all(&[1, u8::from(!right)]).await?;
            if !right {
                return Ok(());
            }
        }
        Manner::Open | Manner::Reply(_) | Manner::Silent => stream.write_all(&[5, 0]).await?,
    }
    let mut request = [0; 4];
    stream.read_exact(&mut request).await?;
    let host = match request[3] {
        1 => Ipv4Addr::from(stream.read_u32().await?).to_string(),
        4 => format!("[{}]", Ipv6Addr::from(stream.read_u128().await?)),
        _ => {
            let length = stream.read_u8().await?;
            let mut name = vec![0; length.into()];
            stream.read_exact(&mut name).await?;
            String::from_utf8_lossy(&name).into_owned()
        }
    };
    let to = format!("{host}:{}", stream.read_u16().await?);
    seen.asked.lock().push(to.clone());
    let (code, theirs) = match (&seen.manner, seen.network.at(&to)) {
        (Manner::Reply(code), _) => (*code, None),
        (_, None) => (4, None),
        (_, Some(address)) => match TcpStream::connect(address).await {
            Ok(theirs) => (0, Some(theirs)),
            Err(_) => (5, None),
        },
    };
    stream.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    if let Some(mut theirs) = theirs {
        copy_bidirectional(&mut stream, &mut theirs).await?;
    }
    Ok(())
}
