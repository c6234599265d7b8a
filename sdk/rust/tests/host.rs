//! Host calls that fail.

use impressionism::{active, param, testing, Embedding, Fault, KindsRequest, Ref};

/// Ensure that a vector with a NaN is refused before the host sees it, with the
/// call and the place of the number.
#[test]
fn vectors_with_nan() {
    let good = Embedding::Numbers(vec![1.0, 0.0]);
    for (a, bs, want) in [
        (
            vec![1.0, f32::NAN],
            vec![good.clone()],
            "similarities: /a/1: NaN is no number that JSON has",
        ),
        (
            vec![1.0, 0.0],
            vec![good.clone(), Embedding::Numbers(vec![f32::INFINITY])],
            "similarities: /bs/1/0: infinity is no number that JSON has",
        ),
    ] {
        let asked = testing::with_host(
            |call, request| panic!("{call} {request}"),
            || Embedding::Numbers(a).cosines(&bs),
        );
        let fault = asked.expect_err("a fault");
        assert_eq!(
            (fault.code.as_str(), fault.message.as_str()),
            ("bad_request", want)
        );
    }
}

/// Ensure that a fault names the author's line, whichever function made the call, and
/// that faults of different lines are equal.
#[test]
fn faults_name_the_line() {
    let refusing = |_: &str, _: &str| {
        r#"{"error":{"code":"not_allowed","message":"not among the calls"}}"#.to_string()
    };
    let vector = Embedding::Reference("e1".into());
    let line = line!() + 3;
    let faults = testing::with_host(refusing, || {
        [
            active(&KindsRequest::default()).err(),
            param("lead", 0.2).err(),
            Embedding::of("text").err(),
            vector.cosine(&vector).err(),
            vector.cosines(&[]).err(),
            vector.numbers().err(),
        ]
    });
    for (i, fault) in (0..).zip(&faults) {
        let fault = fault.as_ref().expect("a fault");
        let place = fault.place().expect("a place");
        assert!(place.file().ends_with("tests/host.rs"), "{place}");
        assert_eq!(place.line(), line + i, "{fault}");
        assert_eq!(fault, &Fault::new("not_allowed", "not among the calls"));
    }
}

/// Ensure that a call whose reply is of another type, and a parameter that is, name the
/// line as well.
#[test]
fn unreadable_replies_name_the_line() {
    let fault = testing::with_host(
        |_, _| r#"{"ok":"text"}"#.to_string(),
        || {
            [
                active(&KindsRequest::default()).err(),
                param("lead", 0.2).err(),
            ]
        },
    );
    for fault in fault {
        let place = fault.expect("a fault").place().expect("a place");
        assert!(place.file().ends_with("tests/host.rs"), "{place}");
    }
}

/// Ensure that a text that names no item is answered by what to write.
#[test]
fn no_ref_says_what_to_write() {
    for text in ["pdf-forms", ":pdf-forms", "skill:", "Skill:x"] {
        let wrong = text.parse::<Ref>().expect_err(text).to_string();
        assert!(
            wrong.contains("write a ref: a kind, a colon and an id"),
            "{wrong}"
        );
    }
}
