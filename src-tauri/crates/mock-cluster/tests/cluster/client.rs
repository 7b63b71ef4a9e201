//! A client of one socket that asks one thing at a time and decodes with the codec, so that the tests judge bytes and not
//! our own structures.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use kafka_protocol::messages::{ApiVersionsRequest, RequestHeader};
use kafka_protocol::protocol::{Decodable, Encodable, HeaderVersion, Request, StrBytes};
use mock_cluster::MockCluster;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const LONG: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    pub(crate) stream: TcpStream,
    correlation: i32,
}

impl Client {
    pub(crate) async fn to(cluster: &MockCluster, broker: i32) -> Result<Self> {
        let addresses = cluster.broker_addresses();
        let address = addresses.get(&broker).with_context(|| format!("broker {broker} does not listen"))?;
        Ok(Self { stream: TcpStream::connect(address).await?, correlation: 0 })
    }

    pub(crate) async fn call<R: Request>(&mut self, version: i16, request: &R) -> Result<R::Response> {
        let mut body = BytesMut::new();
        request.encode(&mut body, version)?;
        let header = R::header_version(version);
        let mut answer = self.call_raw(R::KEY, version, header, &body).await?;
        if R::Response::header_version(version) >= 1 {
            answer.advance(1);
        }
        let response = R::Response::decode(&mut answer, version)?;
        if answer.has_remaining() {
            bail!("{} bytes are left after the answer of key {} v{version}", answer.remaining(), R::KEY);
        }
        Ok(response)
    }

    /// The answer behind its correlation id, with the tag section of its header where there is one.
    pub(crate) async fn call_raw(
        &mut self,
        key: i16,
        version: i16,
        header: i16,
        body: &[u8],
    ) -> Result<Bytes> {
        self.send(key, version, header, body).await?;
        let (correlation, answer) = self.read().await?;
        if correlation != self.correlation {
            bail!("correlation {correlation} instead of {}", self.correlation);
        }
        Ok(answer)
    }

    pub(crate) async fn send(&mut self, key: i16, version: i16, header: i16, body: &[u8]) -> Result<i32> {
        self.correlation += 1;
        let mut frame = BytesMut::new();
        RequestHeader::default()
            .with_request_api_key(key)
            .with_request_api_version(version)
            .with_correlation_id(self.correlation)
            .with_client_id(Some(StrBytes::from_static_str("suite")))
            .encode(&mut frame, header)?;
        frame.put_slice(body);
        self.stream.write_all(&i32::try_from(frame.len())?.to_be_bytes()).await?;
        self.stream.write_all(&frame).await?;
        Ok(self.correlation)
    }

    pub(crate) async fn read(&mut self) -> Result<(i32, Bytes)> {
        let read = async {
            let length = self.stream.read_i32().await?;
            let mut frame = vec![0; usize::try_from(length)?];
            self.stream.read_exact(&mut frame).await?;
            let mut frame = Bytes::from(frame);
            Ok((frame.get_i32(), frame))
        };
        timeout(LONG, read).await?
    }

    /// Whether nothing comes for a moment; a longer wait could only find less silence.
    pub(crate) async fn hears_nothing(&self) -> bool {
        timeout(Duration::from_millis(50), self.stream.peek(&mut [0])).await.is_err()
    }

    /// Everything until the broker closes.
    pub(crate) async fn read_to_close(&mut self) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        match timeout(LONG, self.stream.read_to_end(&mut all)).await? {
            Ok(_) => Ok(all),
            // A close with bytes unread reaches the peer as a reset.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => Ok(all),
            Err(error) => Err(error.into()),
        }
    }
}

/// The first request of a client that says what it is, as it must from version 3.
pub(crate) fn who() -> ApiVersionsRequest {
    let name = StrBytes::from_static_str("suite");
    ApiVersionsRequest::default().with_client_software_name(name.clone()).with_client_software_version(name)
}

/// Asks on a fresh connection.
pub(crate) async fn ask<R: Request>(
    cluster: &MockCluster,
    broker: i32,
    version: i16,
    request: &R,
) -> Result<R::Response> {
    Client::to(cluster, broker).await?.call(version, request).await
}

/// A future under a generous deadline.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> Result<T> {
    Ok(timeout(LONG, future).await?)
}
