package config

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/visible"
)

// source is where a node comes from.
type source struct {
	layer string
	file  string
}

// origin is that of a value on a line; only files have lines.
func (from source) origin(key string, line int) Origin {
	if from.layer == LayerEnvironment || from.layer == LayerFlag {
		line = 0
	}
	return Origin{Key: key, Layer: from.layer, File: from.file, Line: line}
}

// projectKeys are what a project may set: it is a stranger's file.
var projectKeys = []string{keyParameters, keyRulesets, keyActiveRuleset}

// usersKeys may be set in the user's file and by flags alone: they send prompts away, and
// choose what the model is told to run. A project can have the client set variables of its
// sessions.
var usersKeys = []string{"opinion", "tools", "lessons", "handoff", "code"}

// strayMark returns what stands in braces in a line and is not filled in, or "".
func strayMark(marks []string, text string) string {
	for _, mark := range marks {
		text = strings.ReplaceAll(text, mark, "")
	}
	from := strings.IndexByte(text, '{')
	if from < 0 {
		return ""
	}
	inside, rest, closed := strings.Cut(text[from:], "}")
	if !closed {
		return ""
	}
	return inside + "}" + rest[:len(rest)-len(strings.TrimLeft(rest, "}"))]
}

// applyTable sets what a table holds; prefix is empty or ends in a dot.
func (l *Loaded) applyTable(prefix string, n node, from source) {
	if n.kind == nullNode {
		return
	}
	if n.kind != tableNode {
		l.refuse(strings.TrimSuffix(prefix, "."), n, from, "is not a table", "")
		return
	}
	for _, e := range n.table {
		key := prefix + e.key
		field, known := theSchema().fields[key]
		switch {
		case from.layer == LayerProject && key == keySuggest:
			l.applyProjectSuggest(e.value, from)
		case from.layer == LayerProject && prefix == "" && !slices.Contains(projectKeys, key):
			l.warn(key, e, from, "may not be set by a project", "")
		case from.layer == LayerEnvironment && slices.Contains(usersKeys, key):
			l.warn(key, e, from, "may not be set by a variable", "set it in config.yaml")
		case theSchema().groups[key]:
			l.applyTable(key+".", e.value, from)
		case known:
			l.applyField(field, e.value, from)
		default:
			l.warn(key, e, from, "is not a setting", likely(prefix, e.key))
		}
	}
}

func (l *Loaded) applyField(f field, n node, from source) {
	switch {
	case n.kind == nullNode:
	case f.kind == parametersField:
		l.applyParameters(f.key, l.Parameters, n, from)
	case f.kind == rulesetsField:
		l.applyRulesets(n, from)
	case f.key == keyNever:
		l.applyGlobs(f, n, from, "allowed: ids of skills and commands, * for any part of one")
	case f.key == keyInclude || f.key == keyExclude:
		l.applyGlobs(f, n, from, "allowed: ids of tools, * for any part of one, as in mcp__github__*")
	case f.kind == wishesField:
		l.applyWishes(f.key, n, from)
	case f.kind == linesField:
		l.applyLines(f.key, n, from)
	default:
		l.applyValue(f, n, from)
	}
}

func (l *Loaded) applyValue(f field, n node, from source) {
	value, problem := f.read(n)
	if problem != "" {
		l.refuse(f.key, n, from, problem, f.allowed())
		return
	}
	origin := from.origin(f.key, n.line)
	if f.key == keyActiveRuleset {
		if from.layer == LayerProject {
			origin.Value = value
			l.ProjectRuleset, l.project = value.([]string), origin
			return
		}
		if from.layer != LayerUser {
			l.ProjectRuleset = nil // a layer above the project's has spoken
		}
	}
	target := reflect.ValueOf(&l.Config).Elem().FieldByIndex(f.index)
	target.Set(reflect.ValueOf(value).Convert(target.Type()))
	l.set[f.key] = origin
}

// nameBytesMax bounds a parameter's name, which is printed.
const nameBytesMax = 200

func (l *Loaded) applyParameters(key string, into map[string]any, n node, from source) {
	if n.kind != tableNode {
		l.refuse(key, n, from, "is not a table", "allowed: names and values")
		return
	}
	for _, e := range n.table {
		full := key + "." + e.key
		switch {
		case e.value.kind == nullNode:
		case len(e.key) > nameBytesMax || strings.ContainsFunc(e.key, visible.Hidden):
			l.warn(key, e, from, fmt.Sprintf("%.60q is no name of a parameter", e.key), "")
		case from.layer == LayerProject && e.key == embeddingModel:
			// The index is shared: one project would re-embed it for all.
			l.warn(full, e, from, "may not be set by a project", "")
		default:
			into[e.key] = e.value.plain()
			l.set[full] = from.origin(full, e.line)
		}
	}
}

func (l *Loaded) applyRulesets(n node, from source) {
	if n.kind != tableNode {
		l.refuse(keyRulesets, n, from, "is not a table", "allowed: ids of rulesets, each with parameters")
		return
	}
	for _, e := range n.table {
		if e.value.kind == nullNode {
			continue
		}
		if !abi.ValidID(e.key) {
			l.warn(keyRulesets, e, from, fmt.Sprintf("%.60q is no id of a ruleset", e.key), allowedID)
			continue
		}
		if l.Rulesets[e.key] == nil {
			l.Rulesets[e.key] = map[string]any{}
		}
		l.applyParameters(keyRulesets+"."+e.key, l.Rulesets[e.key], e.value, from)
	}
}

func (l *Loaded) applyLines(key string, n node, from source) {
	if n.kind != tableNode {
		l.refuse(key, n, from, "is not a table", "allowed: names and lines")
		return
	}
	for _, e := range n.table {
		full := key + "." + e.key
		text, isText := e.value.scalar.(string)
		switch {
		case l.lines[e.key] == nil:
			l.warn(full, e, from, "is not a template", meant(key+".", e.key, slices.Collect(maps.Keys(l.lines))))
		case e.value.kind == nullNode:
		case !isText:
			l.refuse(full, e.value, from, "is not text", "allowed: one line")
		default:
			if mark := strayMark(l.lines[e.key], text); mark != "" {
				l.warn(full, e, from, fmt.Sprintf("%.40q is printed as it stands", mark), "this line fills in "+cmp.Or(strings.Join(l.lines[e.key], ", "), "nothing"))
			}
			l.Suggest.Templates[e.key] = text
			l.set[full] = from.origin(full, e.line)
		}
	}
}
