package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// covering gives an engine whose Lua guests are watched.
func covering(known *engine.Engine, coverage *lua.Coverage) *engine.Engine {
	watched := *known
	watched.Runtimes = maps.Clone(known.Runtimes)
	watched.Runtimes[".lua"] = abi.Start(coverage.Start)
	return &watched
}

// covered tells which lines of a ruleset's own Lua files ran.
func covered(ruleset engine.Ruleset, coverage *lua.Coverage) []ruletest.Covered {
	var list []ruletest.Covered
	files := ruleset.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".lua") {
			continue
		}
		lines, err := lua.CodeLines(files[name])
		if err != nil {
			continue // the scenarios tell that it cannot be run
		}
		full := ruleset.Manifest.ID + "/" + name
		if name == ruleset.Manifest.Code {
			full = ruleset.Program.Name
		}
		of := ruletest.Covered{File: name, Lines: len(lines), Missed: []int{}}
		for _, line := range lines {
			if coverage.Ran(full, line) {
				of.Ran++
			} else {
				of.Missed = append(of.Missed, line)
			}
		}
		list = append(list, of)
	}
	return list
}
