package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// noRuleset says why a Lua file is certainly no ruleset, by its text alone, so
// that listing runs no code; "": it may be one.
func noRuleset(code []byte) string {
	outline, err := lua.Parse(code)
	switch {
	case err != nil:
		return "it cannot be loaded: line " + err.Error()
	case outline.Result.Nothing:
		return "it returns nothing, not a table with both functions"
	case outline.Result.Other != "":
		return "it returns " + outline.Result.Other + ", not a table with both functions"
	}
	return ""
}

// checkLoads refuses a Lua ruleset that gives no table in the sandbox. A table
// without the functions says nothing, which harms nobody; validate tells of it.
func checkLoads(ruleset engine.Ruleset) error {
	if ruleset.Language == languageWASM {
		return nil // vetting looks at its exports
	}
	made := lua.Examine(ruleset.Program)
	if made.Asked || made.Fault == nil {
		return nil
	}
	return fmt.Errorf("%s gives no ruleset: %s; see: impressionism rules validate", ruleset.Manifest.ID, cut.Line(made.Fault.Message))
}

// tellCost says what a module of standard Go costs: its author and who adds it
// should not learn that from a late prompt.
func (a *app) tellCost(ruleset engine.Ruleset) {
	if ruleset.Language != languageWASM {
		return
	}
	if inspection, err := wasm.Inspect(ruleset.Program.Code); err == nil && rulelint.StandardGo(inspection.Toolchain) {
		fmt.Fprintln(a.errOut, "impressionism: note:", goCost)
	}
}

// tellStale warns of a module that is older than the sources beside it. Where CI is
// set it is an error: nobody reads warnings there.
func (a *app) tellStale(ruleset engine.Ruleset, name string) error {
	info, err := os.Stat(name)
	if ruleset.Language != languageWASM || err != nil || !info.IsDir() {
		return nil //nolint:nilerr // what has no folder has no sources
	}
	sources, err := rulelint.Sources(foreign.Dir(name), ".")
	if err != nil {
		return fmt.Errorf("read the sources of %s: %w", ruleset.Manifest.ID, err)
	}
	stale := rulelint.Stale(ruleset.Manifest.Code, ruleset.Program.Code, sources)
	if stale == "" {
		return nil
	}
	stale = ruleset.Manifest.ID + ": " + stale + "; build it: sh " + filepath.Join(name, "build.sh")
	if ci := a.environMap()["CI"]; ci != "" && ci != "false" && ci != "0" {
		return errors.New(stale)
	}
	fmt.Fprintln(a.errOut, "impressionism: warning:", plain(stale))
	return nil
}
