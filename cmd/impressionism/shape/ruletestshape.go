package shape

import "github.com/ed-irl/impressionism/host/author/ruletest"

// RulesTest is what `rules test --format json` prints.
type RulesTest = ruletest.Report
