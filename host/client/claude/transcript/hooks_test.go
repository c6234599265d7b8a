package transcript

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
)

// Ensure that what two clients wrote of hooks that failed, were cut off, were
// rejected or printed is read as such, a run of Stop once. The files were
// recorded. Of a hook that ended well and printed nothing, a client writes no time.
func TestReadHookRuns(t *testing.T) {
	for version, want := range map[string]map[string]string{
		"2.1.329": {
			"echo plain": HookRan, "echo oops >&2; exit 1": HookFailed, "sleep 3; echo late": HookCutOff, "true": HookRan,
			`echo '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"bad"}}'`: HookRejected,
			`echo '{"hookSpecificOutput":{"additionalContext":"noname"}}'`:                     HookRejected,
			"echo again >&2; exit 2": HookBlocked, "echo blockreason >&2; exit 2": HookBlocked,
		},
		"2.1.197": {
			"echo plain": HookRan, "exit 1": HookFailed, "sleep 3; echo late": HookCutOff,
			`echo '{"decision":"approve","systemMessage":7}'`: HookRejected,
		},
	} {
		found, err := ReadHookRuns(t.Context(), "testdata/hooks-"+version+".jsonl", time.Time{}, transcript.NewSeen())
		if err != nil || found.Version != version {
			t.Fatalf("version %q, %v", found.Version, err)
		}
		got, stops := map[string]string{}, 0
		for _, run := range found.Runs {
			got[run.Command] = run.Outcome
			if run.Event == "Stop" && run.Command == "exit 1" {
				stops++
			}
			if run.Outcome == HookCutOff && (run.Timeout != time.Second || run.Duration < time.Second) {
				t.Errorf("%s: cut off after %v of %v", version, run.Duration, run.Timeout)
			}
		}
		for command, outcome := range want {
			if got[command] != outcome {
				t.Errorf("%s: %s: got %q, want %q", version, command, got[command], outcome)
			}
		}
		if stops != 1 {
			t.Errorf("%s: a run of Stop is counted %d times", version, stops)
		}
	}
}

// Ensure a run of Stop is counted once where its command is wired to other events, too: as all
// runs of Stop are told of, whether or not one has a line of its own.
func TestStopRunsOfOneCommand(t *testing.T) {
	const command = "python3 hook.py"
	run := func(event string) string {
		return `{"type":"attachment","timestamp":"2026-01-01T00:00:00Z","attachment":{"type":"hook_success","hookEvent":"` + event + `","command":"` + command + `","stdout":"x","durationMs":5,"exitCode":0}}` + "\n"
	}
	const summary = `{"type":"system","subtype":"stop_hook_summary","timestamp":"2026-01-01T00:00:01Z","hookInfos":[{"command":"` + command + `","durationMs":4000}],"hookErrors":[]}` + "\n"
	for lines, want := range map[string]string{
		run("UserPromptSubmit") + summary:                                    "UserPromptSubmit 5ms, Stop 4s",
		run("UserPromptSubmit") + run("PostToolUse") + run("Stop") + summary: "UserPromptSubmit 5ms, PostToolUse 5ms, Stop 5ms",
		run("UserPromptSubmit") + summary + run("Stop") + summary + summary:  "UserPromptSubmit 5ms, Stop 4s, Stop 5ms, Stop 4s",
	} {
		found, err := ScanHookRuns(strings.NewReader(lines), time.Time{}, nil)
		var got []string
		for _, run := range found.Runs {
			got = append(got, run.Event+" "+run.Duration.String())
		}
		if joined := strings.Join(got, ", "); err != nil || joined != want {
			t.Errorf("got %s, %v; want %s", joined, err, want)
		}
	}
}

// Ensure that runs from before a time, and those of a copied line, do not count.
func TestReadHookRunsSince(t *testing.T) {
	path := "testdata/hooks-2.1.329.jsonl"
	found, err := ReadHookRuns(t.Context(), path, time.Now().AddDate(10, 0, 0), nil)
	if err != nil || len(found.Runs) != 0 || found.Version == "" {
		t.Errorf("got %d runs, version %q, %v", len(found.Runs), found.Version, err)
	}
	seen := transcript.NewSeen()
	for round, want := range []bool{true, false} {
		found, err := ReadHookRuns(t.Context(), path, time.Time{}, seen)
		if err != nil || len(found.Runs) > 0 != want {
			t.Errorf("round %d: got %d runs, %v", round, len(found.Runs), err)
		}
	}
}

// FuzzHookRuns holds that no transcript breaks the reader, and that what comes
// of it is bounded.
func FuzzHookRuns(f *testing.F) {
	for _, version := range []string{"2.1.329", "2.1.197"} {
		data, err := os.ReadFile("testdata/hooks-" + version + ".jsonl")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f.Add(line)
		}
	}
	f.Add(`{"type":"attachment","timestamp":"2026-01-01T00:00:00Z","attachment":{"type":"hook_success","hookEvent":"Stop","command":"x","durationMs":1e300,"exitCode":"2"}}`)
	f.Fuzz(func(t *testing.T, data string) {
		found, err := ScanHookRuns(strings.NewReader(data), time.Time{}, nil)
		if err != nil {
			t.Error(err)
		}
		for _, run := range found.Runs {
			if run.Command == "" || run.Event == "" || run.Duration < 0 || len(run.Stdout) > transcript.TextBytesMax || len(run.Detail) > detailBytesMax {
				t.Errorf("got %+v", run)
			}
		}
	})
}
