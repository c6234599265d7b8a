impressionism::manifest!("ruleset.json");
impressionism::export!(builtin_rust::DefaultRuleset);
