package rulelint

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

const moduleBytesMax = 16 << 20

// module looks at a WebAssembly module; nothing of it is compiled or run.
func (l *linter) module() {
	if l.report.Language != "wasm" {
		return
	}
	at, module := place{file: l.report.Code}, l.Files[l.report.Code]
	if len(module) > moduleBytesMax {
		l.find("file-size", at, "Build it for size and without what it does not need.", "It has %d bytes, at most %d are run.", len(module), moduleBytesMax)
		return
	}
	inspection, err := wasm.Inspect(module)
	if err != nil {
		l.find("module-invalid", at, "Build it anew, as docs/rulesets.md has it.", "It is no WebAssembly module: %v.", err)
		return
	}
	for _, line := range inspection.Refused {
		reason, fix, ok := strings.Cut(line, ": ")
		if !ok {
			reason, fix = line, "See impressionism rules inspect."
		}
		l.find(codeOfRefusal(line), at, capital(fix)+".", "%s.", capital(reason))
	}
	if l.document == nil && !l.Folder {
		l.find("manifest-missing", at, "Put one into it: impressionism rules pack MODULE.wasm --manifest ruleset.json.", "The module carries no manifest, so it gets every host call and no parameters.")
	}
	exports := func(name string) bool {
		return slices.ContainsFunc(inspection.Exports, func(s wasm.Symbol) bool { return s.Name == name })
	}
	if a, d := exports(abi.Activation), exports(abi.Deactivation); a != d {
		absent := abi.Activation
		if a {
			absent = abi.Deactivation
		}
		l.find("function-missing", at, "Export it; it may answer an empty list.", "The module does not export %s.", absent)
	}
	if stale := Stale(l.report.Code, module, l.Sources); stale != "" {
		l.find("module-stale", at, "Build it: sh build.sh.", "%s, so what is tested and added is not what stands there.", stale)
	} else if _, said, _ := binary.Custom(module, abi.SourcesSection); l.Sources != "" && !said {
		l.find("module-unmarked", at, "Let the build end with: impressionism rules pack "+l.report.Code+".",
			"There are sources beside it, and it does not say from which it was built, so nobody is told when it is older than they are.")
	}
	if StandardGo(inspection.Toolchain) {
		l.find("module-slow", at, "Use TinyGo, Rust or Lua where every millisecond counts; a plain Go module works.",
			"It was built by the standard Go toolchain: its runtime makes a module of some megabytes that needs longer to start than all of the ruleset's work takes.")
	}
}

// codeOfRefusal sorts what the runtime's check says.
func codeOfRefusal(line string) string {
	switch {
	case strings.HasPrefix(line, "it imports"):
		return "module-import"
	case strings.Contains(line, "impressionism_abi_"):
		return "module-abi"
	case strings.HasPrefix(line, "it has "), strings.HasPrefix(line, "its memory"), strings.HasPrefix(line, "its tables"):
		return "module-limits"
	}
	return "module-export"
}

// StandardGo reports whether the standard Go toolchain is among what built a module.
func StandardGo(toolchain []string) bool {
	language, tiny := false, false
	for _, line := range toolchain {
		language = language || strings.HasPrefix(line, "language Go")
		tiny = tiny || strings.Contains(line, "TinyGo")
	}
	return language && !tiny
}

func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
