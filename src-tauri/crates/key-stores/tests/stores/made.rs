//! Makes the stores, once for the whole test binary. Low counts of rounds where nothing depends on them, since builds for tests
//! derive keys slowly; the tools' defaults stand in the table too. What today's tools refuse to write lies in `fixtures`.

use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

pub(crate) const STORE: &str = "store-secret";
pub(crate) const WIDE: &str = "geheim-ü-€-😀";
pub(crate) const KEY: &str = "key-secret";

/// The file of this name; the folder is gone already.
pub(crate) fn file(name: &str) -> &'static [u8] {
    static FILES: OnceLock<HashMap<String, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(make).get(name).unwrap_or_else(|| panic!("no file {name}"))
}

pub(crate) fn text(name: &str) -> &'static str {
    std::str::from_utf8(file(name)).unwrap()
}

fn make() -> HashMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    authority(at);
    keys(at);
    pkcs12(at);
    java(at);
    let read =
        |path: &Path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap());
    let mut files: HashMap<_, _> =
        fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()).map(|path| read(&path)).collect();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    files.extend(fs::read_dir(fixtures).unwrap().map(|entry| read(&entry.unwrap().path())));
    files
}

fn run(at: &Path, program: PathBuf, line: &str) {
    let mut command = Command::new(&program);
    command.args(line.split_whitespace()).current_dir(at).stdin(Stdio::null());
    let output = command.output().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let said =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{} {line}\n{said}", program.display());
}

fn openssl(at: &Path, line: &str) {
    run(at, PathBuf::from("openssl"), line);
}

fn keytool(at: &Path, line: &str) {
    let home = env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/keytool"));
    let program = home.filter(|path| path.exists()).unwrap_or_else(|| PathBuf::from("keytool"));
    run(at, program, &format!("-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC {line}"));
}

/// A root, an authority below it, and certificates for an RSA and an EC key.
fn authority(at: &Path) {
    fs::write(
        at.join("ca.cnf"),
        "[v3_ca]\nbasicConstraints=critical,CA:true\n[leaf]\nsubjectAltName=DNS:kafka.example,IP:127.0.0.1,IP:::1,email:a@b.example,URI:spiffe://x/y\nextendedKeyUsage=clientAuth\n",
    )
    .unwrap();
    openssl(at, "ecparam -name prime256v1 -genkey -noout -out root.key");
    openssl(at, "req -x509 -new -key root.key -subj /O=Example/CN=Root -days 3650 -out root.pem");
    openssl(at, "ecparam -name prime256v1 -genkey -noout -out issuing.key");
    openssl(at, "req -new -key issuing.key -subj /O=Example/CN=Issuing -out issuing.csr");
    openssl(
        at,
        "x509 -req -in issuing.csr -CA root.pem -CAkey root.key -set_serial 2 -days 3650 -extfile ca.cnf -extensions v3_ca -out issuing.pem",
    );
    openssl(at, "genrsa -out rsa.key 2048");
    openssl(at, "ecparam -name prime256v1 -genkey -out ec-with-parameters.key");
    openssl(at, "pkcs8 -topk8 -nocrypt -in ec-with-parameters.key -out ec.key");
    for name in ["rsa", "ec"] {
        openssl(at, &format!("req -new -key {name}.key -subj /O=Example/CN={name} -out {name}.csr"));
        openssl(
            at,
            &format!(
                "x509 -req -in {name}.csr -CA issuing.pem -CAkey issuing.key -set_serial 7 -days 3650 -extfile ca.cnf -extensions leaf -out {name}.pem"
            ),
        );
    }
    openssl(at, "genpkey -algorithm ed25519 -out ed.key");
    openssl(at, "req -x509 -new -key ed.key -subj /CN=ed -days 3650 -out ed.pem");
    let joined = |names: &[&str]| {
        names.iter().map(|name| fs::read_to_string(at.join(name)).unwrap()).collect::<String>()
    };
    fs::write(at.join("bundle.pem"), joined(&["root.pem", "issuing.pem"])).unwrap();
    fs::write(at.join("chain.pem"), joined(&["ec.pem", "issuing.pem", "root.pem"])).unwrap();
}

/// Each key in each armour.
fn keys(at: &Path) {
    openssl(at, "x509 -in root.pem -outform DER -out root.der");
    openssl(at, "x509 -in root.pem -trustout -addtrust serverAuth -out root.trusted.pem");
    openssl(at, "crl2pkcs7 -nocrl -certfile bundle.pem -out bundle.p7b.pem");
    openssl(at, "crl2pkcs7 -nocrl -certfile bundle.pem -outform DER -out bundle.p7b");
    openssl(at, "rsa -in rsa.key -traditional -out rsa.pkcs1.key");
    openssl(at, "rsa -in rsa.key -traditional -outform DER -out rsa.pkcs1.der");
    openssl(at, "rsa -in rsa.key -pubout -out rsa.public.pem");
    openssl(at, "rsa -in rsa.key -RSAPublicKey_out -out rsa.public.pkcs1.pem");
    openssl(at, "ec -in ec.key -out ec.sec1.key");
    openssl(at, "ec -in ec.key -outform DER -out ec.sec1.der");
    openssl(at, "ecparam -name prime256v1 -out parameters.pem");
    openssl(at, "genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:1024 -out dsa.parameters.pem");
    openssl(at, "genpkey -paramfile dsa.parameters.pem -out dsa.key");
    for name in ["rsa", "ec", "ed"] {
        openssl(at, &format!("pkcs8 -topk8 -nocrypt -in {name}.key -outform DER -out {name}.pkcs8.der"));
    }
    let seal = |how: &str, out: &str| {
        openssl(at, &format!("pkcs8 -topk8 -in ec.key -passout pass:{KEY} {how} -out {out}"));
    };
    seal("-v2 aes-256-cbc", "ec.aes256.key");
    seal("-v2 aes-128-cbc -v2prf hmacWithSHA1 -iter 2", "ec.aes128-sha1.key");
    seal("-v2 aes-192-cbc -v2prf hmacWithSHA512 -iter 2", "ec.aes192-sha512.key");
    seal("-v2 aes-256-cbc -v2prf hmacWithSHA384 -iter 2", "ec.aes256-sha384.key");
    seal("-v2 aes-256-cbc -v2prf hmacWithSHA224 -iter 2", "ec.aes256-sha224.key");
    seal("-v2 des3 -iter 2", "ec.des3.key");
    seal("-v2 aria-256-cbc -iter 2", "ec.aria.key");
    seal("-scrypt -scrypt_N 16 -scrypt_r 8 -scrypt_p 1", "ec.scrypt.key");
    seal("-v1 PBE-SHA1-3DES -iter 2", "ec.pbe-sha1-3des.key");
    seal("-v1 PBE-SHA1-2DES -iter 2", "ec.pbe-sha1-2des.key");
    seal("-v2 aes-256-cbc -iter 2 -outform DER", "ec.aes256.der");
    for cipher in ["aes128", "aes192", "aes256", "des3", "camellia128"] {
        openssl(
            at,
            &format!(
                "rsa -in rsa.key -traditional -{cipher} -passout pass:{KEY} -out rsa.traditional-{cipher}.key"
            ),
        );
    }
    openssl(at, &format!("ec -in ec.key -aes256 -passout pass:{KEY} -out ec.traditional-aes256.key"));
}

fn pkcs12(at: &Path) {
    let export = |more: &str, out: &str| {
        openssl(at, &format!("pkcs12 -export -inkey ec.key -in chain.pem -name client {more} -out {out}"));
    };
    let with = format!("-passout pass:{STORE}");
    export(&with, "default.p12");
    export(&format!("-iter 1 {with}"), "quick.p12");
    export(
        &format!("-iter 2 -macalg sha1 -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES {with}"),
        "triple-des.p12",
    );
    export(&format!("-iter 2 -macalg sha512 -keypbe aes-128-cbc -certpbe aes-192-cbc {with}"), "sha512.p12");
    export(&format!("-iter 2 -macalg sha384 {with}"), "sha384.p12");
    export(&format!("-iter 2 -macalg sha224 {with}"), "sha224.p12");
    export(&format!("-iter 2 -nomac -certpbe aes-256-cbc {with}"), "no-mac.p12");
    export(&format!("-iter 2 -nomac -certpbe NONE {with}"), "no-mac-clear-certificates.p12");
    export(&format!("-iter 2 -certpbe NONE {with}"), "clear-certificates.p12");
    export("-iter 2 -passout pass:", "empty-password.p12");
    export("-iter 2 -nomac -keypbe NONE -certpbe NONE -passout pass:", "nothing-locked.p12");
    // Each spelling of a password differs from ASCII's here: UTF-8 for the keys, UTF-16 for the check sum.
    export(&format!("-iter 2 -passout pass:{WIDE}"), "wide-password.p12");
    export(
        &format!("-iter 2 -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -passout pass:{WIDE}"),
        "wide-password-triple-des.p12",
    );
    openssl(at, &format!("pkcs12 -export -nokeys -in bundle.pem -iter 2 {with} -out certificates.p12"));
    openssl(at, &format!("pkcs12 -export -nocerts -inkey rsa.key -iter 2 {with} -out key-only.p12"));
    openssl(
        at,
        "pkcs12 -export -nokeys -in bundle.pem -iter 2 -certpbe NONE -passout pass:store-secret -out clear-trust.p12",
    );
}

fn java(at: &Path) {
    let quick = "-J-Dkeystore.pkcs12.certPbeIterationCount=3 -J-Dkeystore.pkcs12.keyPbeIterationCount=3 -J-Dkeystore.pkcs12.macIterationCount=3";
    let import = |kind: &str, more: &str, out: &str| {
        for name in ["root", "issuing"] {
            keytool(
                at,
                &format!(
                    "{more} -importcert -noprompt -alias {name} -file {name}.pem -storetype {kind} -keystore {out} -storepass {STORE}"
                ),
            );
        }
    };
    import("JKS", "", "trust.jks");
    import("PKCS12", "", "java-trust.p12");
    import("PKCS12", &format!("{quick} -J-Dkeystore.pkcs12.legacy"), "java-legacy-trust.p12");
    import(
        "PKCS12",
        "-J-Dkeystore.pkcs12.certProtectionAlgorithm=NONE -J-Dkeystore.pkcs12.macAlgorithm=NONE",
        "java-no-password.p12",
    );
    let convert = |kind: &str, key: &str, more: &str, out: &str| {
        keytool(
            at,
            &format!(
                "{more} -importkeystore -noprompt -srckeystore quick.p12 -srcstoretype PKCS12 -srcstorepass {STORE} -srcalias client -destkeystore {out} -deststoretype {kind} -deststorepass {STORE} -destkeypass {key}"
            ),
        );
    };
    convert("JKS", STORE, "", "client.jks");
    convert("JKS", KEY, "", "client-own-key-password.jks");
    convert("PKCS12", STORE, "", "java-client.p12");
    convert("PKCS12", STORE, &format!("{quick} -J-Dkeystore.pkcs12.legacy"), "java-legacy-client.p12");
    convert("JCEKS", STORE, "", "client.jceks");
    // A store with nothing in it: one entry made and taken away.
    keytool(
        at,
        &format!(
            "-importcert -noprompt -alias root -file root.pem -storetype JKS -keystore empty.jks -storepass {STORE}"
        ),
    );
    keytool(at, &format!("-delete -alias root -storetype JKS -keystore empty.jks -storepass {STORE}"));
}
