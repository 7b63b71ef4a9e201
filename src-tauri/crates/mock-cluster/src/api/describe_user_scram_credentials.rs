//! DescribeUserScramCredentials: which users have SCRAM credentials, and with how many iterations; never the credentials.

use kafka_protocol::messages::describe_user_scram_credentials_response::{
    CredentialInfo, DescribeUserScramCredentialsResult,
};
use kafka_protocol::messages::{DescribeUserScramCredentialsRequest, DescribeUserScramCredentialsResponse};

use super::Call;
use super::text::text;
use crate::code;
use crate::state::State;

pub(super) fn answer(
    call: &Call,
    state: &mut State,
    request: DescribeUserScramCredentialsRequest,
) -> DescribeUserScramCredentialsResponse {
    let error = call.code(|| code::NONE);
    if error != code::NONE {
        return DescribeUserScramCredentialsResponse::default().with_error_code(error);
    }
    // Null and empty both mean all.
    let wanted: Vec<String> = match request.users {
        Some(users) if !users.is_empty() => users.iter().map(|user| user.name.to_string()).collect(),
        _ => state.scram_users.keys().cloned().collect(),
    };
    let results = wanted.iter().map(|user| describe(state, user));
    DescribeUserScramCredentialsResponse::default().with_results(results.collect())
}

fn describe(state: &State, user: &str) -> DescribeUserScramCredentialsResult {
    let result = DescribeUserScramCredentialsResult::default().with_user(text(user));
    let Some(credentials) = state.scram_users.get(user) else {
        let message = format!("This user has no SCRAM credentials: {user}");
        return result.with_error_code(code::RESOURCE_NOT_FOUND).with_error_message(Some(text(&message)));
    };
    let infos = credentials.iter().map(|(mechanism, iterations)| {
        CredentialInfo::default().with_mechanism(mechanism.code()).with_iterations(*iterations)
    });
    result.with_credential_infos(infos.collect())
}
