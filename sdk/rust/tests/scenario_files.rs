//! How scenario files are read.

use impressionism::testing::{run_with, Scenario};
use impressionism::*;

/// Makes one call.
struct Searching;

impl Ruleset for Searching {
    fn evaluate_activation(&self, _: &Context) -> Answer {
        search(&SearchRequest::default())?;
        Ok(vec![])
    }
}

/// Ensure that a slip in a file is refused with its line, for else its test would
/// pass for nothing.
#[test]
fn slips() {
    for (text, want) in [
        ("", "the file is empty"),
        ("items: []", "why is missing"),
        ("why: x\nskils: []", "line 2: unknown field skils"),
        (
            "why: x\nitems:\n  - { ref: skill:a }\n  - { idd: a }",
            "line 4: unknown field idd",
        ),
        ("why: x\nitems: [ { ref: 7 } ]", "line 2: expected a string"),
        (
            "why: x\nitems: [ { ref: a } ]",
            "line 2: expected a ref: a kind",
        ),
        (
            "why: x\nsearch: { skill:a: high }",
            "line 2: expected a number",
        ),
        (
            "why: x\nsearch:\n  skill:a: .nan",
            "line 3: .nan is no number that JSON has",
        ),
        (
            "why: x\nsearch:\n  skill:a:\n    high\nthen: []",
            "line 4: expected a number",
        ),
        ("why: x\nwhy: y", "line 2: why stands there twice"),
        ("why: x\n---\nwhy: y", "there is more than one document"),
        ("why: [x", "line"),
        ("why: x\nitems: [ { name: a } ]", "item 1 has no ref"),
        (
            "why: x\nitems: [ { ref: skill:a }, { ref: skill:a } ]",
            "item skill:a comes twice",
        ),
        (
            "why: x\nactive: [ { ref: skill:a } ]",
            "active \"skill:a\" is none of the items",
        ),
        (
            "why: x\nsearch: { skill:a: 1 }",
            "script: scores name \"skill:a\", which is none of the items",
        ),
        (
            "why: x\nexpect: { active: [skill:a] }",
            "event 1: expect names \"skill:a\", which is none of the items",
        ),
        (
            "why: x\nthen: [ { context: { session_id: b } } ]",
            "event 2: its session is \"b\" and the scenario's is \"session\"",
        ),
        (
            "why: x\nitems: &s [ *s ]",
            "line 2: the alias stands inside of what it names",
        ),
    ] {
        let told = Scenario::decode(text).unwrap_err();
        assert!(told.contains(want), "{text:?}: {told}");
    }
    let bomb = (1..12).fold(
        "why: x\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned(),
        |text, n| {
            let alias = format!("*a{},", n - 1).repeat(10);
            format!("{text}a{n}: &a{n} [{alias}]\n")
        },
    );
    assert!(Scenario::decode(&bomb)
        .unwrap_err()
        .contains("with all aliases written out"));
}

/// Ensure that YAML's ways to write a value are read as in every other language.
#[test]
fn values() {
    let text = "why: x\nparameters: { a: 1, b: -0x1F, c: 1e3, d: 'true', e: yes, f: ~, g: TRUE, h: 0o17, i: .5, j: 2026-01-02, k: [a, {}], l: \"\\u00e9\" }";
    let told = Scenario::decode(text).unwrap().parameters;
    assert_eq!(
        json::to_string(&told),
        r#"{"a":1,"b":-31,"c":1000,"d":"true","e":"yes","f":null,"g":true,"h":15,"i":0.5,"j":"2026-01-02","k":["a",{}],"l":"é"}"#
    );
}

/// Ensure that a folder is played whole, and that one without scenarios is no pass.
#[test]
fn folders() {
    let told = |folder: &'static str| {
        let panic =
            std::panic::catch_unwind(|| run_with(&Searching, "tests/manifest/good.json", folder))
                .unwrap_err();
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    assert!(told("tests/manifest").contains("tests/manifest has no .yaml file"));
    assert!(told("tests/nowhere").contains("load scenarios tests/nowhere: "));
    let text = told("tests/scenarios");
    assert!(
        text.contains(
            "tests/scenarios/refused.yaml: Calls that the manifest does not list are refused."
        ),
        "{text}"
    );
    assert!(
        text.contains("got  not_allowed: search: not among the calls of acme/x"),
        "{text}"
    );
}
