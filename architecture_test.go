// Package impressionism_test holds the tree to the picture in ARCHITECTURE.md.
package impressionism_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ed-irl/impressionism/"

// arrows says which packages of ours a package may import, besides packages
// below its own folder. A new arrow is a change of design: it gets a commit of
// its own and a line in ARCHITECTURE.md.
var arrows = map[string][]string{
	"abi":                           {},
	"abi/abitest":                   {"abi"},
	"abi/abitest/scenario":          {"abi", "abi/abitest", "host/foreign"},
	"abi/abitest/generate":          {"abi", "abi/abitest", "abi/abitest/scenario"},
	"abi/abitest/conformance":       {"abi", "abi/abitest", "abi/abitest/scenario"},
	"sdk/go":                        {"abi"},
	"sdk/go/rulesettest":            {"abi", "abi/abitest", "abi/abitest/scenario", "host/ruleset/engine", "schemas", "sdk/go", "sdk/go/internal/door"},
	"abi/abitest/guests/go":         {"sdk/go"},
	"rules/wasm/builtin-go/default": {"sdk/go"},
	"sdk/stubs":                     {"abi"},
	"schemas":                       {"abi"},
	"rules/lua":                     {},
	"host/atomicfile":               {},
	"host/cut":                      {},
	"host/foreign":                  {},
	"host/diag":                     {},
	"host/internal/filelock":        {},
	"host/internal/lazyregexp":      {},
	"host/internal/yamlnode":        {},
	"host/levenshtein":              {},
	"host/visible":                  {},
	"host/config":                   {"abi", "host/cut", "host/foreign", "host/internal/yamlnode", "host/levenshtein", "host/visible"},
	"host/serve/mcp":                {},
	"host/serve":                    {"abi", "host/internal/filelock"},
	"host/logfile":                  {"host/cut", "host/foreign", "host/internal/filelock", "host/visible"},
	"host/rank":                     {"host/cut", "host/stats"},
	"host/stats":                    {},
	"host/seedtest":                 {},
	"host/store/sqlite":             {},
	"host/rank/onnx":                {"host/foreign"},
	"host/rank/onnx/install":        {"host/atomicfile", "host/foreign", "host/internal/filelock", "host/rank/onnx", "host/stats"},
	"host/program":                  {"host/foreign"},
	"host/decide/suggest":           {"abi", "host/catalog", "host/cut", "host/visible"},
	"host/decide/surroundings":      {"host/cut", "host/foreign"},
	"host/decide/wish":              {"host/levenshtein"},
	"host/ruleset/lua":              {"abi", "host/cut"},
	"host/trace":                    {"abi"},
	"host/ruleset/wasm":             {"abi", "host/atomicfile", "host/cut", "host/foreign", "host/visible"},
	"host/ruleset/wasm/binary":      {},
	"host/ruleset/wasm/meter":       {"host/ruleset/wasm/binary"},
	"host/ruleset/wasm/wasmtest":    {"abi", "host/ruleset/wasm"},
	"host/ruleset/engine":           {"abi", "host/cut", "host/foreign", "host/levenshtein", "host/trace", "host/visible", "host/ruleset/wasm/binary"},
	"host/ruleset/install":          {"host/ruleset/engine"},
	"host/ruleset/lock":             {"host/diag", "host/ruleset/engine", "host/foreign", "host/visible"},
	"host/author/ruletest":          {"abi", "abi/abitest", "abi/abitest/scenario", "host/ruleset/engine", "host/foreign", "host/trace"},
	"host/author/rulelint":          {"abi", "abi/abitest/scenario", "host/cut", "host/diag", "host/ruleset/engine", "host/levenshtein", "host/ruleset/lua", "host/ruleset/wasm", "host/ruleset/wasm/binary"},
	"host/author/rulebench":         {"abi", "abi/abitest", "host/ruleset/engine", "host/ruleset/lua", "host/author/ruletest", "host/stats"},
	"host/author/shrink":            {"abi", "abi/abitest", "abi/abitest/scenario", "host/ruleset/engine", "host/trace"},
	"host/author/rulefuzz":          {"abi", "abi/abitest", "abi/abitest/generate", "abi/abitest/scenario", "host/ruleset/engine", "host/author/shrink", "host/visible"},
	"host/catalog":                  {"abi", "host/rank"},
	"host/client/claude/hook":       {"abi"},
	"host/client/claude/plugins":    {"host/cut", "host/foreign"},
	"host/client/claude/client":     {"host/cut"},
	"cmd/lab/activation":            {"host/stats"},
	"host/client/claude/contract":   {"host/cut"},
	"host/client/claude/wiring":     {"host/client/claude/contract", "host/client/claude/plugins", "host/cut", "host/diag", "host/foreign", "host/internal/lazyregexp", "host/levenshtein"},
	"host/client/claude/simulate":   {"host/client/claude/contract", "host/client/claude/wiring"},
	"host/doctor":                   {"host/catalog", "host/client/claude/contract", "host/client/claude/plugins", "host/client/claude/transcript", "host/client/claude/wiring", "host/cut", "host/store/index", "host/logfile", "host/rank/onnx/install", "host/store/session", "host/store/sqlite", "host/stats"},
	"host/client/claude/clienttest": {"abi", "host/client/claude/hook", "host/client/claude/transcript"},
	"host/client/claude/transcript": {"abi", "host/client/claude/hook", "host/cut", "host/foreign"},
	"host/author/backtest":          {"abi", "host/cut", "host/store/session", "host/stats"},
	"host/ledger":                   {"abi", "host/client/claude/transcript", "host/store/session"},
	"host/catalog/source":           {"abi", "host/catalog", "host/catalog/tree", "host/client/claude/plugins"},
	"host/catalog/command":          {"abi", "host/catalog", "host/client/claude/plugins", "host/catalog/markdown", "host/catalog/tree"},
	"host/catalog/skill":            {"abi", "host/catalog", "host/rank", "host/client/claude/plugins", "host/catalog/markdown", "host/catalog/tree"},
	"host/catalog/markdown":         {"host/catalog", "host/cut", "host/foreign", "host/internal/yamlnode", "host/catalog/tree"},
	"host/catalog/tree":             {"host/catalog", "host/foreign"},
	"host/store/index":              {"abi", "host/catalog", "host/foreign", "host/rank", "host/store/sqlite", "host/stats"},
	"host/store/session":            {"abi", "host/atomicfile", "host/cut", "host/foreign", "host/store/sqlite"},
	"host/eval":                     {"abi", "host/catalog", "host/foreign", "host/internal/lazyregexp"},
	"host/eval/triggers":            {"host/foreign", "host/internal/yamlnode"},
	"cmd/lab/tune":                  {"host/foreign", "host/rank", "host/stats"},
	"host/store/sqlite/sqlitetest":  {"host/store/sqlite"},
	"host/author/probe":             {"host/catalog", "host/cut", "host/internal/lazyregexp", "host/rank"},
	"host/author/skilllint":         {"host/catalog", "host/cut", "host/diag", "host/internal/lazyregexp", "host/levenshtein", "host/rank", "host/catalog/markdown", "host/catalog/skill"},
	"host":                          {"abi", "host/catalog", "host/ruleset/engine", "host/store/index", "host/rank", "host/store/session", "host/decide/suggest", "host/decide/surroundings", "host/trace", "host/decide/wish"},
	"cmd/impressionism/shape":       {"abi", "host/ruleset/wasm", "host/catalog", "host/author/backtest", "host/client/claude/plugins", "host/client/claude/transcript", "host/config", "host/store/index", "host/ledger", "host/rank/onnx/install", "host/stats", "host/trace", "host/author/ruletest", "host/author/rulebench", "host/author/rulefuzz", "host/client/claude/contract", "host/client/claude/wiring", "host/doctor", "host/store/session"},
	"cmd/demo":                      {"cmd/impressionism/shape"},
}

// owners names the folders that may import a dependency; none: tests only.
var owners = map[string][]string{
	"github.com/mattn/go-sqlite3":              {"host/store/sqlite"},
	"github.com/asg017/sqlite-vec-go-bindings": {"host/store/sqlite"},
	"github.com/yalue/onnxruntime_go":          {"host/rank/onnx"},
	"github.com/yuin/gopher-lua":               {"host/ruleset/lua"},
	"github.com/tetratelabs/wazero":            {"host/ruleset/wasm"},
	"github.com/extism/go-pdk":                 {"sdk/go", "abi/abitest/guests/go"},
	"github.com/spf13/cobra":                   {"cmd/impressionism"},
	"github.com/spf13/pflag":                   {"cmd/impressionism"},
	"github.com/jedib0t/go-pretty/v6":          {"cmd/impressionism", "cmd/bench"},
	"github.com/bmatcuk/doublestar/v4":         {"host/catalog", "host/config", "host/catalog/skill", "host/decide/wish"},                                        // patterns: checked where they are read, matched where they count
	"go.yaml.in/yaml/v3":                       {"host/internal/yamlnode", "host/config", "host/catalog/markdown", "host/eval/triggers", "abi/abitest/scenario"}, // a format each
	"github.com/modelcontextprotocol/go-sdk":   {"host/serve/mcp"},
	"golang.org/x/mod":                         {"host/ruleset/engine"},
	"golang.org/x/sys":                         {"host/internal/filelock", "host/rank/onnx"},
	"golang.org/x/term":                        {"cmd/impressionism"},
	"golang.org/x/text":                        {"host/rank/onnx", "host/decide/wish"},
	"github.com/google/licensecheck":           {"cmd/dist/licences"},
	"github.com/spdx/tools-golang":             {"cmd/dist/sbom"},
	"github.com/santhosh-tekuri/jsonschema/v6": nil,
	"github.com/invopop/jsonschema":            nil,
	"github.com/google/go-cmp":                 nil,
	"github.com/rogpeppe/go-internal":          nil,
	"net/http":                                 {"host/rank/onnx/install", "host/client/claude/clienttest"},
}

type file struct {
	folder, name string
	imports      []string
}

func sources(t *testing.T) []file {
	t.Helper()
	var files []file
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		f := file{folder: path.Dir(filepath.ToSlash(name)), name: entry.Name()}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, imported)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d source files were found", len(files))
	}
	return files
}

// Ensure packages import only what ARCHITECTURE.md draws. Tests may look around.
func TestArrows(t *testing.T) {
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		allowed, drawn := arrows[f.folder]
		for _, imported := range f.imports {
			ours, ok := strings.CutPrefix(imported, module)
			if !ok || f.folder == "cmd/impressionism" {
				continue
			}
			below := strings.HasPrefix(ours, f.folder+"/")
			if !drawn && strings.HasPrefix(f.folder, "cmd/") {
				continue // tools of development
			}
			if !drawn || !(below || slices.Contains(allowed, ours)) {
				t.Errorf("%s/%s imports %s: no such arrow", f.folder, f.name, ours)
			}
		}
	}
}

// Ensure every dependency has an owner, and nobody else imports it.
func TestOwners(t *testing.T) {
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		for _, imported := range f.imports {
			for dependency, folders := range owners {
				isIt := imported == dependency || strings.HasPrefix(imported, dependency+"/")
				if isIt && !slices.Contains(folders, f.folder) {
					t.Errorf("%s/%s imports %s, which belongs to %v", f.folder, f.name, imported, folders)
				}
			}
		}
	}
}

// Ensure no dependency is taken without saying whose it is.
func TestDependenciesAreOwned(t *testing.T) {
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) != 2 || !strings.Contains(fields[0], "/") || !strings.HasPrefix(fields[1], "v") {
			continue // indirect ones have a comment
		}
		if _, owned := owners[fields[0]]; !owned {
			t.Errorf("%s has no owner", fields[0])
		}
	}
}

// Ensure guests compile nothing but the standard library with the contract.
func TestContractIsPlain(t *testing.T) {
	for _, f := range sources(t) {
		if f.folder != "abi" || strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		for _, imported := range f.imports {
			if strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
				t.Errorf("abi/%s imports %s", f.name, imported)
			}
		}
	}
}

// bareOpens names the folders that may open files without host/foreign, and why.
var bareOpens = map[string]string{
	"host/foreign":                  "it is what the others open with",
	"host/store/sqlite":             "its databases lie in a folder that is the user's alone",
	"host/client/claude/clienttest": "for tests",
	"host/catalog/sourcetest":       "for tests",
	"host/store/sqlite/sqlitetest":  "for tests",
	"host/ruleset/wasm/wasmtest":    "for tests",
	"sdk/go/rulesettest":            "for tests",
}

var bareOpen = regexp.MustCompile(`\bos\.(Open|ReadFile|DirFS)\(`)

// Ensure the product opens files by the one package that never waits for a pipe
// and reads no more than a limit.
func TestForeignFiles(t *testing.T) {
	opens := map[string]bool{}
	for _, f := range sources(t) {
		product := slices.Contains([]string{"abi", "host", "sdk"}, strings.SplitN(f.folder, "/", 2)[0]) || f.folder == "cmd/impressionism"
		if !product || strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		code, err := os.ReadFile(filepath.Join(filepath.FromSlash(f.folder), f.name))
		if err != nil {
			t.Fatal(err)
		}
		found := bareOpen.Find(code)
		if found == nil {
			continue
		}
		if opens[f.folder] = true; bareOpens[f.folder] == "" {
			t.Errorf("%s/%s calls %s…): use host/foreign, or say why not in bareOpens", f.folder, f.name, found)
		}
	}
	for folder := range bareOpens {
		if !opens[folder] {
			t.Errorf("%s opens nothing by itself any more: it needs no exception", folder)
		}
	}
}
