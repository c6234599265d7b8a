// Package scenario reads scenario files and plays them: a scripted host, one
// event after the other, and what a ruleset must answer. It knows the contract
// only, no runtime and no engine, so that rulesets in every language are held to the
// same files.
package scenario

import (
	"fmt"
	"path/filepath"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/foreign"
)

// FileBytesMax bounds a scenario file.
const FileBytesMax = 1 << 20

// Scenario is a scripted host, an event, and what must come of it.
type Scenario struct {
	File    string `json:"-"`       // where it was loaded from
	Why     string `json:"why"`     // what it shows and why it should be so
	Catalog string `json:"catalog"` // a file of the ruleset's folder with further items
	recorded.Script
	Context abi.Context `json:"context"`
	Expect  Expectation `json:"expect"`
	Then    []Event     `json:"then"` // the events that follow in the same session
}

// Event is a later event of a scenario. What a search finds is that event's own.
type Event struct {
	Context   abi.Context         `json:"context"`
	Search    map[abi.Ref]float64 `json:"search"`
	Relevance map[abi.Ref]float64 `json:"relevance"`
	Answers   []recorded.Answer   `json:"answers"`
	Expect    Expectation         `json:"expect"`
}

// Expectation is what must come of an event. Entries are compared in their order
// by ref and, to four decimals, score where it is given; texts by a part, in
// which "…" stands for anything. Without activate nothing may be activated, unless
// includes, excludes or count say what is wanted instead.
type Expectation struct {
	Activate   []abi.Entry `json:"activate"`
	Includes   []abi.Entry `json:"includes"` // each is among the activated ones, at any place
	Excludes   []abi.Ref   `json:"excludes"` // are not activated
	Count      *int        `json:"count"`    // so many are activated
	Deactivate []abi.Entry `json:"deactivate"`
	Log        []string    `json:"log"`      // each is part of one "level message"
	Asked      []string    `json:"asked"`    // each is the name and request of a host call
	Active     []abi.Ref   `json:"active"`   // after the event, in order of activation; not looked at where absent
	Fault      string      `json:"fault"`    // part of "code: message"; the event fails with it
	Code       string      `json:"code"`     // of the fault, all of it; the event fails with it
	Warnings   []string    `json:"warnings"` // a part of each warning, in their order
}

// Load reads a scenario file.
func Load(file string) (Scenario, error) {
	data, err := foreign.Read(file, FileBytesMax)
	if err != nil {
		return Scenario{}, fmt.Errorf("load scenario: %w", err)
	}
	s, err := DecodeIn(data, Folder(filepath.Dir(filepath.Dir(file))))
	if err != nil {
		return Scenario{}, fmt.Errorf("load scenario %s: %w", file, err)
	}
	s.File = file
	return s, nil
}

// LoadFolder reads every .yaml file of a folder, in the order of their names. A
// folder without one is an error, for its test would pass for nothing.
func LoadFolder(folder string) ([]Scenario, error) {
	files := foreign.Matches(folder, "*.yaml")
	if len(files) == 0 {
		return nil, fmt.Errorf("load scenarios: %s has no .yaml file", folder)
	}
	var scenarios []Scenario
	for _, file := range files {
		s, err := Load(file)
		if err != nil {
			return nil, err
		}
		scenarios = append(scenarios, s)
	}
	return scenarios, nil
}
