package shape

import "github.com/ed-irl/impressionism/host/author/rulebench"

// RulesBench is what `rules bench --json` prints.
type RulesBench = rulebench.Report
