//! A cell's pieces as document nodes. Each figure carries, as attributes, what the source card needs to find its origin; the card
//! is one for the whole page.

use contract::ReplicaState;
use leptos::prelude::*;

use super::{copy::copy, drawings::Icon, icon::icon};
use crate::{
    model::{
        cell::{Figure, Knowing, Piece, Tone, Words},
        rows::partitions::{mark, mark_class},
        time::{age, utc},
    },
    state::app::App,
};

/// How a figure is reached by keyboard: by Tab on pages of few, by the arrow keys in a table's chosen row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Tab,
    Arrows,
}

impl Reach {
    const fn index(self) -> &'static str {
        match self {
            Reach::Tab => "0",
            Reach::Arrows => "-1",
        }
    }
}

/// All pieces of a cell.
pub fn pieces(app: App, pieces: &[Piece], reach: Reach) -> impl IntoView + use<> {
    pieces.iter().map(|piece| draw(app, piece, reach)).collect::<Vec<_>>()
}

fn draw(app: App, piece: &Piece, reach: Reach) -> AnyView {
    match piece {
        Piece::Text(words) => text(words, reach).into_any(),
        Piece::Figure(figure) => self::figure(figure, reach).into_any(),
        Piece::Tag { text, tone, note } => tag(text, *tone, note.as_deref(), reach).into_any(),
        Piece::Bar { kafka, other } => bar(*kafka, *other).into_any(),
        Piece::Replica(state) => replica(*state).into_any(),
        Piece::Age { at, before, tone } => counting(app, *at, before, *tone, reach).into_any(),
        Piece::Command(text) => command(text.clone()).into_any(),
        Piece::Link { text, href, mono } => view! {
            <a class:mono=*mono href=href.clone() title=text.clone() tabindex=reach.index()>
                {text.clone()}
            </a>
        }
        .into_any(),
    }
}

fn command(text: String) -> impl IntoView + use<> {
    let shown = text.clone();
    view! {
        {copy("Copy", "copy-command", move || Some(text.clone()))}
        <span class="mono" title=shown.clone()>{shown.clone()}</span>
    }
}

/// A figure with its source in reach.
pub fn figure(figure: &Figure, reach: Reach) -> impl IntoView + use<> {
    let mut class = String::from("fact");
    for part in [
        figure.tone.class(),
        if figure.mono { "mono" } else { "" },
        if figure.strong { "strong" } else { "" },
        match figure.knowing {
            Knowing::Known => "",
            Knowing::Stale => "stale",
            Knowing::Asking => "asking",
            Knowing::Missing => "missing",
        },
    ] {
        if !part.is_empty() {
            class.push(' ');
            class.push_str(part);
        }
    }
    view! {
        <span
            class=class
            tabindex=reach.index()
            data-knowing=figure.knowing.word()
            data-about=figure.about
            data-source=figure.source.map(|source| source.to_string())
            data-why=figure.why.map(|why| why.to_string())
            data-unit=figure.unit
            data-exact=figure.exact.clone()
        >
            {figure.text.clone()}
        </span>
    }
}

fn text(words: &Words, reach: Reach) -> impl IntoView + use<> {
    let mut class = String::from(words.tone.class());
    if words.mono {
        class.push_str(" mono");
    }
    if words.strong {
        class.push_str(" strong");
    }
    if words.note.is_some() {
        class.push_str(" fact");
    }
    let title = words.note.is_none().then(|| words.text.clone());
    let reach = words.note.is_some().then(|| reach.index());
    view! {
        <span class=class title=title data-note=words.note.clone() tabindex=reach>
            {words.text.clone()}
        </span>
    }
}

fn tag(text: &str, tone: Tone, note: Option<&str>, reach: Reach) -> impl IntoView + use<> {
    let mut class = format!("tag {}", tone.class());
    if note.is_some() {
        class.push_str(" fact");
    }
    let reach = note.map(|_| reach.index());
    view! {
        <span class=class data-note=note.map(str::to_owned) tabindex=reach>
            {text.to_owned()}
        </span>
    }
}

fn bar(kafka: f64, other: f64) -> impl IntoView + use<> {
    let says = format!("Kafka {kafka:.0} %, other {other:.0} %, free {:.0} %", 100.0 - kafka - other);
    view! {
        <span class="bar" role="img" aria-label=says.clone() title=says>
            <i style:width=move || format!("{kafka:.1}%")></i>
            <i class="other" style:width=move || format!("{other:.1}%")></i>
        </span>
    }
}

fn replica(state: ReplicaState) -> impl IntoView + use<> {
    let (sign, word) = mark(state);
    let inside = match sign {
        Some(sign) => sign.into_any(),
        None => icon(Icon::Check).into_any(),
    };
    view! {
        <span class=mark_class(state) title=word data-replica=word>
            {inside}
        </span>
    }
}

/// An age that counts on, with the moment in its card.
fn counting(app: App, at: i64, before: &'static str, tone: Tone, reach: Reach) -> impl IntoView + use<> {
    let ago = if before.is_empty() || before == "for " { "" } else { " ago" };
    view! {
        <span class=format!("fact {}", tone.class()) data-note=utc(at) tabindex=reach.index()>
            {move || format!("{before}{}{ago}", age(app.now.get() - at))}
        </span>
    }
}
