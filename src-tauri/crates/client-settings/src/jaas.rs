//! JAAS strings, as Kafka reads them (`JaasConfig` over Java's `StreamTokenizer`): a login module, a flag, options with
//! quotes and escapes, a semicolon. Cut apart with a regular expression, a password with `\"` or `;` in it becomes another
//! password, and the sign-in fails with the right one in the file.
//!
//! In two things this is milder than Java, and says so: a missing semicolon, and characters that would need quotes.

use std::ops::Range;

/// One entry, and what else there was.
#[derive(Debug)]
pub(crate) struct Jaas {
    pub(crate) module: String,
    pub(crate) options: Vec<Opt>,
    /// Login modules after the first.
    pub(crate) more: Vec<String>,
    /// What a Java client would not have taken.
    pub(crate) remarks: Vec<&'static str>,
    /// Where secrets may stand, by characters: values of options that aren't known to be harmless, comments.
    pub(crate) hidden: Vec<Range<usize>>,
}

#[derive(Debug)]
pub(crate) struct Opt {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Options whose values may be shown.
const HARMLESS: [&str; 26] = [
    "username",
    "clientid",
    "scope",
    "tokenauth",
    "servicename",
    "principal",
    "keytab",
    "usekeytab",
    "storekey",
    "useticketcache",
    "renewticket",
    "donotprompt",
    "debug",
    "awsprofilename",
    "awsrolearn",
    "awsrolesessionname",
    "awsrolesessionname",
    "awsstsregion",
    "awsroleexternalid",
    "awsroleaccesskeyid",
    "awsdebugcreds",
    "awsmaxretries",
    "awsmaxbackofftimems",
    "oauth.token.endpoint.uri",
    "oauth.client.id",
    "oauth.scope",
];

pub(crate) fn harmless(option: &str) -> bool {
    let lower = option.to_ascii_lowercase();
    HARMLESS.contains(&lower.as_str())
        || (lower.starts_with("extension_") && !lower.contains("secret") && !lower.contains("token"))
}

/// A login module with its options, and where their values stand.
type Entry = (String, Vec<(Opt, Range<usize>)>);

enum Token {
    Word(String, Range<usize>),
    Equals,
    Semicolon,
    Brace,
}

/// The first login module of the text, or what is wrong with it. No message holds any of the text but names.
pub(crate) fn read(text: &str) -> Result<Jaas, String> {
    let mut reader =
        Reader { chars: text.chars().collect(), at: 0, comments: Vec::new(), remarks: Vec::new() };
    let mut tokens = Vec::new();
    while let Some(token) = reader.token()? {
        tokens.push(token);
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut rest = tokens.as_slice();
    // A JAAS file names its sections: KafkaClient { … };
    if let [Token::Word(..), Token::Brace, inside @ ..] = rest {
        rest = inside;
    }
    loop {
        rest = match rest {
            [Token::Semicolon | Token::Brace, more @ ..] => more,
            [] => break,
            [Token::Word(module, _), Token::Word(flag, _), more @ ..] => {
                if !["required", "requisite", "sufficient", "optional"]
                    .contains(&flag.to_ascii_lowercase().as_str())
                {
                    return Err(format!(
                        "after the login module {} there has to be `required`",
                        shown(module)
                    ));
                }
                let mut options = Vec::new();
                let mut more = more;
                loop {
                    more = match more {
                        [Token::Semicolon, more @ ..] => {
                            break rest = more;
                        }
                        [] | [Token::Brace, ..] => {
                            reader.remark("a Java client insists on a ; at the end");
                            break rest = more;
                        }
                        [Token::Word(name, _), Token::Equals, Token::Word(value, at), more @ ..] => {
                            options.push((Opt { name: name.clone(), value: value.clone() }, at.clone()));
                            more
                        }
                        [Token::Word(name, _), ..] => {
                            return Err(format!("the option {} has no value (name=\"value\")", shown(name)));
                        }
                        _ => return Err("an option of a login module is name=\"value\"".to_owned()),
                    };
                }
                entries.push((module.clone(), options));
                rest
            }
            [Token::Word(module, _), ..] => {
                return Err(format!("after the login module {} there has to be `required`", shown(module)));
            }
            [Token::Equals, ..] => return Err("a = stands where a login module has to be named".to_owned()),
        };
    }
    let mut hidden = reader.comments;
    for (option, at) in entries.iter().flat_map(|(_, options)| options) {
        if !harmless(&option.name) {
            hidden.push(at.clone());
        }
    }
    let mut entries = entries.into_iter();
    let Some((module, options)) = entries.next() else {
        return Err("no login module is named".to_owned());
    };
    Ok(Jaas {
        module,
        options: options.into_iter().map(|(option, _)| option).collect(),
        more: entries.map(|(module, _)| shown(&module)).collect(),
        remarks: reader.remarks,
        hidden,
    })
}

/// A name that is fit for a message: what isn't one may be anything, a password too.
fn shown(name: &str) -> String {
    let fits = name.len() <= 100
        && name.contains(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-$".contains(c));
    let last = name.rsplit('.').next().unwrap_or(name);
    let known =
        fits && (name.contains('.') || last.ends_with("Module") || harmless(last) || is_option_name(last));
    if known { last.to_owned() } else { "that stands here".to_owned() }
}

fn is_option_name(name: &str) -> bool {
    matches!(name, "password" | "clientSecret" | "required" | "requisite" | "sufficient" | "optional")
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    comments: Vec<Range<usize>>,
    remarks: Vec<&'static str>,
}

impl Reader {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn remark(&mut self, remark: &'static str) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    fn token(&mut self) -> Result<Option<Token>, String> {
        loop {
            let start = self.at;
            let Some(c) = self.peek(0) else { return Ok(None) };
            match (c, self.peek(1)) {
                (c, _) if c.is_whitespace() || c == '\0' => self.at += 1,
                ('/', Some('/')) => {
                    while self.peek(0).is_some_and(|c| c != '\n' && c != '\r') {
                        self.at += 1;
                    }
                    self.comments.push(start..self.at);
                }
                ('/', Some('*')) => {
                    self.at += 2;
                    while self.peek(0).is_some() && (self.peek(0), self.peek(1)) != (Some('*'), Some('/')) {
                        self.at += 1;
                    }
                    self.at = (self.at + 2).min(self.chars.len());
                    self.comments.push(start..self.at);
                }
                ('=', _) => return Ok(Some(self.single(Token::Equals))),
                (';', _) => return Ok(Some(self.single(Token::Semicolon))),
                ('{' | '}', _) => return Ok(Some(self.single(Token::Brace))),
                ('"' | '\'', _) => return self.quoted(c).map(Some),
                _ => return Ok(Some(self.bare())),
            }
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn bare(&mut self) -> Token {
        let start = self.at;
        let mut word = String::new();
        while let Some(c) = self.peek(0) {
            if c.is_whitespace() || matches!(c, ';' | '=' | '"' | '\'' | '{' | '}') {
                break;
            }
            word.push(c);
            self.at += 1;
        }
        let plain =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '$') || c as u32 >= 160;
        if !word.chars().all(plain) || word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            self.remark("a Java client wants quotes around a value like this");
        }
        Token::Word(word, start..self.at)
    }

    /// Escapes are those of C, octal numbers included; a line's end inside quotes ends nothing here, since values from
    /// YAML blocks are folded differently by each program.
    fn quoted(&mut self, quote: char) -> Result<Token, String> {
        self.at += 1;
        let start = self.at;
        let mut word = String::new();
        loop {
            let Some(c) = self.peek(0) else {
                return Err("a quote is opened and not closed".to_owned());
            };
            self.at += 1;
            if c == quote {
                return Ok(Token::Word(word, start..self.at - 1));
            }
            if c != '\\' {
                word.push(c);
                continue;
            }
            let Some(escaped) = self.peek(0) else {
                return Err("a quote is opened and not closed".to_owned());
            };
            self.at += 1;
            word.push(match escaped {
                'a' => '\x07',
                'b' => '\x08',
                'f' => '\x0c',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\x0b',
                '0'..='7' => self.octal(escaped),
                other => other,
            });
        }
    }

    fn octal(&mut self, first: char) -> char {
        let mut code = first.to_digit(8).unwrap_or_default();
        let most = if first <= '3' { 2 } else { 1 };
        for _ in 0..most {
            let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
            code = code * 8 + digit;
            self.at += 1;
        }
        char::from_u32(code).unwrap_or('\u{FFFD}')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option<'j>(jaas: &'j Jaas, name: &str) -> &'j str {
        &jaas.options.iter().find(|option| option.name == name).unwrap().value
    }

    #[test]
    fn quotes_and_escapes_are_what_java_makes_of_them() {
        let jaas = read(r#"a.PlainLoginModule required username='u"x' password="p\"\\;=\101\n" ;"#).unwrap();
        assert_eq!(option(&jaas, "username"), "u\"x");
        assert_eq!(option(&jaas, "password"), "p\"\\;=A\n");
        assert!(jaas.remarks.is_empty());
    }

    #[test]
    fn only_what_is_harmless_may_be_shown() {
        let text = "M required username=\"u\" password=\"secret\" // more\n odd=\"x\";";
        let chars: Vec<char> = text.chars().collect();
        let hidden: Vec<String> =
            read(text).unwrap().hidden.into_iter().map(|range| chars[range].iter().collect()).collect();
        assert_eq!(hidden, ["// more", "secret", "x"]);
    }

    #[test]
    fn the_first_of_several_login_modules_is_taken_and_the_rest_named() {
        let jaas = read("KafkaClient { a.One required x=y; a.Two optional; };").unwrap();
        assert_eq!((jaas.module.as_str(), jaas.more.as_slice()), ("a.One", &["Two".to_owned()][..]));
    }

    #[test]
    fn what_java_would_refuse_is_taken_and_said() {
        let jaas = read("M required username=alice password=p@ss/w").unwrap();
        assert_eq!(option(&jaas, "password"), "p@ss/w");
        assert_eq!(jaas.remarks.len(), 2);
    }

    #[test]
    fn what_is_broken_is_told_without_a_word_of_it() {
        for text in [
            "",
            "M",
            "M hunter2 a=b;",
            "M required hunter2;",
            "M required password=\"hunter2",
            "= x",
            "M required password hunter2;",
        ] {
            let said = read(text).unwrap_err();
            assert!(!said.contains("hunter2"), "{said}");
        }
    }
}
