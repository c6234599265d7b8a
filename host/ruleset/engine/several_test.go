package engine_test

import (
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// severalCode are rulesets that decide about the same items.
var severalCode = map[string]string{
	"one":  `return { evaluate_activation = function() return { { ref = "skill:testing", reason = "one" } } end }`,
	"two":  `return { evaluate_activation = function() return { { ref = "skill:testing", reason = "two" }, { ref = "skill:database", reason = "two" } } end, evaluate_deactivation = function() return { { ref = "skill:testing", reason = "two" } } end }`,
	"gone": `return { evaluate_deactivation = function() return { { ref = "skill:database", reason = "gone" } } end }`,
	"boom": `return { evaluate_activation = function() error("boom") end }`,
}

// toolsOnly are the files of a ruleset that wants no prompts.
var toolsOnly = map[string]string{
	"tools/tools.lua":    "return {}",
	"tools/ruleset.json": `{"id": "acme/tools", "abi": 2, "events": ["tool_used"]}`,
}

func severalEngine(t *testing.T) *engine.Engine {
	t.Helper()
	user := t.TempDir()
	for name, code := range severalCode {
		write(t, filepath.Join(user, "acme", name+".lua"), code)
	}
	for name, text := range toolsOnly {
		write(t, filepath.Join(user, "acme", name), text)
	}
	return &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: user}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
}

// Ensure that about each item the first ruleset has the say that decides about it,
// that one which fails costs its own say alone, and that the default answers only
// where none of the list does.
func TestDecideAll(t *testing.T) {
	e := severalEngine(t)
	for list, want := range map[string]string{
		"one two":          "+skill:testing:one +skill:database:two@acme/two",
		"two one":          "+skill:testing:two +skill:database:two -skill:testing:two",
		"gone two one":     "+skill:testing:two@acme/two -skill:database:gone -skill:testing:two@acme/two",
		"boom one":         "+skill:testing:one",
		"one boom two":     "+skill:testing:one +skill:database:two@acme/two",
		"boom away":        "default",
		"boom":             "default",
		"tools boom":       "default",
		"boom tools":       "default",
		"tools one":        "+skill:testing:one",
		"tools":            "",
		"tools tools":      "",
		"one two gone one": "+skill:testing:one +skill:database:two@acme/two",
	} {
		var ids []string
		for name := range strings.FieldsSeq(list) {
			ids = append(ids, "acme/"+name)
		}
		answer := e.DecideAll(ids, engine.OnErrorFallback, nil, input(t, "write a migration"))
		var got []string
		for sign, entries := range map[string][]abi.Entry{"+": answer.Outcome.Decision.Activate, "-": answer.Outcome.Decision.Deactivate} {
			for _, entry := range entries {
				text := sign + entry.Ref.String() + ":" + entry.Reason
				if by := answer.By[entry.Ref]; by != "" {
					text += "@" + by
				}
				got = append(got, text)
			}
		}
		if answer.Outcome.Ruleset == engine.DefaultID {
			got = []string{"default"}
		}
		slices.Sort(got)
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: got %q, want %q", list, got, wanted)
		}
		if len(answer.Asked) != len(ids) {
			t.Errorf("%s: the health of %d rulesets is known", list, len(answer.Asked))
		}
	}
}

// Ensure that the user is told in one line which of several rulesets failed first, and who
// answered.
func TestNoticeOfAll(t *testing.T) {
	e := severalEngine(t)
	const boom = "ruleset acme/boom: internal: acme/boom.lua:1: boom; "
	for list, want := range map[string]string{
		"boom one": boom + "acme/one answered", "one boom": boom + "acme/one answered", "tools boom": boom + "builtin/default answered",
		"boom": boom + "builtin/default answered", "one two": "", "tools": "",
	} {
		var ids []string
		for name := range strings.FieldsSeq(list) {
			ids = append(ids, "acme/"+name)
		}
		if got := e.DecideAll(ids, engine.OnErrorSurface, nil, input(t, "write a migration")).Notice; got != want {
			t.Errorf("%s: got %q, want %q", list, got, want)
		}
	}
}

// Ensure that nobody answers for a paused ruleset that does not want the event.
func TestPausedAndUnwanted(t *testing.T) {
	e := severalEngine(t)
	ruleset, err := e.Set.Load("acme/tools")
	if err != nil {
		t.Fatal(err)
	}
	paused := engine.Health{Hash: ruleset.Hash, Failures: engine.FailuresMax}
	answer := e.Decide("acme/tools", engine.OnErrorFallback, engine.State{Health: paused}, input(t, "write a migration"))
	if answer.Outcome.Ran || len(answer.Attempts) != 1 || answer.Attempts[0].Failed() || answer.Health != paused {
		t.Errorf("%q answered, after %d attempts, health %+v", answer.Outcome.Ruleset, len(answer.Attempts), answer.Health)
	}
	used := input(t, "")
	used.Context.HookEvent = abi.EventToolUsed
	if answer := e.Decide("acme/tools", engine.OnErrorFallback, engine.State{Health: paused}, used); answer.Attempts[0].Skipped == "" || answer.Health.Events != 1 {
		t.Errorf("it is asked where it wants the event, health %+v", answer.Health)
	}
}

// Ensure that the event's time is one for all: once it is up, the next ruleset is not
// started, and is said to have had none.
func TestDecideAllInTime(t *testing.T) {
	event := input(t, "x")
	event.Stop = new(atomic.Bool)
	event.Stop.Store(true)
	answer := severalEngine(t).DecideAll([]string{"acme/one", "acme/two"}, engine.OnErrorFallback, nil, event)
	if len(answer.Attempts) != 2 || !strings.Contains(answer.Attempts[1].Skipped, "time was up") {
		t.Errorf("got %+v", answer.Attempts)
	}
}

// Ensure that each ruleset's part of a trace is replayed to the same decision, and
// that the parts make the decision of all again.
func TestReplayParts(t *testing.T) {
	e := severalEngine(t)
	event := input(t, "write a migration")
	answer := e.DecideAll([]string{"acme/one", "acme/two"}, engine.OnErrorFallback, nil, event)
	encoded, err := trace.Encode(answer.Outcome.Trace)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := trace.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	var decisions []abi.Decision
	for _, part := range recorded.Parts() {
		ruleset, err := e.Set.Load(part.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		again, err := e.Replay(ruleset, part, event.Budgets, nil)
		if err != nil || len(trace.DiffRun(part, again.Trace)) > 0 {
			t.Errorf("%s: %v %v", part.Ruleset, err, trace.DiffRun(part, again.Trace))
		}
		decisions = append(decisions, again.Decision)
	}
	whole, _ := engine.Merge(decisions)
	if got, want := string(engine.Encode(whole)), string(engine.Encode(answer.Outcome.Decision)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Ensure that a decision for which a parameter did not fit is replayed as the same, though a
// replay takes parameters from the trace, without the warning.
func TestReplayOfUnfitParameter(t *testing.T) {
	e := testEngine()
	ruleset, err := e.Set.Load("custom/params")
	if err != nil {
		t.Fatal(err)
	}
	event := input(t, "x")
	outcome := e.Consult(ruleset, event)
	if len(outcome.Warnings) != 1 {
		t.Fatalf("warnings %q", outcome.Warnings)
	}
	again, err := e.Replay(ruleset, outcome.Trace, event.Budgets, nil)
	if diff := trace.DiffRun(outcome.Trace, again.Trace); err != nil || len(diff) > 0 {
		t.Errorf("%v, %v", diff, err)
	}
}
