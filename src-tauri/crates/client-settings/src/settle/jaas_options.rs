//! What the options of each login module are called, and what they mean. A login module is a Java class; which one it is
//! tells the mechanism where `sasl.mechanism` is silent.

use crate::keys::Key;

/// The login modules we know, by the last part of their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Module {
    Plain,
    Scram,
    Oauth,
    Iam,
    Kerberos,
    Unknown,
}

impl Module {
    pub(super) fn named(class: &str) -> Self {
        match class.rsplit(['.', '$']).next().unwrap_or(class) {
            "PlainLoginModule" => Self::Plain,
            "ScramLoginModule" => Self::Scram,
            "OAuthBearerLoginModule" => Self::Oauth,
            "IAMLoginModule" => Self::Iam,
            "Krb5LoginModule" => Self::Kerberos,
            _ => Self::Unknown,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Plain => "PLAIN",
            Self::Scram => "SCRAM",
            Self::Oauth => "OAUTHBEARER",
            Self::Iam => "AWS IAM",
            Self::Kerberos => "Kerberos",
            Self::Unknown => "an unknown login module",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Key(Key),
    /// `extension_<name>`
    Extension,
    /// A further value for AWS: which one.
    RoleSession,
    ExternalId,
    Region,
    /// Of no consequence here.
    Idle,
    /// A token without a signature, for tests (`unsecuredLoginStringClaim_…`).
    Unsecured,
    Unknown,
}

/// What an option means. Names are Kafka's, Amazon's and Strimzi's.
pub(super) fn meant(module: Module, option: &str) -> Meant {
    if option.starts_with("extension_") || option.starts_with("unsecuredLoginExtension_") {
        return Meant::Extension;
    }
    if option.starts_with("unsecuredLogin") {
        return Meant::Unsecured;
    }
    Meant::Key(match (module, option) {
        (Module::Plain | Module::Scram | Module::Unknown, "username") => Key::User,
        (Module::Plain | Module::Scram | Module::Unknown, "password") => Key::Password,
        (Module::Scram, "tokenauth") => Key::TokenAuth,
        (Module::Oauth, "clientId" | "oauth.client.id") => Key::OauthClientId,
        (Module::Oauth, "clientSecret" | "oauth.client.secret") => Key::OauthSecret,
        (Module::Oauth, "scope" | "oauth.scope") => Key::OauthScope,
        (Module::Oauth, "oauth.token.endpoint.uri") => Key::TokenEndpoint,
        (Module::Oauth, "oauth.access.token") => Key::Token,
        (Module::Iam, "awsProfileName") => Key::AwsProfile,
        (Module::Iam, "awsRoleArn") => Key::AwsRole,
        (Module::Iam, "awsRoleAccessKeyId") => Key::AwsAccessId,
        (Module::Iam, "awsRoleSecretAccessKey") => Key::AwsSecret,
        (Module::Iam, "awsRoleSessionToken") => Key::AwsSessionToken,
        (Module::Iam, "awsRoleSessionName") => return Meant::RoleSession,
        (Module::Iam, "awsRoleExternalId") => return Meant::ExternalId,
        (Module::Iam, "awsStsRegion") => return Meant::Region,
        (Module::Iam, "awsDebugCreds" | "awsMaxRetries" | "awsMaxBackOffTimeMs") => return Meant::Idle,
        (Module::Plain | Module::Scram, option) if option.starts_with("user_") => return Meant::Idle,
        (_, "serviceName" | "metadataServerUrls" | "debug") => return Meant::Idle,
        _ => return Meant::Unknown,
    })
}
