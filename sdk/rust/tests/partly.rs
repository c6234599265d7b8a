//! What a scenario may say in part: the same as in package scenario of the host.

use impressionism::testing::{play, Manifest, Scenario};
use impressionism::{Answer, Context, Entry, Fault, Ruleset};

struct Both;

impl Ruleset for Both {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        if context.user_prompt.as_deref() == Some("fail") {
            return Err(Fault::new("limit", "fuel: all used").into());
        }
        let entry = |id: &str, reason: &str| Entry {
            skill_id: id.into(),
            reason: reason.into(),
            ..Default::default()
        };
        Ok(vec![
            entry("a", "it fits, similarity=0.90"),
            entry("b", "so does it"),
        ])
    }

    fn evaluate_deactivation(&self, _: &Context) -> Answer {
        Ok(vec![])
    }
}

fn failures(prompt: &str, expect: &str) -> String {
    let text = format!("why: x\nskills: [ {{ id: a }}, {{ id: b }}, {{ id: c }} ]\ncontext: {{ user_prompt: {prompt} }}\nexpect: {expect}");
    let scenario = Scenario::decode(&text).unwrap();
    play(&Both, &Manifest::default(), &scenario).join("\n")
}

/// Ensure that each part can pass and can fail.
#[test]
fn parts() {
    for (expect, want) in [
        ("{ includes: [ { skill_id: b }, { skill_id: a, reason: it…similarity } ] }", ""),
        ("{ excludes: [c], count: 2 }", ""),
        ("{ count: 2, activate: [ { skill_id: a } ] }", "event 1: activate:\n    want a\n    got  a, b"),
        ("{ includes: [ { skill_id: a, reason: similarity…it } ] }", "event 1: includes a: reason:\n    want similarity…it\n    got  it fits, similarity=0.90"),
        ("{ includes: [ { skill_id: c } ] }", "event 1: includes:\n    want c\n    got  a, b"),
        ("{ excludes: [b] }", "event 1: excludes:\n    want no b\n    got  a, b"),
        ("{ count: 0 }", "event 1: count:\n    want 0\n    got  2: a, b"),
        ("{}", "event 1: activate:\n    want nothing\n    got  a, b"),
    ] {
        assert_eq!(failures("x", expect), want, "{expect}");
    }
}

/// Ensure that an error can be expected by its code.
#[test]
fn codes() {
    for (prompt, expect, want) in [
        ("fail", "{ code: limit, fault: fuel }", ""),
        (
            "fail",
            "{ code: internal }",
            "event 1: code:\n    want internal\n    got  limit: fuel: all used",
        ),
        (
            "fail",
            "{ code: limit, fault: memory }",
            "event 1: fault:\n    want memory\n    got  limit: fuel: all used",
        ),
        (
            "x",
            "{ code: limit, count: 2 }",
            "event 1: code:\n    want limit\n    got  nothing",
        ),
    ] {
        assert_eq!(failures(prompt, expect), want, "{expect}");
    }
}

/// Ensure that a slip is refused.
#[test]
fn slips() {
    for (expect, want) in [
        ("{ excludes: [d] }", "expect names \"d\""),
        ("{ includes: [ { skill_id: d } ] }", "expect names \"d\""),
        ("{ count: -1 }", "count is -1"),
        ("{ code: fuel }", "codes are bad_request, "),
    ] {
        let text = format!("why: x\nskills: [ {{ id: a }} ]\nexpect: {expect}");
        let wrong = Scenario::decode(&text).unwrap_err();
        assert!(wrong.contains(want), "{expect}: {wrong}");
    }
}
