//! The scripted host answers as that of abi/recorded does.

use impressionism::testing::Manifest;
use impressionism::*;
use script::{ask, named, reference};

mod script;

/// Ensure that sessions, messages and items are the script's, and that references
/// stand for its vectors.
#[test]
fn session_and_items() {
    ask(&Manifest::default(), "", || {
        let found = messages(&CountRequest { count: 1 })?;
        assert_eq!((found.len(), found[0].content.as_str()), (1, "two"));
        assert_eq!(found[0].embedding, Some(reference("e3")));
        let uses = tool_uses(&CountRequest { count: 5 })?;
        assert_eq!((uses.len(), uses[0].tool_name.as_str()), (1, "Read"));
        let found = active(&KindsRequest::default())?;
        assert_eq!(
            (
                found[0].r#ref.as_str(),
                found[0].name.as_str(),
                found[0].prompts_since_relevant
            ),
            ("skill:b", "b", 2)
        );
        assert_eq!(
            (found[0].reason.as_str(), &found[0].embedding),
            ("r", &Some(reference("e1")))
        );
        let commands = KindsRequest {
            kinds: Some(vec!["command".into()]),
        };
        assert!(active(&commands)?.is_empty());
        let skills = Some(vec!["skill".to_owned()]);
        let page = items(&PageRequest {
            kinds: skills,
            offset: Some(1),
            ..Default::default()
        })?;
        assert_eq!(
            (
                named(page.items.iter().map(|item| &item.r#ref)).as_str(),
                page.truncated
            ),
            ("skill:a", false)
        );
        let page = items(&PageRequest {
            limit: Some(1),
            ..Default::default()
        })?;
        assert_eq!(
            (
                named(page.items.iter().map(|item| &item.r#ref)).as_str(),
                page.truncated
            ),
            ("skill:b", true)
        );
        assert_eq!(session(&EmptyRequest::default())?.workspace_path, "/w");
        Ok(())
    });
}

/// Ensure that what a call refuses is a fault with its code, and that the log is kept.
#[test]
fn refusals() {
    ask(
        &Manifest::default(),
        "expect: { log: [info hello, debug x] }",
        || {
            info("hello");
            debug("x");
            let told = |fault: Fault| fault.to_string();
            let negative = messages(&CountRequest { count: -1 }).unwrap_err();
            assert_eq!(told(negative), "bad_request: count -1 is negative");
            let request = LogRequest {
                level: "loud".into(),
                message: "x".into(),
            };
            assert_eq!(log(&request).unwrap_err().code, "bad_request");
            let request = EvaluateRequest {
                ruleset: "x/y".into(),
                ..Default::default()
            };
            let absent = evaluate(&request).unwrap_err();
            assert_eq!(
                told(absent),
                "unavailable: the scripted host has no ruleset \"x/y\": play it with impressionism rules test, or say under answers what evaluate gives"
            );
            Ok(())
        },
    );
}

/// Ensure that parameters come from the scenario where they fit the manifest, then
/// from the manifest, then from the caller; and that only listed calls are allowed.
#[test]
fn manifest() {
    let manifest = Manifest::load("tests/manifest/good.json".as_ref()).unwrap();
    ask(
        &manifest,
        "expect: { warnings: ['parameter few of acme/x: 99 is above the maximum 9'] }",
        || {
            assert_eq!(param("similarity_threshold", 0.1)?, 0.7);
            assert_eq!(param("few", 1)?, 3);
            assert_eq!(param("words", vec![String::new()])?, ["a", "b"]);
            assert_eq!(param("unknown", "mine".to_owned())?, "mine");
            let told = param("few", false).unwrap_err().to_string();
            assert_eq!(told, "bad_request: parameter few is no boolean");
            let told = session(&EmptyRequest::default()).unwrap_err().to_string();
            assert_eq!(
                told,
                "not_allowed: session: not among the calls of acme/x; add it to its manifest"
            );
            Ok(())
        },
    );
    for (name, want) in [
        ("unknown.json", "unknown field call at byte"),
        (
            "default.json",
            "default of parameter few: 12 is above the maximum 9",
        ),
        ("abi.json", "abi 3 is not that of this crate (2)"),
        (
            "nowhere.json",
            "load manifest tests/manifest/nowhere.json: ",
        ),
    ] {
        let told = Manifest::load(format!("tests/manifest/{name}").as_ref()).unwrap_err();
        assert!(told.contains(want), "{told}");
    }
}

/// Ensure that a host call outside of a scenario says where it belongs, after one too.
#[test]
fn no_host() {
    ask(&Manifest::default(), "", || Ok(param("x", 1.0).map(drop)?));
    let told = param("x", 1.0).unwrap_err().to_string();
    assert_eq!(
        told,
        "unavailable: there is no host here; use impressionism::testing"
    );
}
