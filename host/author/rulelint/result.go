package rulelint

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// functions tells why a Lua file is no ruleset: by its text, and where that shows
// nothing by what it comes to in the sandbox.
func (l *linter) functions() {
	if l.report.Language != "lua" {
		return
	}
	for _, s := range l.scripts {
		if s.name != l.report.Code || s.broken {
			continue
		}
		before := len(l.report.Findings)
		end := place{s.name, 1 + strings.Count(strings.TrimRight(string(s.code), "\n"), "\n"), 1}
		l.returned(s, end)
		if _, whole := l.all(); whole && !slices.ContainsFunc(l.report.Findings[:before], isError) {
			l.examine(s, end, len(l.report.Findings) > before)
		}
	}
}

func isError(f diag.Finding) bool { return f.Severity == Error && strings.HasSuffix(f.File, ".lua") }

// returned goes by the text of the file.
func (l *linter) returned(s script, end place) {
	result := s.outline.Result
	switch {
	case result.Nothing:
		l.find("function-missing", end, "End the file with return and the table that has both.", "The file returns nothing; it must return a table with %s and %s.", abi.Activation, abi.Deactivation)
		return
	case result.Other != "":
		l.find("result-wrong", end, "Return the table that has both functions.", "The file returns %s; it must return a table with %s and %s.", result.Other, abi.Activation, abi.Deactivation)
		return
	}
	names, open := l.result(s, 0)
	for _, function := range []string{abi.Activation, abi.Deactivation} {
		if !open && !slices.Contains(names, function) {
			l.missing(function, names, end)
		}
	}
	for _, answer := range s.outline.Answers {
		l.find("answer-wrong", place{s.name, answer.Line, columnOf(lineOf(s.code, answer.Line), "return")}, answerFix, "%s returns %s; it must return a list of entries.", answer.Function, answer.Kind)
	}
}

const answerFix = `Return a list, as { { ref = item.ref, reason = "why" } }, or {}.`

func (l *linter) missing(function string, names []string, end place) {
	fix := fmt.Sprintf("Add it; it may do nothing: function M.%s(context) return {} end", function)
	misspelt := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == abi.Activation || name == abi.Deactivation })
	l.find("function-missing", end, didYouMean(function, misspelt, fix), "The table that the file returns has no %s.", function)
}

// examine goes by what the file comes to without a host; known: its text told
// something already. What asks the host while it is loaded shows nothing.
func (l *linter) examine(s script, end place, known bool) {
	made := lua.Examine(abi.Program{ID: l.manifest.ID, Name: s.name, Code: s.code, Require: l.source})
	if made.Asked || known {
		return
	}
	if made.Fault != nil {
		at, text := faultPlace(s, made.Fault)
		l.find("result-wrong", at, "Mend it; what a prompt needs belongs into the functions.", "Loading it fails, so it can never be asked: %s.", text)
		return
	}
	for _, function := range made.Functions {
		switch {
		case function.Kind == "nil":
			l.missing(function.Name, nil, end)
		case function.Kind != "a function":
			l.find("result-wrong", end, "Make it a function of the context.", "%s is %s, not a function.", function.Name, function.Kind)
		case len(function.Answer) > 0 && function.Answer[0] != '[':
			l.find("answer-wrong", end, answerFix, "Without a prompt %s answers %.60s; it must return a list of entries.", function.Name, function.Answer)
		}
	}
}

// source returns the path and code of a module that the examined code requires.
func (l *linter) source(name string) (string, []byte, error) {
	own := strings.ReplaceAll(name, ".", "/") + ".lua"
	if code, ok := l.Files[own]; ok {
		return own, code, nil
	}
	for _, f := range l.foreign {
		if f.name == name {
			return name, f.code, nil
		}
	}
	return "", nil, errors.New("there is no module " + name)
}

// faultPlace divides a fault's text, as in "careful.lua:3: boom", into a place of
// the file and the rest of its first line.
func faultPlace(s script, fault *abi.Fault) (place, string) {
	first := cut.Line(fault.Message)
	at := place{file: s.name, line: 1}
	if rest, ok := strings.CutPrefix(first, s.name+":"); ok {
		number, text, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			at.line, first = line, text
		}
	}
	return at, first
}
