//! Certificates and keys as operators make them, right and wrong ones, in every format that clients meet. They are kept in the
//! cache folder: a minute of keytool for each cluster would cost more than the cluster.

mod making;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    artifacts::{cache_folder, own_name},
    error::{At, Result},
};

/// Another number: other files, so that those of an older program are not taken for ours.
const EDITION: u32 = 3;

/// Files for the TLS listeners and for those who connect to them.
#[derive(Clone, Debug)]
pub struct Tls {
    /// PEM: what a client has to trust.
    pub authority: PathBuf,
    /// PKCS12 with the broker's key and its chain: for `localhost` and 127.0.0.1.
    pub key_store: PathBuf,
    /// PKCS12 with the authority alone.
    pub trust_store: PathBuf,
    /// The same as JKS.
    pub trust_jks: PathBuf,
    /// PEM: another authority, which the brokers don't know.
    pub other_authority: PathBuf,
    /// A client's certificate with an RSA key, issued to `CN=alice`.
    pub rsa_client: ClientFiles,
    /// The same with an EC key.
    pub ec_client: ClientFiles,
    /// A client's certificate that the other authority issued, to `CN=mallory`.
    pub other_client: ClientFiles,
    /// A client's certificate that ran out, of `CN=bob`.
    pub expired_client: ClientFiles,
    /// Key stores (PKCS12) for brokers, each wrong in one way.
    pub broken: BrokenStores,
}

/// One client's certificate and key, in each format.
#[derive(Clone, Debug)]
pub struct ClientFiles {
    /// PEM: its certificate and its authority's.
    pub chain: PathBuf,
    /// PEM, `BEGIN PRIVATE KEY`.
    pub pkcs8: PathBuf,
    /// PEM, `BEGIN RSA PRIVATE KEY` or `BEGIN EC PRIVATE KEY`.
    pub traditional: PathBuf,
    /// PEM, `BEGIN ENCRYPTED PRIVATE KEY`, with [`Tls::PASSWORD`].
    pub encrypted: PathBuf,
    pub pkcs12: PathBuf,
    pub jks: PathBuf,
}

/// Key stores for brokers that no client should believe.
#[derive(Clone, Debug)]
pub struct BrokenStores {
    pub expired: PathBuf,
    pub not_yet_valid: PathBuf,
    /// For `kafka.example.com` alone.
    pub wrong_name: PathBuf,
    /// `CN=localhost`, no subject alternative name.
    pub common_name_only: PathBuf,
    /// Issued by the other authority.
    pub unknown_authority: PathBuf,
    pub self_signed: PathBuf,
    /// RSA with 1024 bits.
    pub weak: PathBuf,
    /// Signed with SHA-1 by the authority that is trusted.
    pub sha1: PathBuf,
}

impl ClientFiles {
    fn in_folder(folder: &Path, name: &str) -> Self {
        let file = |ending: &str| folder.join(format!("{name}{ending}"));
        Self {
            chain: file(".chain.pem"),
            pkcs8: file(".key"),
            traditional: file(".traditional.key"),
            encrypted: file(".encrypted.key"),
            pkcs12: file(".p12"),
            jks: file(".jks"),
        }
    }
}

impl Tls {
    /// Of all stores and encrypted keys.
    pub const PASSWORD: &str = "brokerscope";

    fn in_folder(folder: &Path) -> Self {
        let broken = BrokenStores {
            expired: folder.join("expired.p12"),
            not_yet_valid: folder.join("not-yet-valid.p12"),
            wrong_name: folder.join("wrong-name.p12"),
            common_name_only: folder.join("common-name-only.p12"),
            unknown_authority: folder.join("unknown-authority.p12"),
            self_signed: folder.join("self-signed.p12"),
            weak: folder.join("weak.p12"),
            sha1: folder.join("sha1.p12"),
        };
        Self {
            authority: folder.join("authority.pem"),
            key_store: folder.join("broker.p12"),
            trust_store: folder.join("trust.p12"),
            trust_jks: folder.join("trust.jks"),
            other_authority: folder.join("other-authority.pem"),
            rsa_client: ClientFiles::in_folder(folder, "client-rsa"),
            ec_client: ClientFiles::in_folder(folder, "client-ec"),
            other_client: ClientFiles::in_folder(folder, "client-other"),
            expired_client: ClientFiles::in_folder(folder, "client-expired"),
            broken,
        }
    }

    /// The files that every cluster uses, made when they are not there.
    pub fn load_or_make() -> Result<Self> {
        let folder = cache_folder().join(format!("tls-{EDITION}"));
        if !folder.exists() {
            let work = cache_folder().join(format!("tls-{}", own_name()));
            fs::create_dir_all(&work).at(&work)?;
            making::all(&work)?;
            match fs::rename(&work, &folder) {
                // Another was quicker; its files are as good.
                Err(_) if folder.exists() => fs::remove_dir_all(&work).at(&work)?,
                done => done.at(&folder)?,
            }
        }
        Ok(Self::in_folder(&folder))
    }
}
