//! What the doctor found, in words: each step's name and outcome, and how an address stands as a whole.

use contract::{Patient, Role, StepKind, StepOutcome};

use super::cell::Tone;

#[must_use]
pub const fn step(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Name => "Name",
        StepKind::Tcp => "TCP",
        StepKind::Way => "Way",
        StepKind::Tls => "TLS",
        StepKind::ApiVersions => "First words",
        StepKind::Sasl => "Sign-in",
        StepKind::Metadata => "Brokers",
    }
}

/// An outcome's word and tone. The word stands beside the sign, always.
#[must_use]
pub const fn outcome(outcome: StepOutcome) -> (&'static str, Tone) {
    match outcome {
        StepOutcome::Running => ("Running", Tone::Dim),
        StepOutcome::Passed => ("Passed", Tone::Plain),
        StepOutcome::Warned => ("Look at this", Tone::Amber),
        StepOutcome::Failed => ("Failed", Tone::Red),
        StepOutcome::Skipped => ("Skipped", Tone::Dim),
    }
}

/// "given for this connection, advertised by broker 2"
#[must_use]
pub fn role(role: &Role) -> String {
    match role {
        Role::Bootstrap { broker: None } => "given by you".to_owned(),
        Role::Bootstrap { broker: Some(broker) } => {
            format!("given by you, and advertised by broker {broker}")
        }
        Role::Advertised { broker } => format!("advertised by broker {broker}"),
    }
}

/// How an address stands: by the step that decides it.
#[must_use]
pub fn standing(patient: &Patient) -> StepOutcome {
    let has = |outcome| patient.steps.iter().any(|step| step.outcome == outcome);
    // One dead address of a name is no failure of all while another one went through to the end.
    let through = patient
        .steps
        .last()
        .is_some_and(|last| matches!(last.outcome, StepOutcome::Passed | StepOutcome::Warned));
    if has(StepOutcome::Running) || patient.steps.is_empty() {
        StepOutcome::Running
    } else if has(StepOutcome::Failed) && !through {
        StepOutcome::Failed
    } else if has(StepOutcome::Failed) || has(StepOutcome::Warned) {
        StepOutcome::Warned
    } else if patient.steps.iter().all(|step| step.outcome == StepOutcome::Skipped) {
        StepOutcome::Skipped
    } else {
        StepOutcome::Passed
    }
}

/// "2 of 5 addresses examined", while it goes on.
#[must_use]
pub fn progress(patients: &[Patient]) -> String {
    let done = patients.iter().filter(|patient| standing(patient) != StepOutcome::Running).count();
    match patients.len() {
        0 => "Looking at the addresses".to_owned(),
        1 => "One address so far".to_owned(),
        all => format!("{done} of {all} addresses so far"),
    }
}

#[cfg(test)]
mod tests {
    use contract::{Patient, Role, Step, StepKind, StepOutcome};

    use super::{progress, standing};

    fn patient(outcomes: &[StepOutcome]) -> Patient {
        let step = |outcome: &StepOutcome| Step {
            kind: StepKind::Tcp,
            place: None,
            outcome: *outcome,
            took: None,
            result: String::new(),
            meaning: None,
            advice: None,
            details: Vec::new(),
        };
        Patient {
            address: "kafka-1:9092".to_owned(),
            role: Role::Bootstrap { broker: None },
            steps: outcomes.iter().map(step).collect(),
        }
    }

    #[test]
    fn an_address_stands_as_the_step_that_decides_it() {
        use StepOutcome::{Failed, Passed, Running, Skipped, Warned};
        let cases: [(&[StepOutcome], StepOutcome); 8] = [
            (&[], Running),
            (&[Passed, Running], Running),
            (&[Passed, Passed], Passed),
            (&[Passed, Warned, Passed], Warned),
            (&[Passed, Failed, Skipped], Failed),
            (&[Passed, Failed], Failed),
            // One of two addresses of the name is dead.
            (&[Passed, Failed, Passed, Passed], Warned),
            (&[Skipped], Skipped),
        ];
        for (steps, wanted) in cases {
            assert_eq!(standing(&patient(steps)), wanted, "{steps:?}");
        }
    }

    #[test]
    fn progress_counts_what_has_an_answer() {
        let patients = [patient(&[StepOutcome::Passed]), patient(&[StepOutcome::Running])];
        assert_eq!(progress(&patients), "1 of 2 addresses so far");
    }
}
