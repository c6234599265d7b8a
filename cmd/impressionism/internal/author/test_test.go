package author

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}, Out: out, ErrOut: errOut, Started: time.Now(), Now: time.Now}
	e.Modules = modules.New(&e.Paths)
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
