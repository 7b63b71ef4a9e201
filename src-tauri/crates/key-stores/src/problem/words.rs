//! The words for each problem: what is wrong, and the next thing to try. A table, read as a whole when a sentence is changed.

use super::{Locked, Problem};
use crate::{Foreign, Format};

impl Problem {
    /// What is wrong, in one sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Empty => "The file is empty.".to_owned(),
            Self::TooLarge { bytes, limit } => {
                format!("The file has {bytes} bytes; a key or certificate file has {limit} at most.")
            }
            Self::Foreign { found } => format!("This is {}.", found.name()),
            Self::Unsupported { format } => format!("This is a {format}, which can't be read here."),
            Self::NeedsPassword { format, locked: Locked::Store } => {
                format!("The {format} needs its password.")
            }
            Self::NeedsPassword { locked: Locked::Key { alias }, .. } => {
                format!("The private key{} is encrypted and needs its password.", named(alias))
            }
            Self::WrongPassword { format, locked: Locked::Store } => {
                format!("The password does not open the {format}.")
            }
            Self::WrongPassword { format, locked: Locked::Key { alias } } => {
                format!("The password does not open the private key{} in the {format}.", named(alias))
            }
            Self::Truncated { format, place, at } => {
                format!("The {format} is cut off: it ends after {at} bytes, in {place}.")
            }
            Self::Damaged { format, place, at: 0 } => format!("The {format} is damaged in {place}."),
            Self::Damaged { format, place, at } => {
                format!("The {format} is damaged at byte {at}, in {place}.")
            }
            Self::UnknownCipher { format, place, cipher } => {
                format!("In the {format}, {place} is protected by {cipher}, which can't be read here.")
            }
            Self::TooCostly { asked, limit } => format!(
                "Opening the file would take {asked} rounds of key derivation or more than are left of {limit}; no tool writes such a file."
            ),
            Self::TooMuchMemory { asked, limit } => {
                format!(
                    "Opening the file would take {asked} bytes of memory; {limit} is the most that is given."
                )
            }
            Self::NothingInside { format } => format!("The {format} has no entry."),
            Self::NoCertificate { format, keys } => {
                format!("The {format} has {} and no certificate.", count(*keys, "private key"))
            }
            Self::NoKey { format, certificates } => {
                format!("The {format} has {} and no private key.", count(*certificates, "certificate"))
            }
            Self::KeyWithoutCertificate { format } => {
                format!("The {format} has a private key, but not the certificate that goes with it.")
            }
            Self::KeyAndCertificateDiffer => "The certificate belongs to another private key.".to_owned(),
        }
    }

    /// The next thing to try.
    pub fn advice(&self) -> String {
        let advice = match self {
            Self::Empty => "Copy it again: the download or the copy has failed.",
            Self::TooLarge { .. } => "Choose the key store or certificate itself, not an archive or a log.",
            Self::Foreign { found } => found.advice(),
            Self::Unsupported { format } => return convert(*format),
            Self::NeedsPassword { locked: Locked::Store, .. } => {
                "Type the store's password: ssl.keystore.password or ssl.truststore.password of the Java settings."
            }
            Self::NeedsPassword { format: Format::Jks | Format::Pkcs12, locked: Locked::Key { .. } } => {
                "Type the store's password; if the key has one of its own, that one too: ssl.key.password of the Java settings."
            }
            Self::NeedsPassword { locked: Locked::Key { .. }, .. } => {
                "Type the key's password: ssl.key.password of the Java or librdkafka settings."
            }
            Self::WrongPassword { format: Format::Jks | Format::Pkcs12, locked: Locked::Store } => {
                "Type it again, without a space or line end; if it is right, the file was changed after it was written: copy it again. To check: keytool -list -keystore FILE"
            }
            Self::WrongPassword { format: Format::Jks, .. } => {
                "A key in a JKS store may have a password of its own: ssl.key.password of the Java settings."
            }
            Self::WrongPassword { .. } => {
                "Type it again, without a space or line end. To check: openssl pkey -in FILE -noout"
            }
            Self::Truncated { format: Format::Pem, .. } => {
                "Copy it again, up to and with the line that begins with -----END."
            }
            Self::Truncated { .. } => "Copy or download it again, in binary mode, and compare the sizes.",
            Self::Damaged { format: Format::Pem, .. } => {
                "Copy the text again, from the BEGIN line to the END line, without changing it."
            }
            Self::Damaged { .. } => "Copy or download it again, in binary mode.",
            Self::UnknownCipher { format: Format::Pem, .. } => {
                "Encrypt the key anew: openssl pkcs8 -topk8 -v2 aes-256-cbc -in FILE -out key.pem"
            }
            Self::UnknownCipher { format: Format::Jks, .. } => {
                "Convert it with the Java that wrote it: keytool -importkeystore -srckeystore FILE -destkeystore store.p12 -deststoretype PKCS12"
            }
            Self::UnknownCipher { .. } => {
                "Write it anew: openssl pkcs12 -legacy -in FILE -nodes -out all.pem, then openssl pkcs12 -export -in all.pem -out store.p12"
            }
            Self::TooCostly { .. } | Self::TooMuchMemory { .. } => {
                "Don't use this file unless you know who wrote it; write it anew with usual counts: openssl pkcs12 or keytool without options."
            }
            Self::NothingInside { .. } => {
                "Choose another file: keytool -list -keystore FILE shows what a store holds."
            }
            Self::NoCertificate { .. } => {
                "Give the file with the authority's certificate; a private key can't say whom to trust."
            }
            Self::NoKey { .. } => {
                "Give the file with the private key beside it, or a key store that holds both."
            }
            Self::KeyWithoutCertificate { .. } => {
                "Give the client certificate too, in the same file or as a file of its own."
            }
            Self::KeyAndCertificateDiffer => {
                "Choose the pair that was made together: openssl x509 -noout -pubkey -in CERT and openssl pkey -pubout -in KEY print the same."
            }
        };
        advice.to_owned()
    }
}

fn convert(format: Format) -> String {
    let convert = |kind: &str, more: &str| {
        format!(
            "Convert it: keytool -importkeystore -srckeystore FILE -srcstoretype {kind}{more} -destkeystore store.p12 -deststoretype PKCS12"
        )
    };
    let bouncy = |class: &str| format!(" -providerclass {class} -providerpath PATH-OF-ITS-JAR");
    match format {
        Format::Jceks => convert("JCEKS", ""),
        Format::Bcfks => {
            convert("BCFKS", &bouncy("org.bouncycastle.jcajce.provider.BouncyCastleFipsProvider"))
        }
        Format::Bks => convert("BKS", &bouncy("org.bouncycastle.jce.provider.BouncyCastleProvider")),
        Format::Pkcs7 | Format::Pem | Format::Der | Format::Jks | Format::Pkcs12 => {
            Foreign::Pkcs7.advice().to_owned()
        }
    }
}

fn named(alias: &Option<String>) -> String {
    alias.as_ref().map(|alias| format!(" \"{}\"", shown(alias))).unwrap_or_default()
}

/// An alias inside a sentence: it is the file's, so it may be long or hold line ends.
pub(crate) fn shown(alias: &str) -> String {
    alias.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    }
}
