//! The table: a sticky header, and only those rows in the document that are in view. Row heights are fixed (`model::window`), so
//! ten thousand rows cost what forty do. Rows are drawn by place: a refresh changes texts and leaves focus where it is.

mod row;

use leptos::{ev, html, prelude::*};

use super::{drawings::Icon, icon::icon, standing};
use crate::{
    model::{
        column::{Align, Column},
        layout::Width,
        route::Filter,
    },
    state::{app::App, table::Table},
};

/// Pixels of the header; the styles know the same number.
const HEADER: f64 = 29.0;

/// A table that fills what is left of its page. `empty`: the sentence for a table that really has no rows; `asked`: what is being
/// asked of whom, while nothing has come yet.
pub fn table(app: App, table: Table, asked: &'static str, empty: &'static str) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    app.table.set(Some(table));
    on_cleanup(move || {
        let _gone = app.table.try_set(None);
    });
    let measure = move || {
        if let Some(element) = scroller.try_get_untracked().flatten() {
            let height = (f64::from(element.client_height()) - HEADER).max(0.0);
            if (table.height.get_untracked() - height).abs() > 0.5 {
                table.height.set(height);
            }
            let width = f64::from(element.client_width());
            if (table.width.get_untracked() - width).abs() > 0.5 {
                table.width.set(width);
            }
        }
    };
    let resize = window_event_listener(ev::resize, move |_| measure());
    on_cleanup(move || resize.remove());
    // Notes above the table come and go with its rows, and leave it more or less room.
    Effect::new(move |_| {
        scroller.track();
        table.feed.stamp.track();
        request_animation_frame(measure);
    });
    Effect::new(move |_| {
        if let (Some(to), Some(element)) = (table.scroll_to.get(), scroller.get_untracked()) {
            #[expect(clippy::cast_possible_truncation, reason = "a scroll position")]
            element.set_scroll_top(to as i32);
            table.scroll_to.set(None);
        }
    });
    let on_scroll = move |_| {
        if let Some(element) = scroller.get_untracked() {
            table.scroll_top.set(f64::from(element.scroll_top()));
        }
    };
    let spacer = move |pick: fn(crate::model::window::Slice) -> f64| {
        let height = Memo::new(move |_| pick(table.slice.get()));
        view! {
            <tr class="spacer" aria-hidden="true">
                <td
                    colspan=move || table.span()
                    style:height=move || format!("{}px", height.get())
                ></td>
            </tr>
        }
    };
    view! {
        <div
            class="scroller"
            class:sideways=move || table.layout.with(|layout| layout.least > table.width.get())
            node_ref=scroller on:scroll=on_scroll data-testid="table">
            <table style:min-width=move || format!("{}px", table.layout.with(|layout| layout.least))>
                <colgroup>
                    {move || table.layout.with(|layout| layout.widths.iter().filter_map(col).collect_view())}
                </colgroup>
                <thead>
                    <tr>{move || drawn(table).into_iter().map(|column| header(app, table, column)).collect_view()}</tr>
                </thead>
                <tbody>
                    {spacer(|slice| slice.above)}
                    <For
                        each=move || {
                            let slice = table.slice.get();
                            slice.first..slice.last
                        }
                        key=|item| *item
                        children=move |item| row::item(app, table, item)
                    />
                    {spacer(|slice| slice.below)}
                </tbody>
            </table>
            {standing::of_table(app, table, asked, empty)}
        </div>
    }
}

fn col(width: &Width) -> Option<impl IntoView + use<>> {
    let width = match width {
        Width::Gone => return None,
        Width::Rest => "auto".to_owned(),
        Width::Px(px) => format!("{px}px"),
    };
    Some(view! { <col style:width=move || width.clone() /> })
}

/// The columns that there is room for.
fn drawn(table: Table) -> Vec<Column> {
    let drawn = table.drawn.get();
    table.columns.get().into_iter().zip(drawn).filter_map(|(column, drawn)| drawn.then_some(column)).collect()
}

fn header(app: App, table: Table, column: Column) -> impl IntoView {
    let Column { id, label, hint, align, sorts, warns, .. } = column;
    let hint = (!hint.is_empty()).then_some(hint);
    let class = match align {
        Align::Left => "",
        Align::Right => "num",
        Align::Center => "center",
    };
    let class = if warns { format!("{class} warns") } else { class.to_owned() };
    let inner = match hint.clone() {
        Some(_) => view! { <u>{label}</u> }.into_any(),
        None => label.into_any(),
    };
    if !sorts {
        let reach = hint.as_ref().map(|_| "0");
        return view! {
            <th class=class data-col=id>
                <span data-hint=hint tabindex=reach>{inner}</span>
            </th>
        }
        .into_any();
    }
    let filter = table.feed.filter;
    let by = id.clone();
    let order = move || filter.with(|filter: &Filter| (filter.sort == by).then_some(filter.descending));
    let sorted = order.clone();
    let clicked = id.clone();
    let sort = move |_| {
        let next = filter.get_untracked().sorted_by(&clicked);
        app.replace(app.route.with_untracked(|route| route.with_filter(next)));
    };
    view! {
        <th
            class=class
            data-col=id
            aria-sort=move || match sorted() {
                Some(false) => Some("ascending"),
                Some(true) => Some("descending"),
                None => None,
            }
        >
            <button type="button" data-hint=hint on:click=sort>
                {inner}
                {move || order().map(|down| icon(if down { Icon::Down } else { Icon::Up }))}
            </button>
        </th>
    }
    .into_any()
}
