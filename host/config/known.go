package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Parameters are what a ruleset declares: its parameters' names, each with a check
// of values. Nil: the ruleset declares nothing and may read any name.
type Parameters map[string]func(value any) error

// CheckRulesets records settings of rulesets and parameters that do not exist, and
// values that a ruleset does not take. Load cannot: it knows no rulesets.
// The keys of known are the ids of those that can be loaded.
func (l *Loaded) CheckRulesets(known map[string]Parameters) {
	ids := slices.Sorted(maps.Keys(known))
	for _, key := range []string{keyActiveRuleset, keyShadowRulesets} {
		for _, id := range l.rulesetIDs(key) {
			if _, found := known[id]; !found && l.set[key].Layer != "" {
				l.Errors = record(l.Errors, l.set[key].problem(fmt.Sprintf("there is no ruleset %.200q", id), meant("", id, ids)))
			}
		}
	}
	for _, origin := range l.Origins() {
		origin.Value = nil
		rest, found := strings.CutPrefix(origin.Key, keyRulesets+".")
		switch {
		case origin.Layer == LayerDefault:
		case found:
			l.checkOwn(origin, rest, known)
		case strings.HasPrefix(origin.Key, keyParameters+"."):
			l.checkShared(origin, strings.TrimPrefix(origin.Key, keyParameters+"."), known)
		}
	}
}

// rulesetIDs are the rulesets that a key names.
func (l *Loaded) rulesetIDs(key string) []string {
	if key == keyShadowRulesets {
		return l.ShadowRulesets
	}
	return l.ActiveRuleset
}

// checkOwn looks at a parameter of one ruleset. A ruleset of a project that is not
// trusted is not known, and nothing is wrong with its settings.
func (l *Loaded) checkOwn(origin Origin, rest string, known map[string]Parameters) {
	at := strings.LastIndexByte(rest, '.')
	for id := range l.Rulesets { // names and ids may hold dots
		if strings.HasPrefix(rest, id+".") {
			at = len(id)
		}
	}
	id, name := rest[:at], rest[at+1:]
	parameters, found := known[id]
	switch {
	case !found && slices.Contains(l.ProjectRuleset, id):
	case !found:
		l.Warnings = record(l.Warnings, origin.problem(fmt.Sprintf("there is no ruleset %.200q", id), meant("", id, slices.Collect(maps.Keys(known)))))
	default:
		l.checkParameter(origin, id, name, parameters)
	}
}

// checkParameter looks at a value that is set for a ruleset.
func (l *Loaded) checkParameter(origin Origin, id, name string, parameters Parameters) {
	check, declared := parameters[name]
	if !declared {
		if parameters != nil {
			l.Warnings = record(l.Warnings, origin.problem("is no parameter of "+id, meant("", name, slices.Collect(maps.Keys(parameters)))))
		}
		return
	}
	if err := check(l.Rulesets[id][name]); err != nil {
		l.Errors = record(l.Errors, origin.problem(err.Error(), "its default counts"))
	}
}

// checkShared looks at a parameter that is set for all rulesets: some ruleset has
// to know it, and the active one to take its value.
func (l *Loaded) checkShared(origin Origin, name string, known map[string]Parameters) {
	if _, host := Defaults(Folders{}).Parameters[name]; host && name == embeddingModel {
		return
	}
	var names []string
	readsAny := false
	for _, parameters := range known {
		names = slices.AppendSeq(names, maps.Keys(parameters))
		readsAny = readsAny || parameters == nil
	}
	if !slices.Contains(names, name) {
		if near := meant("", name, names); near != "" || !readsAny {
			l.Warnings = record(l.Warnings, origin.problem("is no parameter of any ruleset", near))
		}
		return
	}
	for _, id := range l.rulesetIDs(keyActiveRuleset) {
		if check, declared := known[id][name]; declared {
			if err := check(l.Parameters[name]); err != nil {
				l.Errors = record(l.Errors, origin.problem(id+" does not take it: "+err.Error(), "its default counts"))
			}
		}
	}
}

// problem is what is wrong with a value that was read.
func (o Origin) problem(what, allowed string) *FileError {
	return &FileError{Path: o.File, Line: o.Line, Key: o.Key, Problem: what, Allowed: allowed}
}
