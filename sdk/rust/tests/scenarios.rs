//! What a scenario holds a ruleset to.

use impressionism::testing::{play, Manifest, Scenario};
use impressionism::*;

/// Answers what its prompt says: "+a" activates, "-a" deactivates, "!text" fails.
struct Said;

fn said(context: &Context, sign: char) -> Answer {
    let prompt = context.user_prompt.as_deref().unwrap_or_default();
    if let Some(text) = prompt.strip_prefix('!') {
        return Err(text.into());
    }
    let words = prompt.split(' ').filter_map(|word| word.strip_prefix(sign));
    Ok(words
        .map(|id| Entry::new(&Ref::skill(id), format!("because {id}")).scored(0.5))
        .collect())
}

impl Ruleset for Said {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        info("asked");
        search(&SearchRequest {
            text: Some("x".into()),
            limit: 3,
            ..Default::default()
        })?;
        said(context, '+')
    }

    fn evaluate_deactivation(&self, context: &Context) -> Answer {
        said(context, '-')
    }
}

const HEAD: &str =
    "why: x\nitems: [ { ref: skill:a }, { ref: skill:b }, { ref: command:c } ]\nactive: [ { ref: skill:b } ]\n";

fn failures(scenario: &str) -> Vec<String> {
    let scenario = Scenario::decode(&[HEAD, scenario].concat())
        .unwrap_or_else(|wrong| panic!("{wrong}: {scenario}"));
    play(&Said, &Manifest::default(), &scenario)
}

/// Ensure that a scenario passes where all is as expected, over several events that
/// leave their state to the next.
#[test]
fn passes() {
    let passing = r#"
context: { user_prompt: +a +b }
expect:
  activate: [ { ref: skill:a, reason: because, score: 0.5 }, { ref: skill:b } ]
  deactivate: []
  log: [info ask]
  asked: ['search {"limit":3,"text":"x"}']
  active: [skill:b, skill:a]
then:
  - { context: { user_prompt: -b }, expect: { deactivate: [ { ref: skill:b } ], active: [skill:a] } }
  - { context: { user_prompt: "!broken" }, expect: { fault: "internal: broken", active: [skill:a] } }
  - { context: { user_prompt: +a -a, hook_event: turn_ended }, expect: { deactivate: [ { ref: skill:a } ], active: [] } }
  - { context: { user_prompt: +a +nowhere +a }, expect: { activate: [ { ref: skill:a } ], warnings: ['there is no "skill:nowhere"; left out', twice] } }
"#;
    assert_eq!(failures(passing), Vec::<String>::new());
}

/// Ensure that each expectation that is not met is told, with both sides.
#[test]
fn fails() {
    for (event, want) in [
        ("context: { user_prompt: +a }\nexpect: { activate: [] }", "event 1: activate:\n    want nothing\n    got  skill:a"),
        ("context: { user_prompt: +a +b }\nexpect: { activate: [ { ref: skill:b }, { ref: skill:a } ] }", "want skill:b, skill:a\n    got  skill:a, skill:b"),
        ("context: { user_prompt: +a }\nexpect: { activate: [ { ref: command:c } ] }", "want command:c\n    got  skill:a"),
        ("context: { user_prompt: +a }\nexpect: { activate: [ { ref: skill:a, reason: not } ] }", "activate skill:a: reason:\n    want not\n"),
        ("context: { user_prompt: +a }\nexpect: { activate: [ { ref: skill:a, score: 0.6 } ] }", "want 0.6000\n    got  0.5000"),
        ("context: { user_prompt: -b }\nexpect: {}", "deactivate:\n    want nothing\n    got  skill:b"),
        ("expect: { log: [warn] }", "log:\n    want warn\n    got  info asked"),
        ("expect: { asked: ['relevance {}'] }", "asked:\n    want relevance {}\n    got  log {"),
        ("expect: { active: [skill:a] }", "active:\n    want skill:a\n    got  skill:b"),
        ("expect: { fault: x }", "fault:\n    want x\n    got  nothing"),
        ("context: { user_prompt: '!broken' }\nexpect: {}", "fault:\n    want nothing\n    got  internal: broken"),
        ("context: { user_prompt: '!broken' }\nexpect: { fault: other }", "want other\n    got  internal: broken"),
        ("context: { user_prompt: +z }\nexpect: {}", "warnings:\n    want nothing\n    got  evaluate_activation: there is no \"skill:z\"; left out"),
        ("expect: {}\nthen: [ { context: { user_prompt: +a } } ]", "event 2: activate:"),
    ] {
        let told = failures(event).join("\n");
        assert!(told.contains(want), "{event}:\n{told}");
    }
}

/// Ensure that a prompt ages what is active, that only prompts do, and none that failed.
#[test]
fn ages() {
    struct Age;
    impl Ruleset for Age {
        fn evaluate_activation(&self, context: &Context) -> Answer {
            said(context, '+')
        }
        fn evaluate_deactivation(&self, context: &Context) -> Answer {
            let found = active(&KindsRequest::default())?;
            info(format!(
                "{} {}",
                context.now, found[0].prompts_since_relevant
            ));
            Ok(vec![])
        }
    }
    let text = "
expect: { log: [ '2026-01-02T03:04:00Z 0' ] }
then:
  - { context: { hook_event: turn_ended }, expect: { log: [ '2026-01-02T03:05:00Z 1' ] } }
  - { expect: { log: [ '2026-01-02T03:06:00Z 1' ] } }
  - { context: { user_prompt: '!broken' }, expect: { fault: broken } }
  - { expect: { log: [ '2026-01-02T03:08:00Z 2' ] } }
";
    let scenario = Scenario::decode(&[HEAD, text].concat()).unwrap();
    assert_eq!(
        play(&Age, &Manifest::default(), &scenario),
        Vec::<String>::new()
    );
}

/// Ensure that an answer beyond the contract fails here as it does in the host.
#[test]
fn limits() {
    for (reason, score, want) in [
        (
            String::new(),
            0.5,
            "/0/reason has 0 characters, 1 to 300 are allowed",
        ),
        ("é".repeat(301), 0.5, "/0/reason has 301 characters"),
        ("r".into(), 1.5, "/0/score is 1.5, 0 to 1 is allowed"),
        ("r".into(), f64::NAN, "/0/score is NaN"),
    ] {
        struct One(Entry);
        impl Ruleset for One {
            fn evaluate_activation(&self, _: &Context) -> Answer {
                Ok(vec![self.0.clone()])
            }
        }
        let one = One(Entry {
            r#ref: Ref::skill("a"),
            reason,
            score: Some(score),
        });
        let scenario = Scenario::decode(HEAD).unwrap();
        let told = play(&one, &Manifest::default(), &scenario).join("\n");
        assert!(
            told.contains(&format!("internal: evaluate_activation: {want}")),
            "{told}"
        );
    }
}
