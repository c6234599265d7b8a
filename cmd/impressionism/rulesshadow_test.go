package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// shadowTrial is one data folder with the sample skills.
type shadowTrial struct {
	environ []string
	state   string
}

func newShadowTrial(t *testing.T, settings ...string) shadowTrial {
	t.Helper()
	skills, err := filepath.Abs("../../examples/skills")
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	return shadowTrial{
		environ: append(append(envtest.HookEnviron(t)[2:], "HOME="+data, "IMPRESSIONISM_HOME="+data, "IMPRESSIONISM_SKILLS_DIR="+skills), settings...),
		state:   filepath.Join(data, "state.db"),
	}
}

func (s shadowTrial) hook(t *testing.T, event, id, prompt string) {
	t.Helper()
	input, err := json.Marshal(map[string]string{"hook_event_name": event, "session_id": id, "cwd": filepath.Dir(s.state), "prompt": prompt})
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	if code := run([]string{"hook"}, s.environ, bytes.NewReader(input), &out, &errOut); code != env.ExitOK || errOut.Len() > 0 {
		t.Fatalf("%s: %d, %s", event, code, errOut.String())
	}
}

func (s shadowTrial) open(t *testing.T) *session.Store {
	t.Helper()
	store, err := session.Open(s.state, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// Ensure that what a ruleset that looks on would have decided is what it does
// decide when it is the active one: each built-in beside each, on first prompts,
// where nothing that the active one did before makes a difference.
func TestShadowsDecideAsTheyWould(t *testing.T) {
	data, err := os.ReadFile("../../examples/prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var prompts []string
	for line := range strings.Lines(string(data)) {
		var prompt struct{ Text string }
		if err := json.Unmarshal([]byte(line), &prompt); err != nil {
			t.Fatal(err)
		}
		if len(prompts) < 12 {
			prompts = append(prompts, prompt.Text)
		}
	}
	builtins := []string{"builtin/default", "builtin/aggressive", "builtin/conservative", "builtin/minimal"}
	own := map[string][]session.Made{}
	trials := map[string]shadowTrial{}
	for _, active := range builtins {
		trial := newShadowTrial(t, "IMPRESSIONISM_ACTIVE_RULESET="+active, "IMPRESSIONISM_RULESETS_BUILTIN_CONSERVATIVE_SIMILARITY_THRESHOLD=1",
			"IMPRESSIONISM_SHADOW_RULESETS=["+strings.Join(builtins, ", ")+"]")
		for _, prompt := range prompts {
			trial.hook(t, "UserPromptSubmit", "of "+prompt, prompt)
			trial.hook(t, "Stop", "of "+prompt, "")
		}
		made, err := trial.open(t).Decisions("", 100)
		if err != nil || len(made) != len(prompts) {
			t.Fatalf("%d decisions, %v", len(made), err)
		}
		own[active], trials[active] = made, trial
	}
	verdicts := map[string]int{}
	for _, active := range builtins {
		for _, shadow := range builtins {
			rows, err := trials[active].open(t).Shadowed(shadow)
			if err != nil || len(rows) != len(prompts) {
				t.Fatalf("%s beside %s: %d evaluations, %v", shadow, active, len(rows), err)
			}
			for i, row := range rows {
				verdicts[row.Verdict]++
				if row.Verdict == session.VerdictUnknown && active == "builtin/minimal" {
					continue // it asks the host less than the others do
				}
				if want := own[shadow][i].Answer; row.Reason != "" || !bytes.Equal(row.Answer, want) {
					t.Errorf("%s beside %s: %s\ngot  %s %s\nwant %s", shadow, active, row.Prompt, row.Answer, row.Reason, want)
				}
				if same := bytes.Equal(own[shadow][i].Answer, own[active][i].Answer); same && row.Verdict != engine.Same {
					t.Errorf("%s beside %s: the same decision is called %s", shadow, active, row.Verdict)
				}
			}
		}
	}
	if verdicts[engine.Same] < 100 || verdicts[engine.More]+verdicts[engine.Less] == 0 {
		t.Errorf("too little is compared: %v", verdicts)
	}
}
