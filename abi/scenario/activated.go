package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// activated compares what was activated: exactly, or where a scenario says so by
// what has to be there, what must not, and how many.
func (e Expectation) activated(got []abi.Entry) []Failure {
	var failures []Failure
	partly := e.Includes != nil || e.Excludes != nil || e.Count != nil
	if e.Activate != nil || !partly {
		failures = entries("activate", e.Activate, got)
	}
	for _, want := range e.Includes {
		at := slices.IndexFunc(got, func(entry abi.Entry) bool { return entry.Ref == want.Ref })
		if at < 0 {
			failures = append(failures, Failure{What: "includes", Want: want.Ref.String(), Got: names(got)})
			continue
		}
		failures = append(failures, details("includes", want, got[at])...)
	}
	for _, ref := range e.Excludes {
		if slices.ContainsFunc(got, func(entry abi.Entry) bool { return entry.Ref == ref }) {
			failures = append(failures, Failure{What: "excludes", Want: "no " + ref.String(), Got: names(got)})
		}
	}
	if e.Count != nil && *e.Count != len(got) {
		failures = append(failures, Failure{What: "count", Want: strconv.Itoa(*e.Count), Got: strings.TrimSuffix(strconv.Itoa(len(got))+": "+names(got), ": ")})
	}
	return failures
}

// holds reports whether a text has a part; "…" in the part stands for anything.
func holds(text, part string) bool {
	for piece := range strings.SplitSeq(part, "…") {
		_, rest, found := strings.Cut(text, piece)
		if !found {
			return false
		}
		text = rest
	}
	return true
}
