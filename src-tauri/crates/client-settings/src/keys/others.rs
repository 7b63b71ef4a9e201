//! The keys that concern a connection and that this program can't follow, or doesn't have to; each with what to do instead.

use super::Meaning::{self, NotNeeded, NotSupported};

const KERBEROS: Meaning = NotSupported(
    "Kerberos (GSSAPI) is not there: use a listener with SCRAM, PLAIN over TLS, OAUTHBEARER or client certificates",
);
const JWT: Meaning = NotSupported(
    "a signed assertion (JWT bearer) for the token endpoint is not read from here: give a client id and secret, or a token",
);
const TOKEN_CHECKS: Meaning = NotNeeded("is for the broker's check of tokens");
const LIBRARY: Meaning = NotSupported(
    "loads another program's library: give the certificate and the key as files (PEM, PKCS12, JKS) instead",
);
const JAVA_PART: Meaning = NotNeeded("chooses a part of Java's TLS, which this program doesn't use");

pub(super) const TABLE: &[(&str, Meaning)] = &[
    ("sasl.kerberos.service.name", KERBEROS),
    ("sasl.kerberos.principal", KERBEROS),
    ("sasl.kerberos.keytab", KERBEROS),
    ("sasl.kerberos.kinit.cmd", KERBEROS),
    ("sasl.kerberos.min.time.before.relogin", KERBEROS),
    ("sasl.kerberos.ticket.renew.jitter", KERBEROS),
    ("sasl.kerberos.ticket.renew.window.factor", KERBEROS),
    ("sasl.oauthbearer.assertion.algorithm", JWT),
    ("sasl.oauthbearer.assertion.file", JWT),
    ("sasl.oauthbearer.assertion.private.key.file", JWT),
    ("sasl.oauthbearer.assertion.private.key.passphrase", JWT),
    ("sasl.oauthbearer.assertion.private.key.pem", JWT),
    ("sasl.oauthbearer.assertion.template.file", JWT),
    ("sasl.oauthbearer.assertion.jwt.template.file", JWT),
    ("sasl.oauthbearer.clock.skew.seconds", TOKEN_CHECKS),
    ("sasl.oauthbearer.expected.audience", TOKEN_CHECKS),
    ("sasl.oauthbearer.expected.issuer", TOKEN_CHECKS),
    ("sasl.oauthbearer.jwks.endpoint.url", TOKEN_CHECKS),
    ("sasl.oauthbearer.jwks.endpoint.refresh.ms", TOKEN_CHECKS),
    ("sasl.oauthbearer.jwks.endpoint.retry.backoff.ms", TOKEN_CHECKS),
    ("sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms", TOKEN_CHECKS),
    ("sasl.oauthbearer.scope.claim.name", TOKEN_CHECKS),
    ("sasl.oauthbearer.sub.claim.name", TOKEN_CHECKS),
    ("sasl.oauthbearer.jwt.validator.class", TOKEN_CHECKS),
    (
        "sasl.oauthbearer.jwt.retriever.class",
        NotNeeded("what is given of the token endpoint and the client says enough"),
    ),
    (
        "sasl.oauthbearer.header.urlencode",
        NotSupported(
            "the client id and secret go to the token endpoint as they are: encode them beforehand if it asks for that",
        ),
    ),
    (
        "sasl.oauthbearer.metadata.authentication.type",
        NotSupported(
            "a token from a cloud machine's own metadata is not fetched: give a client id and secret, or a token",
        ),
    ),
    (
        "sasl.login.class",
        NotSupported("is a Java class of its own: say by the other settings how it signs in"),
    ),
    (
        "ssl.cipher.suites",
        NotSupported("the cipher suites of TLS 1.2 and 1.3 that are safe are offered, all of them"),
    ),
    ("ssl.curves.list", NotSupported("the key exchange groups are the library's own choice")),
    ("ssl.sigalgs.list", NotSupported("the signature algorithms are the library's own choice")),
    ("ssl.crl.location", NotSupported("lists of revoked certificates are not looked at")),
    ("ssl.ca.certificate.stores", NotNeeded("the system's roots are taken where no CA is given")),
    (
        "https.ca.location",
        NotSupported("the token endpoint is checked by the system's roots: put the CA there"),
    ),
    ("https.ca.pem", NotSupported("the token endpoint is checked by the system's roots: put the CA there")),
    (
        "ssl.engine.factory.class",
        NotSupported("is a Java class of its own: give the stores as files instead"),
    ),
    ("ssl.engine.location", LIBRARY),
    ("ssl.engine.id", LIBRARY),
    ("ssl.providers", LIBRARY),
    ("ssl_engine_callback_data", LIBRARY),
    ("ssl_key", LIBRARY),
    ("ssl_certificate", LIBRARY),
    ("ssl_ca", LIBRARY),
    ("ssl.certificate.verify_cb", LIBRARY),
    ("ssl.provider", JAVA_PART),
    ("ssl.keymanager.algorithm", JAVA_PART),
    ("ssl.trustmanager.algorithm", JAVA_PART),
    ("ssl.secure.random.implementation", JAVA_PART),
    ("security.providers", JAVA_PART),
    (
        "config.providers",
        NotSupported("values that another program would fetch are not fetched: put the values in"),
    ),
    (
        "bootstrap.controllers",
        NotSupported("controllers are not asked directly: give the brokers' addresses as bootstrap.servers"),
    ),
    ("broker.address.family", NotNeeded("all addresses of a name are tried, of both families")),
    (
        "zookeeper.connect",
        NotSupported("ZooKeeper is not asked: give the brokers' addresses as bootstrap.servers"),
    ),
    ("socks5.proxy.url", NotSupported("a proxy is set in the profile, under how to reach the brokers")),
];

/// Families of keys, for what no table can list.
pub(super) const PREFIXES: &[(&str, Meaning)] = &[
    ("sasl.oauthbearer.assertion.claim.", JWT),
    ("schema.registry.", NotNeeded("a schema registry is no part of the connection to brokers")),
    ("basic.auth.", NotNeeded("is for a schema registry, which is no part of the connection to brokers")),
    ("bearer.auth.", NotNeeded("is for a schema registry, which is no part of the connection to brokers")),
    (
        "config.providers.",
        NotSupported("values that another program would fetch are not fetched: put the values in"),
    ),
    ("confluent.monitoring.", NotNeeded("is for that client's own metrics")),
    ("confluent.", NotNeeded("is for Confluent's own client parts")),
    ("metrics.", NotNeeded("is for that client's own metrics")),
];
