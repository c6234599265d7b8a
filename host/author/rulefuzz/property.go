package rulefuzz

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Property is something that rulesets are held to.
type Property struct {
	ID       string
	Sentence string
	Why      string
	applies  func(abi.Manifest) bool // nil: to all
	make     func(*maker) scenario.Scenario
	check    func(*trial) *Breach // nil as well where a scenario says nothing about it
	// A property that wants something to happen once, in any run:
	often   int                                 // so many scenarios in each run
	settled func(abi.Manifest, *notes) bool     // it has
	missing func(abi.Manifest, *notes) []string // what has not
}

// faults is the property that a failing ruleset breaks, whatever is tried.
const faults = "never-fails"

// All returns every property, in the order in which they are told.
func All() []Property {
	return slices.Concat(sane(), steady(), fair(), leaving(), meanings(), matters())
}

// IDs returns the names of all properties.
func IDs() []string {
	var ids []string
	for _, p := range All() {
		ids = append(ids, p.ID)
	}
	return ids
}

// Explain returns a property.
func Explain(id string) (Property, bool) {
	for _, p := range All() {
		if p.ID == id {
			return p, true
		}
	}
	return Property{}, false
}

// prompted: the ruleset is asked about prompts.
func prompted(m abi.Manifest) bool { return m.Wants(abi.EventPrompt) }

// expecting is a scenario with what should come of it.
func expecting(s scenario.Scenario, expect scenario.Expectation) scenario.Scenario {
	s.Then, s.Expect = nil, expect
	return s
}

// only returns the entries that may stay, by id and kind.
func only(entries []abi.Entry, keep func(abi.Entry) bool) []abi.Entry {
	kept := []abi.Entry{}
	for _, entry := range entries {
		if keep(entry) {
			kept = append(kept, named(entry))
		}
	}
	return kept
}

// named is an entry without what a scenario need not say.
func named(entry abi.Entry) abi.Entry {
	short := abi.Entry{Ref: entry.Ref}
	if entry.Ref.Kind != abi.KindSkill && entry.Ref.Kind != "" {
		short.Ref.Kind = entry.Ref.Kind
	}
	return short
}

func all(abi.Entry) bool { return true }

// instead is what should have come: the decision without some entries.
func (a answer) instead(activate, withdraw func(abi.Entry) bool) scenario.Expectation {
	return scenario.Expectation{Activate: only(a.Activate, activate), Deactivate: only(a.Deactivate, withdraw)}
}

// came is a decision to expect, as it is.
func came(a answer) scenario.Expectation {
	whole := func(entries []abi.Entry) []abi.Entry {
		list := []abi.Entry{}
		for _, entry := range entries {
			short := named(entry)
			short.Reason = entry.Reason
			if entry.Score != nil {
				short.Score = new(round4(*entry.Score))
			}
			list = append(list, short)
		}
		return list
	}
	return scenario.Expectation{Activate: whole(a.Activate), Deactivate: whole(a.Deactivate)}
}

// joined lists refs in a sentence.
func joined(refs []abi.Ref) string {
	var list []string
	for _, ref := range refs {
		list = append(list, ref.String())
	}
	return strings.Join(list, ", ")
}

// ids lists the items of entries.
func ids(entries []abi.Entry) []abi.Ref {
	list := []abi.Ref{}
	for _, entry := range entries {
		list = append(list, entry.Ref)
	}
	return list
}
