//! The Kafka versions that we test against, and what differs between them before a broker runs: the Maven artifacts,
//! the way of starting, the class names of the tools. Without this file in one place every caller would guess which
//! package a tool lives in.

use std::{fmt, str::FromStr};

use crate::error::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// 2.8.2 with ZooKeeper, whose controller is not just any broker.
    V2_8,
    /// 3.9.2, KRaft.
    V3_9,
    /// 4.4.0, KRaft; the default.
    V4_4,
}

impl Version {
    pub const ALL: [Version; 3] = [Version::V4_4, Version::V3_9, Version::V2_8];

    pub fn number(self) -> &'static str {
        match self {
            Version::V2_8 => "2.8.2",
            Version::V3_9 => "3.9.2",
            Version::V4_4 => "4.4.0",
        }
    }

    pub fn is_zookeeper(self) -> bool {
        self == Version::V2_8
    }

    /// What Maven is asked for beside the broker itself. These come without what they depend on: the tools would
    /// bring all of Kafka Connect, and what they truly need the broker brings already.
    pub(crate) fn extra_artifacts(self) -> &'static [[&'static str; 3]] {
        match self {
            Version::V2_8 => &[["org.slf4j", "slf4j-log4j12", "1.7.30"], ["log4j", "log4j", "1.2.17"]],
            Version::V3_9 => &[
                ["org.apache.kafka", "kafka-tools", "3.9.2"],
                ["org.slf4j", "slf4j-reload4j", "1.7.36"],
                ["ch.qos.reload4j", "reload4j", "1.2.25"],
            ],
            Version::V4_4 => &[
                ["org.apache.kafka", "kafka-tools", "4.4.0"],
                ["org.apache.logging.log4j", "log4j-slf4j-impl", "2.25.5"],
                ["org.apache.logging.log4j", "log4j-core", "2.25.5"],
            ],
        }
    }

    /// Name, content and JVM property of the logging configuration: everything to standard error, which is a file.
    pub(crate) fn logging(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Version::V2_8 | Version::V3_9 => ("log4j.properties", LOG4J_1, "log4j.configuration"),
            Version::V4_4 => ("log4j2.properties", LOG4J_2, "log4j2.configurationFile"),
        }
    }
}

const LOG4J_1: &str = "\
log4j.rootLogger=${brokerscope.level}, stderr
log4j.appender.stderr=org.apache.log4j.ConsoleAppender
log4j.appender.stderr.target=System.err
log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
log4j.appender.stderr.layout.ConversionPattern=[%d] %p %m (%c)%n
";

const LOG4J_2: &str = "\
status=error
appender.stderr.type=Console
appender.stderr.name=stderr
appender.stderr.target=SYSTEM_ERR
appender.stderr.layout.type=PatternLayout
appender.stderr.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=${sys:brokerscope.level}
rootLogger.appenderRef.stderr.ref=stderr
";

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

impl FromStr for Version {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Version::ALL
            .into_iter()
            .find(|version| version.number() == text)
            .ok_or_else(|| Error::UnknownVersion(text.to_owned()))
    }
}
