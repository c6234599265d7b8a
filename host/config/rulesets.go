package config

import (
	"encoding/json"
	"strings"
)

// Rulesets are ids in the order in which they are asked; one alone is written as text.
type Rulesets []string

// MarshalJSON returns one ruleset as text, several as a list.
func (r Rulesets) MarshalJSON() ([]byte, error) {
	if len(r) == 1 {
		return json.Marshal(r[0])
	}
	return json.Marshal([]string(r))
}

// String is for people.
func (r Rulesets) String() string { return strings.Join(r, ", ") }

// First is the ruleset that has the say before all others.
func (r Rulesets) First() string { return r[0] }

// YAML is what a configuration file has for them.
func (r Rulesets) YAML() string {
	if len(r) == 1 {
		return r[0]
	}
	return "[" + strings.Join(r, ", ") + "]"
}
