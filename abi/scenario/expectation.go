package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// fails reports whether the event has to fail.
func (e Expectation) fails() bool { return e.Fault != "" || e.Code != "" }

// Nothing reports whether the event is as expected if the ruleset is not asked about it.
func (e Expectation) Nothing() bool { return !e.fails() && len(e.compare(Result{})) == 0 }

// faults holds the error of an event to what is expected.
func (e Expectation) faults(err error) []Failure {
	if err == nil && !e.fails() {
		return nil
	}
	got, code := "", ""
	if err != nil {
		got, code = err.Error(), abi.AsFault(err).Code
	}
	var failures []Failure
	if err == nil && e.Fault != "" || err != nil && (e.Fault != "" && !holds(got, e.Fault) || !e.fails()) {
		failures = append(failures, Failure{What: "fault", Want: e.Fault, Got: got})
	}
	if e.Code != "" && code != e.Code {
		failures = append(failures, Failure{What: "code", Want: e.Code, Got: got})
	}
	return failures
}

func (e Expectation) compare(got Result) []Failure {
	failures := slices.Concat(
		e.activated(got.Decision.Activate),
		entries("deactivate", e.Deactivate, got.Decision.Deactivate))
	for _, part := range e.Log {
		if !slices.ContainsFunc(got.Log, func(line string) bool { return holds(line, part) }) {
			failures = append(failures, Failure{What: "log", Want: part, Got: strings.Join(got.Log, "\n       ")})
		}
	}
	calls := []string{}
	for _, call := range got.Calls {
		calls = append(calls, canonical(call))
	}
	for _, call := range e.Asked {
		if !slices.Contains(calls, canonical(call)) {
			if got.CallsCut {
				calls = append(calls, "and calls whose requests were not kept, for they are too long together")
				got.CallsCut = false
			}
			failures = append(failures, Failure{What: "asked", Want: canonical(call), Got: strings.Join(calls, "\n       ")})
		}
	}
	if !parts(e.Warnings, got.Warnings) {
		failures = append(failures, Failure{What: "warnings", Want: strings.Join(e.Warnings, "; "), Got: strings.Join(got.Warnings, "; ")})
	}
	return failures
}

// after looks at what is active after the event.
func (e Expectation) after(host *recorded.Host) []Failure {
	if e.Active == nil || slices.Equal(e.Active, host.ActiveRefs()) {
		return nil
	}
	return []Failure{{What: "active", Want: joined(e.Active), Got: joined(host.ActiveRefs())}}
}

func entries(side string, want, got []abi.Entry) []Failure {
	if w, g := names(want), names(got); w != g {
		return []Failure{{What: side, Want: w, Got: g}}
	}
	var failures []Failure
	for i, entry := range want {
		failures = append(failures, details(side, entry, got[i])...)
	}
	return failures
}

// ofReason ends the name of a failure that is about the reason of an entry.
const ofReason = ": reason"

// details compares what an entry says besides its item.
func details(side string, want, got abi.Entry) []Failure {
	var failures []Failure
	if !holds(got.Reason, want.Reason) {
		failures = append(failures, Failure{What: side + " " + want.Ref.String() + ofReason, Want: want.Reason, Got: got.Reason})
	}
	if want.Score != nil && score(want) != score(got) {
		failures = append(failures, Failure{What: side + " " + want.Ref.String() + ": score", Want: score(want), Got: score(got)})
	}
	return failures
}

// names lists the items of entries.
func names(entries []abi.Entry) string {
	var refs []abi.Ref
	for _, entry := range entries {
		refs = append(refs, entry.Ref)
	}
	return joined(refs)
}

func joined(refs []abi.Ref) string {
	var list []string
	for _, ref := range refs {
		list = append(list, ref.String())
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
	return slices.EqualFunc(want, got, func(part, text string) bool { return holds(text, part) })
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
