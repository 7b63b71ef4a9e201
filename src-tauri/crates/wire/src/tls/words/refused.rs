//! Why we don't believe a broker's certificate: what was looked for beside what stands in it.

use rustls::{CertificateError as Cause, pki_types::UnixTime};

use super::{
    super::certificate::{Certificate, moment},
    Context,
};

pub(super) fn told(cause: &Cause, context: &Context<'_>) -> String {
    let chain: Vec<Certificate> =
        context.shown.chain.iter().filter_map(|der| Certificate::read(der)).collect();
    let Some(leaf) = chain.first() else {
        return "what the broker shows as its certificate can't be read".to_owned();
    };
    match cause {
        Cause::Expired | Cause::ExpiredContext { .. } => expired(&chain, cause),
        Cause::NotValidYet | Cause::NotValidYetContext { .. } => too_early(&chain, cause),
        Cause::NotValidForName | Cause::NotValidForNameContext { .. } => wrong_name(leaf, context.host),
        Cause::UnknownIssuer => unknown(&chain, context),
        Cause::Revoked => format!("the broker's certificate “{}” was revoked by its issuer", leaf.subject),
        Cause::InvalidPurpose | Cause::InvalidPurposeContext { .. } => format!(
            "the broker's certificate “{}” is not meant for servers (its extended key usage leaves serverAuth out)",
            leaf.subject
        ),
        #[expect(deprecated, reason = "the library still makes it")]
        Cause::UnsupportedSignatureAlgorithm
        | Cause::UnsupportedSignatureAlgorithmContext { .. }
        | Cause::UnsupportedSignatureAlgorithmForPublicKeyContext { .. }
        | Cause::BadSignature => bad_signature(&chain, context),
        Cause::BadEncoding => {
            format!("the broker's certificate “{}” breaks the rules for certificates", leaf.subject)
        }
        other => otherwise(leaf, other, context),
    }
}

fn expired(chain: &[Certificate], cause: &Cause) -> String {
    let (mut now, mut end) = (None, None);
    if let Cause::ExpiredContext { time, not_after } = cause {
        (now, end) = (Some(seconds(*time)), Some(seconds(*not_after)));
    }
    let whose = chain.iter().find(|one| end.is_none_or(|end| one.not_after == end));
    let (what, subject) = called(chain, whose);
    let end = end.or(whose.map(|one| one.not_after)).map(moment).unwrap_or_default();
    format!("{what} “{subject}” expired on {end}{}", by_our_clock(now))
}

fn too_early(chain: &[Certificate], cause: &Cause) -> String {
    let (mut now, mut start) = (None, None);
    if let Cause::NotValidYetContext { time, not_before } = cause {
        (now, start) = (Some(seconds(*time)), Some(seconds(*not_before)));
    }
    let whose = chain.iter().find(|one| start.is_none_or(|start| one.not_before == start));
    let (what, subject) = called(chain, whose);
    let start = start.or(whose.map(|one| one.not_before)).map(moment).unwrap_or_default();
    format!(
        "{what} “{subject}” is not yet valid: it is from {start} on{}; is the clock of this computer right?",
        by_our_clock(now)
    )
}

fn by_our_clock(now: Option<i64>) -> String {
    now.map(|now| format!(" (this computer's clock says {})", moment(now))).unwrap_or_default()
}

fn called<'a>(chain: &'a [Certificate], whose: Option<&'a Certificate>) -> (&'static str, &'a str) {
    let is_leaf = whose.is_none_or(|one| chain.first().is_some_and(|leaf| std::ptr::eq(leaf, one)));
    let what = if is_leaf { "the broker's certificate" } else { "the certificate above the broker's own" };
    (what, whose.or(chain.first()).map_or("", |one| one.subject.as_str()))
}

fn wrong_name(leaf: &Certificate, host: &str) -> String {
    if !leaf.names.is_empty() {
        return format!(
            "the broker's certificate is for another name: {}, and not for {host}; use a name that it has, or have {host} put \
             into it",
            leaf.listed()
        );
    }
    match &leaf.common_name {
        Some(name) => format!(
            "the broker's certificate has only a common name (CN=“{name}”) and no subject alternative name; the common name isn't \
             looked at any more: have it issued again with {host} as subject alternative name"
        ),
        None => format!(
            "the broker's certificate “{}” names no host at all: have it issued again with {host} as subject alternative name",
            leaf.subject
        ),
    }
}

fn unknown(chain: &[Certificate], context: &Context<'_>) -> String {
    let (Some(leaf), Some(last)) = (chain.first(), chain.last()) else { return String::new() };
    let given = context.trusted.given();
    if leaf.is_self_signed() {
        let same_name = given.iter().flatten().any(|one| one.subject_der == leaf.subject_der);
        return if same_name {
            format!(
                "the broker's certificate “{}” is self-signed, and the one of that name that was given as trusted is another; the \
                 broker's may have been made anew",
                leaf.subject
            )
        } else {
            format!(
                "the broker's certificate “{}” is self-signed; if it is the right one, give its file as the trusted authority",
                leaf.subject
            )
        };
    }
    let issuer = &last.issuer;
    if has_namesake(last, context) {
        return made_anew(issuer);
    }
    let sent = match chain.len() {
        1 => "the broker sent only its own certificate; one in between may be missing".to_owned(),
        count => format!("the broker sent {count} certificates"),
    };
    let remedy = match given {
        None => {
            "it is unknown to this system; is it a private authority? Then give the file with its certificate"
                .to_owned()
        }
        Some(given) => {
            let names: Vec<&str> = given.iter().take(3).map(|one| one.subject.as_str()).collect();
            let more = if given.len() > 3 { " and others" } else { "" };
            let none = if given.iter().any(|one| one.is_authority || one.is_old) {
                ""
            } else {
                " (which is no authority's, so that it vouches only for itself)"
            };
            format!("given as trusted was “{}”{more}{none}", names.join("”, “"))
        }
    };
    format!("the broker's certificate was issued by “{issuer}”, which is not trusted here: {remedy}; {sent}")
}

/// An authority of the issuer's name is trusted.
fn has_namesake(last: &Certificate, context: &Context<'_>) -> bool {
    context.trusted.anchors.subjects().iter().any(|name| name.as_ref() == last.issuer_der.as_slice())
}

fn made_anew(issuer: &str) -> String {
    format!(
        "an authority named “{issuer}” is trusted here, but the broker's certificate was issued with another key of that name; the \
         authority may have been made anew: get its present certificate"
    )
}

fn bad_signature(chain: &[Certificate], context: &Context<'_>) -> String {
    if let Some((weak, why)) = chain.iter().find_map(|one| one.weak.as_ref().map(|why| (one, why))) {
        return too_weak(weak, why);
    }
    let given = context.trusted.given();
    if let Some((weak, why)) = given.iter().flatten().find_map(|one| one.weak.as_ref().map(|why| (one, why)))
    {
        return format!("the trusted authority “{}” is too weak: {why}", weak.subject);
    }
    if let Some(last) = chain.last().filter(|last| !last.is_self_signed() && has_namesake(last, context)) {
        return made_anew(&last.issuer);
    }
    let subject = chain.first().map_or("", |leaf| leaf.subject.as_str());
    format!(
        "the signature of the broker's certificate “{subject}” does not hold: it uses a kind of key or signature that is not taken, or it \
         was changed"
    )
}

fn too_weak(weak: &Certificate, why: &str) -> String {
    format!("the certificate “{}” of the broker is too weak: {why}; have it issued again", weak.subject)
}

fn otherwise(leaf: &Certificate, cause: &Cause, context: &Context<'_>) -> String {
    if let Some(why) = &leaf.weak {
        return too_weak(leaf, why);
    }
    if leaf.is_old {
        return format!(
            "the broker's certificate “{}” is of an old version of X.509, which has no names of hosts; have it issued again (version 3)",
            leaf.subject
        );
    }
    let is_authority =
        leaf.is_authority && !context.trusted.holds(context.shown.chain.first().map_or(&[], |der| der));
    if is_authority {
        return format!(
            "the broker shows an authority's certificate as its own (“{}”, CA:TRUE); give that very file as trusted, or have the \
             broker a certificate issued that is none",
            leaf.subject
        );
    }
    format!("the broker's certificate “{}” is not taken: {cause}", leaf.subject)
}

fn seconds(time: UnixTime) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}
