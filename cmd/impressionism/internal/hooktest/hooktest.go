//go:build unix

// Package hooktest runs hooks in the process of a test.
package hooktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// WarmHook runs a hook and returns all that it printed.
func WarmHook(t *testing.T, environ []string, input []byte, minute int) string {
	t.Helper()
	e, out, errOut := envtest.WarmApp(environ, input, minute)
	if code := hook.Run(e, nil, hook.Commands{}); code != env.ExitOK {
		t.Errorf("exit code %d", code)
	}
	return out.String() + errOut.String()
}

// WarmHome has some of the example skills, indexed.
func WarmHome(t *testing.T, models string) string {
	base := t.TempDir()
	for _, name := range []string{"database-migrations", "react-performance", "web-media", "release-notes"} {
		skills := filepath.Join(base, ".claude", "skills", name)
		envtest.Must(t, os.CopyFS(skills, os.DirFS(filepath.Join(envtest.Root(t), "examples", "skills", name))))
	}
	envtest.Must(t, os.MkdirAll(filepath.Join(base, "work"), 0o755))
	envtest.Must(t, os.MkdirAll(filepath.Join(base, "data"), 0o700))
	envtest.LinkModels(t, models, filepath.Join(base, "data"))
	environ := append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"), "IMPRESSIONISM_WARM_ENABLED=false")
	start := envtest.EncodeEvent(map[string]string{"hook_event_name": "SessionStart", "session_id": "s0", "cwd": filepath.Join(base, "work"), "source": "startup"})
	if said := WarmHook(t, environ, start, 0); said != "" {
		t.Fatalf("the index was not made: %s", said)
	}
	if models != "" {
		envtest.Must(t, os.Remove(filepath.Join(base, "data", "models")))
	}
	return base
}
