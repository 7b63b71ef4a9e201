//! One address and its steps, from its name to what it says of the cluster.

use contract::{Patient, Step, StepOutcome};
use leptos::prelude::*;

use crate::{
    components::{drawings::Icon, icon::icon},
    model::{
        examined::{outcome, role, standing, step as title},
        time::took_us,
    },
};

const fn sign(outcome: StepOutcome) -> Icon {
    match outcome {
        StepOutcome::Running => Icon::Waiting,
        StepOutcome::Passed => Icon::Fine,
        StepOutcome::Warned => Icon::Warning,
        StepOutcome::Failed => Icon::Bad,
        StepOutcome::Skipped => Icon::Skipped,
    }
}

pub(super) fn patient(patient: &Patient) -> impl IntoView + use<> {
    let stands = standing(patient);
    let (word, tone) = outcome(stands);
    let steps = patient.steps.iter().map(step).collect_view();
    view! {
        <section class="patient" data-testid="patient" data-outcome=word>
            <h2>
                <span class=tone.class()>{icon(sign(stands))}</span>
                <span class="mono">{patient.address.clone()}</span>
                <small>{role(&patient.role)}</small>
            </h2>
            <ol>{steps}</ol>
        </section>
    }
}

fn step(step: &Step) -> impl IntoView + use<> {
    let (word, tone) = outcome(step.outcome);
    let class = format!("outcome {}", tone.class());
    let details = (!step.details.is_empty()).then(|| {
        let lines = step
            .details
            .iter()
            .map(|(name, value)| view! { <dt>{name.clone()}</dt><dd class="mono">{value.clone()}</dd> })
            .collect_view();
        view! {
            <details>
                <summary>"Details"</summary>
                <dl>{lines}</dl>
            </details>
        }
    });
    let took = step.took.map(|took| took_us(i64::from(took)));
    view! {
        <li data-testid="step" data-step=title(step.kind) data-outcome=word>
            <span class=class>{icon(sign(step.outcome))}<span>{word}</span></span>
            <span class="kind">{title(step.kind)}</span>
            <div class="says">
                <p>
                    {step.place.clone().map(|place| view! { <span class="mono place">{place}</span>" " })}
                    {step.result.clone()}
                </p>
                {step.meaning.clone().map(|meaning| view! { <p class="dim">{meaning}</p> })}
                {step.advice.clone().map(|advice| view! { <p class="advice"><b>"Try: "</b>{advice}</p> })}
                {details}
            </div>
            <span class="num dim took">{took}</span>
        </li>
    }
}
