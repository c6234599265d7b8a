package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/config/folders"
)

// envPrefix starts the name of every variable of ours.
const envPrefix = folders.EnvPrefix

// EnvPlaces are variables of ours that are no settings: they say where things
// are, and who started this.
var EnvPlaces = []string{EnvHome, EnvSkillsDir, EnvPluginRoot, EnvAsking}

// EnvSkillsDir is a folder that replaces all others of skills.
const EnvSkillsDir = envPrefix + "SKILLS_DIR"

// EnvAsking is set for a client that is started to answer a question of ours: its hooks do
// nothing, so that no question leads to another one.
const EnvAsking = envPrefix + "ASKING"

// EnvScoring is set for the same reason by another program that asks models from hooks.
const EnvScoring = "LESSONS_SCORING_ACTIVE"

// Asking returns the variable by which a client that answers a question has started this
// process; empty where none did. Its value does not matter.
func Asking(lookup func(name string) string) string {
	for _, name := range []string{EnvAsking, EnvScoring} {
		if lookup(name) != "" {
			return name
		}
	}
	return ""
}

// IsAsking reports whether a client that answers a question is what started this process.
func IsAsking(lookup func(name string) string) bool { return Asking(lookup) != "" }

// readEnviron applies variables like IMPRESSIONISM_SUGGEST_MAX; empty ones
// count as unset.
func (l *Loaded) readEnviron(environ []string) {
	var ours []string
	for _, variable := range environ {
		if strings.HasPrefix(variable, envPrefix) {
			ours = append(ours, variable)
		}
	}
	slices.Sort(ours)
	for _, variable := range ours {
		name, value, _ := strings.Cut(variable, "=")
		if value == "" || slices.Contains(EnvPlaces, name) {
			continue
		}
		from := source{layer: LayerEnvironment, file: name}
		key, ok := l.envKey(strings.TrimPrefix(name, envPrefix))
		if !ok {
			l.Warnings = record(l.Warnings, &FileError{Path: name, Problem: "is not a setting", Allowed: likelyVariable(name)})
			continue
		}
		l.applyText(key, value, from)
	}
}

// envKey returns the key of a variable's name without its prefix.
func (l *Loaded) envKey(name string) (key string, ok bool) {
	for _, key := range theSchema().keys {
		if envName(key) == name {
			return key, true
		}
	}
	for _, key := range []string{keyParameters, keyTemplates} {
		if rest, ok := strings.CutPrefix(name, envName(key)+"_"); ok {
			return key + "." + strings.ToLower(rest), rest != ""
		}
	}
	rest, ok := strings.CutPrefix(name, envName(keyRulesets)+"_")
	if !ok {
		return "", false
	}
	// Both id and parameter may have underscores: the longest id known wins.
	ids := slices.SortedFunc(maps.Keys(l.Rulesets), func(a, b string) int { return len(b) - len(a) })
	for _, id := range append(ids, l.ActiveRuleset...) {
		if parameter, ok := strings.CutPrefix(rest, envName(id)+"_"); ok && parameter != "" {
			return keyRulesets + "." + id + "." + strings.ToLower(parameter), true
		}
	}
	return "", false
}

// envName is a key as part of a variable's name.
func envName(key string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, key)
}

func likelyVariable(name string) string {
	if strings.HasPrefix(name, envPrefix+envName(keyRulesets)+"_") {
		return "for a ruleset that is not known yet write " + envPrefix + envName(keyRulesets) + `={"id": {"name": value}}`
	}
	var names []string
	for _, key := range theSchema().keys {
		names = append(names, envPrefix+envName(key))
	}
	return meant("", name, names)
}

// readFlags applies settings of the command line by their keys.
func (l *Loaded) readFlags(flags map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		l.applyText(key, flags[key], source{layer: LayerFlag, file: flagPrefix + key})
	}
}

// applyText sets one key to a value that is written as in YAML.
func (l *Loaded) applyText(key, text string, from source) {
	f, known := theSchema().fields[key]
	var value node
	switch {
	case known && f.kind == textField:
		value = node{kind: scalarNode, scalar: text}
	case key == keyActiveRuleset && !strings.HasPrefix(text, "["):
		value.kind = listNode
		for id := range strings.SplitSeq(text, ",") {
			value.list = append(value.list, node{kind: scalarNode, scalar: strings.TrimSpace(id)})
		}
	default:
		var problems []*FileError
		if value, problems = parseValue(text, from.file); len(problems) > 0 {
			for _, problem := range problems {
				problem.Key = key
				l.Errors = record(l.Errors, problem)
			}
			return
		}
	}
	l.applyTable("", nest(key, value), from)
}

// parseValue reads a value as YAML has it; most are plain and need no parser.
func parseValue(text, path string) (node, []*FileError) {
	plain := node{kind: scalarNode}
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		plain.scalar = number
		return plain, nil
	}
	switch {
	case text == "true", text == "false":
		plain.scalar = text == "true"
		return plain, nil
	case text == "" || strings.IndexByte("[{\"'.+-0123456789", text[0]) < 0:
		plain.scalar = text
		return plain, nil
	}
	found := parse([]byte(text), path)
	for _, problem := range found.errors {
		problem.Line, problem.Column = 0, 0
	}
	return found.root, found.errors
}

// nest wraps a value in the tables of its key. Ids of rulesets may hold dots.
func nest(key string, value node) node {
	parts := strings.Split(key, ".")
	if last := len(parts) - 1; parts[0] == keyRulesets && last >= 2 {
		parts = []string{keyRulesets, strings.Join(parts[1:last], "."), parts[last]}
	}
	if len(parts) > 2 && theSchema().fields[parts[0]+"."+parts[1]].kind == wishesField { // patterns have dots
		parts = []string{parts[0], parts[1], strings.Join(parts[2:], ".")}
	}
	for i := len(parts) - 1; i >= 0; i-- {
		value = node{kind: tableNode, table: []entry{{key: parts[i], value: value}}}
	}
	return value
}
