//! YAML as keys with values: the path of a scalar is its key. Aliases are followed here, within a bound on all that comes
//! out, and variables are found wherever a container's description has them.

use std::rc::Rc;

use super::{
    Heading, Item, Parsed, Scope, Spelling,
    command::split,
    yaml_scalar,
    yaml_tree::{self, Node, Pair},
};
use crate::{Unreadable, Verdict, source::Source, value::Value};

/// What may come out when all aliases are followed: parts, and bytes of their keys and values.
const MOST_PARTS: usize = 50_000;
const MOST_BYTES: usize = 8 << 20;

pub(crate) fn read(source: &Source<'_>) -> Result<Parsed, Unreadable> {
    let blanked = yaml_scalar::without_templates(source.text);
    let documents = yaml_tree::documents(source, &blanked)?;
    if !documents.iter().any(|document| matches!(**document, Node::Map(_) | Node::Seq(_))) {
        return Err(Unreadable::whole("there are no keys with values in this YAML"));
    }
    let mut walk = Walk { source, parsed: Parsed::default(), parts: 0, bytes: 0, scope: 0, merged: false };
    for (number, document) in documents.iter().enumerate() {
        walk.scope = walk.parsed.scope(Scope { document: number, ..Scope::default() });
        walk.node(document, "", 0)?;
    }
    let mut parsed = walk.parsed;
    for (number, line) in source.lines() {
        let text = line.trim();
        let verdict = match text {
            "" => Verdict::Blank,
            text if text.starts_with('#') => Verdict::Comment,
            text if text.starts_with("{{") && text.ends_with("}}") => {
                Verdict::NotNeeded("an instruction of a template".to_owned())
            }
            "---" | "..." => Verdict::NotNeeded("parts the documents of the file".to_owned()),
            text if text.starts_with("--- ") || text.starts_with('%') => {
                Verdict::NotNeeded("parts the documents of the file".to_owned())
            }
            text if text.chars().all(|c| "{}[],-".contains(c)) => {
                Verdict::NotNeeded("brackets around the settings".to_owned())
            }
            _ => continue,
        };
        parsed.note(number, verdict);
    }
    Ok(parsed)
}

struct Walk<'s, 't> {
    source: &'s Source<'t>,
    parsed: Parsed,
    parts: usize,
    bytes: usize,
    scope: usize,
    merged: bool,
}

impl Walk<'_, '_> {
    fn node(&mut self, node: &Node, path: &str, depth: usize) -> Result<(), Unreadable> {
        self.parts += 1;
        self.bytes += path.len();
        if self.parts > MOST_PARTS || self.bytes > MOST_BYTES || depth > 2 * yaml_tree::DEEPEST {
            return Err(too_much());
        }
        match node {
            Node::Scalar { value, tag } => self.scalar(path, value, tag.as_deref(), None),
            Node::Alias { at, node } => {
                let line = self.source.line_of(*at);
                let said = "what the anchor (&) of that name holds is taken in here".to_owned();
                self.parsed.note(line, Verdict::Understood(said));
                return self.node(node, path, depth + 1);
            }
            Node::Seq(parts) => return self.sequence(parts, path, depth),
            Node::Map(pairs) => {
                if self.named_variable(pairs) {
                    return Ok(());
                }
                return self.map(pairs, path, depth);
            }
        }
        Ok(())
    }

    fn map(&mut self, pairs: &[Pair], path: &str, depth: usize) -> Result<(), Unreadable> {
        // What is merged in is weaker than what stands beside it, wherever it is written.
        let outer = self.merged;
        for pair in pairs.iter().filter(|pair| pair.key == "<<") {
            self.merged = true;
            let nodes = match &*pair.node {
                Node::Seq(nodes) => nodes.iter().map(Rc::clone).collect(),
                _ => vec![Rc::clone(&pair.node)],
            };
            for node in nodes {
                self.node(&node, path, depth + 1)?;
            }
        }
        self.merged = outer;
        let service = path.rsplit('.').next().is_some_and(|last| last == "services");
        for pair in pairs.iter().filter(|pair| pair.key != "<<") {
            let key = pair.key.trim_matches(['[', ']']);
            let below = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            let first = self.parsed.items.len();
            let outer = self.scope;
            if service {
                let document = self.parsed.scopes.get(outer).map_or(0, |scope| scope.document);
                self.scope =
                    self.parsed.scope(Scope { name: Some(pair.key.clone()), document, aside: false });
            }
            match &*pair.node {
                Node::Scalar { value, tag } => self.scalar(&below, value, tag.as_deref(), Some(pair)),
                _ => {
                    self.node(&pair.node, &below, depth + 1)?;
                    self.heading(pair, first);
                }
            }
            self.scope = outer;
        }
        Ok(())
    }

    fn heading(&mut self, pair: &Pair, first: usize) {
        let line = self.source.line_of(pair.at.start);
        self.parsed.headings.push(Heading { line, items: first..self.parsed.items.len() });
    }

    fn sequence(&mut self, parts: &[Rc<Node>], path: &str, depth: usize) -> Result<(), Unreadable> {
        for (number, part) in parts.iter().enumerate() {
            let Node::Scalar { value, .. } = &**part else {
                self.node(part, &format!("{path}[{number}]"), depth + 1)?;
                continue;
            };
            self.parts += 1;
            self.bytes += path.len() + value.text.len();
            if self.parts > MOST_PARTS || self.bytes > MOST_BYTES {
                return Err(too_much());
            }
            match split(value).filter(|(name, _)| is_variable(name)) {
                Some((name, given)) => {
                    self.item(name, given.single_dollars(), value, Spelling::Variable, false)
                }
                None => self.item(path.to_owned(), value.clone(), value, Spelling::Dotted, true),
            }
        }
        Ok(())
    }

    fn scalar(&mut self, path: &str, value: &Value, tag: Option<&str>, pair: Option<&Pair>) {
        self.bytes += path.len() + value.text.len();
        self.parts += 1;
        let mut value = value.clone();
        if let Some(tag) = tag {
            // `!vault`, `!Ref`: what it stands for is known to another program.
            value.expands = Some(format!("!{tag}"));
        }
        if pair.is_some()
            && matches!(value.text.as_str(), "~" | "null")
            && value.text.len() == value.whole.len()
        {
            value = Value::empty(value.whole.start);
        }
        let mut whole = value.clone();
        if let Some(pair) = pair {
            whole.whole.start = pair.at.start.min(whole.whole.start);
        }
        let name = pair.map(|pair| pair.key.as_str()).filter(|name| is_variable(name));
        match name {
            Some(name) => {
                self.item(name.to_owned(), value.single_dollars(), &whole, Spelling::Variable, false)
            }
            None => self.item(path.to_owned(), value, &whole, Spelling::Dotted, false),
        }
    }

    /// Kubernetes: `- name: KAFKA_…` with `value: …` below.
    fn named_variable(&mut self, pairs: &[Pair]) -> bool {
        let scalar = |wanted: &str| {
            pairs.iter().find(|pair| pair.key == wanted).and_then(|pair| match &*pair.node {
                Node::Scalar { value, .. } => Some((pair, value)),
                _ => None,
            })
        };
        let Some((name_pair, name)) = scalar("name").filter(|(_, name)| is_variable(&name.text)) else {
            return false;
        };
        let mut value = match scalar("value") {
            Some((_, value)) => value.clone(),
            None => Value::empty(name.whole.end).expanding("a secret or a config map"),
        };
        value = value.trimmed();
        let mut whole = value.clone();
        whole.whole = name_pair.at.start.min(whole.whole.start)..whole.whole.end.max(name.whole.end);
        if scalar("value").is_none() {
            let end = pairs.iter().map(|pair| last_byte(&pair.node, pair.at.end)).max();
            whole.whole.end = end.unwrap_or(whole.whole.end);
        }
        self.item(name.text.to_string(), value, &whole, Spelling::Variable, false);
        true
    }

    fn item(&mut self, key: String, value: Value, whole: &Value, spelling: Spelling, listed: bool) {
        let lines = self.source.lines_of(&whole.whole);
        let value = value.trimmed();
        self.parsed.items.push(Item {
            scope: self.scope,
            key,
            listed,
            merged: self.merged,
            spelling,
            value,
            lines,
        });
    }
}

fn too_much() -> Unreadable {
    Unreadable::whole("followed to their ends, the aliases (*) of this YAML are too much for a configuration")
}

fn last_byte(node: &Node, at_least: usize) -> usize {
    match node {
        Node::Scalar { value, .. } => value.whole.end.max(at_least),
        Node::Map(pairs) => pairs.iter().fold(at_least, |end, pair| last_byte(&pair.node, end)),
        Node::Seq(parts) => parts.iter().fold(at_least, |end, part| last_byte(part, end)),
        Node::Alias { at, .. } => at_least.max(*at),
    }
}

fn is_variable(name: &str) -> bool {
    name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains('_')
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
