//! The journal shows what left, attempt by attempt, and why each was tried again.

use std::time::Duration;

use contract::{JournalRow, RequestDraft, SendRequest, View};
use mock_cluster::{Action, Fault, code, key};
use support::{Session, found, within};

async fn ask_for_offsets(session: &Session) -> contract::Answered {
    let fields = [("topic", "orders"), ("partition", "0"), ("at", "latest")];
    let fields = fields.map(|(id, text)| (id.to_owned(), text.to_owned())).to_vec();
    let call =
        SendRequest { cluster: session.id.clone(), draft: RequestDraft { key: key::LIST_OFFSETS, fields } };
    session.engine.send_request(call).await.unwrap()
}

fn newest(rows: &[JournalRow]) -> &JournalRow {
    rows.iter().max_by_key(|row| row.seq).unwrap()
}

#[tokio::test]
async fn a_moved_leader_is_told_attempt_by_attempt() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    let led = mock.state().partition("orders", 0).unwrap().leader;
    let first = ask_for_offsets(&session).await;
    assert_eq!(first.parts[0].broker, Some(led));
    let next = led % 3 + 1;
    mock.state().move_leader("orders", 0, next).unwrap();
    let second = ask_for_offsets(&session).await;
    assert_eq!((second.parts[0].broker, second.parts[0].attempts), (Some(next), 2), "{second:?}");

    let journal = session.journal(found("ListOffsets")).await;
    let row = newest(&journal.rows);
    assert_eq!((row.broker, row.error.is_none()), (Some(next), true), "{row:?}");
    let [refused, answered] = &row.attempts[..] else { panic!("{:?}", row.attempts) };
    assert_eq!((refused.broker, answered.broker), (Some(led), Some(next)));
    assert!(refused.error.as_ref().unwrap().contains("NOT_LEADER_OR_FOLLOWER"), "{refused:?}");
    assert!(!refused.then.is_empty(), "why it went again");
    assert!(answered.error.is_none());
    assert!(row.sent.0 > 0 && row.received.0 > 0 && row.version.is_some());
}

#[tokio::test]
async fn what_the_core_asks_for_itself_is_there_too() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    session.refresh(View::Groups).await;
    let seen = session
        .until("each request in the journal", async || {
            let rows = session.journal(support::all()).await.rows;
            let count = |api: &str| rows.iter().filter(|row| row.api == api).count();
            let counts = ["Metadata", "ApiVersions", "DescribeLogDirs", "ListGroups"].map(count);
            if counts.iter().all(|count| *count > 0) { Ok(rows) } else { Err(counts) }
        })
        .await;
    let mut numbers: Vec<i64> = seen.iter().map(|row| row.seq.0).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), seen.len(), "each row has a number of its own");
    // As many as arrived, at least for what is asked once per broker.
    let arrived = mock.count(key::DESCRIBE_LOG_DIRS);
    let listed = session.journal(found("DescribeLogDirs")).await.rows.len();
    assert!(u64::try_from(listed).unwrap() <= arrived, "{listed} rows, {arrived} arrived");
    assert!(listed >= 3);
}

#[tokio::test]
async fn a_request_that_fails_is_there_with_its_reason() {
    let mock = crate::three_brokers().await;
    let session = Session::open(&mock.bootstrap()).await;
    mock.fault(Fault::on(key::DESCRIBE_QUORUM), Action::ErrorCode(code::UNKNOWN_SERVER_ERROR));
    let call = SendRequest {
        cluster: session.id.clone(),
        draft: RequestDraft { key: key::DESCRIBE_QUORUM, fields: Vec::new() },
    };
    let sent = session.engine.send_request(call);
    let answered = within(Duration::from_secs(60), "an answer or a failure", sent).await.unwrap();
    assert!(answered.parts.iter().all(|part| part.error.is_some()), "{answered:?}");
    let journal = session.journal(found("DescribeQuorum")).await;
    let row = newest(&journal.rows);
    assert!(row.error.as_ref().unwrap().message.contains("UNKNOWN_SERVER_ERROR"), "{row:?}");
}
