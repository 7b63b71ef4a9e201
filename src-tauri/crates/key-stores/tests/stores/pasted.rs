//! PEM as it arrives: other line ends and encodings, one line, text around it; and where it was cut.

use key_stores::{Passwords, Problem, identity, read};

use crate::made::{KEY, file, text};

const KEYED: Passwords<'static> = Passwords { store: None, key: Some(KEY) };

/// Certificates and keys of the bundle, in whichever spelling.
fn same(spelled: &[u8], name: &str) {
    let expected = read(file(name), &KEYED).unwrap();
    let found = read(spelled, &KEYED).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    assert_eq!(found.certificates, expected.certificates);
    let ders = |contents: &key_stores::Contents| -> Vec<Vec<u8>> {
        contents.keys.iter().map(|entry| entry.key.der().to_vec()).collect()
    };
    assert_eq!(ders(&found), ders(&expected));
}

const NAMES: [&str; 5] =
    ["bundle.pem", "ec.key", "ec.aes256.key", "rsa.traditional-aes256.key", "ec-with-parameters.key"];

#[test]
fn line_ends_and_encodings_of_other_systems_are_read() {
    for name in NAMES {
        let text = text(name);
        same(text.replace('\n', "\r\n").as_bytes(), name);
        same(text.replace('\n', "\r").as_bytes(), name);
        same(format!("\u{feff}{text}").as_bytes(), name);
        let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
        };
        same(&wide(u16::to_le_bytes), name);
        same(&wide(u16::to_be_bytes), name);
    }
}

#[test]
fn one_line_is_read_whether_line_ends_were_lost_replaced_or_spelled_out() {
    for name in NAMES {
        let text = text(name);
        for (end, spelling) in [
            ("", "lost"),
            (" ", "spaces"),
            ("\\n", "spelled"),
            ("\\r\\n", "spelled"),
            ("\\\n  ", "continued"),
        ] {
            println!("{name}, {spelling}");
            same(text.replace('\n', end).as_bytes(), name);
        }
    }
}

#[test]
fn text_around_and_between_is_commentary() {
    let bundle = text("bundle.pem");
    let noisy = format!(
        "Grüße!\n0 s:CN = x\nBag Attributes\n    friendlyName: a\n{bundle}\n---\nServer certificate\n"
    );
    same(noisy.as_bytes(), "bundle.pem");
    // Latin-1 in a comment is no reason to refuse.
    same(&[b"# \xe9\n", bundle.as_bytes()].concat(), "bundle.pem");
    same(bundle.replace('\n', "\n    ").as_bytes(), "bundle.pem");
}

#[test]
fn padding_that_was_lost_is_not_missed() {
    let pem = text("ec.sec1.key");
    assert!(pem.contains('='), "the test needs a key with padding");
    same(pem.replace('=', "").as_bytes(), "ec.sec1.key");
}

#[test]
fn a_cut_or_a_slip_is_named_with_its_block() {
    let problem = |text: &str| read(text.as_bytes(), &Passwords::default()).unwrap_err();
    let bundle = text("bundle.pem");
    let second = bundle.rfind("-----BEGIN").unwrap();
    let line = bundle[..second].lines().count() + 1;
    for cut in [second + 11, second + 100, bundle.len() - 28] {
        let problem = problem(&bundle[..cut]);
        assert!(matches!(problem, Problem::Truncated { .. }), "{problem:?}");
        assert!(
            problem.sentence().contains("block 2") && problem.sentence().contains(&format!("line {line}")),
            "{problem}"
        );
    }
    let joined = bundle.replacen("-----END CERTIFICATE-----\n", "", 1);
    assert!(problem(&joined).sentence().contains("block 1 (CERTIFICATE, line 1): its END line is missing"));
    let slip = bundle.replacen("MII", "M!!", 1);
    assert!(
        problem(&slip).sentence().contains("block 1 (CERTIFICATE, line 1): a character that is not base64")
    );
    let renamed = bundle.replacen("END CERTIFICATE", "END PRIVATE KEY", 1);
    assert!(problem(&renamed).sentence().contains("does not match"));
    let empty = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";
    assert!(problem(empty).sentence().contains("nothing between"));
    let lines: Vec<_> = bundle.lines().collect();
    let short = [&lines[..3], &lines[4..]].concat().join("\n");
    assert!(matches!(problem(&short), Problem::Damaged { .. }), "a lost line");
}

#[test]
fn a_label_does_not_outweigh_what_is_inside() {
    let wrong = text("ec.sec1.key").replace("EC PRIVATE KEY", "PRIVATE KEY");
    same(wrong.as_bytes(), "ec.sec1.key");
    let wrong = text("rsa.key").replace("PRIVATE KEY", "CERTIFICATE");
    same(wrong.as_bytes(), "rsa.key");
}

#[test]
fn a_key_store_setting_of_java_in_one_line_is_an_identity() {
    let pasted = [text("ec.aes256.key"), text("chain.pem")].concat().replace('\n', " ");
    assert_eq!(identity(pasted.as_bytes(), &KEYED).unwrap().chain.len(), 3);
}
