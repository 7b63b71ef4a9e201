//! What the three releases can and can't tell. The cases state the differences by these questions, so that each
//! difference has a name.

use mock_cluster::Release;
use real_kafka::Version::{self, V2_8, V3_9, V4_4};

use super::Stage;

pub(super) fn played(version: Version) -> Release {
    match version {
        V4_4 => Release::Kafka44,
        V3_9 => Release::Kafka39,
        V2_8 => Release::Kafka28,
    }
}

impl Stage {
    /// What a broker of this release offers, as the mock cluster believes.
    pub fn believed_ranges(&self) -> Vec<(i16, i16, i16)> {
        played(self.version).ranges().into_iter().map(|(key, (low, high))| (key, low, high)).collect()
    }

    /// KRaft: any broker is named as the controller, and takes what is meant for it.
    pub fn is_kraft(&self) -> bool {
        self.version != V2_8
    }

    /// DescribeLogDirs v4.
    pub fn tells_volumes(&self) -> bool {
        self.version != V2_8
    }

    /// DescribeLogDirs v5.
    pub fn tells_cordoned(&self) -> bool {
        self.version == V4_4
    }

    /// DescribeCluster v2.
    pub fn tells_fenced(&self) -> bool {
        self.version == V4_4
    }

    /// ListGroups v5.
    pub fn tells_group_types(&self) -> bool {
        self.version != V2_8
    }

    /// Groups of the type "consumer", without further settings.
    pub fn has_new_groups(&self) -> bool {
        self.version == V4_4
    }

    /// DescribeGroups v6: a group that isn't there is an error, not "Dead".
    pub fn says_that_a_group_is_missing(&self) -> bool {
        self.version == V4_4
    }

    /// Metadata v12.
    pub fn finds_topics_by_id(&self) -> bool {
        self.version != V2_8
    }
}
