//! Where a secret is to be kept: the keychain, the encrypted file, or this session. What can't be had here says why instead of
//! missing, and a file that is not open asks for its pass phrase in the same place.

use contract::{ApiError, Concealed, Keep, SecretFile, Secrets, UnlockSecrets};
use leptos::prelude::*;

use crate::{
    ipc,
    model::secret_words::{first_choice, pass_phrase_problem, place},
};

/// What is chosen and typed.
#[derive(Clone, Copy)]
pub struct Keeping {
    pub keep: RwSignal<Keep>,
    once: RwSignal<String>,
    twice: RwSignal<String>,
    pub file: RwSignal<SecretFile>,
}

impl Keeping {
    #[must_use]
    pub fn new() -> Keeping {
        Keeping {
            keep: RwSignal::new(Keep::Session),
            once: RwSignal::new(String::new()),
            twice: RwSignal::new(String::new()),
            file: RwSignal::new(SecretFile::Missing),
        }
    }

    /// Takes what this machine offers; the choice so far is replaced the first time only.
    pub fn offered(self, secrets: &Secrets, first: bool) {
        self.file.set(secrets.file);
        if first {
            self.keep.set(first_choice(secrets));
        }
    }

    /// What is wrong with the pass phrase, where one is wanted.
    #[must_use]
    pub fn problem(self) -> Option<&'static str> {
        if self.keep.get_untracked() != Keep::File {
            return None;
        }
        self.pass_phrase_problem()
    }

    #[must_use]
    pub fn pass_phrase_problem(self) -> Option<&'static str> {
        pass_phrase_problem(
            self.file.get_untracked(),
            &self.once.get_untracked(),
            &self.twice.get_untracked(),
        )
    }

    /// Opens the encrypted file, if that is where to and it is not open.
    ///
    /// # Errors
    /// What the core says.
    pub async fn ready(self) -> Result<(), ApiError> {
        if self.keep.get_untracked() == Keep::File { self.open().await } else { Ok(()) }
    }

    /// Opens the encrypted file, unless it is open.
    ///
    /// # Errors
    /// What the core says.
    pub async fn open(self) -> Result<(), ApiError> {
        if self.file.get_untracked() == SecretFile::Open {
            return Ok(());
        }
        let pass_phrase = Concealed(self.once.get_untracked());
        let opened = ipc::call(UnlockSecrets { pass_phrase }).await;
        let _typed = self.once.try_set(String::new());
        let _typed = self.twice.try_set(String::new());
        let _file = self.file.try_set(opened?);
        Ok(())
    }
}

impl Default for Keeping {
    fn default() -> Keeping {
        Keeping::new()
    }
}

/// The choice as radio buttons.
pub fn choice(keeping: Keeping, secrets: &Secrets) -> impl IntoView + use<> {
    let options = [Keep::Keychain, Keep::File, Keep::Session]
        .into_iter()
        .map(|keep| {
            let (name, says) = place(keep);
            let refused = match keep {
                Keep::Keychain => secrets.no_keychain.clone(),
                Keep::File | Keep::Session => None,
            };
            let not = refused.is_some();
            let says = match keep {
                Keep::File => format!("{says} {}", secrets.file_path),
                Keep::Keychain | Keep::Session => refused.unwrap_or_else(|| says.to_owned()),
            };
            let word = match keep {
                Keep::Keychain => "keychain",
                Keep::File => "file",
                Keep::Session => "session",
            };
            view! {
                <label class="choice" class:not=not>
                    <input
                        type="radio"
                        name="keep"
                        value=word
                        disabled=not
                        data-testid=format!("keep-{word}")
                        prop:checked=move || keeping.keep.get() == keep
                        on:change=move |_| keeping.keep.set(keep)
                    />
                    <span>
                        <b>{name}</b>
                        <small>{says}</small>
                    </span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="choices">
            <legend>"Where to keep it"</legend>
            {options}
            {move || {
                (keeping.keep.get() == Keep::File && keeping.file.get() != SecretFile::Open)
                    .then(|| pass_phrase(keeping, false))
            }}
        </fieldset>
    }
}

/// The pass phrase, typed once for a file that is there, and twice for a new one.
pub fn pass_phrase(keeping: Keeping, first: bool) -> impl IntoView {
    let new = keeping.file.get() == SecretFile::Missing;
    let field = move |value: RwSignal<String>, label: &'static str, test: &'static str, first: bool| {
        view! {
            <label>
                {label}
                <input
                    class="field"
                    type="password"
                    autocomplete="off"
                    data-first=first
                    data-testid=test
                    prop:value=value
                    on:input=move |event| value.set(event_target_value(&event))
                />
            </label>
        }
    };
    let label = if new { "New pass phrase for the file" } else { "Pass phrase of the file" };
    view! {
        <div class="pass-phrase">
            {field(keeping.once, label, "pass-phrase", first)}
            {new.then(|| field(keeping.twice, "The same once more", "pass-phrase-again", false))}
            {new.then(|| view! { <small class="dim">"It can't be found out again: what is in the file would have to be given anew."</small> })}
        </div>
    }
}
