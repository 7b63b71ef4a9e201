//! The line above a table that says which brokers did not answer, and what that means for what is shown. Its reasons open on
//! demand; without this line a total that leaves brokers out would pass for the whole.

use contract::{ApiError, BrokerFailure, ErrorKind};
use leptos::prelude::*;

use crate::{
    model::{cell::sentence, freshness::Stamp, number::of, time::age},
    state::app::App,
};

/// For the view in `stamp`.
pub fn failures(app: App, stamp: RwSignal<Option<Stamp>>) -> impl IntoView {
    let open = RwSignal::new(false);
    let failures = Memo::new(move |_| {
        stamp.with(|stamp| stamp.as_ref().map(|stamp| stamp.freshness.failures.clone()).unwrap_or_default())
    });
    let asked =
        Memo::new(move |_| stamp.with(|stamp| stamp.as_ref().map_or(0, |stamp| stamp.freshness.asked)));
    let whole = Memo::new(move |_| {
        stamp.with(|stamp| {
            let stamp = stamp.as_ref()?;
            // Without any figure from before, the page itself says it.
            stamp.freshness.oldest?;
            stamp.failure().cloned()
        })
    });
    view! {
        {move || whole.get().map(|error| refused(app, error))}
        {move || {
            let failures = failures.get();
            (!failures.is_empty() && whole.with(Option::is_none)).then(|| partly(app, failures, asked.get(), open))
        }}
    }
}

fn refused(app: App, error: ApiError) -> impl IntoView {
    view! {
        <div class="note" role="alert" data-testid="refresh-failed">
            <b>"The last refresh failed."</b>
            <span>{sentence(&error)}" What is shown is from before."</span>
            <button type="button" class="btn" on:click=move |_| app.refresh()>
                "Ask again"
            </button>
        </div>
    }
}

fn partly(app: App, failures: Vec<BrokerFailure>, asked: u32, open: RwSignal<bool>) -> impl IntoView {
    let count = u32::try_from(failures.len()).unwrap_or(u32::MAX);
    let only = failures.first().filter(|_| asked == 1 && count == 1);
    let only = only.map(|failure| (failure.broker, failure.error.kind == ErrorKind::NoTarget));
    let head = if let Some((broker, unasked)) = only {
        format!("Broker {broker} {}.", if unasked { "was not asked" } else { "did not answer" })
    } else if asked == 0 {
        format!("{} did not answer.", of(count, "broker", "brokers"))
    } else {
        format!("{count} of {} did not answer.", of(asked, "broker", "brokers"))
    };
    let oldest = failures.iter().filter_map(|failure| failure.last_good).map(|at| at.0).min();
    let whose = if count == 1 { "Its" } else { "Their" };
    let it = if count == 1 { "it" } else { "they" };
    let means = move || match oldest {
        Some(at) if only.is_some() => {
            format!("What is shown is what it said {} ago.", age(app.now.get() - at))
        }
        None if only.is_some() => "Nothing was heard of it yet.".to_owned(),
        Some(at) => {
            let ago = age(app.now.get() - at);
            format!(
                "{whose} rows show what {it} said {ago} ago; totals leave {} out.",
                if count == 1 { "it" } else { "them" }
            )
        }
        None => format!(
            "Nothing was heard of {} yet; totals leave {} out.",
            if count == 1 { "it" } else { "them" },
            if count == 1 { "it" } else { "them" }
        ),
    };
    let lines = move || {
        open.get().then(|| {
            let lines = failures
                .iter()
                .map(|failure| {
                    view! {
                        <li>
                            <b>{format!("Broker {}", failure.broker)}</b>
                            <span>{sentence(&failure.error)}</span>
                        </li>
                    }
                })
                .collect_view();
            view! { <ul class="reasons">{lines}</ul> }
        })
    };
    view! {
        <div class="note" role="status" data-testid="broker-failures">
            <b>{head}</b>
            <span>{means}</span>
            <button
                type="button"
                class="btn"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {move || if open.get() { "Close" } else { "Why" }}
            </button>
            {lines}
        </div>
    }
}
