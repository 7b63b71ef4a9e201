//! The words for what was handed in instead: its name, and where to find the right file. A table, apart from how it is told.

use super::Foreign;

impl Foreign {
    /// With its article, to follow "this is".
    pub fn name(self) -> String {
        let name = match self {
            Self::Html => "an HTML page",
            Self::Json => "JSON text",
            Self::Xml => "XML text",
            Self::CertificateRequest => "a certificate signing request",
            Self::RevocationList => "a certificate revocation list",
            Self::PublicKey => "a public key alone",
            Self::DsaKey => "a DSA private key",
            Self::Pgp => "a PGP block",
            Self::SshPublicKey => "an SSH public key",
            Self::SshPrivateKey => "an OpenSSH private key",
            Self::PuttyKey => "a PuTTY private key",
            Self::Pkcs7 => "a PKCS7 bundle",
            Self::Parameters => "key parameters without a key",
            Self::SecretKey => "a secret key, which is neither a certificate nor a private key",
            Self::OtherCertificate => "a certificate that is not X.509",
            Self::OtherPem => "a PEM block of another kind",
            Self::DirectoryListing => "a listing of a folder",
            Self::KeytoolListing => "what `keytool -list` prints, without the certificates",
            Self::Properties => "a properties file",
            Self::Path => "the name of a file, not what is in it",
            Self::Base64(format) => return format!("base64 text with a {format} inside"),
            Self::Archive => "a compressed archive",
            Self::Text => "plain text without a PEM block",
            Self::Binary => "binary data of no known kind",
        };
        name.to_owned()
    }

    pub fn advice(self) -> &'static str {
        match self {
            Self::Html => {
                "A log-in or error page was saved in the file's place. Open the link in a browser, sign in, and save the file itself."
            }
            Self::Json | Self::Xml => {
                "If the certificate stands in one of its fields, copy that field's text, from the BEGIN line to the END line."
            }
            Self::CertificateRequest => {
                "Send it to your certificate authority and use the certificate that comes back."
            }
            Self::RevocationList => "Ask whoever gave it to you for the certificate of the authority itself.",
            Self::PublicKey => {
                "Use the private key that it was made from, or the certificate that contains it."
            }
            Self::DsaKey => {
                "No Kafka broker takes DSA over TLS today: ask for an RSA or EC key and certificate."
            }
            Self::Pgp => {
                "Kafka doesn't use PGP. If the file is encrypted, decrypt it first: gpg --decrypt FILE"
            }
            Self::SshPublicKey | Self::SshPrivateKey | Self::PuttyKey => {
                "An SSH key has no certificate that brokers know. Ask the cluster's owner for a TLS client certificate and its key."
            }
            Self::Pkcs7 => {
                "Convert it: openssl pkcs7 -in FILE -print_certs -out certificates.pem (with -inform DER if it is binary)."
            }
            Self::Parameters => {
                "The block with the private key is missing: look for BEGIN EC PRIVATE KEY or BEGIN PRIVATE KEY."
            }
            Self::SecretKey => "Use the store that holds the private key and its certificate.",
            Self::OtherCertificate | Self::OtherPem => {
                "Look for a file with BEGIN CERTIFICATE, BEGIN PRIVATE KEY or BEGIN ENCRYPTED PRIVATE KEY in it."
            }
            Self::DirectoryListing => "Give one of the files in that folder.",
            Self::KeytoolListing => "Print the certificates too: keytool -list -rfc -keystore FILE",
            Self::Properties => {
                "Import it as a client configuration; here goes the store or PEM file that it names."
            }
            Self::Path => "Choose the file itself, or paste its text.",
            Self::Base64(_) => "Decode it once: base64 -d FILE > decoded",
            Self::Archive => "Unpack it and give the file inside.",
            Self::Text => {
                "Give the file that holds the lines from BEGIN CERTIFICATE to END CERTIFICATE, or a JKS or PKCS12 store."
            }
            Self::Binary => {
                "Give a PEM, DER, JKS or PKCS12 file; if it should be one of these, copy it again in binary mode."
            }
        }
    }
}
