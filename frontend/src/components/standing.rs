//! How a page stands when it has nothing to show: asking, failed, empty, or narrowed to nothing. Each says what was asked, of whom,
//! what came back and what to try; a blank page would say none of it.

use contract::{ApiError, BrokerFailure};
use leptos::prelude::*;

use super::{drawings::Icon, icon::icon};
use crate::{
    model::route::Filter,
    state::{app::App, table::Table},
};

/// Beneath a table's header, while it has no rows.
pub fn of_table(app: App, table: Table, asked: &'static str, empty: &'static str) -> impl IntoView {
    let feed = table.feed;
    move || {
        if !table.plan.with(crate::state::plan::Plan::is_empty) {
            return None;
        }
        let stamp = feed.stamp.get();
        let answered = feed.store.with(crate::model::store::Store::answered);
        let failure = stamp.as_ref().and_then(|stamp| stamp.failure().cloned());
        if let Some(error) = failure {
            return Some(failed(app, error).into_any());
        }
        let Some(stamp) = stamp.filter(|_| answered) else {
            return Some(asking(asked).into_any());
        };
        let fresh = stamp.freshness;
        if feed.filter.with(Filter::narrows) && feed.told.with(|told| told.total) > 0 {
            return Some(narrowed(app, feed.filter.get()).into_any());
        }
        if fresh.oldest.is_none() {
            if fresh.failures.is_empty() || fresh.loading {
                return Some(asking(asked).into_any());
            }
            return Some(nobody(app, asked, fresh.failures).into_any());
        }
        Some(view! { <div class="standing" data-testid="empty"><p>{empty}</p></div> }.into_any())
    }
}

/// Asked, and not answered yet.
pub fn asking(asked: &'static str) -> impl IntoView {
    view! {
        <div class="standing" data-testid="asking" role="status">
            <p>{asked}" No answer yet."</p>
        </div>
    }
}

/// The asking itself failed.
pub fn failed(app: App, error: ApiError) -> impl IntoView {
    view! {
        <div class="standing bad" data-testid="failed" role="alert">
            {icon(Icon::Bad)}
            <p class="strong">{error.message}</p>
            {error.advice.map(|advice| view! { <p>{advice}</p> })}
            <button type="button" class="btn" on:click=move |_| app.refresh()>
                "Ask again"
            </button>
        </div>
    }
}

fn nobody(app: App, asked: &'static str, failures: Vec<BrokerFailure>) -> impl IntoView {
    let lines = failures
        .into_iter()
        .map(|failure| view! { <li><b>{format!("Broker {}", failure.broker)}</b>" "{failure.error.message}</li> })
        .collect_view();
    view! {
        <div class="standing bad" data-testid="failed" role="alert">
            {icon(Icon::Bad)}
            <p class="strong">{asked}" None of them answered."</p>
            <ul>{lines}</ul>
            <button type="button" class="btn" on:click=move |_| app.refresh()>
                "Ask again"
            </button>
        </div>
    }
}

fn narrowed(app: App, filter: Filter) -> impl IntoView {
    let says = match (filter.search.is_empty(), filter.chip.is_empty()) {
        (true, true) => "No ACL says anything of this.".to_owned(),
        (false, true) => format!("No row matches \"{}\".", filter.search),
        (true, false) => "No row is in this state now.".to_owned(),
        (false, false) => format!("No row in this state matches \"{}\".", filter.search),
    };
    let clear = move |_| {
        let Filter { sort, descending, .. } = filter.clone();
        let filter = Filter { sort, descending, ..Filter::default() };
        app.replace(app.route.with_untracked(|route| route.with_filter(filter)));
    };
    view! {
        <div class="standing" data-testid="narrowed">
            <p>{says}</p>
            <button type="button" class="btn" on:click=clear>
                "Show all"
            </button>
        </div>
    }
}
