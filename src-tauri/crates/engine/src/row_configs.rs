//! The few configs that lists and the overview show, read out of what DescribeConfigs tells.

use admin::Config;

use crate::readings::reading;

/// The keys that are asked for.
pub(crate) const KEYS: &[&str] = &["cleanup.policy", "retention.ms", "min.insync.replicas"];

/// Of one topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowConfigs {
    pub(crate) cleanup: Option<String>,
    /// Milliseconds; -1 is no limit.
    pub(crate) retention: Option<i64>,
    pub(crate) min_isr: Option<usize>,
}

impl RowConfigs {
    pub(crate) fn of(configs: &[Config]) -> RowConfigs {
        let value = |name: &str| {
            let config = configs.iter().find(|config| config.name == name)?;
            config.value.clone()
        };
        RowConfigs {
            cleanup: value("cleanup.policy"),
            retention: value("retention.ms").and_then(|value| value.parse().ok()),
            min_isr: value("min.insync.replicas").and_then(|value| value.parse().ok()),
        }
    }

    /// "7 d", or the raw value with its unit where it has no shorter reading.
    pub(crate) fn retention_reading(&self) -> Option<String> {
        let raw = self.retention?.to_string();
        Some(reading("retention.ms", &raw).unwrap_or_else(|| format!("{raw} ms")))
    }
}
