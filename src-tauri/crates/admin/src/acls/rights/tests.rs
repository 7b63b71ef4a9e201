//! The authorizer's rules as a table: who asks for what, and which line decides.

use std::sync::Arc;

use super::{super::Operation, *};

/// "Allow User:a Read Topic orders* 10.0.0.1": a `*` at the end of a longer name is a prefix.
fn acl(line: &str) -> Acl {
    let words: Vec<&str> = line.split(' ').collect();
    let [permission, principal, operation, resource, name, host] = words[..] else { panic!("{line}") };
    let (pattern, name) = match name.strip_suffix('*') {
        Some(prefix) if !prefix.is_empty() => (Pattern::Prefixed, prefix),
        _ => (Pattern::Literal, name),
    };
    let operation = (2..16).map(Operation::from_number).find(|known| known.name() == operation).unwrap();
    let resource = (2..8).map(Resource::from_number).find(|known| known.name() == resource).unwrap();
    Acl {
        resource,
        name: Arc::from(name),
        pattern,
        principal: principal.to_owned(),
        host: host.to_owned(),
        operation,
        permission: if permission == "Deny" { Permission::Deny } else { Permission::Allow },
    }
}

const D: Option<bool> = Some(false);
const A: Option<bool> = Some(true);

/// ACLs; principal, host, topic and operation of the request; what is decided.
type Row = (&'static [&'static str], (&'static str, &'static str, &'static str, Operation), Option<bool>);

const TABLE: &[Row] = &[
    // Literal.
    (&["Allow User:a Read Topic t *"], ("User:a", "h", "t", Operation::Read), A),
    (&["Allow User:a Read Topic t *"], ("User:a", "h", "t2", Operation::Read), None),
    (&["Allow User:a Read Topic t *"], ("User:b", "h", "t", Operation::Read), None),
    (&["Allow User:a Read Group t *"], ("User:a", "h", "t", Operation::Read), None),
    // A name that only looks like a wildcard's.
    (&["Allow User:a Read Topic t.* *"], ("User:a", "h", "t.x", Operation::Read), A),
    (&["Allow User:a Read Topic t.* *"], ("User:a", "h", "t", Operation::Read), None),
    // Wildcards.
    (&["Allow User:a Read Topic * *"], ("User:a", "h", "anything", Operation::Read), A),
    (&["Allow User:* Read Topic t *"], ("User:a", "h", "t", Operation::Read), A),
    (&["Allow User:* Read Topic t *"], ("Team:a", "h", "t", Operation::Read), A),
    (&["Allow Team:* Read Topic t *"], ("Team:a", "h", "t", Operation::Read), None),
    (&["Allow User:a All Topic t *"], ("User:a", "h", "t", Operation::AlterConfigs), A),
    // Deny beats allow, in either order and however narrow.
    (
        &["Allow User:a Read Topic t *", "Deny User:* Read Topic * *"],
        ("User:a", "h", "t", Operation::Read),
        D,
    ),
    (
        &["Deny User:a All Topic t* *", "Allow User:a Read Topic t1 *"],
        ("User:a", "h", "t1", Operation::Read),
        D,
    ),
    (
        &["Deny User:a Read Topic t *", "Allow User:a All Topic * *"],
        ("User:a", "h", "t", Operation::Write),
        A,
    ),
    // Implied operations.
    (&["Allow User:a Read Topic t *"], ("User:a", "h", "t", Operation::Describe), A),
    (&["Allow User:a Write Topic t *"], ("User:a", "h", "t", Operation::Describe), A),
    (&["Allow User:a Delete Topic t *"], ("User:a", "h", "t", Operation::Describe), A),
    (&["Allow User:a Alter Topic t *"], ("User:a", "h", "t", Operation::Describe), A),
    (&["Allow User:a Create Topic t *"], ("User:a", "h", "t", Operation::Describe), None),
    (&["Allow User:a AlterConfigs Topic t *"], ("User:a", "h", "t", Operation::DescribeConfigs), A),
    (&["Allow User:a AlterConfigs Topic t *"], ("User:a", "h", "t", Operation::Describe), None),
    (&["Allow User:a Read Topic t *"], ("User:a", "h", "t", Operation::DescribeConfigs), None),
    // A denial implies nothing; one of Describe leaves Read.
    (
        &["Allow User:a Read Topic t *", "Deny User:a Read Topic t *"],
        ("User:a", "h", "t", Operation::Describe),
        A,
    ),
    (
        &["Allow User:a Read Topic t *", "Deny User:a Describe Topic t *"],
        ("User:a", "h", "t", Operation::Read),
        A,
    ),
    // Hosts.
    (&["Allow User:a Read Topic t 10.0.0.1"], ("User:a", "10.0.0.1", "t", Operation::Read), A),
    (&["Allow User:a Read Topic t 10.0.0.1"], ("User:a", "10.0.0.11", "t", Operation::Read), None),
    (
        &["Allow User:a Read Topic t *", "Deny User:a Read Topic t 10.0.0.1"],
        ("User:a", "10.0.0.1", "t", Operation::Read),
        D,
    ),
    (
        &["Allow User:a Read Topic t *", "Deny User:a Read Topic t 10.0.0.1"],
        ("User:a", "10.0.0.2", "t", Operation::Read),
        A,
    ),
    (&[], ("User:a", "h", "t", Operation::Read), None),
];

#[test]
fn each_request_is_decided_as_the_authorizer_decides_it() {
    for (lines, (principal, host, topic, operation), expected) in TABLE {
        let acls: Vec<Acl> = lines.iter().map(|line| acl(line)).collect();
        for acls in [acls.iter().collect::<Vec<_>>(), acls.iter().rev().collect()] {
            let decided = match decide(acls, principal, host, (Resource::Topic, topic), *operation) {
                Decision::Denied(_) => D,
                Decision::Allowed(_) => A,
                Decision::Nobody => None,
            };
            assert_eq!(decided, *expected, "{lines:?} {principal} {host} {topic} {operation:?}");
        }
    }
}

/// An allowance, denials, the question; what becomes of it.
type Beside = (&'static str, &'static [&'static str], Question<'static>, &'static str);

const NOTHING: Question<'_> = Question { principal: None, topic: None };
const OF_A: Question<'_> = Question { principal: Some("User:a"), topic: None };
const ON_T: Question<'_> = Question { principal: None, topic: Some("t") };

const BESIDE: &[Beside] = &[
    ("Allow User:a Create Topic t *", &[], NOTHING, "holds"),
    ("Allow User:a Create Topic t *", &["Deny User:b Create Topic t *"], NOTHING, "holds"),
    ("Allow User:a Create Topic t *", &["Deny User:a Create Group t *"], NOTHING, "holds"),
    ("Allow User:a Create Topic t *", &["Deny User:a Create Topic t *"], NOTHING, "overruled"),
    ("Allow User:a Create Topic t *", &["Deny User:* All Topic * *"], NOTHING, "overruled"),
    ("Allow User:a Create Topic t1 *", &["Deny User:a Create Topic t* *"], NOTHING, "overruled"),
    ("Allow User:a Create Topic t.a* *", &["Deny User:a Create Topic t* *"], NOTHING, "overruled"),
    ("Allow User:a Create Topic t* *", &["Deny User:a Create Topic t.a* *"], NOTHING, "in part"),
    ("Allow User:a Create Topic * *", &["Deny User:a Create Topic t *"], NOTHING, "in part"),
    ("Allow User:a Create Topic * *", &["Deny User:a Create Topic t* *"], NOTHING, "in part"),
    ("Allow User:a Create Topic t *", &["Deny User:a Create Topic t 10.0.0.1"], NOTHING, "in part"),
    ("Allow User:a Create Topic t 10.0.0.2", &["Deny User:a Create Topic t 10.0.0.1"], NOTHING, "holds"),
    ("Allow User:a Create Topic t 10.0.0.1", &["Deny User:a Create Topic t *"], NOTHING, "overruled"),
    // Read brings Describe, which a denial of Read leaves; two denials together leave nothing.
    ("Allow User:a Read Topic t *", &["Deny User:a Read Topic t *"], NOTHING, "in part"),
    ("Allow User:a Read Topic t *", &["Deny User:a Write Topic t *"], NOTHING, "holds"),
    (
        "Allow User:a Read Topic t *",
        &["Deny User:a Read Topic t *", "Deny User:* Describe Topic t* *"],
        NOTHING,
        "overruled",
    ),
    ("Allow User:a All Topic t *", &["Deny User:a Write Topic t *"], NOTHING, "in part"),
    // Everybody's allowance is narrowed by one principal's denial, and gone for that one.
    ("Allow User:* Create Topic t *", &["Deny User:a Create Topic t *"], NOTHING, "in part"),
    ("Allow User:* Create Topic t *", &["Deny User:a Create Topic t *"], OF_A, "overruled"),
    ("Allow User:* Create Topic t *", &["Deny User:b Create Topic t *"], OF_A, "holds"),
    // Of one topic the rest of a pattern does not matter.
    ("Allow User:a Create Topic * *", &["Deny User:a Create Topic t *"], ON_T, "overruled"),
    ("Allow User:a Create Topic * *", &["Deny User:a Create Topic other *"], ON_T, "holds"),
    ("Deny User:a Create Topic t *", &["Deny User:a Create Topic t *"], NOTHING, "denies"),
];

#[test]
fn a_line_is_held_against_the_denials_that_reach_it() {
    for (line, denials, question, expected) in BESIDE {
        let denials: Vec<Acl> = denials.iter().map(|line| acl(line)).collect();
        let found = match effect(&acl(line), &denials, question) {
            Effect::Denies => "denies",
            Effect::Holds => "holds",
            Effect::InPart(_) => "in part",
            Effect::Overruled(_) => "overruled",
            Effect::Unknown => "unknown",
        };
        assert_eq!(found, *expected, "{line} {denials:?} {question:?}");
    }
}

#[test]
fn what_has_no_name_here_is_never_taken_for_a_right() {
    let known = acl("Allow User:a Read Topic t *");
    let strange = [
        Acl { pattern: Pattern::Other(9), ..known.clone() },
        Acl { permission: Permission::Other(9), ..known.clone() },
    ];
    for acl in &strange {
        assert_eq!(effect(acl, [], &NOTHING), Effect::Unknown);
        let asked = (Resource::Topic, "t");
        assert_eq!(decide([acl], "User:a", "h", asked, Operation::Read), Decision::Nobody);
    }
    assert_eq!(Operation::from_number(77).name(), "operation 77");
}
