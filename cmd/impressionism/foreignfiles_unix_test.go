//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// foreignFiles are what somebody else may have put in a file's place, below a folder that
// has the workspace work, the client's home and the program's data.
var foreignFiles = map[string][]string{
	"project": {
		"work/.claude/settings.json", "work/.claude/settings.local.json", "work/.claude/skills/two/SKILL.md", "work/.claude/commands",
		"work/.claude/impressionism/config.yaml", "work/.git", "work/package.json",
		"work/.claude/skills/one/card.json", "work/.claude/impressionism/lessons/L-aaaaa.md", "work/.claude/impressionism/lessons/renamed.md",
	},
	"tests": {"work/.claude/skills/one/evals/trigger-evals.json", "exchanges.jsonl", "pairs.jsonl"},
	"rules": {
		"work/.claude/impressionism/rules/rules.lock.json", "work/.claude/impressionism/rules/team/x/ruleset.json", "data/rules/rules.lock.json",
		"data/rules/me/r/ruleset.json", "data/rules/me/lone.lua",
	},
	"client": {
		"home/.claude/settings.json", "home/.claude.json", "home/.claude/plugins/installed_plugins.json", "home/.claude/plugins/known_marketplaces.json",
		"home/.claude/skills/pl/.claude-plugin/plugin.json", "home/.claude/skills/pl/hooks/hooks.json", "home/.claude/projects/p/s.jsonl",
		"home/.claude/commands/c.md", "home/.claude/rules/r.md", "work/.claude/rules/sub/r.md", "work/.claude/skills/one/metadata.json",
	},
	"data": {
		"data/lessons/L-bbbbb.md", "data/lessons/renamed.md", "data/reviews/written.json", "data/reviews/proposed/L-ccccc.md", "data/log", "data/models/own/model.json", "data/models/all-MiniLM-L6-v2-skills/installed.json",
	},
}

// readingCommands are run in the workspace; BASE is the folder above it.
var readingCommands = []string{
	"index", "search database migration", "status", "status --skills", "doctor", "config show", "plugins list", "hooks list", "why-not one migration", "digest", "commands list",
	"skills lint", "skills card one", "skills budget", "skills collide", "skills map", "rules list", "rules verify", "rules trust", "rules validate BASE/data/rules/me", "rules test BASE/data/rules/me/r",
	"rules explain me/lone", "trace list", "trace show BASE/odd", "rules replay BASE/odd", "rules validate BASE/odd", "eval rank BASE/odd", "eval reach BASE/odd", "eval capture BASE", "eval pairs BASE",
	"lessons list", "lessons review", "lessons undo", "export",
	"handoff show --session s0", "model list", "model verify", "ledger import", "setup --dry-run",
}

// Ensure no command waits for a pipe or reads a device to its end that lies where a file
// of a project, of rules, of the client or of the program's data is looked for, and that a
// prompt is answered all the same. Each place tries some of the commands.
func TestForeignFilesHoldUpNothing(t *testing.T) {
	program := filepath.Join(t.TempDir(), "impressionism")
	envtest.CopySelf(t, program)
	for kind, put := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"device": func(path string) error { return os.Symlink("/dev/zero", path) },
	} {
		for place, files := range foreignFiles {
			t.Run(kind+" "+place, func(t *testing.T) {
				base := t.TempDir()
				envtest.WriteFile(t, filepath.Join(base, "work/.claude/skills/one/SKILL.md"), "---\ndescription: Write a database migration that adds a column.\n---\n")
				for _, name := range append(slices.Clone(files), "odd") {
					path := filepath.Join(base, name)
					envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
					envtest.Must(t, put(path))
				}
				for _, line := range sampletest.Some(readingCommands, 12, func(line string) string { return kind + place + line }) {
					runForeign(t, program, base, "", strings.Fields(strings.ReplaceAll(line, "BASE", base))...)
				}
				out := runForeign(t, program, base, `{"hook_event_name":"UserPromptSubmit","session_id":"s1","cwd":"`+base+`/work","prompt":"write a database migration that adds a column"}`, "hook")
				if !strings.Contains(out, "additionalContext") {
					t.Errorf("the prompt got %q", out)
				}
			})
		}
	}
}

// foreignWait is a hundred times what a command takes.
const foreignWait = 30 * time.Second

func runForeign(t *testing.T, program, base, in string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), foreignWait)
	defer cancel()
	command := exec.CommandContext(ctx, program, args...)
	command.Dir, command.Stdin = filepath.Join(base, "work"), strings.NewReader(in)
	command.Env = []string{"HOME=" + filepath.Join(base, "home"), "IMPRESSIONISM_HOME=" + filepath.Join(base, "data"), "PATH=" + os.Getenv("PATH")}
	for _, name := range envtest.WideDeadlines {
		command.Env = append(command.Env, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run() // that it fails may be right
	if ctx.Err() != nil {
		t.Errorf("%s did not end: %v", strings.Join(args, " "), err)
	}
	if strings.Contains(out.String(), "goroutine ") {
		t.Errorf("%s: %s", strings.Join(args, " "), out.String())
	}
	return out.String()
}
