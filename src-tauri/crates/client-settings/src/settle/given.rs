//! What the lines give for signing in, from wherever they are, and the mechanism it is given for. Only what that mechanism
//! uses goes into the settings: a password that nothing sends should not lie in a keychain.

use super::jaas_options::Module;
use crate::{Hidden, MskIam, OauthClient, Sasl, Settings};

pub(super) const NO_KERBEROS: &str = "Kerberos (GSSAPI) is not there: use a listener with SCRAM, PLAIN over TLS, OAUTHBEARER or client \
                           certificates";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mechanism {
    Plain,
    Scram256,
    Scram512,
    Oauth,
    Iam,
    Kerberos,
}

/// What the lines give, from wherever they are.
#[derive(Default)]
pub(super) struct Given {
    pub(super) module: Option<Module>,
    pub(super) user: Option<String>,
    pub(super) password: Option<Hidden>,
    pub(super) token_auth: bool,
    pub(super) oauth: OauthClient,
    pub(super) client_secret: Option<Hidden>,
    pub(super) token: Option<Hidden>,
    pub(super) aws: MskIam,
    pub(super) aws_secret_key: Option<Hidden>,
    pub(super) aws_session_token: Option<Hidden>,
    pub(super) unsecured: bool,
    pub(super) oidc: bool,
    /// A handler that gets its token in its own way: by its class.
    pub(super) handler: Option<String>,
}

impl Mechanism {
    pub(super) fn fits(self, module: Module) -> bool {
        matches!(
            (self, module),
            (Mechanism::Plain, Module::Plain)
                | (Mechanism::Scram256 | Mechanism::Scram512, Module::Scram)
                | (Mechanism::Oauth, Module::Oauth)
                | (Mechanism::Iam, Module::Iam)
                | (Mechanism::Kerberos, Module::Kerberos)
                | (_, Module::Unknown)
        )
    }
}

impl Given {
    pub(super) fn into_sasl(self, mechanism: Mechanism, settings: &mut Settings) -> Sasl {
        let secrets = &mut settings.secrets;
        match mechanism {
            Mechanism::Plain => {
                secrets.password = self.password;
                Sasl::Plain { user: self.user }
            }
            Mechanism::Scram256 | Mechanism::Scram512 => {
                secrets.password = self.password;
                let (user, token_auth) = (self.user, self.token_auth);
                if mechanism == Mechanism::Scram256 {
                    Sasl::Scram256 { user, token_auth }
                } else {
                    Sasl::Scram512 { user, token_auth }
                }
            }
            Mechanism::Oauth => {
                let client = self.oauth.endpoint.is_some() || self.oauth.client_id.is_some() || self.oidc;
                if self.module == Some(Module::Iam) {
                    return msk(self.aws, self.aws_secret_key, self.aws_session_token, settings);
                }
                if self.token.is_some() || !client {
                    secrets.token = self.token;
                    return match (self.unsecured, self.handler) {
                        (true, _) if secrets.token.is_none() => {
                            Sasl::Other("OAUTHBEARER with unsigned tokens".to_owned())
                        }
                        (_, Some(class)) if secrets.token.is_none() => {
                            Sasl::Other(format!("OAUTHBEARER by {class}"))
                        }
                        _ => Sasl::OauthToken,
                    };
                }
                secrets.client_secret = self.client_secret;
                Sasl::OauthClient(self.oauth)
            }
            Mechanism::Iam => msk(self.aws, self.aws_secret_key, self.aws_session_token, settings),
            Mechanism::Kerberos => Sasl::Gssapi,
        }
    }
}

fn msk(aws: MskIam, key: Option<Hidden>, token: Option<Hidden>, settings: &mut Settings) -> Sasl {
    settings.secrets.aws_secret_key = key;
    settings.secrets.aws_session_token = token;
    Sasl::MskIam(aws)
}
