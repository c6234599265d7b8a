//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hostiletest"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/why"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/visible"
)

// hostileCalls are calls of every command, by its path; none for those that print nothing
// of anybody's, which say why.
var hostileCalls = map[string][]string{
	"hook": {"hook"}, "select": {"select --prompt quokka --trace", "select --prompt migration --trace", "select --prompt quokka --budget 1000"}, "log": {"log"},
	"status": {"status", "status --skills", "status --json", "status --skills --json"},
	"index":  {"index", "index --json"}, "search": {"search quokka", "search quokka --explain", "search quokka --json"},
	"why": {"why", "why --limit 3", "why --json"}, "why-not": {"why-not other quokka", "why-not other quokka --json", "why-not quokka\x1b[31m quokka"},
	"watch": {"watch --once", "watch --once --last 50", "watch --once --last 1 --json", "watch --once --session absent\x1b[31m"},
	"ui":    {"ui --port 70000"}, "report": {"report -o -", "report -o - --private", "report -o ../absent\x1b[31m/report.html", "report --days 0"}, // TestPageShowsHostileText opens the page
	"digest": {"digest", "digest --json"}, "doctor": {"doctor", "doctor --json"},
	"config show":  {"config show", "config show --json", "config show --default"},
	"plugins list": {"plugins list", "plugins list --json"},
	"hooks list":   {"hooks list", "hooks list --json"}, "hooks simulate": {"hooks simulate user UserPromptSubmit", "hooks simulate ../plugin UserPromptSubmit --json"},
	"commands list": {"commands list", "commands list --json"},
	"commands show": {"commands show quokka-command x\x1b[31m y", "commands show quokka-command x --json", "commands show absent\x1b[31m"},
	"skills budget": {"skills budget", "skills budget --all --json", "skills budget --plan"},
	"skills lint":   {"skills lint", "skills lint --json", "skills lint .claude/skills/other"}, "skills collide": {"skills collide", "skills collide --json"}, "skills map": {"skills map", "skills map --json"},
	"skills probe": {"skills probe other", "skills probe other --json"},
	"cards list":   {"cards list", "cards list --json"}, "cards next": {"cards next", "cards next --json"},
	"cards put":  {"cards put ../cards.jsonl", "cards put ../cards.jsonl --json"},
	"cards show": {"cards show other", "cards show other --json", "cards show absent\x1b[31m"}, "cards make": {"cards make --dry-run", "cards make --dry-run --json"},
	"cards ask": {"cards ask other fill\x1b[31m the quokka form", "cards ask other --undo"}, "cards not": {"cards not other merge\x1b[31m the quokka forms", "cards not plugged"},
	"cards edit": {"cards edit other"}, "cards remove": {"cards remove absent\x1b[31m"},
	"skills card":   {"skills card other", "skills card other --json", "skills card plugged", "skills card p:plugged", "skills card p:plugged --edit"},
	"rules list":    {"rules list", "rules list --json"},
	"rules inspect": {"rules inspect team/a", "rules inspect custom/mine", "rules inspect custom/mine --json"},
	"rules explain": {"rules explain team/a", "rules explain custom/mine", "rules explain custom/mine --json"},
	"rules add":     {"rules add ../shared --yes", "rules add ../shared/broken.lua --yes", "rules add ../shared --project --yes"},
	"rules remove":  {"rules remove custom/absent\x1b[31m"}, "rules new": {"rules new acme/x\x1b[31m"},
	"rules import": {"rules import ../skill-rules.json --name acme/imported", "rules import ../skill-rules.json --name acme/again --json", "rules import ../odd.json", "rules import absent\x1b[31m"},
	"rules validate": {
		"rules validate ../shared", "rules validate ../shared --format json", "rules validate ../shared/broken.lua",
		"rules validate ../shared --format sarif", "rules validate ../shared --format github", "rules validate .claude/impressionism/rules/team/a",
	},
	"rules test":       {"rules test ../shared", "rules test ../shared --format json", "rules test ../shared --format junit", "rules test ../shared --coverage"},
	"rules fuzz":       {"rules fuzz ../shared --runs 3", "rules fuzz ../shared --runs 3 --json"},
	"rules bench":      {"rules bench ../shared --rounds 20 --time 10ms", "rules bench ../shared --rounds 20 --time 10ms --json"},
	"rules replay":     {"rules replay --all", "rules replay --all --json", "rules replay ../trace.json"},
	"rules backtest":   {"rules backtest custom/mine", "rules backtest custom/mine --json", "rules backtest custom/mine --sessions"},
	"rules shadow run": {"rules shadow run custom/mine"}, "rules shadow report": {"rules shadow report", "rules shadow report --json"},
	"rules pack": {"rules pack ../shared/shared.lua"}, "rules trust": {"rules trust", "rules trust custom/mine"},
	"rules resume": {"rules resume"}, "rules use": {"rules use custom/absent\x1b[31m"},
	"rules eject": {"rules eject custom/mine ../ejected"}, "rules update": {"rules update --yes"},
	"rules verify":   {"rules verify", "rules verify --json", "rules verify --project", "rules verify --project --json"},
	"rules outdated": {"rules outdated", "rules outdated --json", "rules outdated --project"},
	"trace list":     {"trace list", "trace list --json"},
	"trace show":     {"trace show last", "trace show last --json", "trace show ../trace.json", "trace show last --full"},
	"trace turn":     {"trace turn last", "trace turn last --json", "trace turn absent\x1b[31m"},
	"trace diff":     {"trace diff 1 last", "trace diff 1 last --json"}, "trace export": {"trace export last"},
	"trace scenario": {"trace scenario last", "trace scenario last --shrink", "trace scenario last --json"},
	"export":         {"export"}, "forget": {"forget --session absent\x1b[31m"},
	"good": {"good other", "good absent\x1b[31m"}, "bad": {"bad other"}, "off": {"off"}, "on": {"on"},
	"ledger import": {"ledger import", "ledger import --json"},
	"tools import":  {"tools import ../odd.json --server odd", "tools import ../odd.json --server odd --json", "tools import absent\x1b[31m --server odd", "tools import ../odd.json"},
	"tools list":    {"tools list", "tools list --json"}, "tools sync": {"tools sync", "tools sync --json", "tools sync absent\x1b[31m"},
	"tools show": {"tools import ../odd.json --server odd", "tools show fine", "tools show fine --json", "tools show absent\x1b[31m"}, "tools forget": {"tools forget absent\x1b[31m", "tools forget odd"},
	"code index": {"code index", "code index --force", "code index --json --force", "code index absent\x1b[31m"}, "code status": {"code status", "code status --json"},
	"code search": {"code search quokka --lines 20", "code search quokka --explain --json", "code search quokka --path absent\x1b[31m"},
	"code forget": {"code forget absent\x1b[31m"}, "code restore": {"code restore absent\x1b[31m"}, "code drop": {"code drop", "code drop --json"},
	"eval code":     {"eval code absent\x1b[31m --corpora .", "eval code . --corpora ."},
	"learn":         {"learn quokka\x1b[31m lessons are shown", "learn --user --when quokka\u202e --path **/quokka Feed_the_quokka_before_noon"},
	"lessons check": {"lessons check", "lessons check --json"},
	"lessons list":  {"lessons list", "lessons list --json"}, "lessons show": {"lessons show L-7f3kq", "lessons show L-7f3kq --json", "lessons show absent\x1b[31m"},
	"lessons review": {"lessons review", "lessons review --json"}, "lessons keep": {"lessons keep absent\x1b[31m", "lessons keep L-7f3kq"},
	"lessons drop": {"lessons drop absent\x1b[31m", "lessons drop L-m2x8a"}, "lessons edit": {"lessons edit absent\x1b[31m"},
	"lessons delete": {"lessons delete absent\x1b[31m", "lessons delete L-7f3kq"}, "lessons undo": {"lessons undo"},
	"lessons search":  {"lessons search quokka", "lessons search quokka --explain", "lessons search quokka --json"},
	"lessons stats":   {"lessons stats", "lessons stats --json", "lessons stats absent\x1b[31m"},
	"lessons export":  {"lessons export --user", "lessons export --user --format recall", "lessons export --format absent\x1b[31m"},
	"lessons import":  {"lessons import absent\x1b[31m", "lessons import ../odd.json", "lessons import --format recall", "lessons import --format auto-memory --json"},
	"lessons promote": {"lessons promote L-7f3kq --to skill", "lessons promote L-7f3kq --to absent\x1b[31m", "lessons promote absent\x1b[31m --to user"},
	"model list":      {"model list", "model list --json"}, "model status": {"model status", "model status --json"},
	"model verify": {"model verify"}, "model install": {"model install absent\x1b[31m"}, "model remove": {"model remove absent\x1b[31m"},
	"mcp": {"mcp"}, "init": {"init"}, "uninstall": {"uninstall --dry-run"}, "upgrade": {"upgrade ../absent\x1b[31m"},
	"eval import": {"eval import . --out ../imported"},
	"eval rank":   {"eval rank ../corpus/corpus.jsonl"}, "eval score": {"eval score ../corpus"}, "eval compare": {"eval compare ../corpus ../corpus"},
	"eval reach":   {"eval reach ../corpus/corpus.jsonl"},
	"eval capture": {"eval capture ../exchanges"}, "eval pairs": {"eval pairs ../pairs --model none"},
	"handoff show": {"handoff show", "handoff show --json", "handoff show --session absent\x1b[31m"}, "handoff clear": {"handoff clear", "handoff clear --json", "handoff clear --session absent\x1b[31m"},
	"handoff edit": {"handoff edit", "handoff edit --session absent\x1b[31m"}, "handoff export": {"handoff export", "handoff export --format recall", "handoff export --format odd\x1b[31m"},
	"handoff import":   {"handoff import absent\x1b[31m", "handoff import ../odd.json"},
	"eval heeded":      {"eval heeded --model odd\x1b[31m", "eval heeded absent\x1b[31m", "eval heeded ../odd.json"},
	"eval handoffs":    {"eval handoffs .", "eval handoffs absent\x1b[31m"},
	"eval validation":  {"eval validation .."},
	"setup":            nil,                                                                              // it asks pip for a library, and prints what status and index print
	"rules vet-module": nil,                                                                              // it writes a module
	"completion bash":  nil, "completion zsh": nil, "completion fish": nil, "completion powershell": nil, // scripts of cobra's
}

// Ensure that whatever stands in the files of a project, a plugin, a ruleset, a transcript
// or a trace, no command prints a character that its reader does not see, nor a line that
// another wrote, and JSON stays JSON.
func TestHostileTextIsPrintedClean(t *testing.T) {
	environ, logged := hostiletest.Home(t)
	if logged == "" {
		t.Error("nothing was logged")
	}
	checkClean(t, logged)
	for _, path := range commandPaths() {
		calls, known := hostileCalls[path]
		if !known {
			t.Errorf("%s: add a call of it to hostileCalls", path)
		}
		for _, call := range calls {
			t.Run(call, func(t *testing.T) { checkPrinted(t, environ, path, call) })
		}
	}
}

// machineFormats are flags and commands whose output is for programs or for copying.
var machineFormats = regexp.MustCompile(`--json|--format|--default|^(hook|select|log|mcp|export|cards next|eval rank|lessons export|handoff export|eval capture|eval code|eval pairs|eval validation|trace export|trace scenario)\b|^report -o -`)

// Ensure that no command prints people a line that is wider than their terminal, whatever
// stands in the files that it prints from.
func TestLinesFitTheTerminal(t *testing.T) {
	environ, _ := hostiletest.Home(t)
	environ = append(environ, "COLUMNS=80")
	check := func(call string) {
		t.Run(call, func(t *testing.T) {
			var out bytes.Buffer
			run(strings.Split(call, " "), environ, strings.NewReader(""), &out, &out)
			var again bytes.Buffer
			wrapped := cli.NewWrapping(&again, 80)
			if _, err := wrapped.Write(out.Bytes()); err != nil {
				t.Fatal(err)
			}
			wrapped.Flush()
			for line := range strings.Lines(out.String()) {
				if !strings.Contains("\n"+again.String(), "\n"+line) {
					t.Errorf("wider than 80 columns: %q", line)
				}
			}
		})
	}
	for _, path := range commandPaths() {
		check(path + " --help")
		for _, call := range hostileCalls[path] {
			if !machineFormats.MatchString(call) {
				check(call)
			}
		}
	}
}

func commandPaths() []string {
	var paths []string
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			visit(child)
		}
		if path := strings.TrimPrefix(c.CommandPath(), "impressionism "); !c.HasSubCommands() && path != "help" {
			paths = append(paths, path)
		}
	}
	visit(program.Root((&env.Env{})))
	return paths
}

func checkPrinted(t *testing.T, environ []string, path, call string) {
	var in io.Reader = strings.NewReader("")
	switch path {
	case "hook", "log":
		in = bytes.NewReader(hostiletest.Event("UserPromptSubmit", "another quokka"))
	case "eval rank":
		in = strings.NewReader(`{"id":"1","text":"quokka"}` + "\n")
	case "mcp":
		in = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"quokka"}}}
`)
	}
	args := strings.Split(call, " ")
	var out, errOut bytes.Buffer
	code := run(args, environ, in, &out, &errOut)
	checkClean(t, out.String())
	checkClean(t, errOut.String())
	if strings.Contains(call, "--json") && out.Len() > 0 && !json.Valid(out.Bytes()) {
		t.Errorf("no JSON: %s", out.Bytes())
	}
	if path == "mcp" && !strings.Contains(out.String(), `"id":2`) {
		t.Errorf("the search was not answered: %s", out.String())
	}
	if code == env.ExitUsage && strings.Contains(errOut.String(), "unknown flag") {
		t.Errorf("nothing was tried: %s", errOut.String())
	}
	if path == "status" && out.Len()+errOut.Len() > 16<<10 {
		t.Errorf("status prints %d bytes", out.Len()+errOut.Len())
	}
}

func checkClean(t *testing.T, text string) {
	t.Helper()
	before := ' '
	for _, r := range text {
		if r != '\n' && r != '\t' && visible.Hidden(r) && (r != '\uFE0F' || !unicode.In(before, unicode.So)) {
			at := max(strings.IndexRune(text, r)-60, 0)
			t.Errorf("%U in %+q", r, text[at:min(at+160, len(text))])
			return
		}
		before = r
	}
	for line := range strings.Lines(text) {
		// What is wrapped goes on below itself, far to the right.
		if start := strings.TrimLeft(line, " \t"); strings.HasPrefix(start, "SYSTEM:") && len(line)-len(start) < len(why.Indent) {
			t.Errorf("a line of its own: %q", line)
			return
		}
	}
}
