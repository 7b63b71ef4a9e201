//! An authority of the test's own, and the certificates that it issues, right and wrong ones.

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use zeroize::Zeroizing;

use crate::{Identity, KeyDer, Roots, Tls, TlsPlan, Verify};

pub(super) struct Authority {
    pub(super) der: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate with its key.
#[derive(Clone)]
pub(super) struct Issued {
    pub(super) chain: Vec<Vec<u8>>,
    pub(super) key: Vec<u8>,
}

impl Issued {
    pub(super) fn identity(&self) -> Identity {
        Identity { chain: self.chain.clone(), key: KeyDer::Pkcs8(Zeroizing::new(self.key.clone())) }
    }
}

pub(super) fn names(list: &[&str]) -> CertificateParams {
    let list: Vec<String> = list.iter().map(|&name| name.to_owned()).collect();
    let mut params = CertificateParams::new(list).unwrap();
    params.distinguished_name.remove(DnType::CommonName);
    params.distinguished_name.push(DnType::CommonName, "broker");
    params
}

pub(super) fn client(name: &str) -> CertificateParams {
    let mut params = names(&[]);
    params.distinguished_name.push(DnType::CommonName, name);
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    params
}

impl Authority {
    pub(super) fn new(name: &str) -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let der = params.self_signed(&key).unwrap().der().to_vec();
        Authority { der, issuer: Issuer::new(params, key) }
    }

    pub(super) fn issues(&self, params: &CertificateParams) -> Issued {
        let key = KeyPair::generate().unwrap();
        let der = params.signed_by(&key, &self.issuer).unwrap().der().to_vec();
        Issued { chain: vec![der], key: key.serialize_der() }
    }

    pub(super) fn broker(&self, list: &[&str]) -> Issued {
        self.issues(&names(list))
    }

    pub(super) fn expired(&self) -> Issued {
        let mut params = names(&["localhost"]);
        (params.not_before, params.not_after) = (date_time_ymd(2019, 1, 1), date_time_ymd(2020, 2, 29));
        self.issues(&params)
    }

    pub(super) fn early(&self) -> Issued {
        let mut params = names(&["localhost"]);
        params.not_before = date_time_ymd(2101, 3, 4);
        self.issues(&params)
    }

    /// An authority under this one.
    pub(super) fn under(&self, name: &str) -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let der = params.signed_by(&key, &self.issuer).unwrap().der().to_vec();
        Authority { der, issuer: Issuer::new(params, key) }
    }

    /// Trust in this one alone.
    pub(super) fn trusted(&self) -> Tls {
        trusting(&self.der, Verify::Everything)
    }

    pub(super) fn with(&self, identity: Identity) -> Tls {
        let roots = Roots::Own(vec![self.der.clone()]);
        Tls::new(TlsPlan { roots, identity: Some(identity), verify: Verify::Everything }).unwrap()
    }
}

pub(super) fn self_signed(params: &CertificateParams) -> Issued {
    let key = KeyPair::generate().unwrap();
    let der = params.self_signed(&key).unwrap().der().to_vec();
    Issued { chain: vec![der], key: key.serialize_der() }
}

pub(super) fn trusting(der: &[u8], verify: Verify) -> Tls {
    Tls::new(TlsPlan { roots: Roots::Own(vec![der.to_vec()]), identity: None, verify }).unwrap()
}
