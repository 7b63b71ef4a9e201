//! Configs of a topic or a broker: what was set first, then the rest by name, each with where its value comes from.

use std::sync::Arc;

use admin::{Config, Configs, Synonym};
use contract::{ApiError, ConfigRow, ConfigSource, Level, Page, TableQuery, View};

use crate::{
    kept::Kept,
    open_cluster::OpenCluster,
    provenance::Index,
    readings::reading,
    tables::{Head, Row, SortKey, all_chip, arrange, chip, grouped_usize, holds, page, total},
};

/// A value longer than this is cut: a page must hold more than one.
const VALUE_MOST: usize = 4_000;
const SYNONYMS_MOST: usize = 8;

/// A config, and the source that it has when it is set on the very thing that is looked at.
struct ConfigEntry<'a>(&'a Config, admin::ConfigSource);

impl ConfigEntry<'_> {
    /// Somebody set it, anywhere.
    fn set(&self) -> bool {
        !matches!(self.0.source, admin::ConfigSource::Default)
    }

    /// Set on this very topic or broker, over whatever stands below.
    fn overrides(&self) -> bool {
        self.0.source == self.1
    }
}

impl Row for ConfigEntry<'_> {
    fn matches(&self, needle: &str) -> bool {
        holds(&self.0.name, needle) || self.0.value.as_deref().is_some_and(|value| holds(value, needle))
    }

    fn in_chip(&self, chip: &str) -> bool {
        match chip {
            "overrides" => self.overrides(),
            "set" => self.set(),
            "sensitive" => self.0.sensitive,
            _ => false,
        }
    }

    fn key(&self, column: &str) -> Option<SortKey<'_>> {
        Some(match column {
            "name" => SortKey::Text(&self.0.name),
            "value" => SortKey::text(self.0.value.as_deref()),
            "source" => SortKey::number(Some(i64::from(source(self.0.source) as u8))),
            _ => return None,
        })
    }
}

impl OpenCluster {
    /// The configs of one topic.
    pub(crate) fn topic_configs_page(
        self: &Arc<Self>,
        topic: &str,
        query: &TableQuery,
    ) -> Result<Page<ConfigRow>, ApiError> {
        let view = View::TopicConfigs { name: topic.to_owned() };
        let kept = self.held.topic_configs.get(topic);
        if kept.good.is_none() {
            self.ensure(view.clone());
        }
        Ok(self.configs_page(&view, &kept, query))
    }

    /// The configs of one broker.
    pub(crate) fn broker_configs_page(self: &Arc<Self>, id: i32, query: &TableQuery) -> Page<ConfigRow> {
        let view = View::BrokerConfigs { broker: id };
        self.ensure(view.clone());
        let kept = self.held.broker_configs.get(&id);
        self.configs_page(&view, &kept, query)
    }

    fn configs_page(&self, view: &View, kept: &Kept<Configs>, query: &TableQuery) -> Page<ConfigRow> {
        let own = match view {
            View::BrokerConfigs { .. } => admin::ConfigSource::DynamicBroker,
            _ => admin::ConfigSource::Topic,
        };
        let entry = |config| ConfigEntry(config, own);
        let mut entries: Vec<ConfigEntry<'_>> = kept.value().into_iter().flatten().map(entry).collect();
        // Changed first: that is what one looks for.
        entries.sort_by(|a, b| {
            (!a.overrides(), !a.set(), &a.0.name).cmp(&(!b.overrides(), !b.set(), &b.0.name))
        });
        let number =
            |of: fn(&ConfigEntry<'_>) -> bool| Some(entries.iter().filter(|entry| of(entry)).count());
        let chips = vec![
            all_chip(entries.len()),
            chip("overrides", "Overrides only", number(|entry| entry.overrides()), Level::Plain),
            chip("set", "Set anywhere", number(|entry| entry.set()), Level::Plain),
        ];
        let totals = vec![total("Configs", grouped_usize(entries.len()), "")];
        let mut index = Index::new();
        if let Some(good) = &kept.good {
            index.source(&good.source, None);
        }
        let arranged = arrange(&entries, query);
        let head = Head { chips, totals, freshness: self.freshness_of_one(view, kept) };
        page(&arranged, query, head, index, |_, place| Some(row(entries.get(place as usize)?.0)))
    }
}

fn row(config: &Config) -> ConfigRow {
    ConfigRow {
        name: config.name.clone(),
        value: config.value.as_deref().map(cut),
        reading: config.value.as_deref().and_then(|value| reading(&config.name, value)),
        source: source(config.source),
        default: without_override(config).map(cut),
        read_only: config.read_only,
        sensitive: config.sensitive,
        doc: config.doc.as_deref().map(cut),
        synonyms: config
            .synonyms
            .iter()
            .take(SYNONYMS_MOST)
            .map(|synonym| (source(synonym.source), synonym.name.clone(), synonym.value.as_deref().map(cut)))
            .collect(),
    }
}

/// The value that would hold if it were not set where it is: that of the next place that is looked at.
fn without_override(config: &Config) -> Option<&str> {
    let here = |synonym: &&Synonym| synonym.source != config.source;
    config.synonyms.iter().find(here).and_then(|synonym| synonym.value.as_deref())
}

fn cut(value: &str) -> String {
    match value.char_indices().nth(VALUE_MOST) {
        Some((end, _)) => format!("{}\u{2026}", value.get(..end).unwrap_or(value)),
        None => value.to_owned(),
    }
}

fn source(source: admin::ConfigSource) -> ConfigSource {
    match source {
        admin::ConfigSource::Topic => ConfigSource::Topic,
        admin::ConfigSource::DynamicBroker => ConfigSource::DynamicBroker,
        admin::ConfigSource::DynamicDefault => ConfigSource::DynamicDefault,
        admin::ConfigSource::StaticBroker => ConfigSource::StaticBroker,
        admin::ConfigSource::Default => ConfigSource::Default,
        admin::ConfigSource::DynamicBrokerLogger => ConfigSource::DynamicBrokerLogger,
        admin::ConfigSource::ClientMetrics => ConfigSource::ClientMetrics,
        admin::ConfigSource::Group => ConfigSource::Group,
        admin::ConfigSource::Other(_) => ConfigSource::Unknown,
    }
}
