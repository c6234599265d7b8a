package shape

import "github.com/ed-irl/impressionism/host/author/rulefuzz"

// RulesFuzz is what `rules fuzz --json` prints.
type RulesFuzz struct {
	Broken   int               `json:"broken"` // properties, of all rulesets
	Rulesets []rulefuzz.Report `json:"rulesets"`
}
