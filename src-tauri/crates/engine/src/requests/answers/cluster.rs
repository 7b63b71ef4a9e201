//! Answers about brokers and the cluster as a whole.

use admin::{
    Metadata, MetadataReply, Snapshot, Source,
    message::{
        api_versions::{self, ApiVersions},
        describe_acls::{self, DescribeAcls},
        describe_client_quotas::{self, DescribeClientQuotas},
        describe_cluster::{self, DescribeCluster},
        describe_log_dirs::{self, DescribeLogDirs},
        describe_quorum::{self, DescribeQuorum, Replica},
        describe_user_scram_credentials::{self, DescribeUserScramCredentials},
    },
};
use serde_json::{Value, json};

use super::{Show, Shown, Writer, code, counted, long, maybe_long, object, trouble};

impl Show for ApiVersions {
    fn show(&self, reply: api_versions::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let keys = to.list(&reply.ranges, |_, (key, lowest, highest)| {
            object([
                ("apiKey", json!(key.code())),
                ("name", json!(key.to_string())),
                ("minVersion", json!(lowest)),
                ("maxVersion", json!(highest)),
            ])
        });
        let feature = |_: &mut Writer, (name, lowest, highest): &(String, i16, i16)| {
            object([("name", json!(name)), ("min", json!(lowest)), ("max", json!(highest))])
        };
        let body = object([
            ("apiKeys", keys),
            ("supportedFeatures", to.list(&reply.supported_features, feature)),
            ("finalizedFeatures", to.list(&reply.finalized_features, feature)),
            ("finalizedFeaturesEpoch", maybe_long(reply.finalized_epoch)),
        ]);
        to.done(counted(reply.ranges.len(), "request"), body)
    }
}

impl Show for Metadata {
    fn show(&self, reply: MetadataReply, source: &Source) -> Shown {
        // Read into a view of its own: what is sent from the panel does not touch what the pages show.
        let installed = match Snapshot::empty().install(reply, &self.what, source.clone()) {
            Ok(installed) => installed,
            Err(error) => {
                let body = object([("error", json!(error.to_string()))]);
                return Shown { summary: error.to_string(), body, cut: false };
            }
        };
        let view = installed.snapshot;
        let mut to = Writer::default();
        let brokers = to.list(view.brokers(), |_, broker| {
            object([
                ("nodeId", json!(broker.id)),
                ("host", json!(&*broker.host)),
                ("port", json!(broker.port)),
                ("rack", json!(broker.rack.as_deref())),
            ])
        });
        let topics: Vec<_> = view.topics().collect();
        let shown = to.list(&topics, |to, topic| {
            let partitions: Vec<_> = topic.partitions().collect();
            object([
                ("name", json!(topic.name())),
                ("topicId", json!(topic.id().map(|id| id.to_string()))),
                ("isInternal", json!(topic.internal())),
                ("error", code(topic.error())),
                (
                    "partitions",
                    to.list(&partitions, |_, partition| {
                        object([
                            ("partitionIndex", json!(partition.index)),
                            ("leaderId", json!(partition.leader)),
                            ("leaderEpoch", json!(partition.leader_epoch)),
                            ("replicaNodes", json!(partition.replicas)),
                            ("isrNodes", json!(partition.isr)),
                            ("offlineReplicas", json!(partition.offline)),
                            ("error", code(partition.error)),
                        ])
                    }),
                ),
            ])
        });
        let names: &[String] = match &self.what {
            admin::Refresh::Topics(names) => names,
            admin::Refresh::Brokers | admin::Refresh::All => &[],
        };
        let refused: Vec<_> = names.iter().filter_map(|name| view.refusal(name)).collect();
        let no = to.list(&refused, |_, refusal| {
            object([("name", json!(&*refusal.name)), ("error", code(refusal.code))])
        });
        let codes =
            topics.iter().map(|topic| topic.error()).chain(refused.iter().map(|refusal| refusal.code));
        let brokers_in_words = counted(view.brokers().len(), "broker");
        let summary = match &self.what {
            // Topics were not asked for, which is not "there are none".
            admin::Refresh::Brokers => brokers_in_words,
            _ => format!("{brokers_in_words}, {}{}", counted(topics.len(), "topic"), trouble(codes)),
        };
        let body = object([
            ("clusterId", json!(view.cluster_id())),
            ("controllerId", json!(view.controller())),
            ("brokers", brokers),
            ("topics", if self.what == admin::Refresh::Brokers { Value::Null } else { shown }),
            ("notShown", no),
        ]);
        to.done(summary, body)
    }
}

impl Show for DescribeCluster {
    fn show(&self, reply: describe_cluster::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let brokers = to.list(&reply.brokers, |_, broker| {
            object([
                ("brokerId", json!(broker.id)),
                ("host", json!(broker.host)),
                ("port", json!(broker.port)),
                ("rack", json!(broker.rack)),
                ("isFenced", json!(broker.fenced)),
            ])
        });
        let fenced = reply.brokers.iter().filter(|broker| broker.fenced == Some(true)).count();
        let mut summary = counted(reply.brokers.len(), "broker");
        if fenced > 0 {
            summary.push_str(&format!(", {fenced} fenced"));
        }
        let body = object([
            ("clusterId", json!(reply.cluster_id)),
            ("controllerId", json!(reply.controller)),
            ("brokers", brokers),
        ]);
        to.done(summary, body)
    }
}

impl Show for DescribeQuorum {
    fn show(&self, reply: describe_quorum::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let Some(quorum) = reply.quorum else {
            return to.done("the metadata log is left out", Value::Null);
        };
        let replica = |_: &mut Writer, replica: &Replica| {
            object([
                ("replicaId", json!(replica.id)),
                ("logEndOffset", maybe_long(replica.log_end_offset)),
                ("lastFetchTimestamp", maybe_long(replica.last_fetch)),
                ("lastCaughtUpTimestamp", maybe_long(replica.last_caught_up)),
            ])
        };
        let summary = match quorum.leader {
            Some(leader) => format!("leader {leader}, {}", counted(quorum.voters.len(), "voter")),
            None => format!("no leader, {}", counted(quorum.voters.len(), "voter")),
        };
        let body = object([
            ("error", code(quorum.code)),
            ("leaderId", json!(quorum.leader)),
            ("leaderEpoch", json!(quorum.leader_epoch)),
            ("highWatermark", maybe_long(quorum.high_watermark)),
            ("currentVoters", to.list(&quorum.voters, replica)),
            ("observers", to.list(&quorum.observers, replica)),
        ]);
        to.done(summary, body)
    }
}

impl Show for DescribeLogDirs {
    fn show(&self, reply: describe_log_dirs::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let dirs = to.list(&reply.dirs, |to, dir| {
            let topics = to.list(&dir.topics, |to, topic| {
                let partitions = to.list(&topic.replicas, |_, replica| {
                    object([
                        ("partitionIndex", json!(replica.partition)),
                        ("partitionSize", long(replica.size)),
                        ("offsetLag", long(replica.offset_lag)),
                        ("isFutureKey", json!(replica.future)),
                    ])
                });
                object([("name", json!(topic.name)), ("partitions", partitions)])
            });
            object([
                ("logDir", json!(dir.path)),
                ("error", code(dir.code)),
                ("totalBytes", maybe_long(dir.volume_total)),
                ("usableBytes", maybe_long(dir.volume_usable)),
                ("isCordoned", json!(dir.cordoned)),
                ("topics", topics),
            ])
        });
        let replicas: usize =
            reply.dirs.iter().flat_map(|dir| &dir.topics).map(|topic| topic.replicas.len()).sum();
        let codes = reply.dirs.iter().map(|dir| dir.code);
        let summary =
            format!("{}, {}{}", counted(reply.dirs.len(), "dir"), replicas_text(replicas), trouble(codes));
        to.done(summary, object([("results", dirs)]))
    }
}

fn replicas_text(replicas: usize) -> String {
    counted(replicas, "replica")
}

impl Show for DescribeAcls {
    fn show(&self, reply: describe_acls::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let resources = to.list(&reply.resources, |to, resource| {
            let acls = to.list(&resource.acls, |_, acl| {
                object([
                    ("principal", json!(acl.principal)),
                    ("host", json!(acl.host)),
                    ("operation", json!(acl.operation)),
                    ("permissionType", json!(acl.permission)),
                ])
            });
            object([
                ("resourceType", json!(resource.resource_type)),
                ("resourceName", json!(resource.name)),
                ("patternType", json!(resource.pattern_type)),
                ("acls", acls),
            ])
        });
        let acls = reply.resources.iter().map(|resource| resource.acls.len()).sum();
        let summary = format!("{} on {}", counted(acls, "ACL"), counted(reply.resources.len(), "resource"));
        to.done(summary, object([("resources", resources)]))
    }
}

impl Show for DescribeClientQuotas {
    fn show(&self, reply: describe_client_quotas::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let entries = to.list(&reply.entries, |to, entry| {
            let entity = to.list(&entry.entity, |_, (kind, name)| {
                let name = name.as_deref().unwrap_or("<default>");
                object([("entityType", json!(kind)), ("entityName", json!(name))])
            });
            let values = to.list(&entry.values, |_, (key, value)| {
                object([("key", json!(key)), ("value", json!(value))])
            });
            object([("entity", entity), ("values", values)])
        });
        to.done(counted(reply.entries.len(), "quota"), object([("entries", entries)]))
    }
}

impl Show for DescribeUserScramCredentials {
    fn show(&self, reply: describe_user_scram_credentials::Reply, _: &Source) -> Shown {
        let mut to = Writer::default();
        let users = to.list(&reply.users, |to, user| {
            let credentials = to.list(&user.credentials, |_, credential| {
                let mechanism = match credential.mechanism {
                    1 => json!("SCRAM-SHA-256"),
                    2 => json!("SCRAM-SHA-512"),
                    other => json!(other),
                };
                object([("mechanism", mechanism), ("iterations", json!(credential.iterations))])
            });
            object([("user", json!(user.name)), ("error", code(user.code)), ("credentialInfos", credentials)])
        });
        let codes = reply.users.iter().map(|user| user.code);
        let summary = format!("{}{}", counted(reply.users.len(), "user"), trouble(codes));
        to.done(summary, object([("results", users)]))
    }
}
