//! From keys and values to clusters: which item belongs to which connection, what a profile takes from the document above
//! it, and how each cluster is called. A line that is shared by several profiles is settled in each and told once.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use zeroize::Zeroizing;

use crate::{
    Cluster, Format, Import, Settings, Unreadable, Verdict,
    dialect::{self, Place},
    grammar::{Item, Parsed},
    keys::Meaning,
    placeholder,
    settle::{self, Entry},
    source::Source,
    verdicts::{Said, Verdicts},
};

/// Each takes in all that stands above it.
const MOST_PROFILES: usize = 100;

/// A cluster while it is gathered: the scope it stands in, and its name there.
type Id = (usize, String);

#[derive(Default)]
struct Gathered {
    entries: Vec<Entry>,
    name: Option<String>,
    /// Items that are its own, but no settings.
    notes: Vec<(usize, Verdict)>,
}

struct Gather {
    items: Vec<Item>,
    clusters: BTreeMap<Id, Gathered>,
    formats: BTreeMap<Format, usize>,
    /// The profile of a document.
    profiles: BTreeMap<usize, String>,
    hidden: Vec<Range<usize>>,
    secrets: Vec<Zeroizing<String>>,
    notes: Vec<(usize, Verdict)>,
    /// Items whose secrets are known to the character.
    settings: Vec<usize>,
}

/// A file called `application-prod.yml` is about the profile `prod`.
fn profile_of(file_name: Option<&str>) -> Option<String> {
    let name = file_name?.rsplit(['/', '\\']).next()?;
    let (stem, _) = name.strip_prefix("application-")?.rsplit_once('.')?;
    Some(stem.to_owned())
}

pub(crate) fn gather(
    source: &Source<'_>,
    parsed: Parsed,
    plain: Format,
    file_name: Option<&str>,
) -> Result<Import, Unreadable> {
    let Parsed { items, scopes, notes, headings } = parsed;
    let mut gather = Gather {
        items,
        clusters: BTreeMap::new(),
        formats: BTreeMap::new(),
        profiles: BTreeMap::new(),
        hidden: Vec::new(),
        secrets: Vec::new(),
        notes: Vec::new(),
        settings: Vec::new(),
    };
    for number in 0..gather.items.len() {
        let Some(item) = gather.items.get(number).cloned() else { continue };
        let scope = scopes.get(item.scope).cloned().unwrap_or_default();
        let place = dialect::place(&item, &scope, plain);
        // Sections beside the main one belong to it; documents and services are clusters of their own.
        let home = if scope.aside { 0 } else { item.scope };
        gather.item(number, &item, home, place);
    }
    if gather.profiles.len() > MOST_PROFILES {
        return Err(Unreadable::whole("more than 100 profiles: paste those that you need"));
    }
    for (id, cluster) in &mut gather.clusters {
        if cluster.name.is_none() {
            let scope = scopes.get(id.0);
            let within = Some(id.1.clone()).filter(|name| name.chars().any(|c| !c.is_ascii_digit()));
            cluster.name = within.or_else(|| scope.and_then(|scope| scope.name.clone()));
        }
    }
    let mut format =
        gather.formats.iter().max_by_key(|(_, count)| **count).map_or(plain, |(format, _)| *format);
    let (clusters, said) = gather.settle(file_name);
    if matches!(format, Format::JavaProperties | Format::Librdkafka)
        && clusters.iter().any(|cluster| {
            cluster
                .settings
                .bootstrap
                .as_ref()
                .is_some_and(|addresses| addresses.contains(".confluent.cloud"))
        })
    {
        format = Format::ConfluentCloud;
    }
    let mut verdicts = Verdicts::new(source.count());
    for number in &gather.settings {
        if let Some(item) = gather.items.get(*number) {
            verdicts.settings(item.lines);
        }
    }
    let (weak, strong): (Vec<Remark>, Vec<Remark>) = said.into_iter().partition(|remark| remark.weak);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for remark in strong {
        if let Some(item) = gather.items.get(remark.item) {
            told.insert(item.lines.0);
            verdicts.item(remark.item, item.lines, Said { cluster: remark.cluster, verdict: remark.verdict });
        }
    }
    for remark in weak {
        let Some(item) = gather.items.get(remark.item) else { continue };
        if told.contains(&item.lines.0) {
            verdicts.told_elsewhere(remark.item);
            continue;
        }
        let verdict = match remark.verdict {
            Verdict::Unreadable(said) => Verdict::Unreadable(said),
            _ => Verdict::NotNeeded(
                "no address (bootstrap servers) stands beside it, so it makes no connection".to_owned(),
            ),
        };
        verdicts.item(remark.item, item.lines, Said { cluster: None, verdict });
    }
    verdicts.headings(&headings);
    verdicts.notes(notes);
    let lines = verdicts.lines(source, gather.hidden, &gather.secrets);
    Ok(Import { format, clusters, lines })
}

impl Gather {
    fn item(&mut self, number: usize, item: &Item, home: usize, place: Place) {
        match place {
            Place::Setting(target) => {
                *self.formats.entry(target.format).or_default() += 1;
                let value = target.value.unwrap_or_else(|| item.value.clone());
                let id = (home, target.cluster);
                match target.meaning {
                    Meaning::Setting(key) => {
                        let (places, secrets) = settle::hidden(key, &item.value);
                        self.hidden.extend(places);
                        self.secrets.extend(secrets);
                        self.settings.push(number);
                        self.clusters.entry(id).or_default().entries.push(Entry {
                            item: number,
                            key,
                            name: target.name,
                            rank: target.rank,
                            value,
                            line: item.lines.0,
                            listed: item.listed || item.key.ends_with(']'),
                        });
                    }
                    Meaning::NotNeeded(why) => {
                        self.guess_secret(item, &target.name);
                        self.note(id, number, Verdict::NotNeeded(why.to_owned()));
                    }
                    Meaning::NotSupported(why) => {
                        self.guess_secret(item, &target.name);
                        self.note(id, number, Verdict::NotSupported(why.to_owned()));
                    }
                }
            }
            Place::Name { format, cluster } => {
                *self.formats.entry(format).or_default() += 1;
                let verdict = match placeholder::in_value(&item.value, false) {
                    Some(said) => Verdict::Unreadable(said),
                    None => Verdict::Understood("the cluster's name".to_owned()),
                };
                let gathered = self.clusters.entry((home, cluster)).or_default();
                if matches!(verdict, Verdict::Understood(_)) && !item.value.text.is_empty() {
                    gathered.name = Some(item.value.text.to_string());
                }
                gathered.notes.push((number, verdict));
            }
            Place::Profile => {
                *self.formats.entry(Format::Spring).or_default() += 1;
                let name = self.profiles.entry(item.scope).or_default();
                if !name.is_empty() {
                    name.push(',');
                }
                name.push_str(&item.value.text);
                let said = "the profile that this document is for";
                self.notes.push((number, Verdict::Understood(said.to_owned())));
            }
            Place::Verdict { format, cluster, verdict, secret } => {
                if let Some(format) = format {
                    *self.formats.entry(format).or_default() += 1;
                }
                if secret {
                    self.hide_all(item);
                }
                self.guess_secret(item, &item.key);
                match cluster {
                    Some(cluster) => self.note((home, cluster), number, verdict),
                    None => self.notes.push((number, verdict)),
                }
            }
        }
    }

    fn note(&mut self, id: Id, number: usize, verdict: Verdict) {
        self.clusters.entry(id).or_default().notes.push((number, verdict));
    }

    /// A value of a key that isn't ours is hidden when its key, or what it looks like, says so.
    fn guess_secret(&mut self, item: &Item, name: &str) {
        let text = &item.value.text;
        let looks = crate::keys::looks_secret(name)
            || crate::keys::looks_secret(&item.key)
            || text.contains("PRIVATE KEY")
            || text.contains("LoginModule ")
            || text.to_ascii_lowercase().contains("password=");
        if looks {
            self.hide_all(item);
        }
    }

    fn hide_all(&mut self, item: &Item) {
        let chars = item.value.text.chars().count();
        if chars > 0 {
            self.hidden.push(item.value.place(0..chars));
            self.secrets.push(item.value.text.clone());
        }
    }

    /// The clusters, and for each item what is said of it and for which cluster.
    fn settle(&mut self, file_name: Option<&str>) -> (Vec<Cluster>, Vec<Remark>) {
        let base: Vec<Entry> = if self.profiles.is_empty() {
            Vec::new()
        } else {
            self.clusters
                .iter()
                .filter(|((scope, _), _)| !self.profiles.contains_key(scope))
                .flat_map(|(_, cluster)| cluster.entries.iter().cloned())
                .collect()
        };
        let of_base: BTreeSet<usize> = base.iter().map(|entry| entry.item).collect();
        let mut settled = Vec::new();
        for ((scope, _), gathered) in std::mem::take(&mut self.clusters) {
            let profile = self.profiles.get(&scope).cloned();
            let mut entries = gathered.entries;
            if profile.is_some() && !entries.is_empty() {
                // What stands above is weaker than anything of the profile's own.
                entries.splice(
                    0..0,
                    base.iter().cloned().map(|entry| Entry { rank: entry.rank - 100, ..entry }),
                );
            }
            let outcome = settle::settle(&entries);
            settled.push((profile, gathered.name, gathered.notes, outcome));
        }
        // Where one has an address, what has none is no connection: a block that others merge in, a broker's own secrets.
        let any_address = settled.iter().any(|(.., outcome)| outcome.addressed);
        let mut clusters = Vec::new();
        let mut said: Vec<Remark> = Vec::new();
        let mut told_by_profiles: BTreeMap<usize, Vec<Remark>> = BTreeMap::new();
        for (profile, name, notes, outcome) in settled {
            let real = outcome.addressed || (!any_address && outcome.settings != Settings::default());
            let index = real.then_some(clusters.len());
            for (item, verdict) in outcome.notes {
                let remark = Remark { item, cluster: index, verdict, weak: !real };
                if profile.is_some() && of_base.contains(&item) {
                    told_by_profiles.entry(item).or_default().push(Remark { weak: false, ..remark });
                } else {
                    said.push(remark);
                }
            }
            said.extend(notes.into_iter().map(|(item, verdict)| Remark {
                item,
                cluster: index,
                verdict,
                weak: false,
            }));
            if real {
                let name = profile.or(name).or_else(|| profile_of(file_name));
                clusters.push(Cluster { name, settings: outcome.settings });
            }
        }
        // A document that others rest on and that is no connection itself: one profile that makes use of a line is enough.
        let told: BTreeSet<usize> =
            said.iter().filter(|remark| !remark.weak).map(|remark| remark.item).collect();
        for (_, remarks) in told_by_profiles.into_iter().filter(|(item, _)| !told.contains(item)) {
            let used = remarks.iter().find(|remark| matches!(remark.verdict, Verdict::Understood(_)));
            let cluster = used.or(remarks.first()).and_then(|remark| remark.cluster);
            said.extend(remarks.into_iter().filter(|remark| remark.cluster == cluster));
        }
        said.extend(std::mem::take(&mut self.notes).into_iter().map(|(item, verdict)| Remark {
            item,
            cluster: None,
            verdict,
            weak: false,
        }));
        (clusters, said)
    }
}

/// What is said of an item.
struct Remark {
    item: usize,
    cluster: Option<usize>,
    verdict: Verdict,
    /// It was said for settings that make no connection, and gives way to anything else said of the line.
    weak: bool,
}
