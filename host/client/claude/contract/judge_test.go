package contract

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// row is one measurement of the client's treatment of an answer.
type row struct {
	Row        string   `json:"row"`
	Event      string   `json:"event"`
	Exit       int      `json:"exit"`
	Stdout     string   `json:"stdout"`
	Stderr     string   `json:"stderr"`
	Repeat     string   `json:"repeat"` // instead of Stdout: as context, so many times
	Times      int      `json:"times"`
	TimedOut   bool     `json:"timed_out"`
	Async      bool     `json:"async"`
	StopActive bool     `json:"stop_active"`
	Want       string   `json:"want"`
	What       string   `json:"what"` // a part of Effect.What
	ToModel    *string  `json:"to_model"`
	ToUser     *string  `json:"to_user"`
	Codes      []string `json:"codes"`
}

// Ensure that every row of what was measured of the client is judged as the
// client behaves.
func TestJudge(t *testing.T) {
	data, err := os.ReadFile("testdata/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil || len(rows) < 60 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		t.Run(r.Event+"/"+r.Row, func(t *testing.T) {
			if r.Repeat != "" {
				r.Stdout = `{"hookSpecificOutput":{"hookEventName":"` + r.Event + `","additionalContext":"` + strings.Repeat(r.Repeat, r.Times) + `"}}`
			}
			got := Judge(Answer{
				Event: r.Event, ExitCode: r.Exit, Stdout: []byte(r.Stdout), Stderr: []byte(r.Stderr),
				TimedOut: r.TimedOut, Async: r.Async, StopActive: r.StopActive,
			})
			if got.Verdict != r.Want {
				t.Errorf("got verdict %q, want %q: %s", got.Verdict, r.Want, got.What)
			}
			if diff := cmp.Diff(r.Codes, got.Codes, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("codes: want (-), got (+):\n%s", diff)
			}
			if r.ToModel != nil && got.ToModel != *r.ToModel {
				t.Errorf("the model gets %q, want %q", got.ToModel, *r.ToModel)
			}
			if r.ToUser != nil && got.ToUser != *r.ToUser {
				t.Errorf("the user gets %q, want %q", got.ToUser, *r.ToUser)
			}
			if !strings.Contains(got.What, r.What) || got.What == "" {
				t.Errorf("got %q, want it to say %q", got.What, r.What)
			}
		})
	}
}

// Ensure that the judge agrees with what the newest client wrote of real runs.
func TestJudgeAgreesWithRecordedRuns(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "transcript", "testdata", "hooks-"+Client21329+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var line struct {
			Attachment struct {
				Type, HookEvent, Stdout, Stderr string
				Content                         json.RawMessage
				ExitCode                        int
				TimedOut                        bool
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		a := line.Attachment
		// A rejected answer that is not kept as stdout cannot be judged again.
		if a.Type == "" || a.Stdout == "" && a.Type != "hook_cancelled" {
			continue
		}
		effect := Judge(Answer{Event: a.HookEvent, ExitCode: a.ExitCode, Stdout: []byte(a.Stdout), Stderr: []byte(a.Stderr), TimedOut: a.TimedOut})
		allowed := map[string][]string{
			"hook_success":            {VerdictInjected, VerdictPersisted, VerdictNothing, VerdictMessage},
			"hook_non_blocking_error": {VerdictError},
			"hook_cancelled":          {VerdictKilled},
		}[a.Type]
		if !slices.Contains(allowed, effect.Verdict) {
			t.Errorf("%s of %s printed %q: got %s, the client wrote %s", a.HookEvent, a.Type, a.Stdout, effect.Verdict, a.Type)
		}
		injected := strings.Contains(string(a.Content), "persisted-output")
		if injected != (effect.Verdict == VerdictPersisted) {
			t.Errorf("%q: persisted %t, got %s", a.Stdout[:20], injected, effect.Verdict)
		}
		checked++
	}
	if checked < 15 {
		t.Errorf("only %d runs were checked", checked)
	}
}

// Ensure that the client's own times are known: a plugin cannot prolong
// SessionEnd, and a prompt waits half a minute.
func TestWaitSeconds(t *testing.T) {
	for _, c := range []struct {
		event  string
		own    float64
		plugin bool
		want   float64
	}{
		{"SessionEnd", 10, true, 1.5},
		{"SessionEnd", 10, false, 10},
		{"SessionEnd", 0, false, 1.5},
		{"UserPromptSubmit", 0, true, 30},
		{"UserPromptSubmit", 0.5, true, 0.5},
		{"PostToolUse", 0, true, 125},
	} {
		if got := WaitSeconds(c.event, c.own, c.plugin); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

// FuzzJudge holds that whatever a hook prints is judged, and that the model is
// never said to read more than the client gives it.
func FuzzJudge(f *testing.F) {
	f.Add("UserPromptSubmit", 0, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"x"}}`)
	f.Add("Stop", 2, "{\"decision\":\"block\"}")
	f.Add("PreCompact", 0, `{"continue":null,"systemMessage":{}}`)
	f.Add("SessionEnd", 1, "{\xff")
	f.Fuzz(func(t *testing.T, event string, code int, stdout string) {
		e := Judge(Answer{Event: event, ExitCode: code, Stdout: []byte(stdout)})
		if e.Verdict == "" || e.What == "" {
			t.Errorf("got %+v", e)
		}
		if len(e.ToModel) > 3*len(stdout)+len(event)+100 {
			t.Errorf("of %d bytes the model gets %d", len(stdout), len(e.ToModel))
		}
	})
}
