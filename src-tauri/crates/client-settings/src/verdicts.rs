//! One verdict for each line, from all that was said of it. Several things may be said of one line (a command line has ten
//! options); the worst decides the kind, and the words of all stay. The lines' own words are hidden here, too, where they
//! hold a secret that no grammar found: a comment may hold the password of last year.

use std::{collections::BTreeSet, ops::Range};

use zeroize::Zeroizing;

use crate::{
    Line, Verdict,
    grammar::{Heading, Note},
    keys,
    source::{MASK, Source},
};

pub(crate) struct Said {
    pub(crate) cluster: Option<usize>,
    pub(crate) verdict: Verdict,
}

#[derive(Default)]
struct About {
    said: Vec<Said>,
    /// It continues another line, and has nothing of its own.
    part_of: Option<usize>,
    /// A key begins in it.
    keyed: bool,
    /// It is known to the character where its secrets are.
    setting: bool,
}

pub(crate) struct Verdicts {
    lines: Vec<About>,
    /// The worst that was said of each item, by its number.
    items: Vec<Option<u8>>,
}

/// More is not read by anybody.
const MOST_SAID: usize = 12;

impl Verdicts {
    pub(crate) fn new(lines: usize) -> Self {
        Self { lines: std::iter::repeat_with(About::default).take(lines).collect(), items: Vec::new() }
    }

    pub(crate) fn item(&mut self, number: usize, (first, last): (usize, usize), said: Said) {
        if self.items.len() <= number {
            self.items.resize(number + 1, None);
        }
        if let Some(worst) = self.items.get_mut(number) {
            *worst = (*worst).max(Some(weight(&said.verdict)));
        }
        if let Some(about) = self.lines.get_mut(first) {
            about.keyed = true;
        }
        for line in first + 1..=last {
            if let Some(about) = self.lines.get_mut(line) {
                about.part_of = Some(first);
            }
        }
        self.say(first, said);
    }

    /// These lines were taken apart, and what is a secret in them is known.
    pub(crate) fn settings(&mut self, (first, last): (usize, usize)) {
        for line in first..=last {
            if let Some(about) = self.lines.get_mut(line) {
                about.setting = true;
            }
        }
    }

    /// Another cluster has taken what stands there.
    pub(crate) fn told_elsewhere(&mut self, number: usize) {
        if self.items.len() <= number {
            self.items.resize(number + 1, None);
        }
        if let Some(worst) = self.items.get_mut(number) {
            *worst = (*worst).max(Some(UNDERSTOOD));
        }
    }

    fn say(&mut self, line: usize, said: Said) {
        let Some(about) = self.lines.get_mut(line) else { return };
        if about.said.iter().any(|before| before.verdict == said.verdict) {
            return;
        }
        if about.said.len() < MOST_SAID {
            about.said.push(said);
        } else if let Some(mildest) = about.said.iter_mut().min_by_key(|said| weight(&said.verdict))
            && weight(&mildest.verdict) < weight(&said.verdict)
        {
            *mildest = said;
        }
    }

    /// A heading is needed when something below it is.
    pub(crate) fn headings(&mut self, headings: &[Heading]) {
        for heading in headings {
            let below = self.items.get(heading.items.clone()).unwrap_or_default().iter().flatten().max();
            let verdict = if below.is_some_and(|worst| *worst > NOT_NEEDED) {
                Verdict::Understood("a heading".to_owned())
            } else {
                Verdict::NotNeeded(
                    "a heading, and nothing below it is about a client's connection".to_owned(),
                )
            };
            if self
                .lines
                .get(heading.line)
                .is_some_and(|about| about.said.is_empty() && about.part_of.is_none())
            {
                self.say(heading.line, Said { cluster: None, verdict });
            }
        }
    }

    /// What the grammar said: of no weight where a setting has a verdict, unless something is wrong.
    pub(crate) fn notes(&mut self, notes: Vec<Note>) {
        for Note { line, verdict } in notes {
            let Some(about) = self.lines.get(line) else { continue };
            if (about.said.is_empty() && about.part_of.is_none()) || weight(&verdict) > UNDERSTOOD {
                self.say(line, Said { cluster: None, verdict });
            }
        }
    }

    pub(crate) fn lines(
        self,
        source: &Source<'_>,
        mut hidden: Vec<Range<usize>>,
        secrets: &[Zeroizing<String>],
    ) -> Vec<Line> {
        hidden.extend(private_keys(source.text));
        for (number, text) in source.lines() {
            let about = self.lines.get(number);
            let start = source.range(number).start;
            if !about.is_some_and(|about| about.setting) {
                let loose = !about.is_some_and(|about| about.keyed);
                let found = after_secret_words(text, loose);
                hidden.extend(found.map(|range| start + range.start..start + range.end));
            }
            hidden.extend(user_info(text).map(|range| start + range.start..start + range.end));
        }
        let shown = source.masked(hidden);
        // Each has its place hidden already; this is for the same words elsewhere, and a real text has few.
        let secrets: BTreeSet<&str> = secrets
            .iter()
            .flat_map(|secret| secret.lines())
            .filter(|line| line.len() >= 6)
            .take(256)
            .collect();
        let merged: Vec<(Option<usize>, Verdict)> =
            (0..self.lines.len()).map(|number| self.merged(number)).collect();
        merged
            .into_iter()
            .zip(shown)
            .enumerate()
            .map(|(number, ((cluster, verdict), text))| Line {
                number: u32::try_from(number + 1).unwrap_or(u32::MAX),
                text: without(text, &secrets),
                cluster,
                verdict: match verdict {
                    Verdict::Understood(said) => Verdict::Understood(without(said, &secrets)),
                    Verdict::NotNeeded(said) => Verdict::NotNeeded(without(said, &secrets)),
                    Verdict::NotSupported(said) => Verdict::NotSupported(without(said, &secrets)),
                    Verdict::Unreadable(said) => Verdict::Unreadable(without(said, &secrets)),
                    quiet => quiet,
                },
            })
            .collect()
    }

    fn merged(&self, number: usize) -> (Option<usize>, Verdict) {
        let Some(about) = self.lines.get(number) else {
            return (None, Verdict::Unreadable("was not looked at".to_owned()));
        };
        let worst = about.said.iter().max_by_key(|said| weight(&said.verdict));
        let Some(worst) = worst else {
            let Some(first) = about.part_of else {
                return (
                    None,
                    Verdict::Unreadable("is no setting, and nothing else that is known here".to_owned()),
                );
            };
            let (cluster, verdict) = self.merged(first);
            let part = format!("belongs to line {}", first + 1);
            return (
                cluster,
                match verdict {
                    Verdict::Understood(_) => Verdict::Understood(part),
                    Verdict::NotSupported(_) => Verdict::NotSupported(part),
                    Verdict::Unreadable(_) => Verdict::Unreadable(part),
                    _ => Verdict::NotNeeded(part),
                },
            );
        };
        let cluster = about.said.iter().find_map(|said| said.cluster);
        let mut words: Vec<&str> = Vec::new();
        let most = weight(&worst.verdict);
        // The worst first; what isn't needed is silent beside what is.
        for kind in [UNREADABLE, NOT_SUPPORTED, UNDERSTOOD, NOT_NEEDED] {
            let skip = kind == NOT_NEEDED && most > NOT_NEEDED && most != NOT_NEEDED;
            for said in about.said.iter().filter(|said| weight(&said.verdict) == kind && !skip) {
                if let Some(said) = words_of(&said.verdict)
                    && !words.contains(&said)
                {
                    words.push(said);
                }
            }
        }
        let words = words.join("; ");
        let verdict = match worst.verdict {
            Verdict::Understood(_) => Verdict::Understood(words),
            Verdict::NotNeeded(_) => Verdict::NotNeeded(words),
            Verdict::NotSupported(_) => Verdict::NotSupported(words),
            Verdict::Unreadable(_) => Verdict::Unreadable(words),
            Verdict::Comment => Verdict::Comment,
            Verdict::Blank => Verdict::Blank,
        };
        (cluster, verdict)
    }
}

const NOT_NEEDED: u8 = 2;
const UNDERSTOOD: u8 = 3;
const NOT_SUPPORTED: u8 = 4;
const UNREADABLE: u8 = 5;

fn weight(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Blank => 0,
        Verdict::Comment => 1,
        Verdict::NotNeeded(_) => NOT_NEEDED,
        Verdict::Understood(_) => UNDERSTOOD,
        Verdict::NotSupported(_) => NOT_SUPPORTED,
        Verdict::Unreadable(_) => UNREADABLE,
    }
}

fn words_of(verdict: &Verdict) -> Option<&str> {
    match verdict {
        Verdict::Understood(said)
        | Verdict::NotNeeded(said)
        | Verdict::NotSupported(said)
        | Verdict::Unreadable(said) => Some(said),
        Verdict::Comment | Verdict::Blank => None,
    }
}

/// In a line that was not taken apart to the last character, what follows a word like "password" and a sign: to the line's
/// end. Where the line has no key at all (a comment, something broken) a blank is sign enough.
fn after_secret_words(text: &str, loose: bool) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    let signs = text.match_indices(move |c| c == ':' || c == '=' || (loose && c == ' '));
    let found = signs.into_iter().find(|(at, _)| {
        let before = text.get(from..*at).unwrap_or_default();
        from = at + 1;
        keys::looks_secret(before)
    });
    let found = found.map(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        let sign = |c: char| c.is_whitespace() || c == ':' || c == '=';
        text.len() - rest.trim_start_matches(sign).len()..text.len()
    });
    found.into_iter()
}

/// What stands between the first and last line of a private key (PEM), whatever those lines were taken for.
fn private_keys(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("PRIVATE KEY-----")) {
        let start = from + at + "PRIVATE KEY-----".len();
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find("-----END").unwrap_or(rest.len());
        found.push(start..end);
        from = (end + "-----END".len()).min(text.len());
        // The closing line has the same words; the next key begins after it.
        if let Some(line) = text.get(from..).and_then(|rest| rest.find("-----")) {
            from += line + "-----".len();
        }
    }
    found
}

/// `//user:password@host` in an address.
fn user_info(text: &str) -> impl Iterator<Item = Range<usize>> {
    let found = text.find("://").and_then(|at| {
        let rest = text.get(at + 3..)?;
        let end = rest.find(['/', ' ', '"', '\'', ',']).unwrap_or(rest.len());
        let (info, _) = rest.get(..end)?.rsplit_once('@')?;
        let (user, _) = info.split_once(':')?;
        Some(at + 3 + user.len() + 1..at + 3 + info.len())
    });
    found.into_iter()
}

/// The text without these words, wherever they stand by themselves.
fn without(text: String, secrets: &BTreeSet<&str>) -> String {
    let mut text = text;
    for secret in secrets {
        if !text.contains(secret) {
            continue;
        }
        let mut out = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once(secret) {
            let joins =
                |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'));
            out.push_str(before);
            let inside =
                joins(before.chars().next_back().or(out.chars().next_back())) || joins(after.chars().next());
            out.push_str(if inside && secret.len() < 12 { secret } else { MASK });
            rest = after;
        }
        out.push_str(rest);
        text = out;
    }
    text
}
