//! Which Kafka a broker is, by what it offers: no request tells a version number. Each release brought requests or
//! versions that the one before did not have; the newest that a broker offers is what it is at least.

use admin::{ApiKey, Versions};

mod releases;

use releases::{LEVELS, RELEASES};

/// "4.4", with how it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inferred {
    pub(crate) version: String,
    pub(crate) how: String,
}

/// The newest release whose marks this broker carries; `None`: it offers none that we know.
pub(crate) fn infer(versions: &Versions) -> Option<Inferred> {
    let offers = |key: i16, version: i16| {
        versions.range(ApiKey::from_code(key)).is_some_and(|(_, highest)| version <= highest)
    };
    let newest = RELEASES
        .iter()
        .rev()
        .find(|release| release.marks.iter().any(|(key, version)| offers(*key, *version)))?;
    let mark = newest.marks.iter().find(|(key, version)| offers(*key, *version))?;
    let is_last = RELEASES.last().is_some_and(|last| last.name == newest.name);
    let version = if is_last { format!("{} or newer", newest.name) } else { newest.name.to_owned() };
    // The newest release that we know is told as itself while nothing unknown is offered.
    let unknown = versions.ranges.iter().any(|(key, _, _)| matches!(key, ApiKey::Unknown(_)));
    let version = if unknown { version } else { newest.name.to_owned() };
    let how = format!(
        "inferred: offers {} v{}, which came with {}",
        ApiKey::from_code(mark.0),
        mark.1,
        newest.name
    );
    Some(Inferred { version, how })
}

/// The name of a metadata.version level, "4.0-IV3"; the bare level for one that is newer than this build.
pub(crate) fn metadata_version(versions: &Versions) -> Option<String> {
    let features = versions.features.as_ref()?;
    let level =
        features.iter().find(|(name, _, _)| name == "metadata.version").map(|(_, _, highest)| *highest)?;
    let name = LEVELS.iter().find(|(known, _)| *known == level).map(|(_, name)| (*name).to_owned());
    Some(name.unwrap_or_else(|| format!("level {level}")))
}

#[cfg(test)]
mod tests;
