//! One method for each call of `contract`, by the name of its command. They only find the cluster and hand on.

use contract::*;

use crate::{Engine, requests, secured};

type Answer<T> = Result<T, ApiError>;

impl Engine {
    pub async fn list_profiles(&self, _: ListProfiles) -> Answer<Profiles> {
        Ok(self.profiles())
    }

    pub async fn save_profile(&self, call: SaveProfile) -> Answer<SavedProfile> {
        self.save(call.profile).await
    }

    pub async fn remove_profile(&self, call: RemoveProfile) -> Answer<()> {
        self.remove(&call.id).await
    }

    pub async fn set_lock(&self, call: SetLock) -> Answer<SavedProfile> {
        self.set_profile_lock(&call.id, call.read_only, call.typed_name.as_deref()).await
    }

    pub async fn duplicate_profile(&self, call: DuplicateProfile) -> Answer<SavedProfile> {
        self.duplicate(&call.id).await
    }

    pub async fn move_profile(&self, call: MoveProfile) -> Answer<()> {
        self.move_before(&call.id, call.before.as_deref())
    }

    pub async fn export_profiles(&self, call: ExportProfiles) -> Answer<String> {
        self.export(&call.ids)
    }

    pub async fn import_profiles(&self, call: ImportProfiles) -> Answer<Vec<SavedProfile>> {
        self.import(&call.text).await
    }

    pub async fn secrets(&self, call: ListSecrets) -> Answer<Secrets> {
        self.secrets_of(&call.profile).await
    }

    pub async fn give_secret(&self, call: GiveSecret) -> Answer<Secrets> {
        self.give(&call.profile, call.kind, call.value, call.keep).await
    }

    pub async fn forget_secret(&self, call: ForgetSecret) -> Answer<Secrets> {
        self.forget(&call.profile, call.kind).await
    }

    pub async fn unlock_secrets(&self, call: UnlockSecrets) -> Answer<SecretFile> {
        self.unlock(call.pass_phrase).await
    }

    pub async fn lock_secrets(&self, _: LockSecrets) -> Answer<SecretFile> {
        Ok(self.inner.secrets.lock())
    }

    pub async fn read_settings(&self, call: ReadSettings) -> Answer<Imported> {
        self.read_import(call.text, call.file_name).await
    }

    pub async fn keep_import(&self, call: KeepImport) -> Answer<SavedProfile> {
        self.keep_cluster(&call.handle, call.cluster, call.profile, call.keep).await
    }

    pub async fn examine(&self, call: Examine) -> Answer<()> {
        self.examine_profile(&call.profile)
    }

    pub async fn stop_examination(&self, call: StopExamination) -> Answer<()> {
        self.stop_examining(&call.profile);
        Ok(())
    }

    pub async fn examination(&self, call: GetExamination) -> Answer<Option<Examination>> {
        Ok(self.examination_of(&call.profile))
    }

    pub async fn examination_text(&self, call: GetExaminationText) -> Answer<String> {
        self.examination_report(&call.profile)
    }

    pub async fn check_addresses(&self, call: CheckAddresses) -> Answer<CheckedAddresses> {
        Ok(self.check(&call.text))
    }

    pub async fn check_reach(&self, call: CheckReach) -> Answer<CheckedReach> {
        Ok(secured::checked(&call.reach, &self.inner.programs))
    }

    pub async fn open_cluster(&self, call: OpenCluster) -> Answer<()> {
        self.open(&call.id).await
    }

    pub async fn close_cluster(&self, call: CloseCluster) -> Answer<()> {
        if let Some(open) = self.close(&call.id) {
            open.road.ended().await;
        }
        Ok(())
    }

    pub async fn start_with(&self, _: StartWith) -> Answer<Option<Start>> {
        Ok(self.begin())
    }

    pub async fn cluster_status(&self, call: GetClusterStatus) -> Answer<ClusterStatus> {
        self.status(&call.cluster)
    }

    pub async fn way(&self, call: GetWay) -> Answer<Way> {
        Ok(self.cluster(&call.cluster)?.way_page())
    }

    pub async fn refresh(&self, call: Refresh) -> Answer<()> {
        self.cluster(&call.cluster)?.refresh(call.view);
        Ok(())
    }

    pub async fn overview(&self, call: GetOverview) -> Answer<Stamped<Overview>> {
        Ok(self.cluster(&call.cluster)?.overview_page())
    }

    pub async fn brokers(&self, call: ListBrokers) -> Answer<Page<BrokerRow>> {
        Ok(self.cluster(&call.cluster)?.brokers_page(&call.query))
    }

    pub async fn broker(&self, call: GetBroker) -> Answer<Stamped<BrokerDetail>> {
        self.cluster(&call.cluster)?.broker_page(call.id)
    }

    pub async fn broker_configs(&self, call: ListBrokerConfigs) -> Answer<Page<ConfigRow>> {
        Ok(self.cluster(&call.cluster)?.broker_configs_page(call.id, &call.query))
    }

    pub async fn log_dirs(&self, call: ListLogDirs) -> Answer<Page<LogDirRow>> {
        Ok(self.cluster(&call.cluster)?.log_dirs_page(&call.query))
    }

    pub async fn log_dir_replicas(&self, call: ListLogDirReplicas) -> Answer<Page<ReplicaRow>> {
        self.cluster(&call.cluster)?.replicas_page(call.broker, &call.path, &call.query)
    }

    pub async fn log_dir_topics(&self, call: ListLogDirTopics) -> Answer<Page<ReplicaRollup>> {
        self.cluster(&call.cluster)?.rollup_page(call.broker, &call.path, &call.query)
    }

    pub async fn topics(&self, call: ListTopics) -> Answer<Page<TopicRow>> {
        Ok(self.cluster(&call.cluster)?.topics_page(&call.query))
    }

    pub async fn topic(&self, call: GetTopic) -> Answer<Stamped<TopicDetail>> {
        self.cluster(&call.cluster)?.topic_page(&call.name)
    }

    pub async fn partitions(&self, call: ListPartitions) -> Answer<Page<PartitionRow>> {
        self.cluster(&call.cluster)?.partitions_page(&call.topic, &call.query)
    }

    pub async fn topic_configs(&self, call: ListTopicConfigs) -> Answer<Page<ConfigRow>> {
        self.cluster(&call.cluster)?.topic_configs_page(&call.topic, &call.query)
    }

    pub async fn groups(&self, call: ListGroups) -> Answer<Page<GroupRow>> {
        Ok(self.cluster(&call.cluster)?.groups_page(&call.query))
    }

    pub async fn acls(&self, call: ListAcls) -> Answer<Page<AclRow>> {
        Ok(self.cluster(&call.cluster)?.acls_page(&call.principal, &call.topic, &call.query))
    }

    pub async fn scram_users(&self, call: ListScramUsers) -> Answer<Page<ScramUserRow>> {
        Ok(self.cluster(&call.cluster)?.scram_users_page(&call.query))
    }

    pub async fn quotas(&self, call: ListQuotas) -> Answer<Page<QuotaRow>> {
        Ok(self.cluster(&call.cluster)?.quotas_page(&call.query))
    }

    pub async fn quorum(&self, call: ListQuorum) -> Answer<Page<QuorumRow>> {
        Ok(self.cluster(&call.cluster)?.quorum_page(&call.query))
    }

    pub async fn reassignments(&self, call: ListReassignments) -> Answer<Page<ReassignmentRow>> {
        Ok(self.cluster(&call.cluster)?.reassignments_page(&call.query))
    }

    pub async fn transactions(&self, call: ListTransactions) -> Answer<Page<TransactionRow>> {
        Ok(self.cluster(&call.cluster)?.transactions_page(&call.query))
    }

    pub async fn producers(&self, call: ListProducers) -> Answer<Page<ProducerRow>> {
        self.cluster(&call.cluster)?.producers_page(&call.topic, &call.query)
    }

    pub async fn topic_groups(&self, call: ListTopicGroups) -> Answer<Page<GroupRow>> {
        Ok(self.cluster(&call.cluster)?.topic_groups_page(&call.topic, &call.query))
    }

    pub async fn group(&self, call: GetGroup) -> Answer<Stamped<GroupDetail>> {
        self.cluster(&call.cluster)?.group_page(&call.id)
    }

    pub async fn group_offsets(&self, call: ListGroupOffsets) -> Answer<Page<GroupOffsetRow>> {
        Ok(self.cluster(&call.cluster)?.group_offsets_page(&call.group, &call.query))
    }

    pub async fn group_members(&self, call: ListGroupMembers) -> Answer<Page<GroupMemberRow>> {
        Ok(self.cluster(&call.cluster)?.group_members_page(&call.group, &call.query))
    }

    pub async fn versions(&self, call: GetVersions) -> Answer<Stamped<VersionMatrix>> {
        Ok(self.cluster(&call.cluster)?.versions_page(call.broker))
    }

    pub async fn request_kinds(&self, call: ListRequestKinds) -> Answer<Vec<RequestKind>> {
        self.cluster(&call.cluster)?;
        Ok(requests::kinds())
    }

    pub async fn explain_request(&self, call: ExplainRequest) -> Answer<Explained> {
        Ok(self.cluster(&call.cluster)?.explain_request(&call.draft))
    }

    pub async fn send_request(&self, call: SendRequest) -> Answer<Answered> {
        self.cluster(&call.cluster)?.send_request(&call.draft).await
    }

    pub async fn journal(&self, call: ListJournal) -> Answer<Page<JournalRow>> {
        Ok(self.cluster(&call.cluster)?.journal_page(&call.query))
    }

    pub async fn palette(&self, call: SearchPalette) -> Answer<PaletteHits> {
        Ok(self.cluster(&call.cluster)?.search(&call.text))
    }

    pub async fn about(&self, _: GetAbout) -> Answer<About> {
        Ok(self.about_page())
    }

    pub async fn updates(&self, _: GetUpdates) -> Answer<Updates> {
        Ok(self.updates_told())
    }

    pub async fn name_update_folder(&self, call: NameUpdateFolder) -> Answer<Updates> {
        self.name_folder(&call.folder)
    }

    pub async fn look_for_updates(&self, _: LookForUpdates) -> Answer<Updates> {
        self.look()
    }

    pub async fn check_update(&self, _: CheckUpdate) -> Answer<Updates> {
        self.check_sum()
    }

    pub async fn stop_updates(&self, _: StopUpdates) -> Answer<Updates> {
        Ok(self.stop_looking())
    }
}
