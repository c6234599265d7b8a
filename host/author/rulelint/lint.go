// Package rulelint reports to authors of rulesets what keeps a ruleset from being
// loaded, from running and from being understood. It reads files and runs Lua in
// its sandbox without a host, and no module; it knows the contract and both
// sandboxes, and not where rulesets lie.
package rulelint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
)

// Severities, worst first.
const (
	Error   = diag.Error   // it cannot be loaded, or will fail
	Warning = diag.Warning // it does not do what its author believes
	Note    = diag.Note    // it works, and could be better
)

// Ruleset is the files of one ruleset.
type Ruleset struct {
	Name   string // of the folder, or of the file without its ending
	Folder bool
	Files  map[string][]byte
	// Sources is a hash over the sources beside a module; "": there are none.
	Sources string
	// Kinds of items that the program has besides the contract's; nil: none.
	Kinds []string
	// Properties of rules fuzz, which the manifest may switch off as it does rules; nil: not
	// known, and no name is judged.
	Properties []string
	// Require returns a module of another ruleset; nil: there are none.
	Require func(name string) (source []byte, ok bool)
}

// Report is what was found out about a ruleset.
type Report struct {
	ID       string
	Language string // "lua", "wasm", or "" where there is no code
	Code     string // the code file, or ""
	Findings []diag.Finding
	Disabled int // findings that a comment switched off
}

// linter looks at one ruleset.
type linter struct {
	Ruleset
	report   Report
	manifest abi.Manifest
	document *jsonnode.Node // of the manifest; nil where there is none
	at       string
	scripts  []script
	foreign  []script
}

// Lint checks one ruleset, everything in it, and returns findings in the order of
// files and lines.
func Lint(r Ruleset) Report {
	l := &linter{Ruleset: r, at: manifestFile}
	l.readManifest()
	l.code()
	l.scripted()
	l.functions()
	l.calls()
	l.parameters()
	l.module()
	if l.Folder {
		l.scenarios()
		l.readme()
	}
	l.disable()
	l.report.ID = l.manifest.ID
	l.order()
	return l.report
}

// Manifest checks the manifest of a ruleset alone and returns findings in the order of
// lines; no other file is needed.
func Manifest(r Ruleset) []diag.Finding {
	l := &linter{Ruleset: r, at: manifestFile}
	l.readManifest()
	l.disable()
	l.order()
	return l.report.Findings
}

// order brings findings into the order of files and lines, each once.
func (l *linter) order() {
	slices.SortStableFunc(l.report.Findings, func(a, b diag.Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Code, b.Code))
	})
	l.report.Findings = slices.Compact(l.report.Findings)
}

// place is a spot in a file.
type place struct {
	file         string
	line, column int
}

// findingsMax bounds what is told of one ruleset; nobody reads more.
const findingsMax = 1000

func (l *linter) full() bool { return len(l.report.Findings) >= findingsMax }

// find adds a finding with the rule's severity.
func (l *linter) find(code string, at place, fix, reason string, args ...any) {
	rule, ok := Rules.Find(code)
	if !ok {
		panic("no rule " + code) // the table is in this package
	}
	if l.full() {
		return
	}
	l.report.Findings = append(l.report.Findings, diag.Finding{
		Code: code, Severity: rule.Severity, File: at.file, Line: max(at.line, 1), Column: max(at.column, 1),
		Reason: clean(fmt.Sprintf(reason, args...)), Fix: clean(fix),
	})
}

// textMax bounds a line that repeats something of a file.
const textMax = 600

func clean(text string) string {
	return cut.BytesEllipsis(strings.ToValidUTF8(text, "?"), textMax)
}

// code finds the code file by the rules of the engine.
func (l *linter) code() {
	name := l.manifest.Code
	if name == "" {
		stems := []string{path.Base(l.manifest.ID), l.Name, "ruleset"}
		for _, ending := range []string{".lua", ".wasm"} {
			for _, stem := range stems {
				if _, ok := l.Files[stem+ending]; ok && name == "" {
					name = stem + ending
				}
			}
		}
	}
	_, there := l.Files[name]
	switch ending := path.Ext(name); {
	case there && ending == ".lua":
		l.report.Language, l.report.Code = "lua", name
	case there && ending == ".wasm":
		l.report.Language, l.report.Code = "wasm", name
	case name != "":
		l.find("code-missing", l.spot("code"), "Build it, or name the file that is there.", "The manifest names %q, and there is no such .lua or .wasm file in the folder.", name)
	default:
		l.find("code-missing", place{file: l.at}, "Add the code, or name its file in code.",
			"There is no %s.lua, ruleset.lua, or the same with .wasm.", path.Base(cmp.Or(l.manifest.ID, l.Name)))
	}
}
