package engine

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// FileDiff is a file that differs between two rulesets.
type FileDiff struct {
	Name string `json:"name"`
	How  string `json:"how"` // "added", "removed", "changed"
}

// How a file differs.
const (
	FileAdded   = "added"
	FileRemoved = "removed"
	FileChanged = "changed"
)

// DiffFiles returns the files in which two rulesets differ, by name.
func DiffFiles(from, to Ruleset) []FileDiff {
	former, latter := from.installed(), to.installed()
	all := maps.Clone(former)
	maps.Copy(all, latter)
	var diffs []FileDiff
	for _, name := range slices.Sorted(maps.Keys(all)) {
		before, had := former[name]
		after, has := latter[name]
		switch {
		case !had:
			diffs = append(diffs, FileDiff{name, FileAdded})
		case !has:
			diffs = append(diffs, FileDiff{name, FileRemoved})
		case !bytes.Equal(before, after):
			diffs = append(diffs, FileDiff{name, FileChanged})
		}
	}
	return diffs
}

// DiffManifests returns in lines what the second manifest declares differently from the
// first: calls, kinds of items, events, versions of the program, parameters.
func DiffManifests(from, to abi.Manifest) []string {
	var lines []string
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch {
	case from.Calls == nil && to.Calls != nil:
		line("calls: every host call before, now only %v", to.Calls)
	case from.Calls != nil && to.Calls == nil:
		line("calls: every host call, before only %v", from.Calls)
	default:
		diffNames(from.Calls, to.Calls, "call", line)
	}
	diffNames(from.SeenKinds(), to.SeenKinds(), "kind of items", line)
	diffNames(eventsOf(from), eventsOf(to), "event", line)
	if from.Impressionism != to.Impressionism {
		line("for impressionism %s, before %s", orAny(to.Impressionism), orAny(from.Impressionism))
	}
	if from.ABI != to.ABI {
		line("abi %d, before %d", to.ABI, from.ABI)
	}
	return append(lines, diffParameters(from.Parameters, to.Parameters)...)
}

func diffNames(from, to []string, what string, line func(string, ...any)) {
	for _, name := range to {
		if !slices.Contains(from, name) {
			line("+ %s %s", what, name)
		}
	}
	for _, name := range from {
		if !slices.Contains(to, name) {
			line("- %s %s", what, name)
		}
	}
}

func diffParameters(from, to map[string]abi.Parameter) []string {
	all := maps.Clone(to)
	if all == nil {
		all = map[string]abi.Parameter{}
	}
	maps.Copy(all, from)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		before, had := from[name]
		after, has := to[name]
		switch {
		case !had:
			lines = append(lines, fmt.Sprintf("+ parameter %s (%s, default %v)", name, after.Type, after.Default))
		case !has:
			lines = append(lines, fmt.Sprintf("- parameter %s: what is configured for it has no effect", name))
		case !reflect.DeepEqual(before.Default, after.Default):
			lines = append(lines, fmt.Sprintf("parameter %s: default %v, before %v", name, after.Default, before.Default))
		case !reflect.DeepEqual(before, after):
			lines = append(lines, fmt.Sprintf("parameter %s: other limits or another description", name))
		}
	}
	return lines
}

func eventsOf(m abi.Manifest) []string {
	if len(m.Events) == 0 {
		return []string{abi.EventPrompt}
	}
	return m.Events
}

func orAny(text string) string {
	if text == "" {
		return "of any version"
	}
	return text
}
