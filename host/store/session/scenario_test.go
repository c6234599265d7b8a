package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
)

// scenario is one file of testdata/scenarios: what happens to one session, and
// in between what the store must answer.
type scenario struct {
	About  string
	Policy Policy
	Steps  []step
}

// step is one of: an event, a decision applied to the last event, or a
// question with its answer.
type step struct {
	Event    *abi.Event
	Repeat   int // of the event; 0: once
	Apply    *applied
	Say      map[string][]string // ids by verdict, or "unsay"
	Active   []string            // "id since", in order of activation
	May      []string            // ids that may be told now
	MayNot   []string
	Messages []string // "sequence role event tool: content"
	ToolUses []string // "sequence tool: preview"
	Outcomes []string // "id suggested invoked late ignored", with "by user" behind invoked where it was
}

type applied struct {
	Activate, Refresh, Deactivate, Told []string
}

var began = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// Ensure the store answers as every scenario says; each file's "about" tells its promise.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenarios/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("scenarios: got %d files, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var s scenario
			decoder := json.NewDecoder(bytes.NewReader(data))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&s); err != nil {
				t.Fatal(err)
			}
			run := &scenarioRun{t: t, store: openTest(t), policy: s.Policy}
			for i, step := range s.Steps {
				run.place = fmt.Sprintf("step %d", i+1)
				run.step(step)
			}
		})
	}
}

type scenarioRun struct {
	t        *testing.T
	store    *Store
	policy   Policy
	place    string
	events   int
	recorded Recorded
	event    abi.Event
}

func (r *scenarioRun) step(s step) {
	for range max(s.Repeat, 1) {
		if s.Event != nil {
			r.record(*s.Event)
		}
	}
	if s.Apply != nil {
		change := Change{
			Activate: entries(s.Apply.Activate), Refresh: keys(s.Apply.Refresh),
			Deactivate: entries(s.Apply.Deactivate), Told: asTold(s.Apply.Told),
		}
		_, err := r.store.Apply("s", r.recorded.Sequence, change, Decision{Event: r.event.Name, At: r.event.Time, RulesetID: "test/one"})
		r.must(err)
	}
	r.say(s.Say)
	r.compare("active", s.Active, r.active)
	r.compare("messages", s.Messages, r.messages)
	r.compare("tool uses", s.ToolUses, r.toolUses)
	r.compare("outcomes", s.Outcomes, r.outcomes)
	told, err := r.store.Told("s")
	r.must(err)
	for _, id := range append(s.May, s.MayNot...) {
		if got, want := told.MayTell(abi.Skill(id), RetellPromptsDefault), len(s.May) > 0; got != want {
			r.t.Errorf("%s: MayTell(%s) = %v at prompt %d, want %v", r.place, id, got, told.Prompts, want)
		}
	}
}

func (r *scenarioRun) say(words map[string][]string) {
	for verdict, ids := range words {
		if verdict == "unsay" {
			_, err := r.store.Unsay("s", keys(ids))
			r.must(err)
			continue
		}
		r.must(r.store.Say("s", verdict, keys(ids), r.event.Time))
	}
}

func (r *scenarioRun) record(event abi.Event) {
	r.events++
	event.SessionID, event.Workspace = "s", "/home/me/project"
	event.Time = began.Add(time.Duration(r.events) * time.Minute)
	var err error
	r.policy.Used = catalog.Kinds{skill.Kind, command.Kind}.Used
	r.recorded, err = r.store.Record(event, r.policy)
	r.must(err)
	r.event = event
}

func (r *scenarioRun) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%s: %v", r.place, err)
	}
}

func (r *scenarioRun) compare(what string, want []string, got func() []string) {
	r.t.Helper()
	if want == nil {
		return
	}
	if diff := cmp.Diff(want, append([]string{}, got()...)); diff != "" {
		r.t.Errorf("%s: %s (-want +got):\n%s", r.place, what, diff)
	}
}
