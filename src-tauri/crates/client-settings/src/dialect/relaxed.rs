//! Spring's relaxed names: `spring.kafka.bootstrap-servers`, `spring.kafka.bootstrapServers` and
//! `SPRING_KAFKA_BOOTSTRAP_SERVERS` are one setting. Kafka UI and Kafdrop are Spring programs too.

use crate::grammar::Spelling;

/// What is left of a key after this prefix (lower case, letters and digits only), if it begins with it.
pub(crate) fn after<'k>(key: &'k str, prefix: &str) -> Option<&'k str> {
    let mut wanted = prefix.chars();
    let mut next = wanted.next();
    for (at, c) in key.char_indices() {
        let Some(expected) = next else {
            let rest = key.get(at..)?;
            let bare = rest.trim_start_matches(['.', '_', '[', ']', '-']);
            return (bare.len() < rest.len()).then_some(bare);
        };
        if is_separator(c) {
            continue;
        }
        if c.to_ascii_lowercase() != expected {
            return None;
        }
        next = wanted.next();
    }
    next.is_none().then_some("")
}

/// A name without what may be spelt differently.
pub(crate) fn bare(key: &str) -> String {
    key.chars().filter(|c| !is_separator(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// A client's key inside such a name: `[sasl.mechanism]`, or `SASL_MECHANISM`.
pub(crate) fn client_key(rest: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Dotted => rest.trim_matches(['[', ']', '"', '\'']).to_owned(),
        Spelling::Variable => rest.to_ascii_lowercase().replace('_', "."),
    }
}

/// A leading index: `0.name`, `0_NAME`, `[0].name`.
pub(crate) fn index(rest: &str) -> Option<(u16, &str)> {
    let rest = rest.trim_start_matches(['[', '.', '_']);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest.get(..digits)?.parse().ok()?;
    Some((number, rest.get(digits..)?.trim_start_matches([']', '.', '_'])))
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '_' | '-' | '[' | ']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_prefix_is_the_same_prefix() {
        for key in ["spring.kafka.ssl.x", "SPRING_KAFKA_SSL_X", "spring.kafka[ssl].x", "Spring-Kafka.ssl.x"] {
            assert!(after(key, "springkafkassl").is_some_and(|rest| rest.eq_ignore_ascii_case("x")), "{key}");
        }
        assert_eq!(after("spring.kafkassl2", "springkafkassl"), None);
        assert_eq!(after("spring.kafka", "springkafka"), Some(""));
    }

    #[test]
    fn an_index_is_found_however_it_is_written() {
        assert_eq!(index("0_NAME"), Some((0, "NAME")));
        assert_eq!(index("[12].name"), Some((12, "name")));
        assert_eq!(index("x"), None);
    }
}
