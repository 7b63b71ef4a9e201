//! A broker's certificates as facts to show: whose, by whom, for which names, until when.

use super::certificate::{Certificate, moment};

/// What stands in one certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFacts {
    pub subject: String,
    pub issuer: String,
    /// "kafka-1.example.com, 10.0.0.7 and 3 more"; empty: it names no host.
    pub names: String,
    /// Seconds since 1970, and in words.
    pub from: i64,
    pub from_words: String,
    pub until: i64,
    pub until_words: String,
}

impl CertificateFacts {
    /// Of a chain as DER; what can't be read is left out.
    #[must_use]
    pub fn of(chain: &[Vec<u8>]) -> Vec<CertificateFacts> {
        let read = chain.iter().filter_map(|der| Certificate::read(der));
        let facts = read.map(|one| CertificateFacts {
            names: one.listed(),
            from: one.not_before,
            from_words: moment(one.not_before),
            until: one.not_after,
            until_words: moment(one.not_after),
            subject: one.subject,
            issuer: one.issuer,
        });
        facts.collect()
    }
}
