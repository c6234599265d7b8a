package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// findingsMax bounds errors and warnings each: a stranger's file may have
// thousands.
const findingsMax = 50

// projectFindingsMax bounds what is said of a project's file: each finding shows some
// words of it, and the model may read them.
const projectFindingsMax = 5

// few keeps the first findings of a project's file, of those from an index on.
func few(findings []*FileError, from int) []*FileError {
	more := len(findings) - from - projectFindingsMax
	if more <= 0 {
		return findings
	}
	last := *findings[from+projectFindingsMax]
	last.Key, last.Allowed = "", ""
	last.Problem = fmt.Sprintf("and %d more like this from here on", more)
	return append(findings[:from+projectFindingsMax], &last)
}

// refuse records a value that is left out.
func (l *Loaded) refuse(key string, n node, from source, problem, allowed string) {
	l.Errors = record(l.Errors, &FileError{
		Path: from.file, Line: n.line, Column: n.column, Key: key, Problem: problem, Allowed: allowed,
	})
}

// warn records a key that has no effect.
func (l *Loaded) warn(key string, e entry, from source, problem, allowed string) {
	l.Warnings = record(l.Warnings, &FileError{
		Path: from.file, Line: e.line, Column: e.column, Key: key, Problem: problem, Allowed: allowed,
	})
}

func record(findings []*FileError, finding *FileError) []*FileError {
	if len(findings) >= findingsMax {
		return findings
	}
	return append(findings, finding)
}

// dropOvertaken takes away our own values for one ruleset that somebody has set for all.
func (l *Loaded) dropOvertaken() {
	for id, own := range l.Rulesets {
		maps.DeleteFunc(own, func(name string, _ any) bool {
			_, overtaken := l.set[keyParameters+"."+name]
			return overtaken && l.layer(keyRulesets+"."+id+"."+name) == LayerDefault
		})
	}
}

const shadowedProblem = "has no effect on the active ruleset, whose own value wins"

// warnShadowed tells of parameters for all rulesets that an active ruleset's own, of a
// lower layer or equal to our default, keep from having any effect.
func (l *Loaded) warnShadowed() {
	ours := Defaults(l.folders).Rulesets
	for _, name := range slices.Sorted(maps.Keys(l.Parameters)) {
		for _, id := range l.ActiveRuleset {
			own := keyRulesets + "." + id + "." + name
			origin, set := l.set[keyParameters+"."+name]
			value, shadowed := l.Rulesets[id][name]
			above := slices.Index(layers, origin.Layer) - slices.Index(layers, l.layer(own))
			if set && shadowed && (above > 0 || above == 0 && reflect.DeepEqual(value, ours[id][name])) {
				l.Warnings = record(l.Warnings, &FileError{
					Path: origin.File, Line: origin.Line, Key: origin.Key,
					Problem: shadowedProblem,
					Allowed: fmt.Sprintf("set %s", own),
				})
			}
		}
	}
}

// likely returns what was probably meant by an unknown key: a sibling with a
// similar name, or the same name elsewhere.
func likely(prefix, name string) string {
	if text := meant(prefix, name, theSchema().siblings(prefix)); text != "" {
		return text
	}
	elsewhere := theSchema().keys
	for parameter := range Defaults(Folders{}).Parameters {
		elsewhere = append(slices.Clone(elsewhere), keyParameters+"."+parameter)
	}
	for _, key := range elsewhere {
		if strings.HasSuffix(key, "."+name) {
			return "did you mean " + key + "?"
		}
	}
	return ""
}
