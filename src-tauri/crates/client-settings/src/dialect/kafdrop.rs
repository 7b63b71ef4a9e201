//! Kafdrop: an address, and a properties file that is handed over in base64.

use super::{Asked, Place, keyed, not_supported, relaxed};
use crate::{Format, Verdict, keys::Key};

pub(super) fn place(asked: &Asked<'_>) -> Option<Place> {
    let rest = relaxed::after(asked.key, "kafka")?;
    Some(match relaxed::bare(rest).as_str() {
        "brokerconnect" => keyed(Format::Kafdrop, "", 0, "brokerConnect", Key::Bootstrap),
        "properties" | "truststore" | "keystore" => Place::Verdict {
            format: Some(Format::Kafdrop),
            cluster: Some(String::new()),
            verdict: Verdict::NotSupported(
                "a file in base64: decode it (base64 -d) and give that instead".to_owned(),
            ),
            secret: true,
        },
        "propertiesfile" | "truststorefile" | "keystorefile" => not_supported(
            Format::Kafdrop,
            "",
            asked.key,
            "what is in that file is not here: give the file itself",
        ),
        _ => return None,
    })
}
