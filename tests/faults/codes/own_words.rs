//! What a broker says in its own words reaches the person: beside the code of the whole, and of each change that is lost.

use meta::{ErrorCode, Key, message::describe_acls::DescribeAcls};
use support::ground::{connect, failure, three, within};

#[tokio::test]
async fn the_words_beside_a_code_of_the_whole_are_told() {
    let mock = three().start().await.unwrap();
    let (cluster, _) = connect(&mock).await;
    let all = DescribeAcls {
        resource_type: 1,
        resource_name: None,
        pattern_type: 1,
        principal: None,
        host: None,
        operation: 1,
        permission: 1,
    };
    let error = failure(within(cluster.send(all, Key::None)).await);
    assert_eq!(error.code(), Some(ErrorCode::SECURITY_DISABLED));
    assert!(error.to_string().contains("This broker has no authorizer"), "{error}");
}
