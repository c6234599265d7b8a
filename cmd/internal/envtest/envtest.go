// Package envtest helps the tests of commands: environments, events, folders of models
// and of labelled prompts.
package envtest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// Root is the top folder of the checkout.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	Must(t, err)
	for !env.Exists(filepath.Join(dir, "go.mod")) {
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// SharedEval is the folder of labelled prompts beside the checkout. Where it is
// absent the test is skipped, where CI=true it fails.
func SharedEval(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(Root(t), "..", "shared", "eval")
	if !env.Exists(dir) {
		SkipOrFail(t, "needs ../shared/eval beside the checkout")
	}
	return dir
}

// SkipOrFail skips a test, or fails it where CI=true.
func SkipOrFail(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// EncodeEvent makes an event's JSON; a value that is JSON itself stays JSON.
func EncodeEvent(fields map[string]string) []byte {
	event := map[string]any{}
	for key, value := range fields {
		event[key] = value
		if len(value) > 0 && value[0] == '{' && json.Valid([]byte(value)) {
			event[key] = json.RawMessage(value)
		}
	}
	encoded, err := json.Marshal(event)
	if err != nil {
		panic(err) // strings and valid JSON always encode
	}
	return encoded
}

// WideDeadlines keep tests that are not about deadlines from failing on them.
var WideDeadlines = []string{"PROMPT_MS", "REFRESH_MS", "MODEL_MS", "STOP_MS", "TOOL_USE_MS", "SESSION_START_MS", "SESSION_END_MS", "COMPACT_MS"}

// Models is the folder of models that `make test` prepares, or empty.
func Models() string {
	return os.Getenv("IMPRESSIONISM_TEST_MODELS")
}

// WriteFile writes a text, with the folders above it.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Must ends the test at an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// CopySelf puts this test binary, which is the program under that name, where
// nobody may run it.
func CopySelf(t *testing.T, to string) {
	t.Helper()
	self, err := os.Executable()
	Must(t, err)
	from, err := os.Open(self)
	Must(t, err)
	defer from.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	Must(t, err)
	_, err = io.Copy(target, from)
	Must(t, err)
	Must(t, target.Close())
}

// WarmClock gives every event its minute, in both ways of answering.
var WarmClock = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// WarmApp is a program in an environment, with a clock that stands.
func WarmApp(environ []string, input []byte, minute int) (*env.Env, *bytes.Buffer, *bytes.Buffer) {
	var out, errOut bytes.Buffer
	now := WarmClock.Add(time.Duration(minute) * time.Minute)
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: environ, In: bytes.NewReader(input), Out: &out, ErrOut: &errOut, Started: now, Now: func() time.Time { return now }, Dir: os.TempDir()}
	e.Modules = modules.New(&e.Paths)
	return e, &out, &errOut
}

// LinkModels links a folder of models into a data folder; it does nothing without one.
func LinkModels(t testing.TB, models, data string) {
	if models != "" {
		Must(t, os.Symlink(models, filepath.Join(data, "models")))
	}
}

// WarmEnviron returns an environment below a folder, with deadlines that a busy machine keeps.
func WarmEnviron(base string) []string {
	environ := []string{"HOME=" + base}
	for _, name := range WideDeadlines {
		environ = append(environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	return append(environ, "IMPRESSIONISM_WARM_WAIT_MS=10000")
}

// HookEnviron is an environment with a data folder of its own, a small catalog
// and deadlines that a busy machine keeps.
func HookEnviron(t testing.TB) []string {
	t.Helper()
	dir := t.TempDir()
	skill := filepath.Join(dir, "home", ".claude", "skills", "database-migrations", "SKILL.md")
	WriteFile(t, skill, "---\nname: database-migrations\ndescription: Write database migrations that add or drop columns of a table.\n---\nWrite the migration.\n")
	environ := []string{"HOME=" + filepath.Join(dir, "home"), "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	for _, name := range WideDeadlines {
		environ = append(environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	return environ
}

// HearHangup lets a hangup reach what tests start, also where they run under nohup, which would
// hand on that it is ignored.
func HearHangup() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
}
