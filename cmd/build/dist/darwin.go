package dist

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// imported matches how Go's own packages say which symbol of which of macOS's
// libraries they call: //go:cgo_import_dynamic ours theirs "library".
var imported = regexp.MustCompile(`^//go:cgo_import_dynamic \S+ (\w+) "(/[^"]+)"$`)

// provided is the library that Zig brings the symbols of by itself.
const provided = "/usr/lib/libSystem.B.dylib"

// darwinStubs writes what a linker needs to know of macOS's libraries and has from
// Apple's SDK elsewhere: which library has the few symbols that Go calls. Go's
// sources are where they stand.
func darwinStubs(ctx context.Context, root, folder string) error {
	symbols, err := importedSymbols(ctx, root)
	if err != nil {
		return fmt.Errorf("find what Go calls of macOS: %w", err)
	}
	for library, names := range symbols {
		file := filepath.Join(folder, stubName(library))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(stub(library, names)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// importedSymbols returns symbols by library, of all packages that the program links.
func importedSymbols(ctx context.Context, root string) (map[string][]string, error) {
	said, err := tool.Call{
		Dir: root, Env: []string{"GOOS=darwin", "CGO_ENABLED=1"},
		Args: []string{"go", "list", "-deps", "-f", "{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}", program},
	}.Output(ctx)
	if err != nil {
		return nil, err
	}
	found := map[string]map[string]bool{}
	for name := range strings.FieldsSeq(said) {
		if err := readImports(name, found); err != nil {
			return nil, err
		}
	}
	symbols := map[string][]string{}
	for library, names := range found {
		symbols[library] = slices.Sorted(maps.Keys(names))
	}
	return symbols, nil
}

func readImports(name string, found map[string]map[string]bool) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		match := imported.FindStringSubmatch(scanner.Text())
		if match == nil || match[2] == provided {
			continue
		}
		if found[match[2]] == nil {
			found[match[2]] = map[string]bool{}
		}
		found[match[2]][match[1]] = true
	}
	return scanner.Err()
}

// stubName is where a linker looks: -framework X in X.framework, -lx in libx.
func stubName(library string) string {
	base := filepath.Base(library)
	if strings.Contains(library, ".framework/") {
		return filepath.Join(base+".framework", base+".tbd")
	}
	name, _, _ := strings.Cut(base, ".") // as in libresolv.9.dylib
	return name + ".tbd"
}

// stub is a text-based stub of Apple's linker, version 4.
func stub(library string, names []string) string {
	const targets = "[ x86_64-macos, arm64-macos ]"
	return fmt.Sprintf("--- !tapi-tbd\ntbd-version: 4\ntargets: %s\ninstall-name: '%s'\nexports:\n  - targets: %s\n    symbols: [ _%s ]\n...\n",
		targets, library, targets, strings.Join(names, ", _"))
}
