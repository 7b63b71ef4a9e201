//! Which grammar a text is in. The name of the file is a hint and no more: people paste, and call a properties file
//! `kafka.conf`. Taking one for another costs dearly: YAML's `a: b` is also a line of Java properties, quotes included.

use crate::{
    grammar::{command, dictionary, properties::Kind, variables},
    keys,
    source::Source,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    Properties(Kind),
    /// Sections in brackets.
    Ini,
    Variables,
    Command,
    Dictionary,
    Yaml,
}

pub(crate) fn grammar(source: &Source<'_>, file_name: Option<&str>) -> Grammar {
    let name = file_name.map(|name| name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase());
    let ends = |end: &str| name.as_deref().is_some_and(|name| name.ends_with(end));
    let traits = Traits::of(source);
    // One plain text, as YAML sees it, is what any other file is: then the name misleads.
    let keyed =
        traits.yaml_heading || traits.colons > 0 || traits.braces || traits.plain + traits.variables == 0;
    if (ends(".yml") || ends(".yaml")) && keyed {
        return Grammar::Yaml;
    }
    if ends(".properties") && !traits.sections {
        return Grammar::Properties(Kind::Java);
    }
    if traits.command {
        return Grammar::Command;
    }
    if traits.braces && traits.pairs > 0 && !traits.yaml_heading {
        return Grammar::Dictionary;
    }
    if traits.sections {
        return Grammar::Ini;
    }
    if traits.yaml_heading {
        return Grammar::Yaml;
    }
    if ends(".env") || name.as_deref().is_some_and(|name| name.starts_with(".env")) {
        return Grammar::Variables;
    }
    if traits.variables > 0 && traits.variables >= traits.plain {
        return Grammar::Variables;
    }
    if traits.pairs > 0 && traits.pairs * 2 >= traits.plain + traits.colons {
        return Grammar::Dictionary;
    }
    if traits.quoted_colons > 0 && traits.quoted_colons + traits.colons >= traits.plain {
        return Grammar::Yaml;
    }
    Grammar::Properties(if traits.librdkafka && !traits.continued { Kind::Plain } else { Kind::Java })
}

#[derive(Default)]
struct Traits {
    command: bool,
    braces: bool,
    sections: bool,
    yaml_heading: bool,
    librdkafka: bool,
    /// A line is continued in the next one, which librdkafka doesn't know.
    continued: bool,
    variables: usize,
    pairs: usize,
    colons: usize,
    quoted_colons: usize,
    plain: usize,
}

impl Traits {
    fn of(source: &Source<'_>) -> Self {
        let mut traits = Self::default();
        let mut continued = false;
        for (_, line) in source.lines() {
            let text = line.trim();
            let inside = std::mem::replace(&mut continued, text.ends_with('\\'));
            traits.continued |= continued;
            if text == "---" {
                traits.yaml_heading = true;
            }
            if text.is_empty() || text.starts_with(['#', '!']) || text.starts_with("//") || inside {
                continue;
            }
            traits.line(line, text);
        }
        traits
    }

    fn line(&mut self, line: &str, text: &str) {
        let mut words = text.split_whitespace().map(|word| word.trim_matches(['"', '\'', '`']));
        if words.clone().take(12).any(|word| command::is_kcat(word) || command::is_kafka_tool(word))
            && !text.contains("://")
            && text.contains(" -")
            || (words.next().is_some_and(command::is_container) && text.contains(" run"))
        {
            self.command = true;
        }
        if text.starts_with('[')
            && text.ends_with(']')
            && !text.contains(['=', '"', '\'', ','])
            && line == line.trim_start()
        {
            self.sections = true;
        }
        if text.starts_with('{') || text.ends_with('{') || text.ends_with("({") || text.contains("= {") {
            self.braces = true;
        }
        if variables::name(text).is_some() {
            self.variables += 1;
            return;
        }
        if dictionary::has_pair(text) {
            self.pairs += 1;
        }
        let heading = text.trim_start_matches("- ").strip_suffix(':').or_else(|| {
            let (key, rest) = text.split_once(':')?;
            rest.trim_start().starts_with(['&', '|', '>', '[']).then_some(key)
        });
        if heading.is_some_and(|key| !key.is_empty() && !key.contains(['=', ' ', '{', '(', ','])) {
            self.yaml_heading = true;
        }
        let equals = text.find('=');
        let colon = text.find(": ");
        match (equals, colon) {
            (equals, Some(colon)) if equals.is_none_or(|equals| equals > colon) => {
                self.colons += 1;
                let value = text.get(colon + 2..).unwrap_or_default().trim();
                if value.starts_with(['"', '\'']) && value.ends_with(['"', '\'']) {
                    self.quoted_colons += 1;
                }
            }
            _ => self.plain += 1,
        }
        if let Some((key, _)) = text.split_once('=')
            && keys::only_librdkafka(key.trim())
        {
            self.librdkafka = true;
        }
    }
}
