//! Every line of what was read, with what became of it. Nothing is dropped without a word: a setting that was lost would be looked for
//! on the brokers.

use contract::{Imported, ImportedLine};
use leptos::prelude::*;

use crate::{
    components::{drawings::Icon, icon::icon},
    model::{
        cell::Tone,
        import_words::{tally, verdict},
    },
};

pub(super) fn lines(imported: &Imported) -> impl IntoView + use<> {
    let told = tally(imported.lines.iter().map(|line| &line.verdict));
    let format = imported.format.clone();
    let rows = imported.lines.iter().map(line).collect_view();
    view! {
        <section class="section">
            <h2>"Line by line"</h2>
            <p class="sub" data-testid="import-format">{format!("Read as {format}: {told}.")}</p>
        </section>
        <table class="told" data-testid="import-lines">
            <thead>
                <tr>
                    <th class="num line-number">"Line"</th>
                    <th class="line-text">"As it stood"</th>
                    <th class="line-verdict">"Verdict"</th>
                    <th>"What became of it"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn line(line: &ImportedLine) -> impl IntoView + use<> {
    let (word, tone, why) = verdict(&line.verdict);
    let symbol = match tone {
        Tone::Plain => Some(Icon::Check),
        Tone::Dim if word.is_empty() => None,
        Tone::Dim => Some(Icon::Skipped),
        Tone::Amber => Some(Icon::Warning),
        Tone::Red => Some(Icon::Bad),
    };
    let why = why.to_owned();
    view! {
        <tr class:quiet-line=word.is_empty() data-verdict=word>
            <td class="num dim">{line.number}</td>
            <td class="mono" title=line.text.clone()>{line.text.clone()}</td>
            <td class=tone.class()>{symbol.map(icon)}<span>{word}</span></td>
            <td class="dim">{why}</td>
        </tr>
    }
}
