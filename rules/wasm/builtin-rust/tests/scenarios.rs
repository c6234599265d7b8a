//! The compiled rulesets keep the promises of those in Lua.

use builtin_rust::{DefaultRuleset, MinimalRuleset};
use impressionism::{testing, Ruleset};

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
