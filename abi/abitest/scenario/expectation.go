package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
)

// faults holds the error of an event to what is expected.
func (e Expectation) faults(err error) []Failure {
	switch {
	case err == nil && e.Fault == "", err != nil && e.Fault != "" && strings.Contains(err.Error(), e.Fault):
		return nil
	case err == nil:
		return []Failure{{What: "fault", Want: e.Fault}}
	}
	return []Failure{{What: "fault", Want: e.Fault, Got: err.Error()}}
}

func (e Expectation) compare(got Result) []Failure {
	failures := slices.Concat(
		entries("activate", e.Activate, got.Decision.Activate),
		entries("deactivate", e.Deactivate, got.Decision.Deactivate))
	for _, part := range e.Log {
		if !slices.ContainsFunc(got.Log, func(line string) bool { return strings.Contains(line, part) }) {
			failures = append(failures, Failure{What: "log", Want: part, Got: strings.Join(got.Log, "\n       ")})
		}
	}
	calls := []string{}
	for _, call := range got.Calls {
		calls = append(calls, canonical(call))
	}
	for _, call := range e.Asked {
		if !slices.Contains(calls, canonical(call)) {
			failures = append(failures, Failure{What: "asked", Want: canonical(call), Got: strings.Join(calls, "\n       ")})
		}
	}
	if !parts(e.Warnings, got.Warnings) {
		failures = append(failures, Failure{What: "warnings", Want: strings.Join(e.Warnings, "; "), Got: strings.Join(got.Warnings, "; ")})
	}
	return failures
}

// after looks at what is active after the event.
func (e Expectation) after(host *abitest.Host) []Failure {
	if e.Active == nil || slices.Equal(e.Active, host.ActiveIDs()) {
		return nil
	}
	return []Failure{{What: "active", Want: strings.Join(e.Active, ", "), Got: strings.Join(host.ActiveIDs(), ", ")}}
}

func entries(side string, want, got []abi.Entry) []Failure {
	if w, g := names(want), names(got); w != g {
		return []Failure{{What: side, Want: w, Got: g}}
	}
	var failures []Failure
	for i, entry := range want {
		if !strings.Contains(got[i].Reason, entry.Reason) {
			failures = append(failures, Failure{What: side + " " + entry.SkillID + ": reason", Want: entry.Reason, Got: got[i].Reason})
		}
		if entry.Score != nil && score(entry) != score(got[i]) {
			failures = append(failures, Failure{What: side + " " + entry.SkillID + ": score", Want: score(entry), Got: score(got[i])})
		}
	}
	return failures
}

// names lists the items of entries, with the kind of those that are no skills.
func names(entries []abi.Entry) string {
	var list []string
	for _, entry := range entries {
		name := entry.SkillID
		if entry.Kind != "" && entry.Kind != abi.KindSkill {
			name = entry.Kind + " " + name
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

func score(entry abi.Entry) string {
	if entry.Score == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *entry.Score)
}

func parts(want, got []string) bool {
	return slices.EqualFunc(want, got, func(part, text string) bool { return strings.Contains(text, part) })
}

// canonical writes the request of a call with its fields in order, for languages
// write them in different ones.
func canonical(call string) string {
	name, request, _ := strings.Cut(call, " ")
	var value any
	if err := json.Unmarshal([]byte(request), &value); err != nil {
		return call
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return call
	}
	return name + " " + string(encoded)
}
