package rulefuzz

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// unseen returns what has not happened, or nothing.
func unseen(n *notes, difference, key string) []string {
	if n.has(key) {
		return nil
	}
	return []string{fmt.Sprintf("in %d askings %s", n.asked.Load(), difference)}
}

func uncalled(m abi.Manifest, n *notes) []string {
	var missing []string
	for _, call := range m.Calls {
		missing = append(missing, unseen(n, call+" was never called", "called "+call)...)
	}
	return missing
}

// deaf names the calls whose answers never mattered.
func deaf(n *notes) []string {
	var missing []string
	for _, row := range ablatable {
		call := row.Name
		if n.has("asked " + call) {
			difference := "whatever " + call + " answered, it decided the same"
			if call == "tool_uses" || call == "messages" {
				difference += "; if it looks for what its code does not spell out, a scenario that has it shows that"
			}
			missing = append(missing, unseen(n, difference, "mattered "+call)...)
		}
	}
	return missing
}

// declared returns the parameters that should be read.
func declared(m abi.Manifest) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		if !saidUnused(m.Parameters[name]) {
			names = append(names, name)
		}
	}
	return names
}

func unread(m abi.Manifest, n *notes) []string {
	var missing []string
	for _, name := range declared(m) {
		missing = append(missing, unseen(n, "the parameter "+name+" was never read", "read "+name)...)
	}
	return missing
}

// variable returns the parameters that can be set to something else.
func variable(m abi.Manifest) []string {
	var names []string
	for _, name := range declared(m) {
		if p := m.Parameters[name]; len(p.Enum) > 1 || p.Type == "number" || p.Type == "integer" || p.Type == "boolean" {
			names = append(names, name)
		}
	}
	return names
}

func idle(m abi.Manifest, n *notes) []string {
	var missing []string
	for _, name := range variable(m) {
		if n.has("read " + name) {
			missing = append(missing, unseen(n, "no value of the parameter "+name+" changed anything", "mattered "+name)...)
		}
	}
	return missing
}

// parameterMatters tries one parameter with two values.
func parameterMatters(t *trial) *Breach {
	m := t.input.Ruleset.Manifest
	names := variable(m)
	name := names[t.rand.IntN(len(names))]
	if t.notes.has("mattered " + name) {
		return nil
	}
	values := valuesOf(m.Parameters[name])
	t.rand.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	var answers []string
	for _, value := range values[:2] {
		s := t.s
		s.Parameters = maps.Clone(t.s.Parameters)
		if s.Parameters == nil {
			s.Parameters = map[string]any{}
		}
		s.Parameters[name] = value
		a, ok := t.ask(s)
		if !ok {
			return nil
		}
		answers = append(answers, a.bytes+a.asks())
	}
	if answers[0] != answers[1] {
		t.notes.see("mattered " + name)
	}
	return nil
}

// valuesOf returns at least two values of a parameter: choices, or its limits and
// what lies around its default.
func valuesOf(p abi.Parameter) []any {
	if len(p.Enum) > 1 {
		return slices.Clone(p.Enum)
	}
	if p.Type == "boolean" {
		return []any{true, false}
	}
	low, at := 0.0, 0.0
	if number, ok := p.Default.(float64); ok {
		at = number
	}
	if p.Minimum != nil {
		low = *p.Minimum
	}
	high := max(at, low) + 20
	if p.Maximum != nil {
		high = min(high, *p.Maximum)
	}
	return []any{low, high}
}

// callMatters tries one call that was made with its answer and without.
func callMatters(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	for _, row := range ablatable {
		call := row.Name
		made := slices.ContainsFunc(first.requests, func(r request) bool { return r.own && r.call == call })
		if !made || t.notes.has("mattered "+call) {
			continue
		}
		second, ok := t.askWith(t.s, call)
		if !ok || first.bytes != second.bytes || first.asks() != second.asks() { // to fail without it is a difference as well
			t.notes.see("mattered " + call)
		}
	}
	return nil
}
