//! An examination as text: to copy into a ticket, or for a terminal.
//!
//! It says at its top what of the user's stands in it. No secret can: none comes as far as an examination.

use std::fmt::Write;

use contract::{Examination, Patient, Role, Step, StepKind, StepOutcome};

/// The whole of it as text.
#[must_use]
pub fn report(examination: &Examination) -> String {
    let mut text = String::from("Brokerscope connection report\n");
    text.push_str(
        "Host names, addresses, user and certificate names stand in it; passwords, keys and tokens do not.\n",
    );
    let took = examination.ended.map(|ended| ended.0.saturating_sub(examination.began.0));
    let _ = match took {
        Some(millis) => writeln!(text, "Examined in {}.{} s.", millis / 1000, millis % 1000 / 100),
        None => writeln!(text, "It goes on; this is what was found so far."),
    };
    for patient in &examination.patients {
        told(&mut text, patient);
    }
    if examination.left_out > 0 {
        let _ =
            writeln!(text, "\n{} more brokers are advertised and were not examined.", examination.left_out);
    }
    if let Some(verdict) = &examination.verdict {
        let _ = writeln!(
            text,
            "\n{}: {}",
            if verdict.healthy { "Healthy" } else { "Not healthy" },
            verdict.sentence
        );
        if let Some(advice) = &verdict.advice {
            let _ = writeln!(text, "What to try: {advice}");
        }
    }
    text
}

fn told(text: &mut String, patient: &Patient) {
    let why = match &patient.role {
        Role::Bootstrap { broker: None } => "given".to_owned(),
        Role::Bootstrap { broker: Some(broker) } => format!("given, and advertised by broker {broker}"),
        Role::Advertised { broker } => format!("advertised by broker {broker}"),
    };
    let _ = writeln!(text, "\n{} ({why})", patient.address);
    for step in &patient.steps {
        line(text, step);
    }
}

fn line(text: &mut String, step: &Step) {
    let took = step.took.map(|micros| format!("{:.1} ms", f64::from(micros) / 1000.0)).unwrap_or_default();
    let _ = writeln!(
        text,
        "  {:<7} {:<12} {:>10}  {}",
        outcome(step.outcome),
        name(step.kind),
        took,
        step.result
    );
    for (what, words) in [("means", &step.meaning), ("try", &step.advice)] {
        if let Some(words) = words {
            let _ = writeln!(text, "          {what}: {words}");
        }
    }
    for (what, value) in &step.details {
        let _ = writeln!(text, "          {what}: {value}");
    }
}

fn outcome(outcome: StepOutcome) -> &'static str {
    match outcome {
        StepOutcome::Running => "…",
        StepOutcome::Passed => "ok",
        StepOutcome::Warned => "warning",
        StepOutcome::Failed => "FAILED",
        StepOutcome::Skipped => "skipped",
    }
}

fn name(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Name => "name",
        StepKind::Tcp => "TCP",
        StepKind::Way => "way",
        StepKind::Tls => "TLS",
        StepKind::ApiVersions => "first words",
        StepKind::Sasl => "sign-in",
        StepKind::Metadata => "brokers",
    }
}
