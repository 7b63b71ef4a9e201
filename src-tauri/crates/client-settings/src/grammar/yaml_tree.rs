//! A YAML text as a tree with the place of each part. Depth and size are bounded here: aliases stay shared (`Rc`), so that
//! a text whose aliases would grow to gigabytes costs what it says and not what it means.
//!
//! The parser is an event parser: the crates that hand out finished trees give no place for what they read.

use std::{collections::HashMap, ops::Range, rc::Rc};

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::yaml_scalar;
use crate::{Unreadable, source::Source, value::Value};

/// Deeper than any configuration, shallow enough for the stack.
pub(crate) const DEEPEST: usize = 64;
/// Nodes of the text itself.
const MOST_NODES: usize = 200_000;

pub(crate) enum Node {
    Scalar {
        value: Value,
        tag: Option<String>,
    },
    Map(Vec<Pair>),
    Seq(Vec<Rc<Node>>),
    /// A part that is defined elsewhere in the text.
    Alias {
        at: usize,
        node: Rc<Node>,
    },
}

pub(crate) struct Pair {
    pub(crate) key: String,
    pub(crate) at: Range<usize>,
    pub(crate) node: Rc<Node>,
}

/// The documents of a text, or where and why it is no YAML.
pub(crate) fn documents(source: &Source<'_>, blanked: &str) -> Result<Vec<Rc<Node>>, Unreadable> {
    // The parser counts characters, everything else counts bytes.
    let mut bytes: Vec<usize> = source.text.char_indices().map(|(at, _)| at).collect();
    bytes.push(source.text.len());
    let mut tree =
        Tree { source, bytes, events: Parser::new_from_str(blanked), anchors: HashMap::new(), nodes: 0 };
    let mut documents = Vec::new();
    while let Some((event, span)) = tree.next()? {
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
            event => documents.push(tree.node(event, span, 0)?),
        }
    }
    Ok(documents)
}

struct Tree<'s, 't, 'b> {
    source: &'s Source<'t>,
    bytes: Vec<usize>,
    events: Parser<'b, StrInput<'b>>,
    anchors: HashMap<usize, Rc<Node>>,
    nodes: usize,
}

impl<'b> Tree<'_, '_, 'b> {
    fn next(&mut self) -> Result<Option<(Event<'b>, Span)>, Unreadable> {
        match self.events.next_event() {
            None => Ok(None),
            Some(Ok(event)) => Ok(Some(event)),
            Some(Err(error)) => Err(Unreadable {
                line: u32::try_from(error.marker().line()).ok(),
                reason: format!("this is not YAML any more: {}", error.info()),
            }),
        }
    }

    fn place(&self, span: Span) -> Range<usize> {
        let byte = |index: usize| self.bytes.get(index).copied().unwrap_or(self.source.text.len());
        let start = byte(span.start.index());
        start..byte(span.end.index()).max(start)
    }

    fn too_much(&self, span: Span, reason: &str) -> Unreadable {
        Unreadable { line: u32::try_from(span.start.line()).ok(), reason: reason.to_owned() }
    }

    fn node(&mut self, event: Event<'b>, span: Span, depth: usize) -> Result<Rc<Node>, Unreadable> {
        self.nodes += 1;
        if depth > DEEPEST {
            return Err(self.too_much(span, "the YAML is nested too deeply to be a configuration"));
        }
        if self.nodes > MOST_NODES {
            return Err(self.too_much(span, "the YAML has too many parts to be a configuration"));
        }
        let (anchor, node) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.filter(|tag| !tag.is_yaml_core_schema()).map(|tag| tag.suffix.clone());
                (anchor, Node::Scalar { value: self.scalar(&text, style, span), tag })
            }
            Event::SequenceStart(anchor, _) => {
                let mut parts = Vec::new();
                while let Some((event, span)) = self.next()? {
                    if event == Event::SequenceEnd {
                        break;
                    }
                    parts.push(self.node(event, span, depth + 1)?);
                }
                (anchor, Node::Seq(parts))
            }
            Event::MappingStart(anchor, _) => {
                let mut pairs = Vec::new();
                while let Some((event, span)) = self.next()? {
                    if event == Event::MappingEnd {
                        break;
                    }
                    let key = match &event {
                        Event::Scalar(text, ..) => text.to_string(),
                        _ => String::new(),
                    };
                    let at = self.place(span);
                    if !matches!(event, Event::Scalar(..)) {
                        // A key that is a map itself: nothing of ours, but its events have to be read.
                        self.node(event, span, depth + 1)?;
                    }
                    let Some((event, span)) = self.next()? else { break };
                    pairs.push(Pair { key, at, node: self.node(event, span, depth + 1)? });
                }
                (anchor, Node::Map(pairs))
            }
            Event::Alias(anchor) => {
                let at = self.place(span).start;
                let known = self.anchors.get(&anchor).cloned();
                let node =
                    known.ok_or_else(|| self.too_much(span, "an alias (*) to a part that is not there"))?;
                (0, Node::Alias { at, node })
            }
            _ => return Err(self.too_much(span, "this is not YAML any more: a part is missing")),
        };
        let node = Rc::new(node);
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&node));
        }
        Ok(node)
    }

    fn scalar(&self, text: &str, style: ScalarStyle, span: Span) -> Value {
        let whole = self.place(span);
        let units = yaml_scalar::units(self.source.slice(whole.clone()), style, whole.start);
        let mut value = Value::aligned(text, &units, whole.clone());
        if let Some(name) = yaml_scalar::template(self.source.slice(whole)) {
            value.expands = Some(name);
        }
        value
    }
}
