//! Links from outside, `brokerscope://…`: what one may ask for, and nothing else.
//!
//! Anybody can write a link and any page can start one. So a link only names: a connection that is kept, and a page of it, or
//! addresses for a form that a person then reads. What it can't say exactly in this grammar is refused with a sentence; there
//! is no part that is ignored, since an ignored part would be believed to have been obeyed.

mod percent;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

pub use percent::encode;

/// The scheme, as the desktop knows it.
pub const SCHEME: &str = "brokerscope";

/// Longer ones are not meant.
const LINK_MOST: usize = 8 * 1024;
/// As long as a connection's name may be.
const NAME_MOST: usize = 200;
const BOOTSTRAP_MOST: usize = 4 * 1024;

/// What a link asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// A page of a connection that is kept, by its id or its name.
    Open { profile: String, page: PagePath },
    /// The form of a new connection, filled in and not saved.
    New { bootstrap: String, name: String },
}

/// A page's own address below its connection, encoded: `topics/orders/partitions?q=3`. Which page that is, if any, the window knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PagePath(String);

/// Why a link isn't followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkProblem {
    NoLink,
    TooLong,
    /// A control character, a space, or a letter that a link spells with %.
    Spelling,
    /// A % without its two digits, or bytes that are no text.
    Escape,
    /// What follows `brokerscope://` is neither `open` nor `new`.
    Deed,
    NoProfile,
    /// A name that is too long, or with signs in it that can't be seen.
    Name,
    Page,
    NoAddresses,
    /// A setting that a link can't make.
    Setting,
    Twice,
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkProblem::NoLink => "It does not begin with brokerscope://.",
            LinkProblem::TooLong => "It is too long to be meant.",
            LinkProblem::Spelling => "There is a sign in it that no link may have.",
            LinkProblem::Escape => "A % in it does not stand for a letter.",
            LinkProblem::Deed => "After brokerscope:// it says neither open nor new, which is all that a link can ask for.",
            LinkProblem::NoProfile => "It does not say which connection to open.",
            LinkProblem::Name => "The name in it is too long, or has signs in it that can not be seen.",
            LinkProblem::Page => "It does not say which page of the connection to open in a way that can be read.",
            LinkProblem::NoAddresses => "It does not say the addresses of the new connection, or too many of them.",
            LinkProblem::Setting => "It asks for a setting that a link can not make: it may give bootstrap and name, and nothing else.",
            LinkProblem::Twice => "It says something twice.",
        })
    }
}

impl std::error::Error for LinkProblem {}

impl PagePath {
    /// # Errors
    /// It has a sign that is not spelled as in an address.
    pub fn new(text: impl Into<String>) -> Result<PagePath, LinkProblem> {
        let text = text.into();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~%/?&=,:+".contains(&byte);
        if text.len() > LINK_MOST || !text.bytes().all(fits) || text.matches('?').count() > 1 {
            return Err(LinkProblem::Page);
        }
        // Each piece is text: what can't be decoded here would be guessed at there.
        match percent::decode(&text) {
            Some(_) => Ok(PagePath(text)),
            None => Err(LinkProblem::Escape),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PagePath {
    type Error = LinkProblem;

    fn try_from(text: String) -> Result<PagePath, LinkProblem> {
        PagePath::new(text)
    }
}

impl From<PagePath> for String {
    fn from(path: PagePath) -> String {
        path.0
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Link::Open { profile, page } => {
                write!(f, "{SCHEME}://open/{}/{}", encode(profile), page.as_str())
            }
            Link::New { bootstrap, name } => {
                write!(f, "{SCHEME}://new?bootstrap={}", encode(bootstrap))?;
                if name.is_empty() { Ok(()) } else { write!(f, "&name={}", encode(name)) }
            }
        }
    }
}

impl FromStr for Link {
    type Err = LinkProblem;

    fn from_str(text: &str) -> Result<Link, LinkProblem> {
        if text.len() > LINK_MOST {
            return Err(LinkProblem::TooLong);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\^`{|}#".contains(&byte)) {
            return Err(if is_link(text) { LinkProblem::Spelling } else { LinkProblem::NoLink });
        }
        let (scheme, rest) = text.split_once("://").ok_or(LinkProblem::NoLink)?;
        if !scheme.eq_ignore_ascii_case(SCHEME) {
            return Err(LinkProblem::NoLink);
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (deed, rest) = rest.split_at_checked(end).ok_or(LinkProblem::Deed)?;
        // Browsers write what stands there in small letters.
        if deed.eq_ignore_ascii_case("open") {
            open(rest.strip_prefix('/').ok_or(LinkProblem::NoProfile)?)
        } else if deed.eq_ignore_ascii_case("new") {
            let query = rest.strip_prefix('/').unwrap_or(rest);
            new(query.strip_prefix('?').ok_or(LinkProblem::NoAddresses)?)
        } else {
            Err(LinkProblem::Deed)
        }
    }
}

/// Whether this is meant as a link, well written or not: what the command line may take as one.
#[must_use]
pub fn is_link(text: &str) -> bool {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

fn open(rest: &str) -> Result<Link, LinkProblem> {
    let (profile, page) = rest.split_once('/').unwrap_or((rest, ""));
    let profile = name(profile)?;
    if profile.is_empty() {
        return Err(LinkProblem::NoProfile);
    }
    Ok(Link::Open { profile, page: PagePath::new(page)? })
}

fn new(query: &str) -> Result<Link, LinkProblem> {
    let (mut bootstrap, mut called) = (None, None);
    for pair in query.split('&') {
        let (key, value) = pair.split_once('=').ok_or(LinkProblem::Setting)?;
        let (place, value) = match key {
            "bootstrap" => (&mut bootstrap, percent::decode(value).ok_or(LinkProblem::Escape)?),
            "name" => (&mut called, name(value)?),
            _ => return Err(LinkProblem::Setting),
        };
        if place.replace(value).is_some() {
            return Err(LinkProblem::Twice);
        }
    }
    let bootstrap = bootstrap.unwrap_or_default();
    if bootstrap.trim().is_empty() || bootstrap.len() > BOOTSTRAP_MOST || bootstrap.chars().any(unseen) {
        return Err(LinkProblem::NoAddresses);
    }
    Ok(Link::New { bootstrap, name: called.unwrap_or_default() })
}

fn name(encoded: &str) -> Result<String, LinkProblem> {
    let name = percent::decode(encoded).ok_or(LinkProblem::Escape)?;
    if name.len() > NAME_MOST || name.chars().any(unseen) { Err(LinkProblem::Name) } else { Ok(name) }
}

/// Control characters, and those that turn the order of letters round: with them one name is made to look like another.
fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests;
