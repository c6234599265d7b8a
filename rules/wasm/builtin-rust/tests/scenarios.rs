//! The compiled rulesets keep the promises of those in Lua.

use builtin_rust::{DefaultRuleset, MinimalRuleset};
use impressionism::testing::{self, Manifest, Scenario};
use impressionism::Ruleset;

fn play(ruleset: &dyn Ruleset, name: &str) {
    testing::run_with(
        ruleset,
        format!("{name}/ruleset.json"),
        format!("../../lua/{name}/scenarios"),
    );
}

/// Ensure that each ruleset does what the scenarios of its Lua twin say, with the
/// parameters of its own manifest.
#[test]
fn default_as_in_lua() {
    play(&DefaultRuleset, "default");
}

#[test]
fn aggressive_as_in_lua() {
    play(&DefaultRuleset, "aggressive");
}

#[test]
fn conservative_as_in_lua() {
    play(&DefaultRuleset, "conservative");
}

#[test]
fn minimal_as_in_lua() {
    play(&MinimalRuleset, "minimal");
}

/// Ensure that a keyword counts for nothing, not even as a reason, where nothing is
/// added for it.
#[test]
fn no_boost() {
    let scenario = Scenario::decode(
        "
why: Nothing is added, so nothing is said of it.
items: [ { ref: skill:database, keywords: [migration] } ]
parameters: { keyword_boost: 0 }
context: { user_prompt: write a migration }
search: { skill:database: 0.9 }
expect: { activate: [ { ref: skill:database, reason: 'fits the prompt, similarity=0.90' } ] }
",
    );
    let manifest = Manifest::load("default/ruleset.json".as_ref()).unwrap();
    let failures = testing::play(&DefaultRuleset, &manifest, &scenario.unwrap());
    assert_eq!(failures, Vec::<String>::new());
}
