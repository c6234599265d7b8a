//! How scenario files are read.

use impressionism::testing::{run_with, Scenario};
use impressionism::*;

/// Makes one call.
struct Searching;

impl Ruleset for Searching {
    fn evaluate_activation(&self, _: &Context) -> Answer {
        search_skills(&SearchRequest::default())?;
        Ok(vec![])
    }
}

/// Ensure that a slip in a file is refused with its line, for else its test would
/// pass for nothing.
#[test]
fn slips() {
    for (text, want) in [
        ("", "the file is empty"),
        ("skills: []", "why is missing"),
        ("why: x\nskils: []", "line 2: unknown field skils"),
        (
            "why: x\nskills:\n  - { id: a }\n  - { idd: a }",
            "line 4: unknown field idd",
        ),
        ("why: x\nskills: [ { id: 7 } ]", "line 2: expected a string"),
        ("why: x\nsearch: { a: high }", "line 2: expected a number"),
        (
            "why: x\nsearch:\n  a: .nan",
            "line 3: .nan is no number that JSON has",
        ),
        (
            "why: x\nsearch:\n  a:\n    high\nthen: []",
            "line 4: expected a number",
        ),
        ("why: x\nwhy: y", "line 2: why stands there twice"),
        ("why: x\n---\nwhy: y", "there is more than one document"),
        ("why: [x", "line"),
        ("why: x\nskills: [ { name: a } ]", "skill 0 has no id"),
        (
            "why: x\nskills: [ { id: a }, { id: a } ]",
            "skill a comes twice",
        ),
        (
            "why: x\nactive: [ { id: a } ]",
            "active \"a\" is none of the skills",
        ),
        (
            "why: x\nsearch: { a: 1 }",
            "script: scores name \"a\", which is none of the skills",
        ),
        (
            "why: x\nexpect: { active: [a] }",
            "event 1: expect names \"a\", which is none of the skills",
        ),
        (
            "why: x\nthen: [ { context: { session_id: b } } ]",
            "event 2: its session is \"b\" and the scenario's is \"session\"",
        ),
        (
            "why: x\nskills: &s [ *s ]",
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
        text.contains("got  not_allowed: search_skills: not among the calls of acme/x"),
        "{text}"
    );
}
