package wasm

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// goGuest builds testdata/goguest with the Go that runs the test.
func goGuest(t *testing.T) []byte {
	t.Helper()
	if _, err := os.ReadFile("testdata/goguest/main.go"); err != nil { // so that the test's cache knows it
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "guest.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", out, "./testdata/goguest")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	module, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// Ensure a guest of standard Go with the unmodified PDK runs, is told nothing of
// the machine, gets the same numbers for the same seed, and fails with its own
// words first.
func TestGoGuest(t *testing.T) {
	module := goGuest(t)
	r := openRuntime(t, Config{Cache: t.TempDir()})
	vet(t, r, module)
	var logged []string
	door := func(call string, request []byte) []byte {
		logged = append(logged, call+" "+string(request))
		return []byte(`{"ok":{"session_id":"s"}}`)
	}
	ask := func(prompt string) string {
		t.Helper()
		logged = nil
		sandbox := sandboxOf(door)
		sandbox.Budgets.Fuel *= 10
		g := startGuest(t, r, module, sandbox)
		answer, err := g.Evaluate(abi.Activation, []byte(`{"user_prompt":"`+prompt+`"}`))
		g.Close()
		if err != nil {
			return faultOf(t, err).Error()
		}
		return string(answer)
	}
	for prompt, want := range map[string]string{
		"grün  ist 🌿": `["grün","ist","🌿"]`,
		"sleep":       `["2000-01-01T00:00:00Z","1h0m0s"]`,
		"read":        `["",null]`,
		"world":       `[0,[]]`,
		"session":     `{"ok":{"session_id":"s"}}`,
	} {
		if got := ask(prompt); got != want {
			t.Errorf("%s: got %s, want %s", prompt, got, want)
		}
	}
	for prompt, want := range map[string]string{
		"panic":  "internal: panic: assignment to entry in nil map\n\ngoroutine 1",
		"exit":   "internal: acme/x.wasm: it ended itself with code 5 (proc_exit) instead of returning from evaluate_activation\n",
		"memory": "limit: memory: more than 67108864 bytes asked for in ",
	} {
		if got := ask(prompt); !strings.HasPrefix(got, want) || len(got) > messageBytesMax+100 {
			t.Errorf("%s: got %s, want %s…", prompt, got, want)
		}
	}
	if first, second := ask("random"), ask("random"); first != second || len(first) < 5 {
		t.Errorf("random numbers %s, then %s", first, second)
	}
	ask("print")
	if got, want := strings.Join(logged, "\n"), `log {"level":"info","message":"to the log"}`+"\n"+`log {"level":"warn","message":"and more"}`; got != want {
		t.Errorf("logged %s", got)
	}
}
