//! A client of one socket that asks one thing at a time, in the version that it is told. It decides nothing: the suite
//! sets its scenes and looks behind our own client's back with it, so that a mistake of ours can't hide itself.

use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use kafka_protocol::{
    messages::RequestHeader,
    protocol::{Decodable, Encodable, HeaderVersion, Request, StrBytes},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// For one exchange, on a machine that starts brokers meanwhile.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why nothing came.
#[derive(Debug)]
pub struct Silence(pub String);

pub struct Raw {
    stream: TcpStream,
    correlation: i32,
}

impl Raw {
    pub async fn to(address: &str) -> Result<Raw, Silence> {
        let dialled = timeout(PATIENCE, TcpStream::connect(address)).await;
        let why = |what: String| Silence(format!("{address}: {what}"));
        let stream = dialled.map_err(|_| why("no connection".into()))?.map_err(|e| why(e.to_string()))?;
        Ok(Raw { stream, correlation: 0 })
    }

    /// Asks and reads the whole answer.
    pub async fn ask<R: Request>(&mut self, version: i16, request: &R) -> Result<R::Response, Silence> {
        let why = |what: &dyn std::fmt::Display| Silence(format!("key {} v{version}: {what}", R::KEY));
        self.correlation += 1;
        let mut frame = BytesMut::new();
        let header = RequestHeader::default()
            .with_request_api_key(R::KEY)
            .with_request_api_version(version)
            .with_correlation_id(self.correlation)
            .with_client_id(Some(StrBytes::from_static_str("suite")));
        header.encode(&mut frame, R::header_version(version)).map_err(|e| why(&e))?;
        request.encode(&mut frame, version).map_err(|e| why(&e))?;
        let exchanged = timeout(PATIENCE, self.exchange(&frame)).await.map_err(|_| why(&"no answer"))?;
        let mut answer = exchanged.map_err(|e| why(&e))?;
        if answer.get_i32() != self.correlation {
            return Err(why(&"an answer to something else"));
        }
        if R::Response::header_version(version) >= 1 {
            // No broker sends tagged fields here.
            answer.advance(1);
        }
        R::Response::decode(&mut answer, version).map_err(|e| why(&e))
    }

    async fn exchange(&mut self, frame: &[u8]) -> std::io::Result<Bytes> {
        let mut whole = BytesMut::new();
        whole.put_i32(i32::try_from(frame.len()).map_err(std::io::Error::other)?);
        whole.put_slice(frame);
        self.stream.write_all(&whole).await?;
        let length = self.stream.read_i32().await?;
        let mut answer = vec![0; usize::try_from(length).map_err(std::io::Error::other)?];
        self.stream.read_exact(&mut answer).await?;
        Ok(Bytes::from(answer))
    }
}

/// Asks on a connection of its own.
pub async fn ask<R: Request>(address: &str, version: i16, request: &R) -> Result<R::Response, Silence> {
    Raw::to(address).await?.ask(version, request).await
}
