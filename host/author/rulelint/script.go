package rulelint

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// script is a Lua file that was read.
type script struct {
	name    string // of the file, or of the module of another ruleset
	code    []byte
	outline lua.Outline
	broken  bool
}

const (
	moduleImpressionism = "impressionism"
	foreignMax          = 64 // modules of other rulesets, as the engine has it
	sourceBytesMax      = 256 << 10
)

// scripted reads every Lua file of the ruleset and the modules of other rulesets
// that they require. The linter follows names and not values: a name that is computed,
// handed on or guarded is not judged, because a wrong finding costs trust.
func (l *linter) scripted() {
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		if path.Ext(name) == ".lua" {
			l.scripts = append(l.scripts, l.script(name))
		}
	}
	pending := slices.Clone(l.scripts)
	for len(pending) > 0 {
		s := pending[0]
		pending = pending[1:]
		for _, required := range s.outline.Requires {
			pending = append(pending, l.required(s, required)...)
		}
	}
}

func (l *linter) script(name string) script {
	s := script{name: name, code: l.Files[name]}
	if len(s.code) > sourceBytesMax {
		l.find("file-size", place{file: name}, "Divide it into modules, or leave data out of it.", "It has %d bytes, at most %d are read.", len(s.code), sourceBytesMax)
		s.broken = true
		return s
	}
	var err error
	if s.outline, err = lua.Parse(s.code); err != nil {
		s.broken = true
		l.syntax(s, err)
		return s
	}
	l.names(s)
	return s
}

func (l *linter) names(s script) {
	written := map[string]bool{}
	for _, write := range s.outline.Writes {
		written[write.Text] = true
		l.write(s, write)
	}
	for _, read := range s.outline.Reads {
		if base, _, _ := strings.Cut(read.Text, "."); !written[base] && !l.full() {
			l.read(s, read)
		}
	}
	for _, call := range s.outline.Calls {
		if !l.full() {
			l.arguments(s, call)
		}
	}
}

func (l *linter) syntax(s script, err error) {
	failed, ok := errors.AsType[*lua.SyntaxError](err)
	if !ok {
		failed = &lua.SyntaxError{Line: 1, Message: err.Error()}
	}
	if l.full() {
		return
	}
	l.find("lua-syntax", place{s.name, failed.Line, failed.Column}, "Mend the line, or what was left open before it.", "%s.", capital(failed.Message))
	l.report.Findings[len(l.report.Findings)-1].Excerpt = clean(lineOf(s.code, failed.Line))
}

// place is where a word stands on a line of a script.
func (s script) place(line int, text string) place {
	return place{s.name, line, columnOf(lineOf(s.code, line), text[strings.LastIndexByte(text, '.')+1:])}
}

// required looks up a module; those of other rulesets are given to be looked
// through in turn.
func (l *linter) required(s script, name lua.Name) []script {
	own := strings.ReplaceAll(name.Text, ".", "/") + ".lua"
	foreign := strings.HasPrefix(name.Text, "builtin.") || strings.HasPrefix(name.Text, "custom.")
	if _, ok := l.Files[own]; ok && !foreign || name.Text == moduleImpressionism {
		return nil
	}
	if slices.ContainsFunc(l.foreign, func(f script) bool { return f.name == name.Text }) || len(l.foreign) == foreignMax {
		return nil
	}
	if foreign && l.Require != nil {
		if source, ok := l.Require(name.Text); ok {
			f := script{name: name.Text, code: source}
			var err error
			f.outline, err = lua.Parse(source)
			f.broken = err != nil
			l.foreign = append(l.foreign, f)
			return []script{f}
		}
	}
	if strings.HasPrefix(name.Text, "custom.") {
		l.foreign = append(l.foreign, script{name: name.Text, broken: true}) // it may be there elsewhere
		return nil
	}
	if l.own(s.name) {
		l.find("require-unknown", s.place(name.Line, name.Text), didYouMean(name.Text, l.modules(), "Add "+own+", or require builtin.<name> or custom.<name>."),
			"There is no module %.100q: require finds builtin.*, custom.* and Lua files in the ruleset's own folder.", name.Text)
	}
	return nil
}

func (l *linter) own(name string) bool { _, ok := l.Files[name]; return ok }

// modules returns the names of the ruleset's own modules, and the built-ins.
func (l *linter) modules() []string {
	names := []string{moduleImpressionism, "builtin.default", "builtin.aggressive", "builtin.conservative", "builtin.minimal"}
	for _, s := range l.scripts {
		names = append(names, strings.ReplaceAll(strings.TrimSuffix(s.name, ".lua"), "/", "."))
	}
	return names
}

// all returns the ruleset's own files and those that it requires; whole is false
// where some could not be read.
func (l *linter) all() (all []script, whole bool) {
	all = slices.Concat(l.scripts, l.foreign)
	return all, !slices.ContainsFunc(all, func(s script) bool { return s.broken })
}

const resultDepthMax = 8

// result returns the fields of what a file returns; open: there may be others.
func (l *linter) result(s script, depth int) ([]string, bool) {
	r := s.outline.Result
	if s.broken || r.Nothing || depth == resultDepthMax {
		return nil, true
	}
	if r.Module == "" {
		return r.Fields, r.Open
	}
	all, _ := l.all()
	for _, other := range all {
		if other.name == r.Module || other.name == strings.ReplaceAll(r.Module, ".", "/")+".lua" {
			names, open := l.result(other, depth+1)
			return slices.Concat(r.Fields, names), open || r.Open
		}
	}
	return nil, true
}
