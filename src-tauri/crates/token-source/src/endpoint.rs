//! The address of a token endpoint as people type it: what is dialled, what is asked for, and whether it may be said in clear.

use wire::{Address, Error, What};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    pub(crate) address: Address,
    pub(crate) encrypted: bool,
    /// Host and port as they were typed, for the header.
    pub(crate) authority: String,
    pub(crate) path: String,
}

impl Endpoint {
    pub(crate) fn parse(text: &str) -> Result<Endpoint, Error> {
        let text = text.trim();
        parse(text)
            .map_err(|why| Error::new(What::BadInput(format!("the token endpoint “{}” {why}", shown(text)))))
    }

    /// As it is named in sentences and signed in assertions.
    pub(crate) fn url(&self) -> String {
        let scheme = if self.encrypted { "https" } else { "http" };
        format!("{scheme}://{}{}", self.authority, self.path)
    }
}

/// Without what stands before an `@`, which may be a password.
fn shown(text: &str) -> String {
    let bare = text.rsplit_once('@').map_or(text, |(_, rest)| rest);
    bare.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn parse(text: &str) -> Result<Endpoint, String> {
    let Some((scheme, rest)) = text.split_once("://") else {
        return Err(
            "is no address of a web page; write it whole, as in https://login.example.com/oauth2/token"
                .to_owned(),
        );
    };
    let encrypted = match scheme.to_ascii_lowercase().as_str() {
        "https" => true,
        "http" => false,
        _ => return Err(format!("begins with “{scheme}”; only https is spoken here")),
    };
    let rest = rest.split('#').next().unwrap_or(rest);
    let cut = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(cut).unwrap_or((rest, ""));
    if authority.contains('@') {
        return Err("has a user in it; give client id and secret in their own fields".to_owned());
    }
    if let Some(odd) = text.chars().find(|c| !c.is_ascii_graphic()) {
        return Err(format!(
            "holds “{}”, which no address has; write it as %{:02X}",
            odd.escape_debug(),
            u32::from(odd)
        ));
    }
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
    let usual = if encrypted { 443 } else { 80 };
    let whole = if has_port { authority.to_owned() } else { format!("{authority}:{usual}") };
    let address = Address::parse(&whole).map_err(|why| format!("can't be dialled: {why}"))?;
    if !encrypted && !address.is_this_machine() {
        return Err("begins with http, so that everybody on the way could read the secret; write https (http is for this machine \
                    alone)"
            .to_owned());
    }
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    Ok(Endpoint { address, encrypted, authority: authority.to_owned(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart_as_they_are_typed() {
        for (typed, dialled, path) in [
            ("https://login.example.com/oauth2/token", "login.example.com:443", "/oauth2/token"),
            (" HTTPS://login.example.com:8443/a?tenant=1#x ", "login.example.com:8443", "/a?tenant=1"),
            ("https://login.example.com", "login.example.com:443", "/"),
            ("https://login.example.com?x=1", "login.example.com:443", "/?x=1"),
            ("https://[::1]/t", "[::1]:443", "/t"),
            ("http://[::1]:8080/t", "[::1]:8080", "/t"),
            ("http://localhost:8080/t", "localhost:8080", "/t"),
            ("http://127.0.0.1/t", "127.0.0.1:80", "/t"),
        ] {
            let endpoint = Endpoint::parse(typed).unwrap();
            assert_eq!((endpoint.address.to_string().as_str(), endpoint.path.as_str()), (dialled, path));
        }
    }

    #[test]
    fn what_can_not_be_used_says_what_to_write_instead() {
        for (typed, word) in [
            ("login.example.com/token", "https://"),
            ("ftp://login.example.com", "only https"),
            ("http://login.example.com/token", "read the secret"),
            ("http://localhost.example.com/token", "read the secret"),
            ("https://me:hush@login.example.com/token", "own fields"),
            ("https:///token", "can't be dialled"),
            ("https://login.example.com:0/", "can't be dialled"),
            ("https://login.example.com/a b", "%20"),
            ("https://login.example.com/a\r\nb", "no address has"),
        ] {
            let why = Endpoint::parse(typed).unwrap_err().to_string();
            assert!(why.contains(word) && !why.contains("hush"), "{typed}: {why}");
        }
    }
}
