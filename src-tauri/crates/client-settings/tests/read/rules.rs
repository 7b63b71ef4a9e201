//! Rules that go across the formats.

use client_settings::{Sasl, Settings, StoreRef, Verdict, read};

fn settings(text: &str) -> Settings {
    let import = read(text, None).unwrap();
    assert_eq!(import.clusters.len(), 1, "{import:#?}");
    import.clusters[0].settings.clone()
}

#[test]
fn the_security_protocol_wins_over_what_other_lines_hint_at() {
    let lines = "bootstrap.servers=b:1\nssl.truststore.location=/t\nsasl.mechanism=PLAIN\nsasl.username=u\nsasl.password=p\n";
    for (protocol, tls, sasl) in [
        ("PLAINTEXT", false, false),
        ("SSL", true, false),
        ("SASL_PLAINTEXT", false, true),
        ("sasl_ssl", true, true),
    ] {
        let found = settings(&format!("{lines}security.protocol={protocol}"));
        assert_eq!((found.tls, found.sasl.is_some()), (tls, sasl), "{protocol}");
        assert_eq!(found.trust.is_some(), tls);
        assert_eq!(found.secrets.password.is_some(), sasl, "a password that is not used is not kept");
    }
}

#[test]
fn the_same_settings_come_from_java_and_from_librdkafka() {
    let java = "bootstrap.servers=b:1\nsecurity.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-256\nsasl.jaas.config=\
                org.apache.kafka.common.security.scram.ScramLoginModule required username=\"u\" password=\"p\\\\q\";";
    let librdkafka = "metadata.broker.list=b:1\nsecurity.protocol=sasl_ssl\nsasl.mechanisms=SCRAM-SHA-256\n\
                      sasl.username=u\nsasl.password=pq";
    assert_eq!(settings(java), settings(librdkafka));
}

#[test]
fn a_private_key_never_stands_among_the_certificates() {
    let text = "bootstrap.servers=b:1\nsecurity.protocol=SSL\nssl.certificate.pem=-----BEGIN CERTIFICATE-----\\nAAAA\\n\
                -----END CERTIFICATE-----\\n-----BEGIN PRIVATE KEY-----\\nhunter2\\n-----END PRIVATE KEY-----";
    let found = settings(text);
    let Some(StoreRef::Text(pem)) = &found.identity else { panic!("{found:?}") };
    assert!(!pem.contains("PRIVATE"));
    assert!(found.secrets.key_pem.as_ref().is_some_and(|key| key.expose().contains("hunter2")));
    assert!(!format!("{:?}", read(text, None)).contains("hunter2"));
}

#[test]
fn a_placeholder_is_never_taken_for_a_value() {
    for hole in
        ["${X}", "{{ x }}", "<your password>", "${file:/run/secrets:key}", "********", "YOUR_PASSWORD"]
    {
        let text = format!(
            "bootstrap.servers=b:1\nsecurity.protocol=SASL_SSL\nsasl.mechanism=PLAIN\nsasl.username=u\nsasl.password={hole}"
        );
        let import = read(&text, None).unwrap();
        assert_eq!(import.clusters[0].settings.secrets.password, None, "{hole}");
        assert!(
            matches!(&import.lines[4].verdict, Verdict::Unreadable(said) if said.contains("fill in")),
            "{hole}"
        );
    }
}

#[test]
fn what_a_mechanism_can_not_use_is_not_said_to_be_understood() {
    let text = "bootstrap.servers=b:1\nsecurity.protocol=SASL_SSL\nsasl.mechanism=AWS_MSK_IAM\nsasl.username=u\nsasl.password=hunter2";
    let import = read(text, None).unwrap();
    assert!(matches!(import.clusters[0].settings.sasl, Some(Sasl::MskIam(_))));
    assert!(
        import.lines[3..].iter().all(|line| matches!(line.verdict, Verdict::NotNeeded(_))),
        "{import:#?}"
    );
}

#[test]
fn a_secret_is_hidden_where_it_is_repeated() {
    let text = "# it was hunter2-long before\nclient.id=hunter2-long\nbootstrap.servers=b:1\nsecurity.protocol=SASL_SSL\n\
                sasl.mechanism=PLAIN\nsasl.username=u\nsasl.password=hunter2-long\nsecurity.protokol=hunter2-long";
    let import = read(text, None).unwrap();
    assert!(import.lines.iter().all(|line| !line.text.contains("hunter2")), "{import:#?}");
}

#[test]
fn a_template_of_java_settings_keeps_what_is_filled_in() {
    let text = "security.protocol=SASL_SSL\nbootstrap.servers=b:1\nsasl.mechanism=PLAIN\nsasl.jaas.config=org.apache.kafka.common.\
                security.plain.PlainLoginModule required username=\"${USER}\" password=\"hunter2\";";
    let found = settings(text);
    assert_eq!(found.sasl, Some(Sasl::Plain { user: None }));
    assert_eq!(found.secrets.password.as_ref().map(|password| password.expose()), Some("hunter2"));
}

#[test]
fn a_secret_under_a_mistyped_key_is_hidden_too() {
    for key in [
        "sasl.pasword",
        "sasl.password.",
        "ssl.truststore.pasword",
        "sasl.jaas.confg",
        "my.passwrd",
        "KAFKA_SASL_PASWORD",
    ] {
        let text = format!("bootstrap.servers=b:1\n{key}=hunter2\n");
        let import = read(&text, None).unwrap();
        assert!(!format!("{import:?}").contains("hunter2"), "{key}");
        assert!(
            matches!(import.lines[1].verdict, Verdict::NotSupported(_) | Verdict::NotNeeded(_)),
            "{import:?}"
        );
    }
}
