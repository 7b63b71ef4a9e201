//! A certificate authority and a broker certificate for 127.0.0.1, as an operator makes them with keytool. They are kept
//! in the cache folder: six JVM starts for each cluster would cost more than the cluster.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    artifacts::{cache_folder, own_name},
    error::{At, Result},
    java::{JAVA_PACKAGE, output, program},
};

/// Files for the TLS listener and for those who connect to it.
#[derive(Clone, Debug)]
pub struct Tls {
    /// PEM: what a client has to trust.
    pub authority: PathBuf,
    /// PKCS12 with the broker's key and its chain.
    pub key_store: PathBuf,
    /// PKCS12 with the authority alone.
    pub trust_store: PathBuf,
}

impl Tls {
    /// Of both stores.
    pub const PASSWORD: &str = "brokerscope";

    fn in_folder(folder: &Path) -> Self {
        Self {
            authority: folder.join("authority.pem"),
            key_store: folder.join("broker.p12"),
            trust_store: folder.join("trust.p12"),
        }
    }

    /// The files that every cluster uses, made when they are not there.
    pub fn load_or_make() -> Result<Self> {
        let folder = cache_folder().join("tls-1");
        if !folder.exists() {
            let work = cache_folder().join(format!("tls-{}", own_name()));
            fs::create_dir_all(&work).at(&work)?;
            make(&work)?;
            match fs::rename(&work, &folder) {
                // Another was quicker; its files are as good.
                Err(_) if folder.exists() => fs::remove_dir_all(&work).at(&work)?,
                done => done.at(&folder)?,
            }
        }
        Ok(Self::in_folder(&folder))
    }
}

fn make(folder: &Path) -> Result<()> {
    let keytool = |words: &str| {
        let mut command = Command::new(program("keytool"));
        command.current_dir(folder).args(words.split(' '));
        output(command.args(["-storetype", "PKCS12", "-storepass", Tls::PASSWORD]), JAVA_PACKAGE)
    };
    let key = "-genkeypair -keyalg EC -groupname secp256r1 -validity 3650";
    keytool(&format!(
        "{key} -keystore authority.p12 -alias authority -dname CN=brokerscope-test-authority -ext bc:c"
    ))?;
    keytool(&format!("{key} -keystore broker.p12 -alias broker -dname CN=localhost"))?;
    keytool("-exportcert -rfc -keystore authority.p12 -alias authority -file authority.pem")?;
    keytool("-certreq -keystore broker.p12 -alias broker -file broker.csr")?;
    keytool(
        "-gencert -rfc -keystore authority.p12 -alias authority -infile broker.csr -outfile broker.pem \
         -validity 3650 -ext san=dns:localhost,ip:127.0.0.1",
    )?;
    keytool("-importcert -noprompt -keystore broker.p12 -alias authority -file authority.pem")?;
    keytool("-importcert -noprompt -keystore broker.p12 -alias broker -file broker.pem")?;
    keytool("-importcert -noprompt -keystore trust.p12 -alias authority -file authority.pem")?;
    Ok(())
}
