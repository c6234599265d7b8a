package simulate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

func shell(event, command string) wiring.Hook {
	return wiring.Hook{Event: event, Type: "command", Form: wiring.FormShell, Command: command, Source: wiring.Source{Kind: wiring.KindPlugin, Name: "acme@m", Root: "/opt/acme plugin"}}
}

func play(t *testing.T, event, payloadName string, limit time.Duration, hooks ...wiring.Hook) inspect.Simulated {
	t.Helper()
	data, ok := Recorded(payloadName)
	if !ok {
		t.Fatalf("no payload %s", payloadName)
	}
	played, err := Play(context.Background(), event, hooks, data, inspect.Limits{Path: os.Getenv("PATH"), Wait: limit})
	if err != nil {
		t.Fatal(err)
	}
	return played
}

// Ensure that a hook gets what the client gives it, in folders of its own, and
// nothing of the user's environment.
func TestPlayEnvironment(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "secret-of-the-user")
	command := `cat > "$HOME/stdin"; env > "$TMPDIR/env"; pwd > made-here; cat "$HOME/stdin" "$TMPDIR/env" made-here`
	played := play(t, "UserPromptSubmit", "UserPromptSubmit", time.Minute, shell("UserPromptSubmit", command))
	out := played.Runs[0].Stdout
	for _, want := range []string{
		"CLAUDE_PLUGIN_ROOT=/opt/acme plugin\n", "CLAUDE_PLUGIN_DATA=", "acme-m\n", "CLAUDECODE=1\n", "/project\n",
		`"hook_event_name":"UserPromptSubmit"`, `"prompt":`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the hook did not get %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "secret-of-the-user") || strings.Contains(out, "/home/dev") {
		t.Errorf("the hook got what it should not:\n%s", out)
	}
	if len(played.Written) != 3 {
		t.Errorf("written: %q", played.Written)
	}
	var event struct{ Cwd string }
	line, _, _ := strings.Cut(out, "\n")
	if err := json.Unmarshal([]byte(line), &event); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(event.Cwd); !os.IsNotExist(err) {
		t.Errorf("the scratch folder %s is still there: %v", event.Cwd, err)
	}
}

// Ensure that hooks run at once, that each is judged by itself, and that what
// the client would not run is not run.
func TestPlayAtOnce(t *testing.T) {
	context := `echo '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"C"}}'`
	met := t.TempDir() // each of two hooks ends when the other has begun
	awaiting := func(own, other string) wiring.Hook {
		return shell("UserPromptSubmit", "touch '"+met+"/"+own+"'; until [ -e '"+met+"/"+other+"' ]; do sleep 0.02; done; echo "+own)
	}
	never := shell("UserPromptSubmit", "echo never")
	never.If = "Bash(git *)"
	tool := wiring.Hook{Event: "UserPromptSubmit", Type: "mcp_tool"}
	played := play(t, "UserPromptSubmit", "UserPromptSubmit", time.Minute,
		awaiting("a", "b"), awaiting("b", "a"), shell("UserPromptSubmit", context), shell("UserPromptSubmit", context), shell("UserPromptSubmit", "exit 2"), never, tool)
	verdicts := map[string]int{}
	for _, r := range played.Runs {
		verdicts[r.Effect.Verdict]++
	}
	if verdicts[contract.VerdictInjected] != 3 || verdicts[contract.VerdictBlocked] != 1 || verdicts[""] != 3 || len(played.Runs) != 7 {
		t.Errorf("got %v", verdicts)
	}
	if played.Outcome != "UserPromptSubmit: the event is stopped." {
		t.Errorf("got %q", played.Outcome)
	}
}

// Ensure that a hook with children that is too slow is ended with them, and that
// its own timeout is told from the simulation's.
func TestPlayTooSlow(t *testing.T) {
	left := filepath.Join(t.TempDir(), "left")
	slow := shell("UserPromptSubmit", "(while sleep 0.1; do touch '"+left+"'; done) & echo early; sleep 60")
	slow.Timeout = 0.3
	longer := shell("UserPromptSubmit", "sleep 59")
	began := time.Now()
	played := play(t, "UserPromptSubmit", "UserPromptSubmit", 4*time.Second, slow, longer)
	if time.Since(began) > 50*time.Second {
		t.Fatalf("it took %v", time.Since(began))
	}
	time.Sleep(500 * time.Millisecond)
	_ = os.Remove(left)
	time.Sleep(500 * time.Millisecond)
	if _, err := os.Stat(left); err == nil {
		t.Error("a child of the hook went on")
	}
	for _, r := range played.Runs {
		want := VerdictUnfinished
		if r.Hook.Timeout > 0 {
			want = contract.VerdictKilled
		}
		if r.Effect.Verdict != want {
			t.Errorf("%s: got %s, want %s", r.Hook.Command, r.Effect.Verdict, want)
		}
	}
}

// Ensure that a hook which starts what is not there, floods, or leaves a child
// with its output is told, not waited for.
func TestPlayAwkward(t *testing.T) {
	gone := wiring.Hook{Event: "Stop", Type: "command", Form: wiring.FormExec, Command: "/nowhere/x", Args: []string{"a"}}
	flood := shell("Stop", "head -c 3000000 /dev/zero | tr '\\0' y")
	child := shell("Stop", "sleep 300 & echo done")
	played := play(t, "Stop", "Stop-hook-active", 100*time.Second, gone, flood, child)
	for _, r := range played.Runs {
		switch r.Hook.Command {
		case gone.Command:
			if r.ExitCode != 127 || r.Effect.Verdict != contract.VerdictError {
				t.Errorf("gone: %+v", r)
			}
		case flood.Command:
			if len(r.Stdout) != outputBytesMax || !strings.Contains(r.Effect.What, "more than") {
				t.Errorf("flood: %d bytes, %s", len(r.Stdout), r.Effect.What)
			}
		case child.Command:
			if r.Took > 80*time.Second || r.Stdout != "done\n" {
				t.Errorf("child: %v, %q", r.Took, r.Stdout)
			}
		}
	}
}

// Ensure that a hook is waited for however long its timeout is.
func TestPlayTimeoutHuge(t *testing.T) {
	hook := shell("Stop", "true")
	hook.Timeout = 1e300
	if r := play(t, "Stop", "Stop", time.Minute, hook).Runs[0]; r.Wait <= 0 || r.Effect.Verdict != contract.VerdictNothing {
		t.Errorf("got %v, %s", r.Wait, r.Effect.Verdict)
	}
}

// Ensure that a matcher is compared as a whole: so it was measured of both
// clients with "start", "startup" and "start.*". What Go cannot judge fits.
func TestMatches(t *testing.T) {
	for matcher, want := range map[string]bool{"start": false, "startup": true, "start.*": true, "Startup": false, "resume|startup": true, "": true, "*": true, "(": false, "^(?!resume).*$": true, "(?!resume": false} {
		if got := matches(matcher, "startup"); got != want {
			t.Errorf("%q: got %t", matcher, got)
		}
	}
}

// Ensure that there is a recorded payload of every event that old clients know,
// and that each names its event.
func TestPayloads(t *testing.T) {
	for _, name := range contract.Names()[:9] {
		data, ok := Recorded(name)
		if !ok || EventOf(data) != name {
			t.Errorf("%s: %t, %q", name, ok, EventOf(data))
		}
	}
	for _, name := range Payloads() {
		data, _ := Recorded(name)
		event, _, _ := strings.Cut(name, "-")
		if _, err := decodePayload(data); err != nil || EventOf(data) != event {
			t.Errorf("%s: %v, %q", name, err, EventOf(data))
		}
	}
	if _, ok := Recorded("Nothing"); ok {
		t.Error("there is a payload of an event that is none")
	}
}

// FuzzPayload holds that whatever is put in comes out as one line of JSON with
// the folders changed, or is refused.
func FuzzPayload(f *testing.F) {
	for _, name := range Payloads() {
		data, _ := Recorded(name)
		f.Add(data)
	}
	f.Add([]byte(`{"transcript_path":"../../../x\u0000","cwd":7,"a":{"b":[1e999]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePayload(data)
		if err != nil {
			return
		}
		line, err := p.moved("Stop", scratch{root: "/s", home: "/s/home", project: "/s/project"})
		if err != nil {
			t.Fatal(err)
		}
		var moved struct {
			Cwd            string `json:"cwd"`
			TranscriptPath string `json:"transcript_path"`
		}
		if json.Unmarshal(line, &struct{}{}) != nil || strings.Count(string(line), "\n") != 1 {
			t.Errorf("got %q", line)
		}
		if json.Unmarshal(line, &moved) == nil && (moved.Cwd != "/s/project" || moved.TranscriptPath != "" && !strings.HasPrefix(filepath.Clean(moved.TranscriptPath), "/s/home")) {
			t.Errorf("got %q", line)
		}
	})
}
