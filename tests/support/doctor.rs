//! The table of broken set-ups in docs/DOCTOR.md, and the holding of an examination against its row: the page that people read and
//! what the program says can't part ways.

use std::{
    collections::BTreeMap, fs, future::Future, io, net::SocketAddr, path::Path, pin::Pin, time::Duration,
};

use contract::{Examination, Patient, Step, StepKind, StepOutcome};
use engine::Clock;
use meta::{Config, Resolve};

use crate::ground::within;

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    pub step: String,
    pub sentence: String,
}

/// All rows, by the name of their test.
pub fn rows() -> BTreeMap<String, Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/DOCTOR.md");
    let text = fs::read_to_string(page).unwrap();
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> =
            line.trim_matches('|').split(" | ").map(|cell| cell.trim_matches([' ', '|'])).collect();
        let [_, step, sentence, test] = cells[..] else { continue };
        let Some(test) = test.strip_prefix('`').and_then(|test| test.strip_suffix('`')) else { continue };
        let row = Row { step: step.to_owned(), sentence: sentence.to_owned() };
        assert!(rows.insert(test.to_owned(), row).is_none(), "{test} has two rows");
    }
    rows
}

/// Examines to the end.
pub async fn diagnose(config: Config) -> Examination {
    within(engine::examined(config, &Clock::machine())).await
}

/// Holds the verdict against the row of this test.
pub fn hold(test: &str, examination: &Examination) {
    let row = rows().remove(test).unwrap_or_else(|| panic!("docs/DOCTOR.md has no row for {test}"));
    let verdict = examination.verdict.as_ref().unwrap();
    let report = engine::report(examination);
    assert!(
        fits(&row.sentence, &verdict.sentence),
        "“{}” is not “{}”\n{report}",
        verdict.sentence,
        row.sentence
    );
    assert_eq!(verdict.healthy, row.step == "all", "{report}");
    if !verdict.healthy {
        assert_eq!(verdict.step.map(named), Some(row.step.as_str()), "{report}");
        let failed = steps(examination).find(|step| step.outcome == StepOutcome::Failed).unwrap();
        assert!(failed.advice.is_some(), "nothing to try: {report}");
    }
    assert!(steps(examination).all(|step| step.outcome != StepOutcome::Running), "{report}");
}

pub fn steps(examination: &Examination) -> impl Iterator<Item = &Step> {
    examination.patients.iter().flat_map(|patient| &patient.steps)
}

/// The steps of one kind towards one address.
pub fn steps_of(patient: &Patient, kind: StepKind) -> Vec<&Step> {
    patient.steps.iter().filter(|step| step.kind == kind).collect()
}

/// As the page names it.
fn named(kind: StepKind) -> &'static str {
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

/// Whether a sentence is the pattern's, in which `…` stands for anything.
fn fits(pattern: &str, sentence: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let mut rest = sentence;
    for (index, part) in parts.iter().enumerate() {
        let Some(at) = rest.find(part) else { return false };
        if index == 0 && at != 0 {
            return false;
        }
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || parts.last().is_some_and(|last| last.is_empty() || sentence.ends_with(last))
}

/// A name service that a test plays.
#[derive(Debug, Default)]
pub struct Names {
    known: BTreeMap<String, Vec<SocketAddr>>,
    after: Duration,
    trouble: bool,
}

impl Names {
    /// This name leads to these addresses.
    pub fn knowing(name: &str, places: &[SocketAddr]) -> Names {
        Names { known: BTreeMap::from([(name.to_owned(), places.to_vec())]), ..Names::default() }
    }

    /// It takes so long.
    pub fn slow(self, after: Duration) -> Names {
        Names { after, ..self }
    }

    /// It can't answer.
    pub fn in_trouble(self) -> Names {
        Names { trouble: true, ..self }
    }
}

impl Resolve for Names {
    fn resolve(
        &self,
        host: &str,
        _port: u16,
    ) -> Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>> {
        let (found, after, trouble) = (self.known.get(host).cloned(), self.after, self.trouble);
        Box::pin(async move {
            tokio::time::sleep(after).await;
            if trouble {
                return Err(io::Error::other(
                    "failed to lookup address information: Temporary failure in name resolution",
                ));
            }
            found.ok_or_else(|| {
                io::Error::other("failed to lookup address information: Name or service not known")
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_pattern_fits_what_it_leaves_open_and_nothing_else() {
        assert!(fits("…does not work: no.", "a:1 does not work: no."));
        assert!(fits("a … b…", "a xx b yy"));
        assert!(fits("All work.", "All work."));
        assert!(!fits("All work.", "All work. But"));
        assert!(!fits("work", "All work"));
        assert!(!fits("a…c", "a b"));
    }
}
