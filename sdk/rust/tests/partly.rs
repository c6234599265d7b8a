//! What a scenario may say in part: the same as in package scenario of the host.

use impressionism::testing::{play, Manifest, Scenario};
use impressionism::{Answer, Context, Entry, Fault, Ref, Ruleset};

struct Both;

impl Ruleset for Both {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        if context.user_prompt.as_deref() == Some("fail") {
            return Err(Fault::new("limit", "fuel: all used").into());
        }
        let entry = |id: &str, reason: &str| Entry::new(&Ref::skill(id), reason);
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
    let text = format!("why: x\nitems: [ {{ ref: skill:a }}, {{ ref: skill:b }}, {{ ref: skill:c }} ]\ncontext: {{ user_prompt: {prompt} }}\nexpect: {expect}");
    let scenario = Scenario::decode(&text).unwrap();
    play(&Both, &Manifest::default(), &scenario).join("\n")
}

/// Ensure that each part can pass and can fail.
#[test]
fn parts() {
    for (expect, want) in [
        ("{ includes: [ { ref: skill:b }, { ref: skill:a, reason: it…similarity } ] }", ""),
        ("{ excludes: [skill:c], count: 2 }", ""),
        ("{ count: 2, activate: [ { ref: skill:a } ] }", "event 1: activate:\n    want skill:a\n    got  skill:a, skill:b"),
        ("{ includes: [ { ref: skill:a, reason: similarity…it } ] }", "event 1: includes skill:a: reason:\n    want similarity…it\n    got  it fits, similarity=0.90"),
        ("{ includes: [ { ref: skill:c } ] }", "event 1: includes:\n    want skill:c\n    got  skill:a, skill:b"),
        ("{ excludes: [skill:b] }", "event 1: excludes:\n    want no skill:b\n    got  skill:a, skill:b"),
        ("{ count: 0 }", "event 1: count:\n    want 0\n    got  2: skill:a, skill:b"),
        ("{}", "event 1: activate:\n    want nothing\n    got  skill:a, skill:b"),
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
        ("{ excludes: [skill:d] }", "expect names \"skill:d\""),
        (
            "{ includes: [ { ref: skill:d } ] }",
            "expect names \"skill:d\"",
        ),
        ("{ count: -1 }", "count is -1"),
        ("{ code: fuel }", "codes are bad_request, "),
    ] {
        let text = format!("why: x\nitems: [ {{ ref: skill:a }} ]\nexpect: {expect}");
        let wrong = Scenario::decode(&text).unwrap_err();
        assert!(wrong.contains(want), "{expect}: {wrong}");
    }
}
