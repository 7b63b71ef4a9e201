//! Everything the window may ask, each a type with its reply: the one list that shell, engine and window share.
//!
//! No call waits for a broker, except `SendRequest`. A read answers at once with what is known, starts the asking where
//! nothing is known yet, and says so (`Freshness::loading`); `Watch` tells when there is more. So a dead broker can never hold
//! up a page.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::*;

/// A question of the window's, with the type of its answer.
pub trait Call: Serialize + DeserializeOwned {
    /// The shell's command for it.
    const NAME: &'static str;
    type Reply: Serialize + DeserializeOwned;
}

macro_rules! calls {
    ($( $(#[$doc:meta])* $command:ident $name:ident { $($field:ident : $type:ty),* $(,)? } -> $reply:ty; )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $name { $(pub $field: $type,)* }
            impl Call for $name {
                const NAME: &'static str = stringify!($command);
                type Reply = $reply;
            }
        )*
        /// The shell's commands, for its manifest and capabilities.
        pub const COMMANDS: &[&str] = &[$(stringify!($command),)* "watch", "unwatch"];
    };
}

calls! {
    /// All profiles with their states.
    list_profiles ListProfiles {} -> Profiles;
    /// Adds (empty id) or changes one. What is typed is kept even when the addresses can't be used; the reply says what is wrong.
    save_profile SaveProfile { profile: Profile } -> SavedProfile;
    /// Its secrets are forgotten with it.
    remove_profile RemoveProfile { id: String } -> ();
    /// Closes or opens the lock. One of a production profile opens for its name only, typed exactly.
    set_lock SetLock { id: String, read_only: bool, typed_name: Option<String> } -> SavedProfile;
    /// Secrets are not copied.
    duplicate_profile DuplicateProfile { id: String } -> SavedProfile;
    /// To the place before that one; None: to the end.
    move_profile MoveProfile { id: String, before: Option<String> } -> ();
    /// One text for a team, without any secret.
    export_profiles ExportProfiles { ids: Vec<String> } -> String;
    /// Such a text. Each becomes a new connection, locked; all of them or none.
    import_profiles ImportProfiles { text: String } -> Vec<SavedProfile>;
    /// Of no profile (an empty id): only where secrets could be kept.
    secrets ListSecrets { profile: String } -> Secrets;
    /// In place of the last one. A connection that waits for it, or that was refused with the last one, is opened anew.
    give_secret GiveSecret { profile: String, kind: SecretKind, value: Concealed, keep: Keep } -> Secrets;
    forget_secret ForgetSecret { profile: String, kind: SecretKind } -> Secrets;
    /// Opens the encrypted file, or makes it where there is none.
    unlock_secrets UnlockSecrets { pass_phrase: Concealed } -> SecretFile;
    lock_secrets LockSecrets {} -> SecretFile;
    /// Reads another client's configuration. Its text may hold secrets: nothing of it is logged or kept in clear.
    read_settings ReadSettings { text: Concealed, file_name: Option<String> } -> Imported;
    /// Keeps one of the clusters that were read: the profile as edited, and the secrets that stood beside it.
    keep_import KeepImport { handle: String, cluster: u32, profile: Profile, keep: Keep } -> SavedProfile;
    /// Examines the way to its brokers step by step, or starts anew. Goes on beside; `View::Examination` tells of more.
    examine Examine { profile: String } -> ();
    stop_examination StopExamination { profile: String } -> ();
    /// As far as it has come; None: never asked for.
    examination GetExamination { profile: String } -> Option<Examination>;
    /// The same as text to copy: host, user names and addresses are in it, and no secret.
    examination_text GetExaminationText { profile: String } -> String;
    /// Checks addresses as typed, without connecting.
    check_addresses CheckAddresses { text: String } -> CheckedAddresses;
    /// Checks a way to brokers as typed, without connecting; looks whether the programs that it needs are here.
    check_reach CheckReach { reach: Reach } -> CheckedReach;
    /// Starts connecting and returns at once; the state comes by `Watch` and `status`.
    open_cluster OpenCluster { id: String } -> ();
    close_cluster CloseCluster { id: String } -> ();
    /// What the command line, a second start or a link asked for. Told once; None: nothing, or it was told.
    start_with StartWith {} -> Option<Start>;
    cluster_status GetClusterStatus { cluster: String } -> ClusterStatus;
    /// How it comes to its brokers, and as whom it is signed in there.
    way GetWay { cluster: String } -> Way;
    /// Starts a refresh of this view unless one runs; returns at once.
    refresh Refresh { cluster: String, view: View } -> ();
    overview GetOverview { cluster: String } -> Stamped<Overview>;
    brokers ListBrokers { cluster: String, query: TableQuery } -> Page<BrokerRow>;
    broker GetBroker { cluster: String, id: i32 } -> Stamped<BrokerDetail>;
    broker_configs ListBrokerConfigs { cluster: String, id: i32, query: TableQuery } -> Page<ConfigRow>;
    log_dirs ListLogDirs { cluster: String, query: TableQuery } -> Page<LogDirRow>;
    log_dir_replicas ListLogDirReplicas { cluster: String, broker: i32, path: String, query: TableQuery } -> Page<ReplicaRow>;
    log_dir_topics ListLogDirTopics { cluster: String, broker: i32, path: String, query: TableQuery } -> Page<ReplicaRollup>;
    topics ListTopics { cluster: String, query: TableQuery } -> Page<TopicRow>;
    topic GetTopic { cluster: String, name: String } -> Stamped<TopicDetail>;
    partitions ListPartitions { cluster: String, topic: String, query: TableQuery } -> Page<PartitionRow>;
    topic_configs ListTopicConfigs { cluster: String, topic: String, query: TableQuery } -> Page<ConfigRow>;
    /// The groups that have committed something on this topic, as far as their commits are known.
    topic_groups ListTopicGroups { cluster: String, topic: String, query: TableQuery } -> Page<GroupRow>;
    groups ListGroups { cluster: String, query: TableQuery } -> Page<GroupRow>;
    /// Those that speak of this principal ("User:orders") and cover this topic; an empty one is not asked.
    acls ListAcls { cluster: String, principal: String, topic: String, query: TableQuery } -> Page<AclRow>;
    scram_users ListScramUsers { cluster: String, query: TableQuery } -> Page<ScramUserRow>;
    quotas ListQuotas { cluster: String, query: TableQuery } -> Page<QuotaRow>;
    quorum ListQuorum { cluster: String, query: TableQuery } -> Page<QuorumRow>;
    reassignments ListReassignments { cluster: String, query: TableQuery } -> Page<ReassignmentRow>;
    transactions ListTransactions { cluster: String, query: TableQuery } -> Page<TransactionRow>;
    producers ListProducers { cluster: String, topic: String, query: TableQuery } -> Page<ProducerRow>;
    group GetGroup { cluster: String, id: String } -> Stamped<GroupDetail>;
    group_offsets ListGroupOffsets { cluster: String, group: String, query: TableQuery } -> Page<GroupOffsetRow>;
    group_members ListGroupMembers { cluster: String, group: String, query: TableQuery } -> Page<GroupMemberRow>;
    versions GetVersions { cluster: String, broker: Option<i32> } -> Stamped<VersionMatrix>;
    request_kinds ListRequestKinds { cluster: String } -> Vec<RequestKind>;
    explain_request ExplainRequest { cluster: String, draft: RequestDraft } -> Explained;
    /// The one call that waits for brokers: at most the request's own deadline.
    send_request SendRequest { cluster: String, draft: RequestDraft } -> Answered;
    journal ListJournal { cluster: String, query: TableQuery } -> Page<JournalRow>;
    palette SearchPalette { cluster: String, text: String } -> PaletteHits;
    /// Which build this is, and where it keeps things.
    about GetAbout {} -> About;
    /// The folder of newer packages and the last look at it; looks at nothing.
    updates GetUpdates {} -> Updates;
    /// Remembers the folder (empty: none) and looks at nothing.
    name_update_folder NameUpdateFolder { folder: String } -> Updates;
    /// Looks at the names of its files, beside; `View::Updates` tells of the outcome.
    look_for_updates LookForUpdates {} -> Updates;
    /// Reads the package that was found and holds it against its listed sum, beside.
    check_update CheckUpdate {} -> Updates;
    /// Ends a look or a check that is under way.
    stop_updates StopUpdates {} -> Updates;
}

/// What became of a saved profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProfile {
    pub profile: Profile,
    /// What is wrong with it as typed, in sentences; it was kept all the same.
    pub problems: Vec<String>,
}

/// Addresses as read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedAddresses {
    pub addresses: Vec<String>,
    pub problem: Option<String>,
}
