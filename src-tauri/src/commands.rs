//! What the window may ask: each of `contract`'s calls, handed to the engine under its name. Nothing is decided here; a call
//! that `contract` gains and this table doesn't fails a test, and one that no capability names is refused.

use contract::{
    ApiError, Call, CheckAddresses, CheckReach, CheckUpdate, CloseCluster, DuplicateProfile, Examine,
    ExplainRequest, ExportProfiles, ForgetSecret, GetAbout, GetBroker, GetClusterStatus, GetExamination,
    GetExaminationText, GetGroup, GetOverview, GetTopic, GetUpdates, GetVersions, GetWay, GiveSecret,
    ImportProfiles, KeepImport, ListAcls, ListBrokerConfigs, ListBrokers, ListGroupMembers, ListGroupOffsets,
    ListGroups, ListJournal, ListLogDirReplicas, ListLogDirTopics, ListLogDirs, ListPartitions,
    ListProducers, ListProfiles, ListQuorum, ListQuotas, ListReassignments, ListRequestKinds, ListScramUsers,
    ListSecrets, ListTopicConfigs, ListTopicGroups, ListTopics, ListTransactions, LockSecrets,
    LookForUpdates, MoveProfile, NameUpdateFolder, OpenCluster, ReadSettings, Refresh, RemoveProfile,
    SaveProfile, SearchPalette, SendRequest, SetLock, StartWith, StopExamination, StopUpdates, UnlockSecrets,
};
use engine::Engine;
use tauri::{State, ipc::Invoke};

use crate::watching;

macro_rules! commands {
    ($($command:ident: $call:ident,)*) => {
        $(
            #[tauri::command]
            async fn $command(engine: State<'_, Engine>, call: $call) -> Result<<$call as Call>::Reply, ApiError> {
                engine.$command(call).await
            }
        )*

        pub(crate) fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($command,)* watching::watch, watching::unwatch]
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(<$call as Call>::NAME,)* "watch", "unwatch"];
        #[cfg(test)]
        const OWN_NAMES: &[&str] = &[$(stringify!($command),)* "watch", "unwatch"];
    };
}

commands! {
    list_profiles: ListProfiles,
    save_profile: SaveProfile,
    remove_profile: RemoveProfile,
    set_lock: SetLock,
    duplicate_profile: DuplicateProfile,
    move_profile: MoveProfile,
    export_profiles: ExportProfiles,
    import_profiles: ImportProfiles,
    secrets: ListSecrets,
    give_secret: GiveSecret,
    forget_secret: ForgetSecret,
    unlock_secrets: UnlockSecrets,
    lock_secrets: LockSecrets,
    read_settings: ReadSettings,
    keep_import: KeepImport,
    examine: Examine,
    stop_examination: StopExamination,
    examination: GetExamination,
    examination_text: GetExaminationText,
    check_addresses: CheckAddresses,
    check_reach: CheckReach,
    open_cluster: OpenCluster,
    close_cluster: CloseCluster,
    start_with: StartWith,
    cluster_status: GetClusterStatus,
    way: GetWay,
    refresh: Refresh,
    overview: GetOverview,
    brokers: ListBrokers,
    broker: GetBroker,
    broker_configs: ListBrokerConfigs,
    log_dirs: ListLogDirs,
    log_dir_replicas: ListLogDirReplicas,
    log_dir_topics: ListLogDirTopics,
    topics: ListTopics,
    topic: GetTopic,
    partitions: ListPartitions,
    topic_configs: ListTopicConfigs,
    topic_groups: ListTopicGroups,
    groups: ListGroups,
    acls: ListAcls,
    scram_users: ListScramUsers,
    quotas: ListQuotas,
    quorum: ListQuorum,
    reassignments: ListReassignments,
    transactions: ListTransactions,
    producers: ListProducers,
    group: GetGroup,
    group_offsets: ListGroupOffsets,
    group_members: ListGroupMembers,
    versions: GetVersions,
    request_kinds: ListRequestKinds,
    explain_request: ExplainRequest,
    send_request: SendRequest,
    journal: ListJournal,
    palette: SearchPalette,
    about: GetAbout,
    updates: GetUpdates,
    name_update_folder: NameUpdateFolder,
    look_for_updates: LookForUpdates,
    check_update: CheckUpdate,
    stop_updates: StopUpdates,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn set<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn every_call_of_the_contract_has_its_command() {
        assert_eq!(set(NAMES.iter().copied()), set(contract::COMMANDS.iter().copied()));
        assert_eq!(NAMES, OWN_NAMES);
    }

    #[test]
    fn the_capabilities_name_every_command_once_and_nothing_else() {
        let files = [
            include_str!("../capabilities/look.json"),
            include_str!("../capabilities/change.json"),
            include_str!("../capabilities/secrets.json"),
        ];
        let mut named = Vec::new();
        for file in files {
            let capability: serde_json::Value = serde_json::from_str(file).unwrap();
            assert_eq!(capability["windows"], serde_json::json!(["main"]));
            let permissions = capability["permissions"].as_array().unwrap();
            named.extend(permissions.iter().map(|name| name.as_str().unwrap().to_owned()));
        }
        let wanted: Vec<_> =
            contract::COMMANDS.iter().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
        assert_eq!(named.len(), wanted.len());
        assert_eq!(set(named.iter().map(String::as_str)), set(wanted.iter().map(String::as_str)));
    }
}
