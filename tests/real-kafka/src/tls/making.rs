//! The commands that make the files. `keytool` issues, since it can date a certificate back, and writes Java's own formats;
//! `openssl` makes keys and requests, and the other formats, without a JVM for each.

use std::{ffi::OsStr, fs, path::Path, process::Command};

use super::Tls;
use crate::{
    error::{At, Result},
    java::{JAVA_PACKAGE, output, program},
};

const EC: &str = "ec -pkeyopt ec_paramgen_curve:prime256v1";
const YEARS: &str = "-validity 3650";
const LOCAL: &str = "-ext san=dns:localhost,ip:127.0.0.1";

/// Everything, in an empty folder.
pub(super) fn all(folder: &Path) -> Result<()> {
    let make = Making { folder };
    make.authority("authority", "brokerscope-test-authority")?;
    make.authority("other-authority", "another-test-authority")?;
    make.broker("broker", "authority", EC, "localhost", &format!("{YEARS} {LOCAL}"))?;
    for (store, kind) in [("trust.p12", "PKCS12"), ("trust.jks", "JKS")] {
        make.keytool(
            &format!("-importcert -noprompt -keystore {store} -alias authority -file authority.pem"),
            kind,
        )?;
    }
    make.client("client-rsa", "authority", "rsa:2048", "alice", YEARS)?;
    make.client("client-ec", "authority", EC, "alice", YEARS)?;
    make.client("client-other", "other-authority", EC, "mallory", YEARS)?;
    make.client("client-expired", "authority", EC, "bob", "-startdate -10d -validity 3")?;
    let broken = [
        ("expired", "authority", EC, "localhost", format!("-startdate -10d -validity 3 {LOCAL}")),
        ("not-yet-valid", "authority", EC, "localhost", format!("-startdate +365d {YEARS} {LOCAL}")),
        ("wrong-name", "authority", EC, "kafka", format!("{YEARS} -ext san=dns:kafka.example.com")),
        ("common-name-only", "authority", EC, "localhost", YEARS.to_owned()),
        ("unknown-authority", "other-authority", EC, "localhost", format!("{YEARS} {LOCAL}")),
        ("weak", "authority", "rsa:1024", "localhost", format!("{YEARS} {LOCAL}")),
        ("sha1", "authority", EC, "localhost", format!("{YEARS} {LOCAL} -sigalg SHA1withECDSA")),
    ];
    for (name, authority, key, subject, how) in broken {
        make.broker(name, authority, key, subject, &how)?;
    }
    make.keytool(
        &format!(
            "-genkeypair -keyalg EC -groupname secp256r1 {YEARS} -keystore self-signed.p12 -alias broker -dname CN=localhost {LOCAL}"
        ),
        "PKCS12",
    )?;
    Ok(())
}

struct Making<'a> {
    folder: &'a Path,
}

impl Making<'_> {
    /// Its certificate as `<name>.pem` and its key in `<name>.p12`.
    fn authority(&self, name: &str, subject: &str) -> Result<()> {
        self.keytool(
            &format!(
                "-genkeypair -keyalg EC -groupname secp256r1 {YEARS} -keystore {name}.p12 -alias authority -dname CN={subject} -ext bc:c"
            ),
            "PKCS12",
        )?;
        let export = format!("-exportcert -rfc -keystore {name}.p12 -alias authority -file {name}.pem");
        self.keytool(&export, "PKCS12")
    }

    /// A key and its certificate, as `<name>.key` and `<name>.pem`.
    fn issue(&self, name: &str, authority: &str, key: &str, subject: &str, how: &str) -> Result<()> {
        self.openssl(&format!(
            "req -new -newkey {key} -nodes -keyout {name}.key -out {name}.csr -subj /CN={subject}"
        ))?;
        self.keytool(
            &format!(
                "-gencert -rfc -keystore {authority}.p12 -alias authority -infile {name}.csr -outfile {name}.pem {how}"
            ),
            "PKCS12",
        )?;
        let chain: String = [name, authority]
            .iter()
            .map(|name| self.folder.join(format!("{name}.pem")))
            .map(|path| fs::read_to_string(&path).at(&path))
            .collect::<Result<_>>()?;
        let path = self.folder.join(format!("{name}.chain.pem"));
        fs::write(&path, chain).at(&path)?;
        self.openssl(&format!(
            "pkcs12 -export -in {name}.chain.pem -inkey {name}.key -name broker -out {name}.p12 -passout pass:{}",
            Tls::PASSWORD
        ))
    }

    fn broker(&self, name: &str, authority: &str, key: &str, subject: &str, how: &str) -> Result<()> {
        self.issue(name, authority, key, subject, how)
    }

    fn client(&self, name: &str, authority: &str, key: &str, subject: &str, how: &str) -> Result<()> {
        self.issue(name, authority, key, subject, &format!("{how} -ext eku=clientAuth"))?;
        let traditional = if key.starts_with("rsa") { "rsa -traditional" } else { "ec" };
        self.openssl(&format!("{traditional} -in {name}.key -out {name}.traditional.key"))?;
        let password = Tls::PASSWORD;
        self.openssl(&format!(
            "pkcs8 -topk8 -in {name}.key -out {name}.encrypted.key -passout pass:{password}"
        ))?;
        let mut convert = Command::new(program("keytool"));
        convert.current_dir(self.folder).args(["-importkeystore", "-noprompt"]);
        convert.args(["-srcstoretype", "PKCS12", "-srcstorepass", password, "-srckeystore"]);
        convert.arg(format!("{name}.p12"));
        convert.args(["-deststoretype", "JKS", "-deststorepass", password, "-destkeystore"]);
        convert.arg(format!("{name}.jks"));
        output(&mut convert, JAVA_PACKAGE).map(drop)
    }

    fn keytool(&self, words: &str, kind: &str) -> Result<()> {
        let mut command = Command::new(program("keytool"));
        command.current_dir(self.folder).args(words.split(' '));
        output(command.args(["-storetype", kind, "-storepass", Tls::PASSWORD]), JAVA_PACKAGE).map(drop)
    }

    fn openssl(&self, words: &str) -> Result<()> {
        let mut command = Command::new(OsStr::new("openssl"));
        output(command.current_dir(self.folder).args(words.split(' ')), "openssl").map(drop)
    }
}
