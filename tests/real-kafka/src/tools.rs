//! Kafka's own command-line tools, by what they do. Their classes moved from package to package over the years; a test
//! asks for `Tool::LogDirs` and gets the right one of its version.

use crate::{
    cluster::Kafka,
    error::Result,
    java,
    version::Version::{self, V2_8, V3_9, V4_4},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Acls,
    BrokerApiVersions,
    Configs,
    ConsumerGroups,
    LeaderElection,
    LogDirs,
    /// From 3.3 on.
    MetadataQuorum,
    Offsets,
    ReassignPartitions,
    Topics,
    /// From 3.0 on.
    Transactions,
}

impl Tool {
    fn class(self, version: Version) -> &'static str {
        match (self, version) {
            (Tool::Acls, V4_4) => "org.apache.kafka.tools.AclCommand",
            (Tool::Acls, V2_8 | V3_9) => "kafka.admin.AclCommand",
            (Tool::BrokerApiVersions, V4_4) => "org.apache.kafka.tools.BrokerApiVersionsCommand",
            (Tool::BrokerApiVersions, V2_8 | V3_9) => "kafka.admin.BrokerApiVersionsCommand",
            (Tool::Configs, V4_4) => "org.apache.kafka.tools.ConfigCommand",
            (Tool::Configs, V2_8 | V3_9) => "kafka.admin.ConfigCommand",
            (Tool::ConsumerGroups, V3_9 | V4_4) => {
                "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"
            }
            (Tool::ConsumerGroups, V2_8) => "kafka.admin.ConsumerGroupCommand",
            (Tool::LeaderElection, V3_9 | V4_4) => "org.apache.kafka.tools.LeaderElectionCommand",
            (Tool::LeaderElection, V2_8) => "kafka.admin.LeaderElectionCommand",
            (Tool::LogDirs, V3_9 | V4_4) => "org.apache.kafka.tools.LogDirsCommand",
            (Tool::LogDirs, V2_8) => "kafka.admin.LogDirsCommand",
            (Tool::MetadataQuorum, _) => "org.apache.kafka.tools.MetadataQuorumCommand",
            (Tool::Offsets, V3_9 | V4_4) => "org.apache.kafka.tools.GetOffsetShell",
            (Tool::Offsets, V2_8) => "kafka.tools.GetOffsetShell",
            (Tool::ReassignPartitions, V3_9 | V4_4) => {
                "org.apache.kafka.tools.reassign.ReassignPartitionsCommand"
            }
            (Tool::ReassignPartitions, V2_8) => "kafka.admin.ReassignPartitionsCommand",
            (Tool::Transactions, _) => "org.apache.kafka.tools.TransactionsCommand",
            (Tool::Topics, V3_9 | V4_4) => "org.apache.kafka.tools.TopicCommand",
            (Tool::Topics, V2_8) => "kafka.admin.TopicCommand",
        }
    }
}

impl Kafka {
    /// Runs a tool against this cluster's open listeners (`--bootstrap-server` is added) and gives what it printed.
    pub fn tool(&self, tool: Tool, args: &[&str]) -> Result<String> {
        let bootstrap = self.bootstrap();
        let mut all = vec![tool.class(self.version()), "--bootstrap-server", &bootstrap];
        all.extend(args);
        self.java_tool(&all)
    }

    /// Runs any class of the version's jars to its end: class name first, then its arguments.
    pub fn java_tool(&self, class_and_args: &[&str]) -> Result<String> {
        let mut command = java::jvm(self.version(), "WARN")?;
        java::output(command.args(class_and_args), java::JAVA_PACKAGE)
    }

    /// Creates a topic with explicit replicas: `assignment` as the tool writes it, `1:2,2:3` for two partitions.
    pub fn create_topic(&self, name: &str, assignment: &str) -> Result<()> {
        let args = ["--create", "--topic", name, "--replica-assignment", assignment];
        self.tool(Tool::Topics, &args).map(drop)
    }
}
