//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Decisions and exchanges of the race, at least: of every run, and of a long one.
const (
	raceRounds     = 300
	raceRoundsLong = 10_000
)

// Ensure that code which was not trusted decides nothing, while its file and the trusted
// one take each other's place all the time.
func TestTrustedBytesRun(t *testing.T) {
	rounds := raceRounds
	if os.Getenv("IMPRESSIONISM_SOAK") == "1" {
		rounds = raceRoundsLong
	}
	a, workspace := trustedProject(t)
	rules := new(app).projectRules(workspace)
	exchanges := exchange(t, filepath.Join(rules, "team", "a.lua"), rulesetSaying("trusted"), rulesetSaying("other"))
	store, err := a.open(workspace)
	must(t, err)
	defer store.Close()
	trusted := 0
	for n := 0; n < rounds || exchanges.Load() < int64(rounds); n++ {
		a.trusted = nil
		must(t, a.configure(workspace))
		a.trustProject(workspace, store)
		if a.loaded.ActiveRuleset.String() != "team/a" {
			continue
		}
		trusted++
		e := a.engine(workspace)
		ruleset, err := e.Set.Load("team/a")
		must(t, err)
		outcome := e.Consult(ruleset, engine.Input{
			Context: abi.Context{HookEvent: abi.EventPrompt, SessionID: "s"}, Budgets: abi.DefaultBudgets(),
			Known: func(abi.Ref) bool { return true },
		})
		if got := outcome.Decision.Activate; outcome.Fault != nil || len(got) != 1 || got[0].Reason != "trusted" {
			t.Fatalf("%+v was decided, fault %v", got, outcome.Fault)
		}
	}
	if trusted == 0 {
		t.Error("the trusted file was never there: nothing was tried")
	}
}

func rulesetSaying(reason string) string {
	return `return { evaluate_activation = function() return { { ref = "skill:any", reason = "` + reason + `" } } end,
  evaluate_deactivation = function() return {} end }`
}

// trustedProject is a program and a workspace whose ruleset team/a it trusts.
func trustedProject(t *testing.T) (*app, string) {
	t.Helper()
	base := t.TempDir()
	workspace := filepath.Join(base, "work")
	rules := new(app).projectRules(workspace)
	must(t, os.MkdirAll(filepath.Join(rules, "team"), 0o755))
	must(t, os.WriteFile(filepath.Join(rules, "team", "a.lua"), []byte(rulesetSaying("trusted")), 0o644))
	must(t, os.WriteFile(filepath.Join(filepath.Dir(rules), "config.yaml"), []byte("active_ruleset: team/a\n"), 0o644))
	a, _, errOut := warmApp([]string{"IMPRESSIONISM_HOME=" + filepath.Join(base, "data"), "HOME=" + base}, nil, 0)
	a.cwd = workspace
	must(t, a.rulesTrust(t.Context()))
	if errOut.Len() > 0 {
		t.Fatal(errOut.String())
	}
	return a, a.workspaceOf("")
}

// exchange puts one content after the other in a file's place until the test ends, and
// counts how often.
func exchange(t *testing.T, path string, contents ...string) *atomic.Int64 {
	t.Helper()
	next := filepath.Join(t.TempDir(), "next")
	var ended atomic.Bool
	done, count := make(chan error, 1), new(atomic.Int64)
	go func() {
		var err error
		for !ended.Load() && err == nil {
			content := contents[count.Load()%int64(len(contents))]
			err = errors.Join(os.WriteFile(next, []byte(content), 0o644), os.Rename(next, path))
			count.Add(1)
		}
		done <- err
	}()
	t.Cleanup(func() {
		ended.Store(true)
		must(t, <-done)
	})
	return count
}
