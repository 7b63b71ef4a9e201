//! From the keys that one cluster has to its settings: which of two wins, what `security.protocol` rules out, and what is
//! said of each. Every entry leaves here with at least one verdict.

mod bootstrap;
mod draft;
mod given;
mod jaas_options;
mod jaas_string;
mod oauth;
mod sign_in;
mod tls;

use std::ops::Range;

use zeroize::Zeroizing;

use crate::{Settings, Verdict, jaas, keys::Key, settle::draft::Draft, value::Value};

/// A setting of a cluster, as a dialect found it.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) item: usize,
    pub(crate) key: Key,
    /// How a client spells it.
    pub(crate) name: String,
    pub(crate) rank: i16,
    pub(crate) value: Value,
    /// From 0.
    pub(crate) line: usize,
    /// One of a list that makes the value together.
    pub(crate) listed: bool,
}

pub(crate) struct Outcome {
    pub(crate) settings: Settings,
    /// An address was given, be it one that has to be filled in.
    pub(crate) addressed: bool,
    /// By item.
    pub(crate) notes: Vec<(usize, Verdict)>,
}

pub(crate) fn settle(entries: &[Entry]) -> Outcome {
    let mut draft = Draft::new(entries);
    let mut settings = Settings::default();
    bootstrap::settle(&mut draft, &mut settings);
    let signs_in = protocol(&mut draft, &mut settings);
    tls::settle(&mut draft, &mut settings);
    sign_in::settle(&mut draft, &mut settings, signs_in);
    let addressed = draft.given(Key::Bootstrap).is_some();
    Outcome { settings, addressed, notes: draft.into_notes() }
}

/// Whether TLS is used (into the settings) and whether the client signs in.
fn protocol(draft: &mut Draft<'_>, settings: &mut Settings) -> bool {
    let (tls_hint, sasl_hint) = (draft.hint(Key::is_tls), draft.hint(Key::is_sasl));
    let switch = |draft: &mut Draft<'_>, key, what: &str| {
        let entry = draft.get(key)?;
        let on = draft.truth(entry)?;
        draft.understood(entry, format!("{what} is {}", if on { "on" } else { "off" }));
        Some(on)
    };
    let tls_switch = switch(draft, Key::TlsEnabled, "TLS");
    let sasl_switch = switch(draft, Key::SaslEnabled, "signing in (SASL)");
    if let Some(entry) = draft.get(Key::Protocol) {
        let said = match entry.value.text.to_ascii_uppercase().as_str() {
            "PLAINTEXT" => Some((false, false, "no TLS, and no sign-in")),
            "SSL" => Some((true, false, "TLS, without a SASL sign-in")),
            "SASL_PLAINTEXT" => Some((false, true, "a SASL sign-in, without TLS")),
            "SASL_SSL" => Some((true, true, "TLS and a SASL sign-in")),
            _ => None,
        };
        if let Some((tls, sasl, words)) = said {
            settings.tls = tls;
            draft.understood(entry, words);
            if !sasl && sasl_hint.is_some() {
                draft.understood(entry, "so what the text says of signing in is left out");
            }
            return sasl;
        }
        let said = "is none of PLAINTEXT, SSL, SASL_PLAINTEXT and SASL_SSL; what follows from the other lines is taken";
        draft.unreadable(entry, said);
    }
    // Without a protocol, the other lines have to tell. A Java client would have taken PLAINTEXT and ignored them.
    settings.tls = tls_switch.unwrap_or(tls_hint.is_some());
    let sasl = sasl_switch.unwrap_or(sasl_hint.is_some());
    let named = draft.given(Key::Protocol).is_some();
    if tls_switch.is_none() && sasl_switch.is_none() && !named {
        let said = "no security.protocol is given (clients would then use neither TLS nor a sign-in)";
        match (tls_hint, sasl_hint) {
            (Some(tls), _) => draft.understood(tls, format!("{said}; TLS is taken from this line")),
            (None, Some(sasl)) => {
                let more = "the sign-in is taken from this line, and TLS is off; switch it on if the listener is SASL_SSL";
                draft.understood(sasl, format!("{said}; {more}"));
            }
            (None, None) => {}
        }
    }
    sasl
}

/// The bytes of a value that must not be shown, and the secrets in it.
pub(crate) fn hidden(key: Key, value: &Value) -> (Vec<Range<usize>>, Vec<Zeroizing<String>>) {
    let all = || vec![value.place(0..value.text.chars().count())];
    let chars = |range: &Range<usize>| -> Zeroizing<String> {
        Zeroizing::new(value.text.chars().skip(range.start).take(range.len()).collect())
    };
    match key {
        key if key.is_secret() => (all(), vec![value.text.clone()]),
        Key::Jaas => match jaas::read(&value.text) {
            Ok(read) => {
                let places = if read.hidden.is_empty() || value.places_known() {
                    read.hidden
                        .iter()
                        .filter(|range| !range.is_empty())
                        .map(|range| value.place(range.clone()))
                        .collect()
                } else {
                    all()
                };
                let mut secrets: Vec<_> = read.hidden.iter().map(chars).collect();
                secrets.extend(
                    read.options
                        .iter()
                        .filter(|option| !jaas::harmless(&option.name))
                        .map(|option| Zeroizing::new(option.value.clone())),
                );
                (places, secrets)
            }
            Err(_) => (all(), vec![value.text.clone()]),
        },
        Key::TrustText | Key::ChainText if value.text.contains("PRIVATE KEY") => {
            (all(), vec![value.text.clone()])
        }
        _ => (Vec::new(), Vec::new()),
    }
}
