package shape

// RulesExplain is what `rules explain --json` prints.
type RulesExplain struct {
	ID            string               `json:"id"`
	Version       string               `json:"version,omitempty"`
	Summary       string               `json:"summary,omitempty"`
	Language      string               `json:"language"`
	ABI           int                  `json:"abi"`
	Impressionism string               `json:"impressionism,omitempty"` // versions of the program that it is for
	Path          string               `json:"path"`
	Place         string               `json:"place" jsonschema:"enum=built in,enum=user,enum=project,enum=elsewhere"`
	Hash          string               `json:"hash"`
	Bytes         int                  `json:"bytes"`  // of its code file
	Events        []string             `json:"events"` // that it is asked about
	Calls         []string             `json:"calls"`  // that it may make; null: every host call
	Kinds         []string             `json:"kinds"`  // of items that it sees
	Active        bool                 `json:"active"`
	Paused        bool                 `json:"paused"`
	Trusted       *bool                `json:"trusted,omitempty"` // of a project's
	Vetted        *bool                `json:"vetted,omitempty"`  // of a module
	Changed       bool                 `json:"changed,omitempty"` // since it was added
	Parameters    []ExplainedParameter `json:"parameters"`
	Readme        string               `json:"readme,omitempty"`
}

// ExplainedParameter is a parameter with the value that would count now.
type ExplainedParameter struct {
	Name        string   `json:"name"`
	Type        string   `json:"type,omitempty"`
	Value       any      `json:"value"` // null: what the code gives where it asks
	From        string   `json:"from" jsonschema:"enum=manifest,enum=code,enum=user,enum=project,enum=environment,enum=flag"`
	File        string   `json:"file,omitempty"` // path, variable or flag
	Line        int      `json:"line,omitempty"`
	Default     any      `json:"default,omitempty"`
	Minimum     *float64 `json:"minimum,omitempty"`
	Maximum     *float64 `json:"maximum,omitempty"`
	Enum        []any    `json:"enum,omitempty"`
	Description string   `json:"description,omitempty"`
	Undeclared  bool     `json:"undeclared,omitempty"` // set for the ruleset, and not in its manifest
	Problem     string   `json:"problem,omitempty"`    // why a value that is set does not count
}
