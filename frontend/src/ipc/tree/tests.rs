//! The tree reads what the readers of JSON would, and what it can't read is an error: a page that took one for the other
//! would show what nobody said.

use contract::{
    ApiError, Call, ErrorKind, Fact, Int64, ListTopics, PassageState, Place, Profile, Sasl, Stamped,
    TableQuery, VersionMatrix, WatchEvent,
};
use serde::{Serialize, de::DeserializeOwned};

use super::read;

/// As serde_json itself reads it.
fn same<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(text: &str) {
    let wanted: T = serde_json::from_str(text).unwrap();
    assert_eq!(read::<T>(text).unwrap(), wanted, "{text}");
    let written = serde_json::to_string(&wanted).unwrap();
    assert_eq!(read::<T>(&written).unwrap(), wanted, "{written}");
}

#[test]
fn a_reply_is_read_as_the_readers_of_json_would_read_it() {
    same::<Fact<u32>>(r#"{"k":"known","v":0,"s":4}"#);
    same::<Fact<u32>>(r#"{"why":1,"v":7,"s":4,"k":"stale"}"#);
    same::<Fact<Option<(i16, i16)>>>(r#"{"k":"known","v":null,"s":0}"#);
    same::<Fact<Option<(i16, i16)>>>(r#"{"k":"known","v":[-1,12],"s":0}"#);
    same::<Fact<f64>>(r#"{"k":"known","v":1,"s":0}"#);
    same::<Fact<String>>(r#"{"k":"asking"}"#);
    same::<Int64>("\"-9223372036854775808\"");
    same::<Option<String>>("null");
    same::<Vec<(String, bool)>>(r#"[["a b",true],["\u00e9\n",false]]"#);
    same::<()>("null");
    same::<Place>(r#"{"page":"topic","name":"orders","tab":"configs"}"#);
    same::<WatchEvent>(r#"{"event":"changed","cluster":"demo","view":{"view":"topic","name":"a"}}"#);
    same::<ErrorKind>("\"not_kafka\"");
}

#[test]
fn what_the_contract_writes_comes_back() {
    let profile = Profile { name: "a".to_owned(), sasl: Sasl::default(), ..Profile::default() };
    same::<Profile>(&serde_json::to_string(&profile).unwrap());
    same::<ApiError>(&serde_json::to_string(&ApiError::plain(ErrorKind::Tls, "no", Int64(3))).unwrap());
    let query = ListTopics { cluster: "c".to_owned(), query: TableQuery::default() };
    same::<ListTopics>(&serde_json::to_string(&query).unwrap());
    same::<PassageState>(&serde_json::to_string(&PassageState::Idle).unwrap());
}

#[test]
fn what_does_not_fit_is_said_and_ends_nothing() {
    assert!(read::<u8>("256").is_err());
    assert!(read::<u32>("-1").is_err());
    assert!(read::<u32>("1.5").is_err());
    assert!(read::<Fact<u32>>(r#"{"k":"known","s":1}"#).is_err());
    assert!(read::<Fact<u32>>(r#"{"k":"missing"}"#).is_err());
    assert!(read::<Fact<u32>>(r#"{"k":"guessed","v":1,"s":1}"#).is_err());
    assert!(read::<(u8, u8)>("[1,2,3]").is_err());
    assert!(read::<Stamped<VersionMatrix>>("{}").is_err());
    assert!(read::<<ListTopics as Call>::Reply>("[").is_err());
    assert!(read::<String>(&"[".repeat(100_000)).is_err(), "too deep to be meant");
    let said = read::<String>("12").unwrap_err().to_string();
    assert_eq!(said, "it holds a number where a text belongs");
}
