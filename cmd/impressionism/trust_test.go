//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	cmdrules "github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
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
	rules := new(env.Env).ProjectRules(workspace)
	exchanges := exchange(t, filepath.Join(rules, "team", "a.lua"), rulesetSaying("trusted"), rulesetSaying("other"))
	store, err := wire.Open(a, workspace)
	envtest.Must(t, err)
	defer store.Close()
	trusted := 0
	for n := 0; n < rounds || exchanges.Load() < int64(rounds); n++ {
		a.Trusted = nil
		envtest.Must(t, a.Configure(workspace))
		wire.TrustProject(a, workspace, store)
		if a.Loaded.ActiveRuleset.String() != "team/a" {
			continue
		}
		trusted++
		e := wire.Engine(a, workspace)
		ruleset, err := e.Set.Load("team/a")
		envtest.Must(t, err)
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
func trustedProject(t *testing.T) (*env.Env, string) {
	t.Helper()
	base := t.TempDir()
	workspace := filepath.Join(base, "work")
	rules := new(env.Env).ProjectRules(workspace)
	envtest.Must(t, os.MkdirAll(filepath.Join(rules, "team"), 0o755))
	envtest.Must(t, os.WriteFile(filepath.Join(rules, "team", "a.lua"), []byte(rulesetSaying("trusted")), 0o644))
	envtest.Must(t, os.WriteFile(filepath.Join(filepath.Dir(rules), "config.yaml"), []byte("active_ruleset: team/a\n"), 0o644))
	e, _, errOut := envtest.WarmApp([]string{"IMPRESSIONISM_HOME=" + filepath.Join(base, "data"), "HOME=" + base}, nil, 0)
	e.Dir = workspace
	envtest.Must(t, cmdrules.Trust(t.Context(), e))
	if errOut.Len() > 0 {
		t.Fatal(errOut.String())
	}
	return e, e.WorkspaceOf("")
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
		envtest.Must(t, <-done)
	})
	return count
}
