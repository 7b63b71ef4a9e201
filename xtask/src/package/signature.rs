//! The signature of SHA256SUMS, in minisign's form: one list that vouches for each file, one signature that vouches for the list. The key's
//! pass phrase comes by BROKERSCOPE_SIGNING_PASS_PHRASE, or is asked for; never as an argument, which every user of a machine can read.

use std::{fs, io::Cursor, path::Path};

use anyhow::{Context, Result, bail};
use minisign::{PublicKey, SecretKeyBox, SignatureBox};

use super::{release::Release, sums::SUMS};

pub(crate) const SIGNATURE: &str = "SHA256SUMS.minisig";
const PASS_PHRASE: &str = "BROKERSCOPE_SIGNING_PASS_PHRASE";

pub(crate) fn sign(release: &Release, folder: &Path, key: &Path) -> Result<()> {
    let text = fs::read_to_string(key).with_context(|| key.display().to_string())?;
    let locked = SecretKeyBox::from_string(&text)?;
    let phrase = std::env::var(PASS_PHRASE).ok();
    // A key without a pass phrase is taken as it is; minisign makes such ones for machines (`-G -W`).
    let secret = match SecretKeyBox::from_string(&text)?.into_unencrypted_secret_key() {
        Ok(secret) => secret,
        Err(_) => {
            locked.into_secret_key(phrase).with_context(|| format!("{} isn't opened", key.display()))?
        }
    };
    let list = fs::read(folder.join(SUMS))?;
    // The trusted comment is signed as well: a list can't be passed off as another version's.
    let comment = format!("brokerscope {}\tfile:{SUMS}\ttimestamp:{}", release.version, release.epoch);
    let public = PublicKey::from_secret_key(&secret)?;
    let signature = minisign::sign(
        Some(&public),
        &secret,
        Cursor::new(list),
        Some(&comment),
        Some("signature of brokerscope's SHA256SUMS"),
    )?;
    fs::write(folder.join(SIGNATURE), signature.into_string())?;
    Ok(())
}

/// The trusted comment, when the list is signed by this key.
pub(crate) fn check(folder: &Path, key: &Path) -> Result<String> {
    let public = PublicKey::from_file(key).with_context(|| key.display().to_string())?;
    let file = folder.join(SIGNATURE);
    if !file.is_file() {
        bail!("{} is missing: nobody signed this list", file.display());
    }
    let signature = SignatureBox::from_file(&file).with_context(|| file.display().to_string())?;
    let list = fs::read(folder.join(SUMS))?;
    minisign::verify(&public, &signature, Cursor::new(list), true, false, false)
        .with_context(|| format!("{SUMS} is not what the owner of this key signed"))?;
    Ok(signature.trusted_comment()?)
}

#[cfg(test)]
mod tests {
    use minisign::KeyPair;

    use super::*;

    fn signed() -> (tempfile::TempDir, Release) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(SUMS), "a list\n").unwrap();
        let pair = KeyPair::generate_unencrypted_keypair().unwrap();
        for (name, text) in [
            ("key", pair.sk.to_box(None).unwrap().into_string()),
            ("key.pub", pair.pk.to_box().unwrap().into_string()),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let release = Release { version: "0.1.0", epoch: 1, arch: "x86_64", debian_arch: "amd64" };
        sign(&release, folder.path(), &folder.path().join("key")).unwrap();
        (folder, release)
    }

    #[test]
    fn a_list_is_vouched_for_by_its_key_and_says_of_which_version_it_is() {
        let (folder, _) = signed();
        let comment = check(folder.path(), &folder.path().join("key.pub")).unwrap();
        assert!(comment.starts_with("brokerscope 0.1.0\t"), "{comment}");
    }

    #[test]
    fn a_changed_list_a_missing_signature_and_another_key_are_refused() {
        let (folder, _) = signed();
        let key = folder.path().join("key.pub");
        fs::write(folder.path().join(SUMS), "another list\n").unwrap();
        assert!(check(folder.path(), &key).unwrap_err().to_string().contains("not what the owner"));
        fs::remove_file(folder.path().join(SIGNATURE)).unwrap();
        assert!(check(folder.path(), &key).unwrap_err().to_string().contains("nobody signed"));
        let (other, _) = signed();
        assert!(check(other.path(), &key).is_err());
    }
}
