//! How a connection is secured and reached, as the user set it. No secret is in here: passwords, keys and tokens are named by
//! [`SecretKind`], given one way (`GiveSecret`), and never come back.

use serde::{Deserialize, Serialize};

use crate::tagged::tagged;

/// Encryption, and whom to believe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TlsSettings {
    pub on: bool,
    pub trust: Trust,
    /// Our own certificate, where brokers ask for one.
    pub identity: Option<Identity>,
    /// The name in the certificate has to be the one that was dialled. Off: anybody with a certificate of a trusted issuer
    /// may answer, and a warning stays on screen.
    pub verify_host_name: bool,
    /// The certificate has to come from a trusted issuer. Off: anybody may answer, and a warning stays on screen.
    pub verify_issuer: bool,
}

impl Default for TlsSettings {
    fn default() -> TlsSettings {
        TlsSettings {
            on: false,
            trust: Trust::default(),
            identity: None,
            verify_host_name: true,
            verify_issuer: true,
        }
    }
}

/// Whose signature under a broker's certificate is believed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Trust {
    /// What this machine trusts.
    #[default]
    System,
    /// A PEM, JKS, PKCS12 or DER file. Its password is [`SecretKind::TrustStorePassword`].
    File { path: String },
    /// PEM text as pasted.
    Text { pem: String },
}

tagged!(Trust by "from": fields { path: String, pem: String }
    System,
    File { path must },
    Text { pem must },
);

/// Our own certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Identity {
    /// One file with both: PEM, JKS or PKCS12. `alias` picks one of several entries. Passwords:
    /// [`SecretKind::KeyStorePassword`], [`SecretKind::KeyPassword`].
    Store { path: String, alias: Option<String> },
    /// Two PEM files.
    Files { certificate: String, key: String },
    /// The certificates as pasted; the key is the secret [`SecretKind::KeyPem`].
    Text { certificate: String },
}

tagged!(Identity by "from": fields { path: String, alias: String, certificate: String, key: String }
    Store { path must, alias opt },
    Files { certificate must, key must },
    Text { certificate must },
);

/// How we sign in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "mechanism", rename_all = "snake_case")]
pub enum Sasl {
    #[default]
    None,
    Plain {
        user: String,
    },
    ScramSha256 {
        user: String,
        /// The user is the id of a delegation token, and the password its key.
        token: bool,
    },
    ScramSha512 {
        user: String,
        token: bool,
    },
    /// A token that was given to us, as it is: [`SecretKind::Token`].
    OauthToken {
        extensions: Vec<(String, String)>,
    },
    /// A token from an endpoint, by KIP-768: client credentials with [`SecretKind::ClientSecret`], or, where `signed` is set, a
    /// JWT signed with [`SecretKind::KeyPem`].
    OauthClient {
        endpoint: String,
        client_id: String,
        scope: String,
        audience: String,
        extensions: Vec<(String, String)>,
        /// "RS256" or "ES256"; None: by the client's secret.
        signed: Option<String>,
    },
    /// AWS MSK IAM.
    MskIam {
        region: String,
        credentials: AwsCredentials,
    },
}

tagged!(Sasl by "mechanism": fields {
        user: String, token: bool, extensions: Vec<(String, String)>, endpoint: String, client_id: String, scope: String,
        audience: String, signed: String, region: String, credentials: AwsCredentials,
    }
    None,
    Plain { user must },
    ScramSha256 { user must, token may },
    ScramSha512 { user must, token may },
    OauthToken { extensions may },
    OauthClient { endpoint must, client_id must, scope may, audience may, extensions may, signed opt },
    MskIam { region may, credentials may },
);

/// Where AWS credentials come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum AwsCredentials {
    /// AWS_ACCESS_KEY_ID and its like.
    #[default]
    Environment,
    /// A profile of the AWS files in the home folder.
    Profile { name: String },
    /// Given here; the secret halves are [`SecretKind::AwsSecretKey`] and [`SecretKind::AwsSessionToken`].
    Given { access_key: String },
}

tagged!(AwsCredentials by "from": fields { name: String, access_key: String }
    Environment,
    Profile { name must },
    Given { access_key must },
);

/// The way to brokers that this machine can't dial by the addresses that they advertise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reach {
    /// Tried in order; names in certificates are still held against the original.
    pub rewrites: Vec<Rewrite>,
    pub through: Through,
}

/// "this one is found there".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewrite {
    /// "3" (a broker's id) or "kafka-3.internal:9092"; a host alone means all of its ports, and `*` any run of characters.
    pub from: String,
    /// "localhost:19093"; a host alone keeps the port, ":19093" keeps the host.
    pub to: String,
}

/// What the connections go through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "through", rename_all = "snake_case")]
pub enum Through {
    #[default]
    Nothing,
    /// "host:port"; the password is [`SecretKind::ProxyPassword`].
    Socks5 { proxy: String, user: String },
    /// The user's own `ssh`, with its own configuration: "bastion" or "me@bastion".
    Ssh { host: String },
    /// The user's own `kubectl port-forward`.
    Kubectl { context: String, namespace: String },
}

tagged!(Through by "through": fields { proxy: String, user: String, host: String, context: String, namespace: String }
    Nothing,
    Socks5 { proxy must, user may },
    Ssh { host must },
    Kubectl { context may, namespace must },
);

/// Each kind of secret that a profile can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretKind {
    /// Of PLAIN and SCRAM; also a delegation token's key.
    Password,
    TrustStorePassword,
    KeyStorePassword,
    /// Of the key itself, where it differs from its store's.
    KeyPassword,
    /// A private key as PEM text.
    KeyPem,
    Token,
    ClientSecret,
    AwsSecretKey,
    AwsSessionToken,
    ProxyPassword,
}

impl SecretKind {
    pub const ALL: [SecretKind; 10] = [
        SecretKind::Password,
        SecretKind::TrustStorePassword,
        SecretKind::KeyStorePassword,
        SecretKind::KeyPassword,
        SecretKind::KeyPem,
        SecretKind::Token,
        SecretKind::ClientSecret,
        SecretKind::AwsSecretKey,
        SecretKind::AwsSessionToken,
        SecretKind::ProxyPassword,
    ];
}
