package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// moduleSeedMax is the largest module whose texts are looked for: those of Go's
// runtime would hide the author's.
const moduleSeedMax = 512 << 10

// seeds are what the author wrote: scenarios that can be read, and texts in the code
// and among the parameters.
func (f *rulesFuzz) seeds(ruleset engine.Ruleset, name string) rulefuzz.Seeds {
	var seeds rulefuzz.Seeds
	files, err := ruletest.Scenarios(ruleset, name)
	if err != nil {
		files = nil // rules test says what is wrong with them
	}
	for _, file := range files {
		if s, err := scenario.DecodeIn(file.Data, file.Read); err == nil {
			seeds.Scenarios = append(seeds.Scenarios, s)
		}
	}
	seeds.Words = parameterTexts(ruleset.Manifest)
	for _, file := range slices.Sorted(maps.Keys(ruleset.Files())) {
		if filepath.Ext(file) != ".lua" {
			continue
		}
		if outline, err := lua.Parse(ruleset.Files()[file]); err == nil {
			seeds.Words = append(seeds.Words, outline.Strings...)
		}
	}
	if ruleset.Language == languageWASM {
		seeds.Words = append(seeds.Words, moduleTexts(ruleset, name)...)
	}
	return seeds
}

// moduleTexts are those of the sources beside a module; without sources those in its
// data, where compilers lay them side by side and leave out short ones.
func moduleTexts(ruleset engine.Ruleset, name string) []string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		if texts, err := rulelint.Written(foreign.Dir(name), "."); err == nil && len(texts) > 0 {
			return texts
		}
	}
	if len(ruleset.Program.Code) > moduleSeedMax {
		return nil
	}
	return wasm.Texts(ruleset.Program.Code)
}

// parameterTexts are the defaults and choices that are texts.
func parameterTexts(m abi.Manifest) []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		values := append([]any{m.Parameters[name].Default}, m.Parameters[name].Enum...)
		for len(values) > 0 {
			switch value := values[0].(type) {
			case string:
				texts = append(texts, value)
			case []any:
				values = append(values, value...)
			}
			values = values[1:]
		}
	}
	return texts
}
