//! Configs of a topic or a broker, as told by DescribeConfigs.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigRow {
    pub name: String,
    /// None: sensitive, the broker does not tell it.
    pub value: Option<String>,
    /// The value read with its unit: "7 d", "1 GiB"; None where raw says it all.
    pub reading: Option<String>,
    pub source: ConfigSource,
    /// The value it would have without the override, when the broker told it.
    pub default: Option<String>,
    pub read_only: bool,
    pub sensitive: bool,
    pub doc: Option<String>,
    /// Where the value comes from, in order: (source, name, value).
    pub synonyms: Vec<(ConfigSource, String, Option<String>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfigSource {
    Topic,
    DynamicBroker,
    DynamicDefault,
    StaticBroker,
    Default,
    DynamicBrokerLogger,
    ClientMetrics,
    Group,
    Unknown,
}
