package rules

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// checkLoads refuses a Lua ruleset that gives no table in the sandbox. A table
// without the functions says nothing, which harms nobody; validate tells of it.
func checkLoads(ruleset engine.Ruleset) error {
	if ruleset.Language == modules.LanguageWASM {
		return nil // vetting looks at its exports
	}
	made := lua.Examine(ruleset.Program)
	if made.Asked || made.Fault == nil {
		return nil
	}
	return fmt.Errorf("%s gives no ruleset: %s; see: impressionism rules validate", ruleset.Manifest.ID, cut.Line(made.Fault.Message))
}

// TellPlaces says that nothing will come of the places that a ruleset chooses, where the settings
// keep prompts from telling them.
func TellPlaces(e *env.Env, m abi.Manifest) {
	if note := notePlaces(e, m.ID, m.SeenKinds()); note != "" {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", note)
	}
}

// notePlaces returns what TellPlaces says, or "".
func notePlaces(e *env.Env, id string, kinds []string) string {
	if !slices.Contains(kinds, abi.KindCode) || e.Loaded.Code.Tell != "off" {
		return ""
	}
	return textline.OneLine(id) + " may choose places of the sources, and code.tell is off: none of them is told"
}

// TellCost prints what a module of standard Go costs: its author and who adds it
// should not learn that from a late prompt.
func TellCost(e *env.Env, ruleset engine.Ruleset) {
	if ruleset.Language != modules.LanguageWASM {
		return
	}
	if inspection, err := wasm.Inspect(ruleset.Program.Code); err == nil && rulelint.StandardGo(inspection.Toolchain) {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", GoCost)
	}
}

// TellStale warns of a module that is older than the sources beside it. Where CI is
// set it is an error: nobody reads warnings there.
func TellStale(e *env.Env, ruleset engine.Ruleset, name string) error {
	info, err := os.Stat(name)
	if ruleset.Language != modules.LanguageWASM || err != nil || !info.IsDir() {
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
	if ci := e.EnvironMap()["CI"]; ci != "" && ci != "false" && ci != "0" {
		return errors.New(stale)
	}
	fmt.Fprintln(e.ErrOut, "impressionism: warning:", textline.Plain(stale))
	return nil
}

// GoCost is what docs/rulesets/go.md says at its beginning, measured by rules bench.
const GoCost = "A module of standard Go costs every prompt 70 to 120 ms, of a deadline of 150; Lua and Rust cost 1 to 8."
