package impressionism_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// commandArrows are the arrows of programs: of what they share, of the groups of
// impressionism's commands, and of the laboratory. TestArrows holds them.
var commandArrows = map[string][]string{
	"cmd/internal/adviser": {
		"cmd/internal/env", "host/config", "host/opinion", "host/store/session",
	},
	"cmd/internal/cli": {
		"cmd/impressionism/shape", "cmd/internal/env", "cmd/internal/textline", "host/diag", "host/levenshtein", "host/store/sqlite", "host/visible",
	},
	"cmd/internal/env": {
		"cmd/internal/modules", "host/atomicfile", "host/catalog", "host/catalog/code", "host/catalog/tool", "host/client", "host/client/all", "host/config", "host/decide/suggest", "host/embedding", "host/ruleset/engine", "host/visible",
	},
	"cmd/internal/envtest": {
		"cmd/internal/env", "cmd/internal/modules", "cmd/internal/wire",
	},
	"cmd/internal/evalhost": {
		"abi", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/scratch", "cmd/internal/wire", "host/catalog", "host/client/payload", "host/embedding", "host/eval", "host/respond", "host/store/index", "host/store/session",
	},
	"cmd/internal/gitstate": {
		"host/foreign", "host/git", "host/handoff",
	},
	"cmd/internal/listed": {
		"abi", "host/catalog", "host/client/inspect",
	},
	"cmd/internal/modules": {
		"abi", "host/config", "host/ruleset/wasm",
	},
	"cmd/internal/rulesets": {
		"cmd/internal/env", "cmd/internal/modules", "cmd/internal/textline", "cmd/internal/wire", "host/author/rulelint", "host/author/ruletest", "host/config", "host/foreign", "host/ruleset/engine", "host/ruleset/lock", "host/ruleset/lua", "host/store/session",
	},
	"cmd/internal/scratch": {
		"cmd/internal/env", "cmd/internal/modules", "cmd/internal/wire", "host/respond", "host/store/session",
	},
	"cmd/internal/textline": {
		"host/cut", "host/stats", "host/visible",
	},
	"cmd/internal/lessonfiles": {
		"cmd/internal/env", "cmd/internal/wire", "host/catalog", "host/catalog/lesson", "host/catalog/markdown", "host/catalog/source", "host/lesson/lint", "host/store/lessons", "host/store/session", "host/config", "host/foreign", "host/lesson/capture", "host/lesson/category", "abi", "host/cut", "host/visible", "host/redact", "cmd/internal/gitstate", "host/lesson/check", "host/decide", "host/client/work", "host/deadline", "host/git",
	},
	"cmd/impressionism/internal/lessons": {
		"cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/lessonfiles", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/catalog/lesson", "host/config", "host/foreign", "host/lesson/lint", "host/store/lessons", "host/store/session", "host/lesson/capture", "host/lesson/near", "host/catalog", "host/lesson/check", "host/lesson/category", "abi", "cmd/impressionism/internal/search", "cmd/internal/lessonuse", "host/client/all/inspectors", "host/client/inspect", "host/cut", "host/find", "host/lesson/promote", "host/lesson/seed", "host/visible",
	},
	"cmd/internal/lessonuse": {
		"abi", "host/lesson/seed", "host/stats", "host/store/session",
	},
	"cmd/internal/codeindex":          {"cmd/internal/env", "cmd/internal/wire", "host/code/files", "host/code/project", "host/embedding", "host/git"},
	"cmd/impressionism/internal/code": {"cmd/internal/cli", "cmd/internal/env", "cmd/impressionism/shape", "cmd/internal/codeindex", "cmd/internal/textline", "host/code/files", "host/code/project", "host/code"},
	"cmd/internal/toollists": {
		"cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/catalog/source", "host/catalog/tool", "host/client", "host/redact", "host/store/session", "host/store/tools",
	},
	"cmd/internal/unfinished": {
		"abi", "cmd/internal/env", "cmd/internal/gitstate", "host/client/work", "host/decide/surroundings", "host/handoff", "host/store/session",
	},
	"cmd/impressionism/internal/handoff": {
		"cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/unfinished", "cmd/internal/wire", "host/client/all/inspectors", "host/client/inspect", "host/cut", "host/foreign", "host/handoff", "host/store/session",
	},
	"cmd/internal/wire": {
		"abi", "cmd/internal/env", "host/catalog", "host/catalog/command", "host/catalog/skill", "host/catalog/source", "host/catalog/tool", "host/client/all", "host/config", "host/config/folders", "host/decide", "host/decide/suggest", "host/decide/wish", "host/embedding", "host/find", "host/logfile", "host/rank", "host/rank/abroad", "host/rank/language", "host/rank/onnx", "host/redact", "host/respond", "host/ruleset/engine", "host/ruleset/lock", "host/ruleset/lua", "host/serve", "host/serve/relay", "host/store/cards", "host/store/index", "host/store/session", "host/store/sqlite", "rules/lua", "schemas", "host/catalog/lesson", "host/store/lessons", "cmd/internal/lessonuse", "host/code/glimpse",
	},
	"cmd/impressionism": {"cmd/impressionism/internal/program"},
	"cmd/impressionism/internal/hostiletest": {
		"cmd/impressionism/internal/program", "cmd/internal/envtest", "cmd/internal/wire", "host/visible",
	},
	"cmd/impressionism/internal/author": {
		"abi", "abi/scenario", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/replay", "cmd/impressionism/internal/rules", "cmd/impressionism/internal/trace", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/modules", "cmd/internal/rulesets", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/author/rulebench", "host/author/rulefuzz", "host/author/rulelint", "host/author/ruletest", "host/author/scenarioindex", "host/cut", "host/decide/wish", "host/diag", "host/foreign", "host/ruleset/engine", "host/ruleset/lua", "host/ruleset/shadow", "host/ruleset/wasm", "host/store/session", "host/trace", "rules/lua", "host/author/ruleimport",
	},
	"cmd/impressionism/internal/backtest": {
		"abi", "cmd/impressionism/internal/replay", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/listed", "cmd/internal/rulesets", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/author/backtest", "host/catalog", "host/client", "host/client/all/inspectors", "host/client/inspect", "host/client/payload", "host/client/transcript", "host/decide", "host/embedding", "host/respond", "host/ruleset/engine", "host/ruleset/lua", "host/store/index", "host/store/session",
	},
	"cmd/impressionism/internal/cards": {
		"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/search", "cmd/impressionism/internal/skills", "cmd/impressionism/shape", "cmd/internal/adviser", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/author/cardjudge", "host/catalog", "host/catalog/card", "host/catalog/skill", "host/config", "host/cut", "host/deadline", "host/foreign", "host/opinion", "host/redact", "host/store/cards", "host/store/index", "host/store/session", "host/visible",
	},
	"cmd/impressionism/internal/data":   {"cmd/impressionism/internal/backtest", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/toollists", "cmd/internal/wire", "host/code/project", "host/ledger", "host/store/index", "host/store/lessons", "host/store/session", "host/visible"},
	"cmd/impressionism/internal/doctor": {"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/settings", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/codeindex", "cmd/internal/env", "cmd/internal/lessonfiles", "cmd/internal/lessonuse", "cmd/internal/modules", "cmd/internal/rulesets", "cmd/internal/textline", "cmd/internal/toollists", "cmd/internal/wire", "host/catalog", "host/catalog/lesson", "host/client", "host/client/all/inspectors", "host/client/inspect", "host/code/project", "host/config", "host/decide", "host/decide/suggest", "host/diag", "host/doctor", "host/lesson/capture", "host/logfile", "host/rank/onnx", "host/rank/onnx/install", "host/stats", "host/store/index", "host/store/lessons", "host/store/session", "host/notify"},
	"cmd/impressionism/internal/eval": {
		"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/skills", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/evalhost", "cmd/internal/textline", "cmd/internal/wire", "host/author/probe", "host/catalog", "host/catalog/skill", "host/cut", "host/eval", "host/eval/memory", "host/eval/triggers", "host/foreign", "host/stats", "host/store/index", "cmd/internal/gitstate", "cmd/internal/scratch", "host/lesson/check", "cmd/internal/adviser", "host/config", "host/decide/suggest", "host/eval/heeded", "host/opinion", "cmd/internal/codeindex", "host/code/project", "host/eval/codeset",
	},
	"cmd/impressionism/internal/eval/handoffs": {
		"abi", "cmd/internal/gitstate", "host/client", "host/client/work", "host/foreign", "host/handoff",
	},
	"cmd/impressionism/internal/explain": {
		"abi", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/author/backtest", "host/catalog", "host/client/transcript", "host/decide", "host/decide/fit", "host/rank", "host/rank/language", "host/stats", "host/store/index", "host/store/session", "host/trace",
	},
	"cmd/impressionism/internal/hook": {
		"abi", "cmd/internal/env", "cmd/internal/modules", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/catalog/source", "host/client", "host/client/payload", "host/config", "host/cut", "host/deadline", "host/decide", "host/embedding", "host/lesson/capture", "host/logfile", "host/look", "host/rank/onnx", "host/respond", "host/ruleset/engine", "host/ruleset/lua", "host/serve", "host/serve/relay", "host/store/index", "host/store/session", "host/store/sqlite", "host/visible", "cmd/internal/lessonfiles", "cmd/internal/unfinished",
	},
	"cmd/impressionism/internal/hooks": {
		"cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "host/client/all/inspectors", "host/client/inspect", "host/foreign",
	},
	"cmd/impressionism/internal/hooktest": {
		"cmd/impressionism/internal/hook", "cmd/internal/env", "cmd/internal/envtest",
	},
	"cmd/impressionism/internal/program": {
		"abi", "cmd/impressionism/internal/author", "cmd/impressionism/internal/backtest", "cmd/impressionism/internal/cards", "cmd/impressionism/internal/code", "cmd/impressionism/internal/commands", "cmd/impressionism/internal/data", "cmd/impressionism/internal/doctor", "cmd/impressionism/internal/eval", "cmd/impressionism/internal/handoff", "cmd/impressionism/internal/hook", "cmd/impressionism/internal/hooks", "cmd/impressionism/internal/lessons", "cmd/impressionism/internal/replay", "cmd/impressionism/internal/rules", "cmd/impressionism/internal/search", "cmd/impressionism/internal/serve", "cmd/impressionism/internal/settings", "cmd/impressionism/internal/setup", "cmd/impressionism/internal/skills", "cmd/impressionism/internal/status", "cmd/impressionism/internal/tools", "cmd/impressionism/internal/trace", "cmd/impressionism/internal/ui", "cmd/impressionism/internal/watch", "cmd/impressionism/internal/why", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/rank/onnx/install", "host/serve/relay",
	},
	"cmd/impressionism/internal/replay": {
		"abi", "cmd/impressionism/shape", "cmd/internal/env", "cmd/internal/modules", "cmd/internal/rulesets", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/foreign", "host/ruleset/engine", "host/store/session", "host/trace",
	},
	"cmd/impressionism/internal/rules": {
		"abi", "cmd/impressionism/internal/settings", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/modules", "cmd/internal/rulesets", "cmd/internal/textline", "cmd/internal/wire", "host/author/rulelint", "host/config", "host/cut", "host/foreign", "host/ruleset/engine", "host/ruleset/install", "host/ruleset/lock", "host/ruleset/lua", "host/ruleset/wasm", "host/ruleset/wasm/binary", "host/store/session", "rules/lua",
	},
	"cmd/impressionism/internal/search": {
		"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/deadline", "host/find", "host/respond", "host/store/index",
	},
	"cmd/impressionism/internal/serve": {"abi", "cmd/impressionism/internal/hook", "cmd/internal/adviser", "cmd/internal/cli", "cmd/internal/codeindex", "cmd/internal/env", "cmd/internal/lessonfiles", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/client", "host/code", "host/code/project", "host/config", "host/cut", "host/decide", "host/decide/suggest", "host/find", "host/lesson/capture", "host/lesson/check", "host/logfile", "host/opinion", "host/rank/onnx", "host/rank/onnx/install", "host/redact", "host/respond", "host/serve", "host/serve/mcp", "host/serve/relay", "host/store/index", "host/store/lessons", "host/visible"},
	"cmd/impressionism/internal/settings": {
		"cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/rulesets", "cmd/internal/textline", "cmd/internal/wire", "host/client", "host/config", "host/decide/wish", "host/doctor",
	},
	"cmd/impressionism/internal/setup": {
		"cmd/impressionism/internal/search", "cmd/impressionism/internal/tools", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/client", "host/config", "host/logfile", "host/program", "host/rank/abroad", "host/rank/onnx", "host/rank/onnx/install", "host/ruleset/engine", "host/ruleset/lock", "host/store/index", "host/store/lessons", "host/store/session", "host/store/sqlite",
	},
	"cmd/impressionism/internal/commands": {
		"abi", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/catalog/command", "host/catalog/markdown", "host/client", "host/client/all/inspectors", "host/client/inspect", "host/visible",
	},
	"cmd/impressionism/internal/skills": {
		"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/search", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/listed", "cmd/internal/scratch", "cmd/internal/textline", "cmd/internal/wire", "host/atomicfile", "host/author/probe", "host/author/skilllint", "host/author/skillmap", "host/catalog", "host/catalog/card", "host/catalog/markdown", "host/catalog/skill", "host/client/all/inspectors", "host/client/inspect", "host/client/payload", "host/decide", "host/diag", "host/embedding", "host/find", "host/foreign", "host/rank", "host/respond", "host/stats", "host/store/index", "host/store/session", "host/catalog/rule", "host/catalog/source", "host/cut",
	},
	"cmd/impressionism/internal/status": {"cmd/impressionism/internal/code", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/search", "cmd/impressionism/internal/settings", "cmd/impressionism/shape", "cmd/internal/adviser", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/rulesets", "cmd/internal/textline", "cmd/internal/toollists", "cmd/internal/wire", "host/catalog", "host/config", "host/logfile", "host/opinion", "host/rank/onnx/install", "host/serve", "host/stats", "host/store/index", "host/store/session"},
	"cmd/impressionism/internal/tools": {
		"cmd/impressionism/internal/search", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/toollists", "host/catalog/tool", "host/catalog/tree", "host/client", "host/deadline", "host/foreign", "host/mcplist", "host/store/index", "host/store/tools",
	},
	"cmd/impressionism/internal/trace": {
		"abi", "abi/scenario", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/replay", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/author/shrink", "host/catalog", "host/catalog/markdown", "host/catalog/rule", "host/client", "host/client/all/inspectors", "host/client/payload", "host/client/transcript", "host/cut", "host/decide", "host/redact", "host/respond", "host/ruleset/engine", "host/store/session", "host/trace", "host/visible",
	},
	"cmd/impressionism/internal/ui": {"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/wire", "host/atomicfile", "host/client/inspect", "host/client/transcript", "host/decide/fit", "host/embedding", "host/feed", "host/logfile", "host/notify", "host/plot", "host/stats", "host/store/index", "host/store/session", "host/trace", "host/ui"},
	"cmd/impressionism/internal/watch": {
		"abi", "cmd/impressionism/internal/explain", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "host/feed", "host/store/session", "host/visible",
	},
	"cmd/impressionism/internal/why": {
		"abi", "cmd/impressionism/internal/explain", "cmd/impressionism/internal/replay", "cmd/impressionism/internal/settings", "cmd/impressionism/internal/skills", "cmd/impressionism/shape", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/textline", "cmd/internal/toollists", "cmd/internal/wire", "host/catalog", "host/catalog/code", "host/catalog/tool", "host/client/payload", "host/config", "host/cut", "host/decide", "host/decide/fit", "host/decide/suggest", "host/decide/wish", "host/foreign", "host/rank/language", "host/redact", "host/respond", "host/store/index", "host/store/session", "host/trace", "host/trace/whynot",
	},
	"cmd/lab": {
		"abi", "cmd/internal/cli", "cmd/internal/env", "cmd/internal/evalhost", "cmd/internal/listed", "cmd/internal/textline", "cmd/internal/wire", "host/catalog", "host/catalog/card", "host/catalog/tool", "host/catalog/markdown", "host/catalog/skill", "host/catalog/source", "host/client/claude/client", "host/client/claude/listing", "host/client/claude/plugins", "host/decide/suggest", "host/eval", "host/foreign", "host/rank", "host/rank/abroad", "host/rank/language", "host/rank/onnx", "host/rank/onnx/install", "host/stats", "host/store/session", "host/eval/codeset", "host/rank/place",
	},
	"cmd/lab/bench": {
		"abi", "abi/recorded", "cmd/impressionism/shape", "host/catalog", "host/catalog/skill", "host/catalog/source", "host/config", "host/decide", "host/eval", "host/rank", "host/rank/onnx", "host/ruleset/engine", "host/ruleset/lua", "host/ruleset/wasm", "host/stats", "host/store/index", "rules/lua", "schemas", "host/catalog/lesson", "host/code/project",
	},
	"cmd/lab/bench/meter": {},
	"cmd/lab/bench/noop":  {},
	"cmd/lab/evaluate": {
		"host/eval",
	},
}

// Ensure the hook's small program links nothing that takes time to start: what package os
// links anyway, and few small packages more.
func TestSmallHookLinks(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./cmd/impressionism-hook")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	printed, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	links := strings.Fields(string(printed))
	for _, slow := range []string{"crypto/sha256", "encoding/json", "fmt", "log", "net", "os/exec", "regexp"} {
		if slices.Contains(links, slow) {
			t.Errorf("impressionism-hook links %s", slow)
		}
	}
	if len(links) < 20 {
		t.Errorf("it links %d packages only: %v", len(links), links)
	}
}

// hookLinks are the packages that the one which answers hooks imports, and those that they
// import: ours, and what ours import of others. The table of commands, what checks or
// lists other people's things, and what authors use are not among them.
var hookLinks = []string{
	"abi", "abi/recorded", "cmd/impressionism/internal/hook", "cmd/internal/env", "cmd/internal/gitstate", "cmd/internal/modules",
	"cmd/internal/lessonfiles", "cmd/internal/lessonuse", "cmd/internal/textline", "cmd/internal/unfinished", "cmd/internal/wire", "host/atomicfile", "host/catalog", "host/catalog/card", "host/catalog/code", "host/catalog/command",
	"host/catalog/lesson", "host/catalog/markdown", "host/catalog/skill", "host/catalog/source", "host/catalog/tool", "host/catalog/tree", "host/client",
	"host/client/all", "host/client/claude", "host/client/claude/hook", "host/client/claude/lenient", "host/client/claude/plugins", "host/client/claude/servers",
	"host/client/claude/transcript", "host/client/payload", "host/client/transcript", "host/client/work", "host/code", "host/code/glimpse", "host/code/home", "host/config", "host/config/folders", "host/cut",
	"host/deadline", "host/decide", "host/decide/fit", "host/decide/suggest", "host/decide/surroundings",
	"host/decide/wish", "host/diag", "host/embedding", "host/eval/triggers", "host/find", "host/foreign", "host/git", "host/handoff", "host/internal/ascii", "host/internal/filelock", "host/internal/filesystem", "host/internal/scripts",
	"host/internal/yamlnode", "host/lesson/capture", "host/internal/lazyregexp", "host/lesson/category", "host/lesson/check", "host/lesson/lint", "host/levenshtein", "host/logfile", "host/look", "host/rank", "host/rank/abroad", "host/rank/language", "host/rank/onnx", "host/rank/onnx/sentencepiece", "host/rank/place", "host/redact", "host/lesson/seed",
	"host/respond", "host/ruleset/engine", "host/ruleset/lock", "host/ruleset/lua", "host/ruleset/shadow",
	"host/ruleset/wasm", "host/ruleset/wasm/binary", "host/ruleset/wasm/meter", "host/serve", "host/serve/relay", "host/stats",
	"host/store/cards", "host/store/index", "host/store/lessons", "host/store/places", "host/store/session", "host/store/sqlite", "host/store/sqlite/extension", "host/trace",
	"host/visible", "rules/lua", "schemas",

	"github.com/asg017/sqlite-vec-go-bindings/cgo", "github.com/bmatcuk/doublestar/v4",
	"github.com/mattn/go-sqlite3", "github.com/spf13/pflag", "github.com/tetratelabs/wazero",
	"github.com/tetratelabs/wazero/api", "github.com/tetratelabs/wazero/experimental",
	"github.com/yalue/onnxruntime_go", "github.com/yuin/gopher-lua", "github.com/yuin/gopher-lua/ast",
	"github.com/yuin/gopher-lua/parse", "go.yaml.in/yaml/v3", "golang.org/x/mod/semver",
	"golang.org/x/sys/windows", "golang.org/x/text/cases", "golang.org/x/text/unicode/norm",
}

// Ensure what answers hooks links no more than it needs: every package costs memory and
// time at the start of each hook, and can break each answer.
func TestHookLinks(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, "_test.go") {
			imports[f.folder] = append(imports[f.folder], f.imports...)
		}
	}
	linked := map[string]bool{}
	var follow func(folder string)
	follow = func(folder string) {
		linked[folder] = true
		for _, imported := range imports[folder] {
			ours, ok := strings.CutPrefix(imported, module)
			switch {
			case ok && !linked[ours]:
				follow(ours)
			case !ok && strings.Contains(strings.SplitN(imported, "/", 2)[0], "."):
				linked[imported] = true
			}
		}
	}
	follow("cmd/impressionism/internal/hook")
	for name := range linked {
		if !slices.Contains(hookLinks, name) {
			t.Errorf("a hook links %s: keep it out, or say in hookLinks that a hook needs it", name)
		}
	}
	for _, name := range hookLinks {
		if !linked[name] {
			t.Errorf("no hook links %s any more: take it out of hookLinks", name)
		}
	}
}
