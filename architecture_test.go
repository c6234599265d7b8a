// Package impressionism_test holds the tree to the picture in ARCHITECTURE.md. See
// RATIONALE.md, "Why is the decision a pure function?", "Why is a client one value?",
// "Why is there one host made of data?"
// and "Why are commands packages?".
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
	"abi":                                    {},
	"abi/recorded":                           {"abi"},
	"abi/scenario":                           {"abi", "abi/recorded", "host/foreign"},
	"abi/generate":                           {"abi", "abi/recorded", "abi/scenario"},
	"abi/conformance":                        {"abi", "abi/recorded", "abi/scenario"},
	"sdk/go":                                 {"abi"},
	"sdk/go/rulesettest":                     {"abi", "abi/recorded", "abi/scenario", "host/author/ruletest", "host/ruleset/engine", "schemas", "sdk/go", "sdk/go/internal/door"},
	"abi/guests/go":                          {"sdk/go"},
	"rules/wasm/builtin-go/default":          {"sdk/go"},
	"sdk/stubs":                              {"abi"},
	"schemas":                                {"abi"},
	"rules/lua":                              {},
	"host/atomicfile":                        {},
	"host/cut":                               {},
	"host/foreign":                           {},
	"host/diag":                              {},
	"host/internal/ascii":                    {},
	"host/internal/filelock":                 {},
	"host/internal/scripts":                  {},
	"host/internal/lazyregexp":               {},
	"host/internal/jsonnode":                 {},
	"host/internal/yamlnode":                 {},
	"host/levenshtein":                       {},
	"host/internal/filesystem":               {},
	"host/look":                              {"host/foreign", "host/internal/filesystem"},
	"host/notify":                            {"host/foreign", "host/internal/filesystem"},
	"host/opinion":                           {},
	"host/plot":                              {},
	"host/visible":                           {},
	"host/config":                            {"abi", "host/config/folders", "host/cut", "host/foreign", "host/internal/yamlnode", "host/levenshtein", "host/redact", "host/visible"},
	"host/serve/mcp":                         {},
	"host/serve/relay":                       {"host/config/folders"},
	"host/config/folders":                    {"host/cut"},
	"cmd/impressionism-hook":                 {"host/config/folders", "host/serve/relay"},
	"host/serve":                             {"host/internal/filelock", "host/serve/relay"},
	"host/logfile":                           {"host/cut", "host/foreign", "host/internal/filelock", "host/visible"},
	"host/code":                              {},
	"host/code/project":                      {"host/code/files", "host/store/places", "host/code/scan", "host/code/home", "host/store/sqlite", "host/code", "host/rank/place", "host/git"},
	"host/code/home":                         {"host/git", "host/store/places"},
	"host/code/glimpse":                      {"abi", "host/code/home", "host/rank/place", "host/store/places"},
	"host/code/scan":                         {"host/code"},
	"host/rank/place":                        {"host/internal/ascii", "host/rank/language"},
	"host/store/places":                      {"host/code", "host/cut", "host/rank/place", "host/store/sqlite"},
	"host/code/files":                        {"host/code", "host/foreign", "host/git", "host/visible"},
	"host/git":                               {"host/foreign"},
	"host/rank":                              {"host/cut", "host/internal/ascii", "host/stats"},
	"host/stats":                             {},
	"host/ui/uitest":                         {"host/internal/filelock"},
	"host/sampletest":                        {},
	"host/seedtest":                          {},
	"host/store/sqlite":                      {},
	"host/rank/abroad":                       {"host/rank/language", "host/stats"},
	"host/rank/language":                     {"host/internal/ascii"},
	"host/rank/onnx":                         {"host/foreign"},
	"host/rank/onnx/install":                 {"host/atomicfile", "host/foreign", "host/internal/filelock", "host/rank/onnx", "host/stats"},
	"host/program":                           {"host/foreign", "host/internal/filelock"},
	"host/decide/suggest":                    {"abi", "host/catalog", "host/cut", "host/visible"},
	"host/decide/surroundings":               {"host/cut", "host/foreign", "host/internal/scripts"},
	"host/decide/wish":                       {"host/internal/scripts", "host/levenshtein"},
	"host/ruleset/lua":                       {"abi", "host/cut", "host/levenshtein"},
	"host/trace":                             {"abi", "abi/recorded"},
	"host/ruleset/wasm":                      {"abi", "host/atomicfile", "host/cut", "host/foreign", "host/visible"},
	"host/ruleset/wasm/binary":               {},
	"host/ruleset/wasm/meter":                {"host/ruleset/wasm/binary"},
	"host/ruleset/wasm/wasmtest":             {"abi", "host/ruleset/wasm"},
	"host/ruleset/engine":                    {"abi", "host/cut", "host/foreign", "host/levenshtein", "host/trace", "host/visible", "host/ruleset/wasm/binary"},
	"host/ruleset/install":                   {"host/ruleset/engine"},
	"host/ruleset/lock":                      {"host/diag", "host/ruleset/engine", "host/foreign", "host/visible"},
	"host/author/ruletest":                   {"abi", "abi/recorded", "abi/scenario", "host/ruleset/engine", "host/foreign", "host/trace"},
	"host/author/scenarioindex":              {"abi", "host/author/ruletest", "host/catalog", "host/decide", "host/rank", "host/store/index"},
	"host/author/ruleimport":                 {"host/internal/lazyregexp", "abi", "host/cut", "host/diag", "host/internal/jsonnode", "host/visible"},
	"host/author/rulelint":                   {"abi", "abi/scenario", "host/cut", "host/diag", "host/internal/jsonnode", "host/ruleset/engine", "host/levenshtein", "host/ruleset/lua", "host/ruleset/wasm", "host/ruleset/wasm/binary"},
	"host/author/rulebench":                  {"abi", "abi/recorded", "host/ruleset/engine", "host/ruleset/lua", "host/author/ruletest", "host/stats"},
	"host/author/shrink":                     {"abi", "abi/recorded", "abi/scenario", "host/ruleset/engine", "host/trace"},
	"host/author/rulefuzz":                   {"abi", "abi/recorded", "abi/generate", "abi/scenario", "host/ruleset/engine", "host/author/shrink", "host/visible"},
	"host/catalog":                           {"abi", "host/look", "host/rank"},
	"host/catalog/card":                      {"host/visible"},
	"host/store/cards":                       {"abi", "host/atomicfile", "host/catalog/card", "host/foreign"},
	"host/redact":                            {"host/internal/scripts", "host/visible"},
	"host/client":                            {"abi", "host/look"},
	"host/client/transcript":                 {"abi", "host/cut", "host/foreign"},
	"host/client/all":                        {"host/client", "host/client/claude"},
	"host/client/all/inspectors":             {"host/client/claude/inspector", "host/client/inspect"},
	"host/client/inspect":                    {"host/diag"},
	"host/client/work":                       {},
	"host/handoff":                           {"host/client/work", "host/cut", "host/internal/lazyregexp", "host/rank/language", "host/redact", "host/visible"},
	"host/client/payload":                    {"host/cut"},
	"host/client/claude":                     {"host/client", "host/look"},
	"host/client/clienttest":                 {"abi", "host/client", "host/client/inspect", "host/client/payload"},
	"host/client/claude/hook":                {"abi", "host/client", "host/client/payload", "host/redact"},
	"host/client/claude/lenient":             {"host/foreign"},
	"host/client/claude/plugins":             {"host/client", "host/client/claude/lenient", "host/cut", "host/foreign", "host/look"},
	"host/client/claude/servers":             {"host/client", "host/client/claude/lenient", "host/client/claude/plugins", "host/foreign"},
	"host/client/claude/servers/serverstest": {"host/catalog/sourcetest", "host/client/claude/servers"},
	"host/client/claude/client":              {"host/cut"},
	"cmd/lab/activation":                     {"host/stats"},
	"host/client/claude/contract":            {"host/client/inspect", "host/cut"},
	"host/client/claude/checkup":             {"host/client/claude/contract", "host/client/claude/hook", "host/client/claude/known", "host/client/claude/plugins", "host/client/claude/transcript", "host/client/claude/wiring", "host/client/inspect", "host/client/transcript", "host/cut", "host/diag", "host/stats"},
	"host/client/claude/known":               {"host/client/claude/lenient", "host/client/claude/plugins", "host/cut", "host/foreign"},
	"host/client/claude/listing":             {"host/client/claude/plugins", "host/client/inspect", "host/cut"},
	"host/client/claude/expand":              {"host/client/inspect", "host/cut", "host/internal/lazyregexp"},
	"host/client/claude/inspector":           {"host/client/claude/checkup", "host/client/claude/contract", "host/client/claude/expand", "host/client/claude/listing", "host/client/claude/memories", "host/client/claude/recall", "host/client/claude/simulate", "host/client/claude/wiring", "host/client/inspect"},
	"host/client/claude/memories":            {"host/client/claude/transcript", "host/client/inspect", "host/cut", "host/foreign", "host/internal/lazyregexp", "host/visible"},
	"host/client/claude/recall":              {"host/client/inspect", "host/cut", "host/internal/filelock", "host/internal/lazyregexp", "host/lesson/seed", "host/visible"},
	"host/client/claude/wiring":              {"host/client/claude/contract", "host/client/claude/plugins", "host/client/inspect", "host/cut", "host/diag", "host/foreign", "host/internal/lazyregexp", "host/levenshtein"},
	"host/client/claude/simulate":            {"host/client/claude/contract", "host/client/claude/wiring", "host/client/inspect"},
	"host/doctor":                            {"abi", "host/catalog", "host/catalog/tree", "host/client/inspect", "host/cut", "host/diag", "host/foreign", "host/store/cards", "host/store/index", "host/logfile", "host/rank/onnx/install", "host/store/session", "host/store/sqlite"},
	"host/client/claude/clienttest":          {"abi", "host/client/claude/transcript", "host/client/transcript"},
	"host/client/claude/transcript":          {"abi", "host/client/claude/hook", "host/client/payload", "host/client/transcript", "host/client/work", "host/cut", "host/foreign", "host/redact"},
	"host/feed":                              {"abi", "host/client/transcript", "host/client/transcript/tail", "host/cut", "host/logfile", "host/notify", "host/store/session", "host/store/sqlite"},
	"host/author/backtest":                   {"abi", "host/cut", "host/store/session", "host/stats"},
	"host/client/transcript/tail":            {"host/client/transcript", "host/foreign", "host/notify"},
	"host/ledger":                            {"abi", "host/client", "host/client/transcript", "host/store/session"},
	"host/catalog/source":                    {"abi", "host/catalog", "host/catalog/tool", "host/catalog/tree", "host/client", "host/foreign", "host/look"},
	"host/catalog/command":                   {"abi", "host/catalog", "host/catalog/markdown", "host/catalog/tree"},
	"host/catalog/rule":                      {"host/catalog", "host/catalog/markdown", "host/catalog/tree"},
	"host/catalog/skill":                     {"abi", "host/catalog", "host/catalog/card", "host/rank", "host/catalog/markdown", "host/catalog/tree", "host/eval/triggers", "host/foreign", "host/visible"},
	"host/catalog/markdown":                  {"host/catalog", "host/cut", "host/foreign", "host/internal/yamlnode", "host/catalog/tree"},
	"host/catalog/tree":                      {"host/catalog", "host/foreign"},
	"host/store/index":                       {"abi", "host/catalog", "host/catalog/card", "host/foreign", "host/rank", "host/store/sqlite", "host/stats"},
	"host/store/session":                     {"abi", "host/atomicfile", "host/cut", "host/foreign", "host/store/sqlite"},
	"host/eval":                              {"abi", "host/catalog", "host/catalog/card", "host/foreign", "host/internal/lazyregexp", "host/catalog/lesson", "host/catalog/tool"},
	"host/eval/codeset":                      {"host/stats", "host/foreign"},
	"host/eval/triggers":                     {"host/foreign", "host/internal/yamlnode"},
	"cmd/lab/tunecode":                       {"host/code", "host/code/scan", "host/eval/codeset", "host/rank/place", "host/stats"},
	"cmd/lab/gloss":                          {"host/rank/abroad", "host/stats"},
	"cmd/lab/tune":                           {"host/catalog/card", "host/foreign", "host/rank", "host/stats", "abi"},
	"host/store/sqlite/sqlitetest":           {"host/store/sqlite"},
	"host/author/assistant":                  {},
	"host/author/cardjudge":                  {"abi", "host/catalog/card", "host/cut", "host/internal/lazyregexp", "host/rank", "host/rank/language", "host/redact", "host/stats"},
	"host/author/probe":                      {"host/author/assistant", "host/catalog", "host/cut", "host/internal/lazyregexp", "host/rank", "host/rank/language"},
	"host/author/skilllint":                  {"host/author/assistant", "host/catalog", "host/cut", "host/diag", "host/internal/lazyregexp", "host/levenshtein", "host/rank", "host/rank/language", "host/catalog/card", "host/catalog/markdown", "host/catalog/skill", "host/visible", "host/catalog/rule"},
	"host/author/skillmap":                   {},
	"host/deadline":                          {},
	"host/embedding":                         {"host/deadline"},
	"host/decide/fit":                        {"abi", "host/cut", "host/decide/surroundings", "host/rank", "host/store/index", "host/store/session"},
	"host/decide":                            {"abi", "host/catalog", "host/cut", "host/deadline", "host/embedding", "host/internal/scripts", "host/rank", "host/rank/language", "host/ruleset/engine", "host/store/index", "host/store/session", "host/trace"},
	"host/find":                              {"abi", "host/catalog", "host/decide/fit", "host/embedding", "host/rank", "host/store/index", "host/store/session"},
	"host/ruleset/shadow":                    {"abi", "host/ruleset/engine", "host/store/session", "host/trace"},
	"host/trace/whynot":                      {"abi", "host/catalog", "host/decide", "host/decide/fit", "host/decide/suggest", "host/rank", "host/rank/language", "host/ruleset/engine", "host/stats", "host/store/index"},
	"host/respond":                           {"abi", "host/ruleset/shadow", "host/catalog", "host/cut", "host/deadline", "host/decide", "host/decide/surroundings", "host/embedding", "host/rank", "host/ruleset/engine", "host/store/index", "host/store/session", "host/trace"},
	"cmd/impressionism/shape":                {"abi", "host/ruleset/wasm", "host/catalog", "host/author/backtest", "host/client", "host/client/transcript", "host/config", "host/store/index", "host/ledger", "host/rank/onnx/install", "host/stats", "host/trace", "host/author/ruletest", "host/author/rulebench", "host/author/rulefuzz", "host/client/inspect", "host/doctor", "host/feed", "host/store/session", "host/author/ruleimport"},
	"cmd/demo":                               {"cmd/impressionism/shape"},
	"host/internal/swap":                     {},
	"host/lesson/capture":                    {"host/cut", "host/rank", "host/rank/language", "host/redact", "host/visible", "host/lesson/category"},
	"host/lesson/near":                       {"host/cut", "host/rank", "host/rank/language"},
	"host/eval/heeded":                       {"host/cut", "host/stats"},
	"host/eval/memory":                       {"host/lesson/capture", "host/lesson/near", "host/rank", "host/stats"},
	"host/lesson/check":                      {"host/foreign", "host/internal/ascii", "host/internal/scripts", "host/levenshtein"},
	"host/mcplist":                           {"host/catalog/tool", "host/client", "host/cut", "host/foreign", "host/redact", "host/visible"},
	"host/store/tools":                       {"host/atomicfile", "host/catalog/tool", "host/client", "host/foreign", "host/internal/filelock", "host/internal/swap"},
	"host/catalog/code":                      {"abi", "host/catalog"},
	"host/catalog/lesson":                    {"abi", "host/catalog", "host/catalog/markdown", "host/catalog/tree", "host/cut", "host/foreign", "host/rank", "host/internal/lazyregexp", "host/lesson/category"},
	"host/lesson/category":                   {},
	"host/lesson/seed":                       {},
	"host/lesson/promote":                    {"host/cut", "host/lesson/near", "host/visible"},
	"host/lesson/lint":                       {"host/redact", "host/visible", "host/internal/lazyregexp"},
	"host/store/lessons":                     {"host/atomicfile", "host/catalog", "host/catalog/lesson", "host/catalog/tree", "host/cut", "host/foreign", "host/internal/filelock", "host/internal/lazyregexp", "host/visible", "host/catalog/markdown"},
	"host/ui":                                {"host/cut", "host/visible"},
	"host/catalog/tool":                      {"abi", "host/catalog", "host/catalog/tree", "host/cut", "host/foreign", "host/rank"},
}

// owners names the folders that may import a dependency; none: tests only.
var owners = map[string][]string{
	"github.com/mattn/go-sqlite3":              {"host/store/sqlite", "host/store/sqlite/extension"},
	"github.com/asg017/sqlite-vec-go-bindings": {"host/store/sqlite/extension"},
	"github.com/yalue/onnxruntime_go":          {"host/rank/onnx"},
	"github.com/yuin/gopher-lua":               {"host/ruleset/lua"},
	"github.com/tetratelabs/wazero":            {"host/ruleset/wasm"},
	"github.com/fsnotify/fsnotify":             {"host/notify"},
	"github.com/extism/go-pdk":                 {"sdk/go", "abi/guests/go"},
	"github.com/spf13/cobra":                   {"cmd/impressionism/internal/program", "cmd/internal/cli", "cmd/internal/evalhost", "cmd/lab", "cmd/impressionism/internal/author", "cmd/impressionism/internal/backtest", "cmd/impressionism/internal/cards", "cmd/impressionism/internal/code", "cmd/impressionism/internal/data", "cmd/impressionism/internal/doctor", "cmd/impressionism/internal/eval", "cmd/impressionism/internal/handoff", "cmd/impressionism/internal/hooks", "cmd/impressionism/internal/lessons", "cmd/impressionism/internal/rules", "cmd/impressionism/internal/search", "cmd/impressionism/internal/serve", "cmd/impressionism/internal/settings", "cmd/impressionism/internal/setup", "cmd/impressionism/internal/skills", "cmd/impressionism/internal/status", "cmd/impressionism/internal/tools", "cmd/impressionism/internal/trace", "cmd/impressionism/internal/ui", "cmd/impressionism/internal/why", "cmd/impressionism/internal/watch", "cmd/impressionism/internal/commands"},
	"github.com/spf13/pflag":                   {"cmd/internal/cli", "cmd/impressionism/internal/hook"},
	"maragu.dev/gomponents":                    {"cmd/impressionism/internal/ui", "host/ui"}, // HTML, escaped
	"github.com/jedib0t/go-pretty/v6":          {"cmd/internal/cli", "cmd/lab/bench"},
	"github.com/bmatcuk/doublestar/v4":         {"host/catalog", "host/catalog/tool", "host/code/project", "host/config", "host/catalog/skill", "host/decide/wish"},             // patterns: checked where they are read, matched where they count
	"go.yaml.in/yaml/v3":                       {"host/internal/yamlnode", "host/config", "host/catalog/lesson", "host/catalog/markdown", "host/eval/triggers", "abi/scenario"}, // a format each
	"github.com/modelcontextprotocol/go-sdk":   {"host/serve/mcp", "host/mcplist"},                                                                                              // the protocol's two sides
	"golang.org/x/mod":                         {"host/ruleset/engine"},
	"golang.org/x/sys":                         {"host/internal/filelock", "host/internal/swap", "host/rank/onnx"},
	"golang.org/x/term":                        {"cmd/internal/cli"},
	"golang.org/x/text":                        {"host/rank/onnx", "host/decide/wish"},
	"github.com/google/licensecheck":           {"cmd/build/dist/licences"},
	"github.com/spdx/tools-golang":             {"cmd/build/dist/sbom"},
	"github.com/chromedp/chromedp":             {"host/ui/uitest"},
	"github.com/santhosh-tekuri/jsonschema/v6": nil,
	"github.com/invopop/jsonschema":            nil,
	"github.com/google/go-cmp":                 {"host/client/clienttest"},
	"github.com/rogpeppe/go-internal":          {"host/lesson/promote"}, // diffs; tests have its scripts
	"net/http":                                 {"host/rank/onnx/install", "host/client/claude/clienttest", "host/opinion", "host/mcplist", "host/ui"},
	"github.com/chromedp/cdproto":              {"host/ui/uitest"}, // the protocol's types
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
		if !drawn {
			allowed, drawn = commandArrows[f.folder]
		}
		for _, imported := range f.imports {
			ours, ok := strings.CutPrefix(imported, module)
			if !ok {
				continue
			}
			below := strings.HasPrefix(ours, f.folder+"/")
			if !drawn && strings.HasPrefix(f.folder, "cmd/") {
				continue // tools of development
			}
			if !drawn || !(below || slices.Contains(allowed, ours)) {
				t.Errorf("%s/%s imports %s: no such arrow; do without, or add it to %s in arrows or commandArrows", f.folder, f.name, ours, f.folder)
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
	"host/foreign":                           "it is what the others open with",
	"host/store/sqlite":                      "its databases lie in a folder that is the user's alone",
	"host/serve/relay":                       "its files lie in a folder that is the user's alone, and it links as little as it can",
	"host/client/claude/clienttest":          "for tests",
	"host/client/clienttest":                 "for tests",
	"host/catalog/sourcetest":                "for tests",
	"host/client/claude/servers/serverstest": "for tests",
	"host/store/sqlite/sqlitetest":           "for tests",
	"host/ruleset/wasm/wasmtest":             "for tests",
	"sdk/go/rulesettest":                     "for tests",
	"host/ui/uitest":                         "for tests",
	"host/seedtest":                          "for tests",
	"sdk/stubs":                              "its folder is one of this repository",
	"cmd/internal/envtest":                   "for tests",
	"cmd/impressionism/internal/hooktest":    "for tests",
	"cmd/impressionism/internal/hostiletest": "for tests",
}

var bareOpen = regexp.MustCompile(`\b(os\.(Open|ReadFile|DirFS)|filepath\.Glob)\(`)

// Ensure the product opens files by the one package that never waits for a pipe
// and reads no more than a limit, and looks for files by foreign.Matches: for filepath.Glob
// a bracket in the path of a user's folder is a pattern.
func TestForeignFiles(t *testing.T) {
	opens := map[string]bool{}
	for _, f := range sources(t) {
		product := slices.Contains([]string{"abi", "host", "sdk"}, strings.SplitN(f.folder, "/", 2)[0]) ||
			strings.HasPrefix(f.folder, "cmd/impressionism") || strings.HasPrefix(f.folder, "cmd/internal/")
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

// clientWords are words of each client, by its folder: names of its events, tools, fields,
// variables and folders.
var clientWords = map[string]*regexp.Regexp{
	"host/client/claude": regexp.MustCompile(`(?i)claude|skill tool|\b(userpromptsubmit|posttooluse|pretooluse|precompact|transcript_path|hookspecificoutput|hook_event_name)\b|(?-i:\b(SessionStart|SessionEnd)\b|"Stop")`),
}

// clientException is a rule by which files outside a client's own folder may import its
// packages and use its words.
type clientException struct {
	why string
	is  func(name string) bool // name has slashes and is relative to the root
}

var clientExceptions = []clientException{
	{"the lists of clients", func(name string) bool { return strings.HasPrefix(name, "host/client/all/") }},
	{"tools of development, never shipped", isDevelopment},
	{"helpers of tests", func(name string) bool { return strings.HasSuffix(path.Dir(name), "test") }},
	{"generated from types, a client's among them", func(name string) bool { return path.Ext(name) == ".json" && path.Dir(name) == "schemas" }},
	{"data: what people write in prompts and skills and have in workspaces, and what former schemas stored", isData},
}

// isDevelopment knows the programs of cmd besides the one that is shipped and what it shares.
func isDevelopment(name string) bool {
	return strings.HasPrefix(name, "cmd/") && !strings.HasPrefix(name, "cmd/impressionism/") && !strings.HasPrefix(name, "cmd/internal/")
}

func isData(name string) bool {
	folder := path.Base(path.Dir(name))
	return path.Ext(name) == ".txt" || path.Ext(name) != ".go" && (folder == "data" || folder == "migrations")
}

// dataEndings are those of files in which a client's words may hide, besides documents.
var dataEndings = []string{".go", ".json", ".jsonl", ".yaml", ".yml", ".sql", ".txt", ".lua", ".rs", ".ts", ".c", ".h"}

// Ensure only a client's own folder, the plugin and documents know the client: who adds
// another one looks nowhere else.
func TestClientIsKnownToItselfAlone(t *testing.T) {
	for _, folder := range arrows["host/client/all"] {
		if folder != "host/client" && clientWords[folder] == nil {
			t.Errorf("%s is a client: add its words to clientWords", folder)
		}
	}
	used := map[string]bool{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			own := slices.Contains([]string{"plugin", "docs", "examples", "bin", "testdata"}, name)
			if name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "target") || own {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, "_test.go") || !slices.Contains(dataEndings, path.Ext(name)) {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		checkClientWords(t, name, string(data), used)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, exception := range clientExceptions {
		if !used[exception.why] {
			t.Errorf("no file is an exception as %q any more: remove the rule", exception.why)
		}
	}
}

// checkClientWords notes which exceptions a file needs.
func checkClientWords(t *testing.T, name, text string, used map[string]bool) {
	t.Helper()
	for client, words := range clientWords {
		imports := regexp.MustCompile(`"` + module + client + `(/[^"]*)?"`)
		imported := strings.HasSuffix(name, ".go") && imports.MatchString(text)
		word := words.FindStringIndex(text)
		if strings.HasPrefix(name, client+"/") || !imported && word == nil {
			continue
		}
		at := slices.IndexFunc(clientExceptions, func(e clientException) bool { return e.is(name) })
		switch {
		case at >= 0:
			used[clientExceptions[at].why] = true
		case imported:
			t.Errorf("%s imports a client: take host/client.Client or host/client/inspect.Inspector instead", name)
		default:
			line := 1 + strings.Count(text[:word[0]], "\n")
			t.Errorf("%s:%d has %q, a client's word: it belongs below %s or into client.Client", name, line, text[word[0]:word[1]], client)
		}
	}
}

// floorsMax bounds how many packages of host stand on one another, abi included.
const floorsMax = 8

// Ensure the house stays low: whoever reads a package follows few others down.
func TestFloors(t *testing.T) {
	imports := map[string]map[string]bool{}
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		for _, imported := range f.imports {
			if ours, ok := strings.CutPrefix(imported, module); ok {
				if imports[f.folder] == nil {
					imports[f.folder] = map[string]bool{}
				}
				imports[f.folder][ours] = true
			}
		}
	}
	var floor func(folder string) int
	floor = func(folder string) int {
		highest := 0
		for below := range imports[folder] {
			highest = max(highest, floor(below))
		}
		return highest + 1
	}
	for folder := range imports {
		if got := floor(folder); strings.HasPrefix(folder, "host/") && got > floorsMax {
			t.Errorf("%s stands on floor %d of at most %d", folder, got, floorsMax)
		}
	}
}

// pureSteps are the folders whose functions depend on their arguments alone.
var pureSteps = []string{"host/decide", "host/decide/suggest", "host/decide/wish", "host/decide/fit", "host/handoff", "host/rank", "host/rank/language", "host/lesson/capture", "host/lesson/near", "host/lesson/lint", "host/lesson/check", "host/lesson/seed", "host/lesson/promote"}

var impure = regexp.MustCompile(`\b(time\.(Now|Since|Until|After|Sleep)|os\.[A-Z]\w*|rand\.[A-Z]\w*|exec\.[A-Z]\w*)\(`)

// Ensure deciding, ranking and judging lessons read no clock, no environment and no file, so
// that a decision can be taken again and explained.
func TestPureSteps(t *testing.T) {
	read := 0
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, "_test.go") || !slices.Contains(pureSteps, f.folder) {
			continue
		}
		code, err := os.ReadFile(filepath.Join(filepath.FromSlash(f.folder), f.name))
		if err != nil {
			t.Fatal(err)
		}
		read++
		if found := impure.Find(code); found != nil {
			t.Errorf("%s/%s calls %s): hand the value in", f.folder, f.name, found)
		}
	}
	if read < len(pureSteps) {
		t.Fatalf("only %d files were read", read)
	}
}
