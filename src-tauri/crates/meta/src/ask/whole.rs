//! The requests that have no pieces: what one broker says is all of the answer, and its only code is that of the whole.
//!
//! DescribeLogDirs is one of them although each directory has a code: "this directory is offline" is what was asked for,
//! and asking again would not bring it back.

use wire::message::{
    api_versions::ApiVersions, describe_acls::DescribeAcls, describe_client_quotas::DescribeClientQuotas,
    describe_cluster::DescribeCluster, describe_log_dirs::DescribeLogDirs,
    describe_user_scram_credentials::DescribeUserScramCredentials,
    list_config_resources::ListConfigResources, list_groups::ListGroups,
    list_partition_reassignments::ListPartitionReassignments, list_transactions::ListTransactions,
};

use super::Ask;

impl Ask for ApiVersions {}
impl Ask for DescribeAcls {}
impl Ask for DescribeClientQuotas {}
impl Ask for DescribeCluster {}
impl Ask for DescribeLogDirs {}
impl Ask for DescribeUserScramCredentials {}
impl Ask for ListConfigResources {}
impl Ask for ListGroups {}
impl Ask for ListPartitionReassignments {}
impl Ask for ListTransactions {}
