//! One place of a table: a heading, a row with its detail, or a row that is still on its way.

use std::sync::Arc;

use leptos::prelude::*;

use crate::{
    components::pieces::{Reach, pieces},
    model::{
        column::Align,
        shown::{Item, ShownRow},
        store::Kept,
    },
    state::{app::App, plan::Plan, sources::Sources, table::Table},
};

/// What stands at a place now.
pub(super) fn item(app: App, table: Table, place: u32) -> impl IntoView {
    let item = Memo::new(move |_| table.plan.with(|plan| plan.item(place)));
    move || match item.get() {
        Some(Item::Heading(row)) => heading(app, table, row).into_any(),
        Some(Item::Row(row)) => self::row(app, table, place, row).into_any(),
        None => ().into_any(),
    }
}

fn kept(table: Table, row: u32) -> Memo<Option<Kept<Sources>>> {
    Memo::new(move |_| table.feed.store.with(|store| store.get(row).cloned()))
}

fn heading(app: App, table: Table, row: u32) -> impl IntoView {
    let kept = kept(table, row);
    let span = move || table.span();
    let inside = move || {
        kept.get()
            .and_then(|kept| kept.row.group.as_ref().map(|group| pieces(app, &group.pieces, Reach::Tab)))
    };
    view! {
        <tr class="group">
            <td colspan=span>{inside}</td>
        </tr>
    }
}

fn row(app: App, table: Table, place: u32, row: u32) -> impl IntoView {
    let kept = kept(table, row);
    let key = Memo::new(move |_| kept.with(|kept| kept.as_ref().map(|kept| kept.row.key.clone())));
    let chosen = Memo::new(move |_| {
        table.selection.with(|selection| key.with(|key| selection.is(key.as_deref(), place)))
    });
    let open = Memo::new(move |_| key.with(|key| key.is_some() && table.open.with(|open| open == key)));
    let lost = Memo::new(move |_| kept.with(|kept| kept.as_ref().is_some_and(|kept| kept.row.lost)));
    let sources = move || kept.with(|kept| kept.as_ref().map(|kept| kept.sources.id().to_string()));
    let row_now = move || kept.with_untracked(|kept| kept.as_ref().map(|kept| Arc::clone(&kept.row)));
    let click = move |_| {
        table.choose(place);
        if let Some(row) = row_now()
            && row.target.is_none()
            && !selecting()
        {
            table.toggle(&row);
        }
    };
    let enter = move |_| {
        if let Some(target) = row_now().and_then(|row| row.target.clone()) {
            app.go(&target);
        }
    };
    let cells = move || match kept.get().filter(|kept| fits(table, &kept.row)) {
        Some(kept) => cells(app, table, &kept.row).into_any(),
        None => waiting(table).into_any(),
    };
    let detail = move || {
        open.get().then(|| {
            kept.get().filter(|kept| !kept.row.detail.is_empty()).map(|kept| detail(app, table, &kept.row))
        })
    };
    view! {
        <tr
            class:sel=chosen
            class:lost=lost
            class:open=open
            data-key=move || key.get()
            data-sources=sources
            aria-selected=move || chosen.get().to_string()
            on:click=click
            on:dblclick=enter
        >
            {cells}
        </tr>
        {detail}
    }
}

/// Whether a row was drawn for the columns of now. Between another order and its answer it was not, and its figures would stand
/// under the wrong headers.
fn fits(table: Table, row: &ShownRow) -> bool {
    let headed = table.plan.with(|plan| matches!(plan, Plan::Headed(_)));
    headed == row.group.is_some() && table.columns.with(Vec::len) == row.cells.len()
}

/// Text is being marked to be copied: a click is then no wish to open.
fn selecting() -> bool {
    window().get_selection().ok().flatten().is_some_and(|selection| !selection.is_collapsed())
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Right => "num",
        Align::Center => "center",
    }
}

fn cells(app: App, table: Table, row: &ShownRow) -> impl IntoView + use<> {
    let (columns, drawn) = (table.columns.get(), table.drawn.get());
    let cells = columns.iter().zip(row.cells.iter()).zip(drawn).filter(|(_, drawn)| *drawn);
    cells
        .map(|((column, cell), _)| {
            view! {
                <td class=class(column.align) data-col=column.id.clone()>
                    {pieces(app, cell, Reach::Arrows)}
                </td>
            }
        })
        .collect::<Vec<_>>()
}

/// A row that was scrolled to before it was told: asked for, not empty.
fn waiting(table: Table) -> impl IntoView {
    let (columns, drawn) = (table.columns.get(), table.drawn.get());
    let cell = |column: &crate::model::column::Column| {
        view! { <td class=class(column.align) data-col=column.id.clone()><span class="asking">"·"</span></td> }
    };
    columns.iter().zip(drawn).filter(|(_, drawn)| *drawn).map(|(column, _)| cell(column)).collect::<Vec<_>>()
}

fn detail(app: App, table: Table, row: &ShownRow) -> impl IntoView + use<> {
    let span = move || table.span();
    let lines = row
        .detail
        .iter()
        .map(|line| {
            view! {
                <li>
                    <span class="label">{line.label.clone()}</span>
                    <span class="line">{pieces(app, &line.pieces, Reach::Tab)}</span>
                </li>
            }
        })
        .collect::<Vec<_>>();
    view! {
        <tr class="detail">
            <td colspan=span><ul>{lines}</ul></td>
        </tr>
    }
}
