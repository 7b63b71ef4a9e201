//! An examination as far as it has come: findings go in one by one, and what stands there is always fit to be shown.

use admin::doctor::{Because, Finding, Outcome, Place, Stage, Way};
use contract::{ApiError, Examination, Millis, Patient, Role, Step, StepKind, StepOutcome};

use super::{
    could_not_begin, verdict,
    words::{self, Said, Whom},
};

/// What one page may hold.
const PAGE_MOST: usize = 60 * 1024;

pub(super) struct Chart {
    examination: Examination,
    encrypted: bool,
    /// Which cluster answered first, and where.
    cluster: Option<(String, String)>,
    /// Of each patient: how it is reached.
    ways: Vec<Way>,
    /// Of each patient: whether it came all the way.
    pub(super) through: Vec<bool>,
}

impl Chart {
    pub(super) fn new(began: Millis, encrypted: bool) -> Chart {
        let examination =
            Examination { began, ended: None, patients: Vec::new(), left_out: 0, verdict: None };
        Chart { examination, encrypted, cluster: None, ways: Vec::new(), through: Vec::new() }
    }

    pub(super) fn note(&mut self, finding: Finding, now: Millis) {
        match finding {
            Finding::Address { address, because, way, .. } => {
                let role = match because {
                    Because::Given => Role::Bootstrap { broker: None },
                    Because::Advertised(broker) => Role::Advertised { broker },
                };
                self.examination.patients.push(Patient {
                    address: address.to_string(),
                    role,
                    steps: Vec::new(),
                });
                self.ways.push(way);
                self.through.push(false);
            }
            Finding::Began { patient, stage, place } => {
                let running = Said::new(StepOutcome::Running, words::under_way(stage));
                self.put(patient, kind(stage), place, None, running);
            }
            Finding::Ended { patient, stage, place, took, outcome } => {
                let took = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
                self.ended(patient, stage, place, took, *outcome, now);
            }
            Finding::Withdrawn { patient, stage, place } => {
                let place = place.to_string();
                if let Some(patient) = self.examination.patients.get_mut(patient) {
                    patient
                        .steps
                        .retain(|step| step.kind != kind(stage) || step.place.as_ref() != Some(&place));
                }
            }
            Finding::IsBroker { patient, broker } => {
                if let Some(patient) = self.examination.patients.get_mut(patient) {
                    patient.role = Role::Bootstrap { broker: Some(broker) };
                }
            }
            Finding::LeftOut { brokers } => {
                self.examination.left_out = u32::try_from(brokers).unwrap_or(u32::MAX);
            }
        }
    }

    fn ended(
        &mut self,
        patient: usize,
        stage: Stage,
        place: Option<Place>,
        took: u32,
        outcome: Outcome,
        now: Millis,
    ) {
        let Some((at, way)) = self.examination.patients.get(patient).zip(self.ways.get(patient)) else {
            return;
        };
        let (address, role, way) = (at.address.clone(), at.role.clone(), way.clone());
        let whom = Whom { address, role, way, encrypted: self.encrypted, took, now };
        if let Outcome::Metadata { wants: Some(takes), .. } = &outcome {
            // The question was refused because nobody had signed in: that is the step that is missing.
            let said = words::sign_in::wanted(takes);
            self.put(patient, StepKind::Sasl, place, Some(took), said);
            let left = Said::new(StepOutcome::Skipped, "Not answered without a sign-in.");
            self.put(patient, StepKind::Metadata, place, None, left);
            return;
        }
        if matches!(stage, Stage::SignIn | Stage::Metadata) && self.is_too_old(patient, place) {
            let left = Said::new(StepOutcome::Skipped, "Not asked of a broker of that age.");
            self.put(patient, kind(stage), place, None, left);
            return;
        }
        let (said, through) = match outcome {
            Outcome::Name { found, is_address } => (words::name::said(&found, is_address, &whom), false),
            Outcome::Tcp(result) => (words::tcp::said(&result, place, &whom), false),
            Outcome::Way { way, result } => (words::way::said(&way, &result, &whom), false),
            Outcome::Tls { shown, result, instead } => {
                (words::tls::said(&shown, &result, instead.as_ref(), &whom), false)
            }
            Outcome::ApiVersions { result, throttled, instead } => {
                (words::first_words::said(&result, throttled, instead.as_ref(), &whom), false)
            }
            Outcome::SignIn { mechanism, user, takes, result } => {
                (words::sign_in::said(mechanism, &user, &takes, &result, &whom), false)
            }
            Outcome::NotSignedIn { refused_by } => (words::sign_in::left(&refused_by), false),
            Outcome::Metadata { result, throttle, wants: _ } => {
                let said = words::metadata::said(&result, throttle, self.cluster.as_ref(), &whom);
                if let Some(id) = result.ok().and_then(|seen| seen.cluster_id)
                    && self.cluster.is_none()
                {
                    self.cluster = Some((id, whom.address.clone()));
                }
                let through = matches!(said.outcome, StepOutcome::Passed | StepOutcome::Warned);
                (said, through)
            }
        };
        if through && let Some(came) = self.through.get_mut(patient) {
            *came = true;
        }
        self.put(patient, kind(stage), place, Some(took), said);
        if stage == Stage::Tcp {
            self.soften(patient);
        }
    }

    /// It answered the first words, and what it offers is nothing that we can go on with.
    fn is_too_old(&self, patient: usize, place: Option<Place>) -> bool {
        let place = place.map(|place| place.to_string());
        let steps = self.examination.patients.get(patient).into_iter().flat_map(|patient| &patient.steps);
        let mut first_words = steps.filter(|step| step.kind == StepKind::ApiVersions && step.place == place);
        first_words.any(|step| step.outcome == StepOutcome::Failed)
    }

    /// Where another address of the same name answers, one that doesn't costs a moment and not the connection.
    fn soften(&mut self, patient: usize) {
        let Some(patient) = self.examination.patients.get_mut(patient) else { return };
        let tcp = || patient.steps.iter().filter(|step| step.kind == StepKind::Tcp);
        let good = |step: &&Step| matches!(step.outcome, StepOutcome::Passed | StepOutcome::Warned);
        let Some(works) = tcp().find(good).and_then(|step| step.place.clone()) else { return };
        for step in &mut patient.steps {
            if step.kind == StepKind::Tcp && step.outcome == StepOutcome::Failed {
                words::tcp::beside(step, &works);
            }
        }
    }

    fn put(&mut self, patient: usize, kind: StepKind, place: Option<Place>, took: Option<u32>, said: Said) {
        let Some(patient) = self.examination.patients.get_mut(patient) else { return };
        let place = place.map(|place| place.to_string());
        let Said { outcome, result, meaning, advice, details } = said;
        let step = Step { kind, place, outcome, took, result, meaning, advice, details };
        let known =
            patient.steps.iter_mut().find(|known| known.kind == step.kind && known.place == step.place);
        match known {
            Some(known) => *known = step,
            None => patient.steps.push(step),
        }
    }

    pub(super) fn could_not_begin(&mut self, error: &ApiError, now: Millis) {
        self.examination.ended = Some(now);
        self.examination.verdict = Some(could_not_begin(error));
    }

    pub(super) fn end(&mut self, now: Millis) {
        self.examination.ended = Some(now);
        self.examination.verdict = Some(verdict::of(&self.examination, &self.through));
    }

    pub(super) fn stop(&mut self, now: Millis) {
        if self.examination.ended.is_some() {
            return;
        }
        let steps = self.examination.patients.iter_mut().flat_map(|patient| &mut patient.steps);
        for step in steps.filter(|step| step.outcome == StepOutcome::Running) {
            step.outcome = StepOutcome::Skipped;
            step.result = "Stopped before it came to an end.".to_owned();
        }
        self.examination.ended = Some(now);
        self.examination.verdict = Some(verdict::stopped());
    }

    pub(super) fn whole(self) -> Examination {
        self.examination
    }

    /// As it crosses to the window: what does not fit on a page loses the details of what is well, the last first.
    pub(super) fn shown(&self) -> Examination {
        let mut shown = self.examination.clone();
        let size = |shown: &Examination| serde_json::to_vec(shown).map_or(usize::MAX, |text| text.len());
        for kept in (0..shown.patients.len()).rev() {
            if size(&shown) <= PAGE_MOST {
                break;
            }
            let Some(patient) = shown.patients.get_mut(kept) else { break };
            let whole = patient.steps.len();
            patient.steps.retain(|step| {
                matches!(step.outcome, StepOutcome::Failed | StepOutcome::Warned | StepOutcome::Running)
            });
            let gone = whole - patient.steps.len();
            let well = Said::new(
                StepOutcome::Passed,
                format!("{gone} steps that went well are not shown, for want of room."),
            );
            let Said { outcome, result, .. } = well;
            if gone > 0 {
                patient.steps.push(Step {
                    kind: StepKind::Metadata,
                    place: None,
                    outcome,
                    took: None,
                    result,
                    meaning: None,
                    advice: None,
                    details: Vec::new(),
                });
            }
        }
        shown
    }
}

fn kind(stage: Stage) -> StepKind {
    match stage {
        Stage::Name => StepKind::Name,
        Stage::Tcp => StepKind::Tcp,
        Stage::Way => StepKind::Way,
        Stage::Tls => StepKind::Tls,
        Stage::ApiVersions => StepKind::ApiVersions,
        Stage::SignIn => StepKind::Sasl,
        Stage::Metadata => StepKind::Metadata,
    }
}
