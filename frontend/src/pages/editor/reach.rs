//! The way to brokers that can't be dialled as they advertise themselves: what they are found under instead, and what the connections
//! go through. What can't be used is said at its row while it is typed.

use contract::{CheckReach, CheckedReach, SecretKind, Through};
use leptos::{prelude::*, task::spawn_local};

use super::{
    fields::{Look, select, text},
    rules::rules,
    secret::secret,
};
use crate::{
    ipc,
    model::way::Kind,
    state::{app::App, editing::Editing},
};

pub(super) fn part(app: App) -> impl IntoView {
    let editing = app.editing;
    let checked = checked(editing);
    let kind = Memo::new(move |_| editing.draft.with(|draft| Kind::of(&draft.reach.through)));
    let at = move || Kind::ALL.iter().position(|one| *one == kind.get()).unwrap_or_default();
    let pick = move |at: usize| {
        let kind = Kind::ALL.get(at).copied().unwrap_or_default();
        editing.draft.update(|draft| draft.reach.through = kind.blank());
    };
    let problem = move || checked.with(|checked| checked.through.clone());
    view! {
        <p class="aside">
            "For brokers in another network. Without anything here they are dialled as they advertise themselves; with something here, never."
        </p>
        {rules(editing, checked)}
        {select(
            "Connections go",
            move || kind.get().says(),
            "reach-through",
            Kind::ALL.iter().map(|kind| kind.name()).collect(),
            at,
            pick,
        )}
        {move || match kind.get() {
            Kind::Directly => ().into_any(),
            Kind::Socks5 => socks5(app).into_any(),
            Kind::Ssh => text(
                editing,
                "Jump host",
                "As you would type it after ssh: a name of your ssh configuration, or user@host. Your keys, agent and known hosts count.",
                Look { test: "reach-ssh", placeholder: "bastion", verbatim: true, ..Look::default() },
                |draft| match &draft.reach.through { Through::Ssh { host } => host.clone(), _ => String::new() },
                |draft, typed| if let Through::Ssh { host } = &mut draft.reach.through { *host = typed },
            ).into_any(),
            Kind::Kubectl => kubectl(editing).into_any(),
        }}
        {move || problem().map(|problem| view! {
            <div class="setting">
                <span></span>
                <p class="red" role="alert" data-testid="reach-problem">{problem}</p>
            </div>
        })}
    }
}

fn socks5(app: App) -> impl IntoView {
    let editing = app.editing;
    let signs_in = Memo::new(move |_| {
        editing
            .draft
            .with(|draft| matches!(&draft.reach.through, Through::Socks5 { user, .. } if !user.is_empty()))
    });
    view! {
        {text(
            editing,
            "Proxy",
            "Its host and port. The names of brokers are looked up by the proxy, not by this machine.",
            Look { test: "reach-proxy", placeholder: "localhost:1080", verbatim: true, ..Look::default() },
            |draft| match &draft.reach.through { Through::Socks5 { proxy, .. } => proxy.clone(), _ => String::new() },
            |draft, typed| if let Through::Socks5 { proxy, .. } = &mut draft.reach.through { *proxy = typed },
        )}
        {text(
            editing,
            "User at the proxy",
            "Empty: the proxy lets anybody through, as that of ssh -D does.",
            Look { test: "reach-proxy-user", ..Look::default() },
            |draft| match &draft.reach.through { Through::Socks5 { user, .. } => user.clone(), _ => String::new() },
            |draft, typed| if let Through::Socks5 { user, .. } = &mut draft.reach.through { *user = typed },
        )}
        {move || signs_in.get().then(|| secret(
            app,
            SecretKind::ProxyPassword,
            true,
            "Goes to the proxy as it is, since SOCKS5 knows nothing better.",
        ))}
    }
}

fn kubectl(editing: Editing) -> impl IntoView {
    view! {
        {text(
            editing,
            "Context",
            "Of your kubectl configuration. Empty: the current one.",
            Look { test: "reach-context", placeholder: "current context", verbatim: true, ..Look::default() },
            |draft| match &draft.reach.through { Through::Kubectl { context, .. } => context.clone(), _ => String::new() },
            |draft, typed| if let Through::Kubectl { context, .. } = &mut draft.reach.through { *context = typed },
        )}
        {text(
            editing,
            "Namespace",
            "Where the brokers' pods are; an address that names its own namespace counts more.",
            Look { test: "reach-namespace", placeholder: "kafka", verbatim: true, ..Look::default() },
            |draft| match &draft.reach.through { Through::Kubectl { namespace, .. } => namespace.clone(), _ => String::new() },
            |draft, typed| if let Through::Kubectl { namespace, .. } = &mut draft.reach.through { *namespace = typed },
        )}
    }
}

/// What the core can't use of the way as it is typed so far.
fn checked(editing: Editing) -> RwSignal<CheckedReach> {
    let reach = Memo::new(move |_| editing.draft.with(|draft| draft.reach.clone()));
    let told = RwSignal::new(CheckedReach::default());
    let turn = StoredValue::new(0_u64);
    Effect::new(move |_| {
        let reach = reach.get();
        turn.update_value(|turn| *turn += 1);
        let mine = turn.get_value();
        if reach.is_direct() {
            told.set(CheckedReach::default());
            return;
        }
        spawn_local(async move {
            let answer = ipc::call(CheckReach { reach }).await;
            if turn.try_get_value() == Some(mine)
                && let Ok(answer) = answer
            {
                let _told = told.try_set(answer);
            }
        });
    });
    told
}
