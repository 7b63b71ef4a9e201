//! How the open connection is reached and as whom, at the end of the status line, and as a list over the page. What counts down is
//! counted from the moment that the core told, by this window's clock.

use contract::{Forwarded, Passage, PassageState, RuleUse, SignedIn, Way};
use leptos::prelude::*;

use super::{dialogs, drawings::Icon, icon::icon};
use crate::{
    ipc,
    model::{
        cell::{Tone, sentence},
        found::movable,
        route::{Desk, Part, Route},
        time::{age, clock, utc},
        way::{all, goes, session, signed_in, since, state, token},
    },
    state::{app::App, dialog::Dialog},
};

/// The end of the status line.
pub fn in_line(app: App) -> impl IntoView {
    let way = Memo::new(move |_| app.way.with(|way| way.as_ref().and_then(|way| way.as_ref().ok().cloned())));
    let goes = Memo::new(move |_| {
        way.with(|way| way.as_ref().and_then(|way| goes(way).map(|words| (words, all(&way.passages)))))
    });
    let signed =
        Memo::new(move |_| way.with(|way| way.as_ref().and_then(|way| signed_in(way, app.now.get()))));
    // Drawn again only when it comes or goes, so that its words may count down under the focus.
    let is_signed = Memo::new(move |_| signed.with(Option::is_some));
    let open = move |_| dialogs::open(app, Dialog::Way);
    view! {
        <div class="ways">
            {move || goes.get().map(|(words, stands)| {
                let (stands, tone) = stands.map_or((None, Tone::Plain), |(word, tone)| (Some(word), tone));
                view! {
                    <button type="button" data-testid="way" aria-haspopup="dialog" title="How the brokers are reached" on:click=open>
                        <span class=tone.class()>{icon(sign(tone, stands.as_deref()))}</span>
                        {words}
                        {stands.map(|stands| view! { <b class=tone.class() data-testid="way-state">{stands}</b> })}
                    </button>
                }
            })}
            {move || is_signed.get().then(|| view! {
                <button type="button" data-testid="signed-in" aria-haspopup="dialog" title="Who is signed in, and until when" on:click=open>
                    {icon(Icon::Key)}
                    <span class=move || signed.get().map(|(_, tone)| tone.class())>
                        {move || signed.get().map(|(words, _)| words)}
                    </span>
                </button>
            })}
        </div>
    }
}

/// A sign of its own for each state, so that none is told by its colour alone.
fn sign(tone: Tone, word: Option<&str>) -> Icon {
    match (tone, word) {
        (Tone::Red, _) => Icon::Bad,
        (Tone::Amber, _) => Icon::Warning,
        (Tone::Dim, Some("starting")) => Icon::Waiting,
        (Tone::Dim, _) => Icon::Skipped,
        // Rules alone have no state: nothing is claimed of them.
        (Tone::Plain, None) => Icon::Plug,
        (Tone::Plain, Some(_)) => Icon::Fine,
    }
}

/// All of it, over the page.
pub(super) fn body(app: App) -> impl IntoView {
    let way = Memo::new(move |_| app.way.get());
    let edit = app.route.with_untracked(|route| route.cluster().map(str::to_owned)).filter(|id| movable(id));
    let edit = edit.map(|id| Route::Desk(Desk::Edit { id: Some(id), part: Part::Reach }).href());
    view! {
        <div class="way" data-testid="way-dialog">
            {move || match way.get() {
                None => view! { <p role="status">"Asked the core how this connection is reached."</p> }.into_any(),
                Some(Err(error)) => view! { <p class="red" role="alert">{sentence(&error)}</p> }.into_any(),
                Some(Ok(way)) => whole(app, way).into_any(),
            }}
            <div class="row end">
                {edit.map(|href| view! {
                    <a class="btn ghost" href=href data-testid="edit-way" on:click=move |_| app.dialog.set(None)>"Change how it is reached"</a>
                })}
                <button type="button" class="btn" data-first=true on:click=move |_| app.dialog.set(None)>"Close"</button>
            </div>
        </div>
    }
}

fn whole(app: App, way: Way) -> impl IntoView {
    let straight = way.passages.is_empty() && way.rules.is_empty();
    let through = (!way.passages.is_empty()).then(|| {
        let passages = way.passages.iter().map(|one| passage(app, one)).collect_view();
        view! {
            <section>
                <h2>"Goes through"</h2>
                {passages}
            </section>
        }
    });
    let rules = (!way.rules.is_empty()).then(|| {
        let rules = way.rules.iter().zip(1..).map(|(one, number)| rule(one, number)).collect_view();
        view! {
            <section>
                <h2>"Other addresses"</h2>
                {rules}
            </section>
        }
    });
    let more = way.more_sign_ins;
    let nobody = way.sign_ins.is_empty();
    let signed = (!way.anonymous).then(|| {
        let lines = way.sign_ins.iter().map(|one| sign_in(app, one)).collect_view();
        view! {
            <section data-testid="sign-ins">
                <h2>"Signed in"</h2>
                {nobody.then(|| view! { <p class="dim">"No connection is signed in right now; the next one that is needed signs in again."</p> })}
                {lines}
                {(more > 0).then(|| view! { <p class="dim">{format!("and {more} more, which end later")}</p> })}
            </section>
        }
    });
    view! {
        {straight.then(|| view! { <p class="dim" data-testid="straight">"Brokers are dialled as they advertise themselves."</p> })}
        {through}
        {rules}
        {signed}
        {way.anonymous.then(|| view! { <p class="dim">"Nobody signs in on this connection."</p> })}
    }
}

fn passage(app: App, passage: &Passage) -> impl IntoView + use<> {
    let (word, tone, at) = state(&passage.state);
    let starting = match passage.state {
        PassageState::Starting { .. } => "starting",
        _ => word,
    };
    let why = match &passage.state {
        PassageState::Ended { why, .. } | PassageState::Unanswered { why, .. } => Some(why.clone()),
        _ => None,
    };
    let none = match passage.state {
        PassageState::Idle => "It is started when a broker is dialled.",
        _ => "Nothing leads through it.",
    };
    let none = passage.ports.is_empty().then_some(none);
    view! {
        <div class="passage" data-testid="passage" data-state=word>
            <div class="line">
                <span class=tone.class()>{icon(sign(tone, Some(starting)))}</span>
                <b class="mono">{passage.what.clone()}</b>
                <span class=tone.class()>{word}</span>
                {at.map(|at| moment(app, at, "for ", ""))}
                {passage.pid.map(|pid| view! { <small>{format!("process {pid}")}</small> })}
            </div>
            {why.map(|why| view! { <p class="red" data-testid="why-ended">{why}</p> })}
            {none.map(|none| view! { <p class="dim">{none}</p> })}
            {ports(&passage.ports, passage.more)}
        </div>
    }
}

fn rule(rule: &RuleUse, number: usize) -> impl IntoView + use<> {
    let idle = rule.applies.is_empty() && rule.more == 0;
    view! {
        <div class="passage" data-testid="rule-use">
            <div class="line">
                <small>{format!("Rule {number}")}</small>
                <span class="mono">{rule.from.clone()}</span>
                <span class="dim">"is found at"</span>
                <span class="mono">{rule.to.clone()}</span>
            </div>
            {idle.then(|| view! { <p class="dim">"Fits no address that is known now."</p> })}
            {ports(&rule.applies, rule.more)}
        </div>
    }
}

fn ports(ports: &[Forwarded], more: u32) -> impl IntoView + use<> {
    let lines = ports
        .iter()
        .map(|port| {
            let who = port.broker.map_or_else(|| "given".to_owned(), |broker| format!("broker {broker}"));
            // A proxy dials the address as it is: the same twice would say nothing.
            let place = (port.place != port.address).then(|| port.place.clone());
            view! {
                <li>
                    <small>{who}</small>
                    <span class="mono">{port.address.clone()}</span>
                    <span class="mono">{place.map(|place| view! { <span class="dim">"→ "</span>{place} })}</span>
                </li>
            }
        })
        .collect_view();
    let more = (more > 0).then(|| view! { <li class="dim"><small></small>{format!("and {more} more")}</li> });
    view! { <ul class="ports">{lines}{more}</ul> }
}

fn sign_in(app: App, signed: &SignedIn) -> impl IntoView + use<> {
    let who = signed.broker.map_or_else(|| "given".to_owned(), |broker| format!("broker {broker}"));
    let (end, until, at) = (signed.token, signed.until.map(|until| until.0), signed.at.0);
    let said = signed.clone();
    let token_tone = move || token(end, app.now.get()).map(|(_, tone)| tone.class());
    let has_token = token(end, app.now.get_untracked()).is_some();
    view! {
        <div class="passage" data-testid="sign-in">
            <div class="line">
                <small>{who}</small>
                <span class="mono">{signed.address.clone()}</span>
                <span>{signed.user.clone()}<span class="dim">{format!(" by {}", signed.mechanism)}</span></span>
            </div>
            <p class="facts">
                <span class="fact" tabindex="0" data-note=utc(at)>{move || since(&said, app.now.get())}</span>
                {has_token.then(|| view! {
                    <span class=token_tone data-testid="token-end">{move || token(end, app.now.get()).map(|(words, _)| words)}</span>
                })}
                <span class=move || session(until, app.now.get()).1.class() data-testid="session-end">
                    {move || format!("session: {}", session(until, app.now.get()).0)}
                </span>
            </p>
        </div>
    }
}

/// Since when, counting on, with the moment in its card.
fn moment(app: App, at: i64, before: &'static str, after: &'static str) -> impl IntoView {
    let exact = format!("Since {}, {}", clock(at, ipc::west_of_utc()), utc(at));
    view! {
        <small class="fact" tabindex="0" data-note=exact>{move || format!("{before}{}{after}", age(app.now.get() - at))}</small>
    }
}
