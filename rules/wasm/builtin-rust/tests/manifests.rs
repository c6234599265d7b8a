//! The manifests are those of the rulesets in Lua.

use impressionism::testing::Manifest;

/// Ensure that a compiled ruleset has the parameters, calls, events and version of
/// its twin in Lua, under a name of its own and without a file of code beside it.
#[test]
fn as_in_lua() {
    for name in ["default", "aggressive", "conservative", "minimal"] {
        let own = Manifest::load(format!("{name}/ruleset.json").as_ref()).unwrap();
        let lua = Manifest::load(format!("../../lua/{name}/ruleset.json").as_ref()).unwrap();
        assert_eq!(own.id, format!("builtin-rust/{name}"));
        assert_eq!(own.code, "");
        assert!(!lua.parameters.0.is_empty());
        assert_eq!(
            Manifest {
                id: lua.id.clone(),
                code: lua.code.clone(),
                ..own
            },
            lua
        );
    }
}
