package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// runHookWith runs one hook in this process and gives what it printed.
func runHookWith(t testing.TB, environ []string, input []byte) (stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: environ, In: bytes.NewReader(input), Out: &out, ErrOut: &errOut, Started: time.Now(), Now: time.Now, Dir: t.TempDir()}
	if code := hook.Run(e, nil, hook.Commands{}); code != env.ExitOK {
		t.Errorf("exit code %d", code)
	}
	return out.String(), errOut.String()
}

// Ensure every recorded and every awkward input ends with 0, prints nothing or
// one valid object of its own event, at most one short line on stderr without
// the prompt, and writes nothing outside the data folder.
func TestEveryPayload(t *testing.T) {
	files, err := filepath.Glob("../../host/client/claude/hook/testdata/payloads/*.json")
	if err != nil || len(files) < 90 {
		t.Fatalf("found %d payloads, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			input, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			environ := envtest.HookEnviron(t)
			stdout, stderr := runHookWith(t, environ, input)
			checkAnswer(t, input, stdout)
			if lines := strings.Count(stderr, "\n"); lines > 1 || len(stderr) > 400 {
				t.Errorf("stderr has %d lines:\n%s", lines, stderr)
			}
			home := strings.TrimPrefix(environ[0], "HOME=")
			if entries, err := os.ReadDir(filepath.Dir(home)); err != nil || len(entries) > 2 {
				t.Errorf("something was written beside the data folder: %v, %v", entries, err)
			}
		})
	}
}

func checkAnswer(t *testing.T, input []byte, stdout string) {
	t.Helper()
	var event struct {
		Name string `json:"hook_event_name"`
	}
	_ = json.Unmarshal(input, &event) // many are broken on purpose
	if stdout == "" {
		return
	}
	if event.Name != "UserPromptSubmit" {
		t.Fatalf("%s was answered: %s", event.Name, stdout)
	}
	var answer struct {
		HookSpecificOutput struct {
			HookEventName     string
			AdditionalContext string
		}
		SystemMessage string
	}
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&answer); err != nil {
		t.Fatalf("%v: %s", err, stdout)
	}
	if decoder.More() {
		t.Errorf("more than one value: %s", stdout)
	}
	if answer.HookSpecificOutput.HookEventName != event.Name {
		t.Errorf("answers %q", answer.HookSpecificOutput.HookEventName)
	}
	if units := len(utf16.Encode([]rune(answer.HookSpecificOutput.AdditionalContext))); units > 600 {
		t.Errorf("%d UTF-16 units", units)
	}
}

// Ensure inputs that mean the same get the same answer, and that a prompt that
// names its command itself gets none.
func TestPayloadsThatMeanTheSame(t *testing.T) {
	answer := func(name string) string {
		t.Helper()
		input, err := os.ReadFile(filepath.Join("../../host/client/claude/hook/testdata/payloads", name))
		if err != nil {
			t.Fatal(err)
		}
		stdout, _ := runHookWith(t, envtest.HookEnviron(t), input)
		return stdout
	}
	want := answer("UserPromptSubmit.json")
	if !strings.Contains(want, "database-migrations") {
		t.Fatalf("the recorded prompt got %q", want)
	}
	for _, name := range []string{"both-prompt-fields", "extra-fields", "legacy-user_prompt", "only-prompt", "cwd-gone", "missing-session_id"} {
		if got := answer("UserPromptSubmit-" + name + ".json"); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	for _, name := range []string{"no-trailing-newline.json", "pretty-printed.json"} {
		if got := answer(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if got := answer("UserPromptSubmit-slash-command.json"); got != "" {
		t.Errorf("a slash command got %s", got)
	}
}
