//! JSON as it crosses.

use impressionism::json::{from_str, to_string, Write, Writer};
use impressionism::{Candidate, Embedding, Entry, Ref, Value};

/// Ensure that every text survives, and that escapes of others are understood.
#[test]
fn strings() {
    for text in [
        "",
        "a\"b\\c/",
        "\u{0}\u{1}\u{1f}\u{7f}\n\r\t",
        "é🙂\u{2028}\u{fffd}",
        "…",
    ] {
        let written = to_string(text);
        assert!(written.bytes().all(|byte| byte >= b' '), "{written}");
        assert_eq!(from_str::<String>(&written).as_deref(), Ok(text));
    }
    let escaped = r#""\u00e9\ud83d\ude42\b\f\/\n""#;
    assert_eq!(
        from_str::<String>(escaped).as_deref(),
        Ok("é🙂\u{8}\u{c}/\n")
    );
    let halves = r#""\ud83d \ude42 \ud83d\u0041""#;
    assert_eq!(
        from_str::<String>(halves).as_deref(),
        Ok("\u{fffd} \u{fffd} \u{fffd}A")
    );
}

/// Ensure that a newer host may send more: fields that a guest does not know are
/// passed over, whatever is in them; absent and null fields are defaults.
#[test]
fn replies_may_grow() {
    let text = r#" { "new" : [ { "a" : [ 1 , null , "}" , -1.5e3 ] } ] , "item" : { "ref" : "skill:a" , "keywords" : null ,
        "embedding" : "e1" , "future" : true } , "similarity" : 0.5 , "cosine" : null } "#;
    let candidate: Candidate = from_str(text).unwrap();
    assert_eq!(
        (
            candidate.item.r#ref.as_str(),
            candidate.similarity,
            candidate.cosine
        ),
        ("skill:a", 0.5, None)
    );
    assert_eq!(
        candidate.item.embedding,
        Some(Embedding::Reference("e1".into()))
    );
    assert!(candidate.item.keywords.is_empty());
}

/// Ensure that what is absent is not written, for the host refuses fields that a
/// call does not know and takes null for a value.
#[test]
fn absent_fields_are_not_written() {
    let entry = Entry {
        r#ref: Ref::skill("a"),
        reason: "r".into(),
        ..Default::default()
    };
    assert_eq!(to_string(&entry), r#"{"ref":"skill:a","reason":"r"}"#);
    let entry = Entry::new(&Ref::new("command", "a"), "r").scored(1.5);
    assert_eq!(
        to_string(&entry),
        r#"{"ref":"command:a","reason":"r","score":1}"#
    );
}

/// Ensure that text that is no JSON, or not of this shape, is refused with its place.
#[test]
fn malformed() {
    let deep = "[".repeat(100);
    for (text, want) in [
        ("", "expected a number at byte 0"),
        ("[1,]", "expected a number at byte 3"),
        (
            "[1 2]",
            "expected ',' or the end of the list or object at byte 3",
        ),
        ("{\"a\" 1}", "expected ':' at byte 5"),
        ("{a: 1}", "expected a string at byte 1"),
        ("\"abc", "expected the end of the string at byte 4"),
        ("\"a\nb\"", "expected the end of the string at byte 2"),
        ("\"\\u12g4\"", "expected four hex digits at byte 5"),
        ("\"\\x\"", "expected an escape at byte 3"),
        ("tru", "expected true or false at byte 0"),
        ("{} {}", "expected the end at byte 3"),
        (&deep, "expected less nesting at byte 65"),
    ] {
        let wrong = from_str::<Value>(text).unwrap_err();
        assert_eq!(wrong.to_string(), want, "{text}");
    }
    let wrong = from_str::<Entry>(r#"{"ref":7}"#).unwrap_err();
    assert_eq!(wrong.to_string(), "expected a string at byte 7");
}

/// Ensure that a ref is one text with a kind and an id, in which further colons are
/// the id's, and that what has no kind is none.
#[test]
fn refs() {
    let named: Ref = from_str(r#""command:acme:deploy""#).unwrap();
    assert_eq!((named.kind(), named.id()), ("command", "acme:deploy"));
    assert_eq!(named, Ref::new("command", "acme:deploy"));
    assert_eq!(to_string(&named), r#""command:acme:deploy""#);
    assert_eq!(from_str(r#""""#), Ok(Ref::default()));
    for text in ["deploy", ":a", "skill:", "Skill:a", "2:a", "-a:b", "a b:c"] {
        let wrong = from_str::<Ref>(&to_string(text)).unwrap_err().to_string();
        assert!(wrong.starts_with("expected a ref: "), "{text}: {wrong}");
    }
}

/// Ensure that bytes in any order are read or refused, never a panic, and that what
/// was read is written so that it reads the same.
#[test]
fn any_text() {
    const PARTS: [&str; 24] = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "\\ude42", "null", "true",
        "false", "-", "1", "0", ".", "e", "E+", " ", "é", "\"a\"", "\"ref\":",
    ];
    let mut state = 1u32;
    let mut read = 0;
    for _ in 0..200_000 {
        let mut text = String::new();
        for _ in 0..1 + state % 9 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text += PARTS[(state >> 16) as usize % PARTS.len()];
        }
        let _ = from_str::<Candidate>(&text);
        if let Ok(value) = from_str::<Value>(&text) {
            let written = to_string(&value);
            assert_eq!(from_str(&written), Ok(value), "{text} as {written}");
            read += 1;
        }
    }
    assert!(read > 1_000, "only {read} texts were JSON");
}

/// Ensure that a number that JSON does not have is reported with its place, for the
/// null that stands for it is 0 to some hosts and no score to others.
#[test]
fn numbers_that_json_does_not_have() {
    let entry = Entry {
        r#ref: Ref::skill("a"),
        ..Default::default()
    };
    for (score, want) in [
        (0.5, None),
        (f64::NAN, Some("/1/score: NaN is no number that JSON has")),
        (
            f64::INFINITY,
            Some("/1/score: infinity is no number that JSON has"),
        ),
        (
            f64::NEG_INFINITY,
            Some("/1/score: infinity is no number that JSON has"),
        ),
    ] {
        let scored = Entry {
            score: Some(score),
            ..entry.clone()
        };
        let mut to = Writer::default();
        vec![entry.clone(), scored.clone(), scored].write(&mut to);
        assert_eq!(to.checked().err().as_deref(), want);
    }
}
