//! All of it in one sentence: which step fails, where, and what to do first.
//!
//! "Can't connect" is what every client says. Whether the address that was given fails, or one that the brokers advertise, is the
//! difference between a slip and a setting of the cluster.

use contract::{Diagnosis, Examination, Patient, Role, Step, StepKind, StepOutcome};

pub(super) fn of(examination: &Examination, through: &[bool]) -> Diagnosis {
    let all: Vec<Seen<'_>> = examination
        .patients
        .iter()
        .zip(through)
        .map(|(patient, through)| Seen { patient, through: *through, failed: failed(patient) })
        .collect();
    let (given, advertised): (Vec<&Seen<'_>>, Vec<&Seen<'_>>) =
        all.iter().partition(|seen| matches!(seen.patient.role, Role::Bootstrap { .. }));
    let bad_given: Vec<&Seen<'_>> = given.iter().copied().filter(|seen| !seen.through).collect();
    let bad_advertised: Vec<&Seen<'_>> = advertised.iter().copied().filter(|seen| !seen.through).collect();
    if bad_given.len() == given.len() {
        return nothing_works(&given);
    }
    if let Some(other) =
        bad_given.iter().find(|seen| seen.failed.is_some_and(|step| step.kind == StepKind::Metadata))
    {
        return one_of(&bad_given, &given, other);
    }
    if let Some(first) = furthest(&bad_advertised) {
        return advertised_fails(&given, &bad_advertised, &advertised, first);
    }
    if let Some(first) = furthest(&bad_given) {
        return one_of(&bad_given, &given, first);
    }
    all_works(examination, &all)
}

pub(super) fn stopped() -> Diagnosis {
    Diagnosis {
        healthy: false,
        step: None,
        sentence: "It was stopped before it came to an end.".to_owned(),
        advice: None,
    }
}

struct Seen<'a> {
    patient: &'a Patient,
    through: bool,
    failed: Option<&'a Step>,
}

/// The step that keeps this address from working.
fn failed(patient: &Patient) -> Option<&Step> {
    patient.steps.iter().filter(|step| step.outcome == StepOutcome::Failed).max_by_key(|step| step.kind)
}

/// The one that came furthest knows most of what is wrong; of equals the first.
fn furthest<'a, 'b>(bad: &[&'b Seen<'a>]) -> Option<&'b Seen<'a>> {
    bad.iter().copied().rev().max_by_key(|seen| seen.failed.map(|step| step.kind))
}

fn nothing_works(given: &[&Seen<'_>]) -> Diagnosis {
    let Some(first) = furthest(given) else {
        return Diagnosis { sentence: "There is no address to examine.".to_owned(), ..stopped() };
    };
    let sentence = match given.len() {
        1 => format!("{} does not work: {}", first.patient.address, result(first)),
        2 => format!(
            "Neither of the 2 addresses works. The one that comes furthest is {}: {}",
            first.patient.address,
            result(first)
        ),
        count => format!(
            "None of the {count} addresses works. The one that comes furthest is {}: {}",
            first.patient.address,
            result(first)
        ),
    };
    ill(first, sentence)
}

fn one_of(bad: &[&Seen<'_>], given: &[&Seen<'_>], first: &Seen<'_>) -> Diagnosis {
    let does = if bad.len() == 1 { "does" } else { "do" };
    let sentence = format!(
        "The cluster answers, but {} of the {} addresses of this connection {does} not work: {}: {}",
        bad.len(),
        given.len(),
        list(bad),
        result(first)
    );
    ill(first, sentence)
}

fn advertised_fails(
    given: &[&Seen<'_>],
    bad: &[&Seen<'_>],
    advertised: &[&Seen<'_>],
    first: &Seen<'_>,
) -> Diagnosis {
    let works: Vec<&Seen<'_>> = given.iter().copied().filter(|seen| seen.through).collect();
    let (address, works_word) = if works.len() == 1 { ("address", "works") } else { ("addresses", "work") };
    let which = if bad.len() == 1 {
        format!("the advertised address {} does not", list(bad))
    } else if bad.len() == advertised.len() {
        format!("the advertised addresses {} do not", list(bad))
    } else {
        format!("{} of {} advertised addresses do not: {}", bad.len(), advertised.len(), list(bad))
    };
    let sentence =
        format!("The bootstrap {address} {} {works_word}, {which}. {}", list(&works), result(first));
    ill(first, sentence)
}

fn all_works(examination: &Examination, all: &[Seen<'_>]) -> Diagnosis {
    let steps = || examination.patients.iter().flat_map(|patient| &patient.steps);
    let count = all.len();
    let works = match count {
        1 => format!("{} works", all.first().map_or("", |seen| seen.patient.address.as_str())),
        _ => format!("All {count} addresses work"),
    };
    let rest = match examination.left_out {
        0 => String::new(),
        left_out => format!(" ({left_out} more are advertised and were not examined)"),
    };
    match steps().find(|step| step.outcome == StepOutcome::Warned) {
        None => Diagnosis { healthy: true, step: None, sentence: format!("{works}{rest}."), advice: None },
        Some(step) => Diagnosis {
            healthy: true,
            step: Some(step.kind),
            sentence: format!("{works}{rest}. Something deserves attention: {}", step.result),
            advice: step.advice.clone(),
        },
    }
}

fn ill(first: &Seen<'_>, sentence: String) -> Diagnosis {
    let advice = first.failed.and_then(|step| step.advice.clone());
    Diagnosis { healthy: false, step: first.failed.map(|step| step.kind), sentence, advice }
}

fn result(seen: &Seen<'_>) -> String {
    let skipped = || seen.patient.steps.iter().rev().find(|step| step.outcome == StepOutcome::Skipped);
    seen.failed.or_else(skipped).map_or_else(|| "It came to no end.".to_owned(), |step| step.result.clone())
}

fn list(seen: &[&Seen<'_>]) -> String {
    const MOST: usize = 5;
    let names: Vec<&str> = seen.iter().take(MOST).map(|seen| seen.patient.address.as_str()).collect();
    let more = if MOST < seen.len() { format!(" and {} more", seen.len() - MOST) } else { String::new() };
    format!("{}{more}", names.join(", "))
}
