package shape

// RulesValidate is what `rules validate --format json` prints.
type RulesValidate struct {
	Rulesets []ValidatedRuleset `json:"rulesets"`
	Errors   int                `json:"errors"`
	Warnings int                `json:"warnings"`
	Notes    int                `json:"notes"`
	Findings []RulesetFinding   `json:"findings"` // by ruleset, file and line
}

// ValidatedRuleset is one ruleset that was looked at.
type ValidatedRuleset struct {
	ID       string `json:"id"`
	Path     string `json:"path"`
	Language string `json:"language,omitempty"` // "lua", "wasm"
	Vetted   *bool  `json:"vetted,omitempty"`   // of modules: it may run here
	Disabled int    `json:"disabled,omitempty"` // findings switched off with a reason
}

// RulesetFinding is one thing to mend in a ruleset.
type RulesetFinding struct {
	Code     string `json:"code"` // see `rules validate --explain`
	Severity string `json:"severity" jsonschema:"enum=error,enum=warning,enum=note"`
	ID       string `json:"id"` // of the ruleset
	File     string `json:"file"`
	Line     int    `json:"line"`   // from 1
	Column   int    `json:"column"` // from 1
	Excerpt  string `json:"excerpt,omitempty"`
	Reason   string `json:"reason"`
	Fix      string `json:"fix"`
}
