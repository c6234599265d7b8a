package shape

// RulesVerify is what `rules verify --json` prints.
type RulesVerify struct {
	Lock     string            `json:"lock"` // path of the lock file
	Rulesets []VerifiedRuleset `json:"rulesets"`
	Findings int               `json:"findings"`
}

// VerifiedRuleset is a ruleset of a rules folder held to its lock file.
type VerifiedRuleset struct {
	ID      string     `json:"id"`
	State   string     `json:"state" jsonschema:"enum=ok,enum=changed,enum=missing,enum=not locked"`
	Version string     `json:"version,omitempty"` // by the lock file
	Locked  string     `json:"locked,omitempty"`  // hash in the lock file
	Hash    string     `json:"hash,omitempty"`    // of what lies there
	Problem string     `json:"problem,omitempty"` // why that cannot be read
	Files   []FileDiff `json:"files,omitempty"`   // where the source is as it was locked
}

// FileDiff is a file in which two rulesets differ.
type FileDiff struct {
	Name string `json:"name"`
	How  string `json:"how" jsonschema:"enum=added,enum=removed,enum=changed"`
}

// RulesOutdated is what `rules outdated --json` prints.
type RulesOutdated struct {
	Rulesets []OutdatedRuleset `json:"rulesets"`
	Outdated int               `json:"outdated"`
	Problems int               `json:"problems"` // sources that cannot be read
}

// OutdatedRuleset is a locked ruleset beside its source.
type OutdatedRuleset struct {
	ID      string       `json:"id"`
	State   string       `json:"state" jsonschema:"enum=current,enum=outdated,enum=older,enum=no source,enum=unreadable"`
	Locked  RulesetMark  `json:"locked"`
	There   *RulesetMark `json:"there,omitempty"` // absent where the source cannot be read
	Source  string       `json:"source,omitempty"`
	Problem string       `json:"problem,omitempty"`
}

// RulesetMark is one state of a ruleset's files.
type RulesetMark struct {
	Version string `json:"version,omitempty"`
	Hash    string `json:"hash"`
}
