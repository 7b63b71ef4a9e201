//! TLS before brokers that have none: a listener that ends the encryption and passes the bytes on, with a certificate of the
//! test's own authority, a right or a wrong one.

use std::sync::Arc;

use meta::{Roots, Tls, TlsPlan};
use mock_cluster::MockCluster;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

pub struct Authority {
    der: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    #[expect(clippy::new_without_default, reason = "each one is another")]
    pub fn new() -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, "test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let der = params.self_signed(&key).unwrap().der().to_vec();
        Authority { der, issuer: Issuer::new(params, key) }
    }

    /// Its own certificate.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// What a client has that believes this authority alone.
    pub fn trusted(&self) -> Tls {
        let roots = Roots::Own(vec![self.der.clone()]);
        Tls::new(TlsPlan { roots, ..TlsPlan::default() }).unwrap()
    }

    /// A server that shows a certificate for these names.
    pub fn server(&self, names: &[&str]) -> TlsAcceptor {
        self.server_of(|_| {}, names)
    }

    /// One whose certificate ran out.
    pub fn expired_server(&self, names: &[&str]) -> TlsAcceptor {
        let ran_out = |params: &mut CertificateParams| {
            params.not_before = rcgen::date_time_ymd(2019, 1, 1);
            params.not_after = rcgen::date_time_ymd(2020, 2, 29);
        };
        self.server_of(ran_out, names)
    }

    fn server_of(&self, change: impl FnOnce(&mut CertificateParams), names: &[&str]) -> TlsAcceptor {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let (key, mut params) = (KeyPair::generate().unwrap(), CertificateParams::new(names).unwrap());
        change(&mut params);
        let certificate = params.signed_by(&key, &self.issuer).unwrap().der().to_vec();
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![CertificateDer::from(certificate)],
                PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
            )
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// A listener that ends the encryption and passes everything on; its port.
pub async fn before(address: String, server: TlsAcceptor) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (address, server) = (address.clone(), server.clone());
            tokio::spawn(async move {
                let Ok(mut ours) = server.accept(stream).await else { return };
                let Ok(mut theirs) = TcpStream::connect(address).await else { return };
                let _ = copy_bidirectional(&mut ours, &mut theirs).await;
            });
        }
    });
    port
}

/// Each broker of this cluster behind such a listener, which is what it advertises from now on; their addresses.
pub async fn all_before(mock: &MockCluster, server: &TlsAcceptor) -> String {
    let mut addresses = Vec::new();
    for (broker, address) in mock.broker_addresses() {
        let port = before(address, server.clone()).await;
        mock.state().advertise(broker, "127.0.0.1", port).unwrap();
        addresses.push(format!("127.0.0.1:{port}"));
    }
    addresses.join(",")
}
