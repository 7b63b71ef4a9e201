//! The settings of one connection, whatever format they came from. The engine makes a profile of them; were they the
//! foreign keys themselves, each reader of a profile would have to know six dialects.

use crate::Hidden;

/// What a text says of one cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `host:port`, parted by commas; each has a port.
    pub bootstrap: Option<String>,
    pub client_id: Option<String>,
    pub request_timeout_ms: Option<u64>,
    pub connection_setup_timeout_ms: Option<u64>,
    pub tls: bool,
    /// `None`: nothing was said, so the name is checked.
    pub verify_host_name: Option<bool>,
    /// Who may have signed the brokers' certificates; `None` means the system's roots.
    pub trust: Option<StoreRef>,
    /// The client's own certificate, or the store that holds it together with its key.
    pub identity: Option<StoreRef>,
    /// The file of the private key where it stands apart. A key given as text is among the secrets.
    pub key: Option<StoreRef>,
    pub sasl: Option<Sasl>,
    pub secrets: Secrets,
}

/// Where certificates are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreRef {
    /// `kind` is what the text says (JKS, PKCS12, PEM), in capitals; often it says nothing.
    File { path: String, kind: Option<String> },
    /// PEM blocks of certificates. Never a private key.
    Text(String),
}

/// How the client signs in. What is `None` was not in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sasl {
    Plain {
        user: Option<String>,
    },
    Scram256 {
        user: Option<String>,
        token_auth: bool,
    },
    Scram512 {
        user: Option<String>,
        token_auth: bool,
    },
    /// A token that is given ready made; `Secrets::token` if the text has it.
    OauthToken,
    OauthClient(OauthClient),
    MskIam(MskIam),
    /// Kerberos, which this program doesn't have.
    Gssapi,
    /// Another mechanism, or a way to a token that this program can't go: in words.
    Other(String),
}

/// Client credentials that are exchanged for a token (KIP-768).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OauthClient {
    pub endpoint: Option<String>,
    pub client_id: Option<String>,
    pub scope: Option<String>,
    /// SASL extensions, by which Confluent Cloud finds the cluster and the identity pool.
    pub extensions: Vec<(String, String)>,
}

/// How to come by AWS credentials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MskIam {
    pub profile: Option<String>,
    pub role_arn: Option<String>,
    pub role_session_name: Option<String>,
    pub external_id: Option<String>,
    pub sts_region: Option<String>,
    pub access_key_id: Option<String>,
}

/// What must not be seen. Each goes to the keychain, or is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Secrets {
    pub password: Option<Hidden>,
    pub trust_store_password: Option<Hidden>,
    pub key_store_password: Option<Hidden>,
    pub key_password: Option<Hidden>,
    pub key_pem: Option<Hidden>,
    pub token: Option<Hidden>,
    pub client_secret: Option<Hidden>,
    pub aws_secret_key: Option<Hidden>,
    pub aws_session_token: Option<Hidden>,
}
