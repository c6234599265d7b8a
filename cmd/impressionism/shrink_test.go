package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// curious is a ruleset that looks at everything there is, and then decides as the
// default does: its traces hold the whole catalog.
const curious = `local default = require("builtin.default")
return {
  evaluate_activation = function(context)
    local by_ref = {}
    for _, skill in ipairs(impressionism.items()) do by_ref[skill.ref] = skill end
    impressionism.messages(30)
    local entries = default.evaluate_activation(context)
    for _, entry in ipairs(entries) do
      entry.reason = entry.reason .. ", named " .. by_ref[entry.ref].name
    end
    return entries
  end,
  evaluate_deactivation = default.evaluate_deactivation,
}`

// Ensure that each of fifty decisions that the hook recorded over 300 real skills, of which
// sixteen are drawn, becomes a scenario of at most five, within two seconds on a quiet machine;
// the bound here is ten times as wide.
func TestShrinkRecorded(t *testing.T) {
	environ, prompts := realCatalog(t, 300)
	call := func(stdin string, args ...string) string {
		t.Helper()
		var out, errOut bytes.Buffer
		if code := run(args, environ, strings.NewReader(stdin), &out, &errOut); code != env.ExitOK {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
		return out.String()
	}
	call("", "index", "--quiet")
	prompts = sampletest.Some(prompts, 16, strings.Clone)
	for i := range prompts {
		event, err := json.Marshal(map[string]string{
			"hook_event_name": "UserPromptSubmit", "cwd": "/w", "session_id": fmt.Sprint("s", i/5), "prompt": prompts[i],
		})
		envtest.Must(t, err)
		call(string(event), "hook")
	}
	named, slowest := 0, time.Duration(0)
	for id := range prompts {
		began := time.Now()
		var made struct {
			Text string
			Was  struct{ Skills int }
			Is   int `json:"skills"`
		}
		envtest.Must(t, json.Unmarshal([]byte(call("", "trace", "scenario", fmt.Sprint(id+1), "--shrink", "--json")), &made))
		slowest = max(slowest, time.Since(began))
		if made.Was.Skills != 300 || made.Is > 5 {
			t.Errorf("decision %d: %d of %d skills\n%s", id+1, made.Is, made.Was.Skills, made.Text)
		}
		if strings.Contains(made.Text, `"reason": `) {
			named++
		}
	}
	t.Logf("the slowest of %d took %v; %d of them name a skill", len(prompts), slowest, named)
	least := len(prompts) / 4 // of a sample
	if sampletest.Soak() {
		least = len(prompts) / 2
	}
	if named < least || slowest > 20*time.Second {
		t.Errorf("%d of %d decisions name a skill; the slowest took %v", named, len(prompts), slowest)
	}
}

// realCatalog installs real skills in a home, with curious to decide, and gives
// prompts made of what some of them are for.
func realCatalog(t *testing.T, size int) (environ, prompts []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(envtest.SharedEval(t), "corpora", "large.jsonl"))
	envtest.Must(t, err)
	environ = envtest.HookEnviron(t)
	dir := t.TempDir()
	n := 0
	for line := range strings.Lines(string(data)) {
		var skill struct{ ID, Description, Body string }
		envtest.Must(t, json.Unmarshal([]byte(line), &skill))
		folder := fmt.Sprintf("skill-%03d", n)
		description, err := json.Marshal(skill.Description)
		envtest.Must(t, err)
		envtest.WriteFile(t, filepath.Join(dir, folder, "SKILL.md"), fmt.Sprintf("---\ndescription: %s\n---\n%.2000s\n", description, skill.Body))
		if n%6 == 0 {
			prompts = append(prompts, fmt.Sprintf("please %.150s", skill.Description))
		}
		if n++; n == size {
			break
		}
	}
	rules := filepath.Join(dir, "rules")
	envtest.WriteFile(t, filepath.Join(rules, "rules", "custom", "curious.lua"), curious)
	return append(environ, "IMPRESSIONISM_HOME="+rules, "IMPRESSIONISM_SKILLS_DIR="+dir, "IMPRESSIONISM_ACTIVE_RULESET=custom/curious"), prompts
}
