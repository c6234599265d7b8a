package author

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// told is output that a test reads while it is written.
type told struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (w *told) Write(data []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.text.Write(data)
}

func (w *told) has(part string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return strings.Contains(w.text.String(), part)
}

// Ensure that --watch plays again when a file changes, goes on after a broken
// one, ends when it is interrupted, and leaves no folder behind.
func TestRulesTestWatch(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	code := filepath.Join(dir, "careful.lua")
	envtest.WriteFile(t, code, "return {}")
	envtest.WriteFile(t, filepath.Join(dir, "scenarios", "silent.yaml"), "why: nothing is said")
	out, errOut := &told{}, &told{}
	e := authorIn(dir, out, errOut)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	watching := &test{env: e, format: "human", watch: true}
	go func() { ended <- watching.command(ctx, []string{code}) }()
	await(t, out, "1 passed, 0 failed")
	envtest.WriteFile(t, code, "return { evaluate_activation = function() return nil + 1 end }")
	await(t, out, "0 passed, 1 failed")
	if err := os.Remove(code); err != nil {
		t.Fatal(err)
	}
	await(t, errOut, "careful.lua")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, "tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Ensure that --watch plays the ruleset that has an id, and again when it changes.
func TestRulesTestWatchID(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "data", "rules", "custom", "careful")
	envtest.WriteFile(t, filepath.Join(folder, "ruleset.json"), `{"id": "custom/careful", "abi": 2}`)
	envtest.WriteFile(t, filepath.Join(folder, "careful.lua"), "return {}")
	envtest.WriteFile(t, filepath.Join(folder, "scenarios", "silent.yaml"), "why: nothing is said")
	out := &told{}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	watching := &test{env: authorIn(dir, out, &told{}), format: "human", watch: true}
	go func() { ended <- watching.command(ctx, []string{"custom/careful"}) }()
	await(t, out, "1 passed, 0 failed")
	envtest.WriteFile(t, filepath.Join(folder, "careful.lua"), "return { evaluate_activation = function() return nil + 1 end }")
	await(t, out, "0 passed, 1 failed")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Ensure that a project's rulesets are known as long as they are what was trusted, though
// the command goes on.
func TestKnownAsLongAsTrusted(t *testing.T) {
	dir := t.TempDir()
	e := authorIn(dir, &told{}, &told{})
	code := filepath.Join(dir, ".claude", "impressionism", "rules", "acme", "careful.lua")
	envtest.WriteFile(t, code, "return {}")
	envtest.WriteFile(t, filepath.Join(dir, ".claude", "impressionism", "config.yaml"), "active_ruleset: acme/careful\n")
	if err := rules.Trust(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if _, err := knownHere(e).Set.Load("acme/careful"); err != nil {
		t.Error(err)
	}
	envtest.WriteFile(t, code, "return { }")
	if _, err := knownHere(e).Set.Load("acme/careful"); err == nil {
		t.Error("it is still known after its trust has ended")
	}
}

// authorIn is a run in a folder that is the user's home, too.
func authorIn(dir string, out, errOut io.Writer) *env.Env {
	e := &env.Env{
		Kinds: wire.ShippedKinds(), Dir: dir, Environ: []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")},
		Out: out, ErrOut: errOut, Started: time.Now(), Now: time.Now,
	}
	e.Modules = modules.New(&e.Paths)
	return e
}

func await(t *testing.T, out *told, part string) {
	t.Helper()
	for range 600 {
		if out.has(part) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%q does not come", part)
}
