//! What becomes of secrets when stores are locked, damaged, foreign or not there.

use std::{fs, path::Path, sync::Arc};

use contract::{ErrorKind, Int64, Keep, SecretFile, SecretKind};
use parking_lot::Mutex;
use zeroize::Zeroizing;

use super::{Hidden, Keychain, SecretStores, Secrets, SystemKeychain, Unavailable, sealed::Sealed, told};

const AT: Int64 = Int64(7);
const KIND: SecretKind = SecretKind::Password;

#[derive(Default)]
struct Chain(Mutex<Vec<(String, Vec<u8>)>>);

impl Keychain for Chain {
    fn usable(&self) -> Result<(), String> {
        Ok(())
    }

    fn set(&self, entry: &str, secret: &[u8]) -> Result<(), String> {
        self.0.lock().push((entry.to_owned(), secret.to_vec()));
        Ok(())
    }

    fn get(&self, entry: &str) -> Result<Option<Zeroizing<Vec<u8>>>, String> {
        let entries = self.0.lock();
        Ok(entries.iter().find(|(name, _)| name == entry).map(|(_, secret)| Zeroizing::new(secret.clone())))
    }

    fn delete(&self, entry: &str) -> Result<(), String> {
        self.0.lock().retain(|(name, _)| name != entry);
        Ok(())
    }
}

fn open(dir: &Path) -> (Secrets, Arc<Chain>) {
    let chain = Arc::new(Chain::default());
    let stores = SecretStores { keychain: Arc::clone(&chain) as Arc<dyn Keychain>, file_work: 4 };
    (Secrets::open(dir, stores, AT), chain)
}

fn hidden(text: &str) -> Hidden {
    Hidden::from(text.to_owned())
}

async fn give(secrets: &Secrets, profile: &str, text: &str, keep: Keep) -> Result<(), contract::ApiError> {
    secrets.give(profile, "Orders", KIND, hidden(text), keep, AT).await
}

async fn text(secrets: &Secrets, profile: &str) -> Option<String> {
    secrets.get(profile, KIND).await.unwrap().map(|secret| secret.text().to_owned())
}

#[tokio::test]
async fn the_encrypted_file_is_there_after_the_next_start_and_opens_for_its_pass_phrase_only() {
    let dir = tempfile::tempdir().unwrap();
    let (secrets, _) = open(dir.path());
    assert_eq!(give(&secrets, "a", "s3cret-é", Keep::File).await.unwrap_err().kind, ErrorKind::SecretsLocked);
    assert_eq!(secrets.unlock(hidden("correct horse"), AT).await.unwrap(), SecretFile::Open);
    give(&secrets, "a", "s3cret-é", Keep::File).await.unwrap();

    let (secrets, _) = open(dir.path());
    assert_eq!(secrets.file(), SecretFile::Locked);
    assert!(matches!(secrets.get("a", KIND).await, Err(Unavailable::Locked)));
    let before = fs::read(dir.path().join("secrets.age")).unwrap();
    let wrong = secrets.unlock(hidden("wrong"), AT).await.unwrap_err();
    assert_eq!(wrong.kind, ErrorKind::SecretsLocked);
    assert!(wrong.message.contains("not the pass phrase"), "{}", wrong.message);
    assert_eq!(secrets.file(), SecretFile::Locked);
    assert_eq!(fs::read(dir.path().join("secrets.age")).unwrap(), before);
    secrets.unlock(hidden("correct horse"), AT).await.unwrap();
    assert_eq!(text(&secrets, "a").await.as_deref(), Some("s3cret-é"));
    assert_eq!(secrets.lock(), SecretFile::Locked);
    assert!(matches!(secrets.get("a", KIND).await, Err(Unavailable::Locked)));
}

#[tokio::test]
async fn an_empty_pass_phrase_makes_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let (secrets, _) = open(dir.path());
    assert_eq!(secrets.unlock(hidden(""), AT).await.unwrap_err().kind, ErrorKind::BadInput);
    assert_eq!(secrets.file(), SecretFile::Missing);
}

#[tokio::test]
async fn a_file_that_is_damaged_or_foreign_is_set_aside_and_its_bytes_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (secrets, _) = open(dir.path());
    secrets.unlock(hidden("p"), AT).await.unwrap();
    give(&secrets, "a", "s3cret", Keep::File).await.unwrap();
    let path = dir.path().join("secrets.age");
    let whole = fs::read(&path).unwrap();
    let cut = whole[..whole.len() - 3].to_vec();
    let mut bent = whole.clone();
    *bent.last_mut().unwrap() ^= 1;
    for broken in [cut, bent, b"".to_vec(), b"\x89PNG".to_vec(), b"age-encryption.org/v9\n".to_vec()] {
        fs::write(&path, &broken).unwrap();
        let (secrets, _) = open(dir.path());
        let told = secrets.unlock(hidden("p"), AT).await.unwrap_err();
        assert_eq!(told.kind, ErrorKind::Storage);
        let aside = told.message.rsplit("kept as ").next().unwrap().trim_end_matches('.');
        assert_eq!(fs::read(aside).unwrap(), broken, "{}", told.message);
        assert_eq!(secrets.file(), SecretFile::Missing);
        fs::remove_file(aside).unwrap();
        // And then a new one can be made.
        secrets.unlock(hidden("p2"), AT).await.unwrap();
    }
}

#[tokio::test]
async fn what_another_window_put_into_the_file_stays() {
    let dir = tempfile::tempdir().unwrap();
    let ((one, _), (other, _)) = (open(dir.path()), open(dir.path()));
    one.unlock(hidden("p"), AT).await.unwrap();
    other.unlock(hidden("p"), AT).await.unwrap();
    give(&one, "a", "first", Keep::File).await.unwrap();
    give(&other, "b", "second", Keep::File).await.unwrap();
    assert_eq!(text(&one, "a").await.as_deref(), Some("first"));
    assert_eq!(text(&other, "b").await.as_deref(), Some("second"));
    let both = open(dir.path()).0;
    both.unlock(hidden("p"), AT).await.unwrap();
    // The notes are the second window's; the file has both.
    assert_eq!(text(&both, "b").await.as_deref(), Some("second"));
    assert_eq!(text(&both, "a").await.as_deref(), Some("first"));
}

#[tokio::test]
async fn a_secret_moves_to_its_new_store_and_leaves_the_old_one() {
    let dir = tempfile::tempdir().unwrap();
    let (secrets, chain) = open(dir.path());
    secrets.unlock(hidden("p"), AT).await.unwrap();
    for (value, keep) in [
        ("1", Keep::Session),
        ("2", Keep::Keychain),
        ("3", Keep::Keychain),
        ("4", Keep::File),
        ("5", Keep::Keychain),
        ("6", Keep::Session),
    ] {
        give(&secrets, "a", value, keep).await.unwrap();
        assert_eq!(text(&secrets, "a").await.as_deref(), Some(value));
        assert_eq!(secrets.kept("a").get(&KIND), Some(&keep));
        assert_eq!(chain.0.lock().len(), usize::from(keep == Keep::Keychain), "{keep:?}");
    }
    secrets.forget("a", KIND, AT).await.unwrap();
    assert_eq!(text(&secrets, "a").await, None);
    assert!(secrets.kept("a").is_empty());
}

#[tokio::test]
async fn what_is_forgotten_while_the_file_is_locked_leaves_it_when_it_opens() {
    let dir = tempfile::tempdir().unwrap();
    let (secrets, _) = open(dir.path());
    secrets.unlock(hidden("p"), AT).await.unwrap();
    give(&secrets, "a", "s3cret", Keep::File).await.unwrap();
    let entry = secrets.notes.lock().of("a")[&KIND].entry.clone();
    secrets.lock();
    secrets.forget_all("a", AT).await.unwrap();
    assert!(secrets.kept("a").is_empty());
    secrets.unlock(hidden("p"), AT).await.unwrap();
    assert!(secrets.file.get(&entry).unwrap().is_none());
    assert!(secrets.notes.lock().left(Keep::File).is_empty());
}

#[tokio::test]
async fn notes_that_cannot_be_read_are_set_aside_and_said() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("secrets.json"), "{ broken").unwrap();
    let (secrets, _) = open(dir.path());
    let warning = secrets.warning().unwrap();
    let aside = warning.split("kept as ").nth(1).unwrap().split(';').next().unwrap();
    assert_eq!(fs::read_to_string(aside).unwrap(), "{ broken");
}

#[tokio::test]
async fn files_of_a_newer_version_are_not_touched_and_it_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let notes = dir.path().join("secrets.json");
    let newer = "{\"format\": 2, \"kept\": \"in another shape\"}";
    fs::write(&notes, newer).unwrap();
    let (secrets, chain) = open(dir.path());
    assert!(secrets.warning().unwrap().contains("newer version"));
    let refused = give(&secrets, "a", "s3cret", Keep::Keychain).await.unwrap_err();
    assert!(refused.message.contains("newer version"), "{}", refused.message);
    assert!(chain.0.lock().is_empty(), "what is noted nowhere is left nowhere");
    give(&secrets, "a", "s3cret", Keep::Session).await.unwrap();
    assert_eq!(fs::read_to_string(&notes).unwrap(), newer);

    // One that comes while this one runs.
    fs::remove_file(&notes).unwrap();
    let (secrets, _) = open(dir.path());
    fs::write(&notes, newer).unwrap();
    assert!(
        give(&secrets, "a", "s3cret", Keep::Keychain).await.unwrap_err().message.contains("newer version")
    );
    assert_eq!(fs::read_to_string(&notes).unwrap(), newer);
}

#[test]
fn an_encrypted_file_of_a_newer_version_is_left_where_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = Sealed::new(dir.path(), 4);
    let recipient = age::scrypt::Recipient::new("p".to_owned().into());
    let sealed = age::encrypt(&recipient, b"{\"format\": 2, \"secrets\": [\"in another shape\"]}").unwrap();
    fs::write(file.path(), &sealed).unwrap();
    let problem = file.unlock("p", AT).unwrap_err();
    let told = told::file(problem, "secrets.age", AT);
    assert!(told.message.contains("newer version"), "{}", told.message);
    assert_eq!(fs::read(file.path()).unwrap(), sealed);
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let (secrets, _) = open(dir.path());
    secrets.unlock(hidden("p"), AT).await.unwrap();
    give(&secrets, "a", "s3cret", Keep::File).await.unwrap();
    for name in ["secrets.age", "secrets.json"] {
        let mode = fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// On a machine without one, as those that run tests mostly are, too.
#[tokio::test]
async fn the_systems_keychain_is_there_or_says_why_not_and_does_not_hang() {
    let dir = tempfile::tempdir().unwrap();
    let stores = SecretStores { keychain: Arc::new(SystemKeychain), file_work: 4 };
    let secrets = Secrets::open(dir.path(), stores, AT);
    if let Some(why) = secrets.no_keychain().await {
        assert!(!why.is_empty() && !why.contains("did not answer"), "{why}");
        let refused = give(&secrets, "a", "s3cret", Keep::Keychain).await.unwrap_err();
        assert!(refused.message.contains(&why) && refused.advice.is_some(), "{refused:?}");
        assert!(secrets.kept("a").is_empty());
    }
}
