package engine_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

const goodCode = `return { evaluate_activation = function() return { { ref = "skill:testing", reason = "mine" } } end }`

// Ensure the life of a user's ruleset: it answers; an edit breaks it and its last
// good version answers; it is paused and left alone; a repair is asked at once.
func TestDecideLife(t *testing.T) {
	user := t.TempDir()
	path := filepath.Join(user, "custom/mine.lua")
	e := &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: user}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
	var state engine.State
	decide := func() engine.Answer {
		answer := e.Decide("custom/mine", engine.OnErrorFallback, state, input(t, "write a migration"))
		state.Health = answer.Health
		if answer.Good != nil { // through the bytes, as the store keeps them
			good, err := engine.Unbundle(engine.Bundle(*answer.Good))
			if err != nil {
				t.Fatal(err)
			}
			state.GoodHash, state.LastGood = good.Hash, func() *engine.Ruleset { return &good }
		}
		return answer
	}
	expect := func(step, ruleset, reason string, attempts int) {
		t.Helper()
		answer := decide()
		if answer.Outcome.Ruleset != ruleset || len(answer.Attempts) != attempts || !strings.Contains(string(engine.Encode(answer.Outcome.Decision)), reason) {
			t.Errorf("%s: %s answered %s after %d attempts", step, answer.Outcome.Ruleset, engine.Encode(answer.Outcome.Decision), len(answer.Attempts))
		}
	}
	expect("not there", "builtin/default", "fits the prompt", 2)
	write(t, path, goodCode)
	expect("first version", "custom/mine", `"reason":"mine"`, 1)
	write(t, path, `return { evaluate_activation = function() error("oops") end }`)
	for range engine.FailuresMax {
		expect("broken", "custom/mine", `"reason":"mine"`, 2)
	}
	if state.Health.Failures != engine.FailuresMax {
		t.Errorf("health is %+v", state.Health)
	}
	if answer := decide(); !strings.Contains(answer.Attempts[0].Skipped, "paused after 3 failures in a row (internal: custom/mine.lua:1: oops)") || answer.Outcome.Hash != state.GoodHash {
		t.Errorf("paused: %q, answered by %s", answer.Attempts[0].Skipped, answer.Outcome.Hash)
	}
	if state.Health.Events != 1 {
		t.Errorf("one event passed while paused, health is %+v", state.Health)
	}
	state.GoodHash, state.LastGood = "", nil
	expect("paused, no good version", "builtin/default", "fits the prompt", 2)
	write(t, path, strings.ReplaceAll(goodCode, "mine", "repaired"))
	expect("repaired", "custom/mine", `"reason":"repaired"`, 1)
	if state.Health.Failures != 0 {
		t.Errorf("health is %+v", state.Health)
	}
}

// Ensure that on_ruleset_error chooses who answers and whether the user is told,
// in one line that no error text can break.
func TestDecideOnError(t *testing.T) {
	for onError, want := range map[string]string{
		engine.OnErrorFallback: "builtin/default 2 ",
		engine.OnErrorSilent:   " 1 ",
		engine.OnErrorSurface:  "builtin/default 2 ruleset custom/boom: internal: custom/boom.lua:1: boom; builtin/default answered",
	} {
		answer := testEngine().Decide("custom/boom", onError, engine.State{}, input(t, "write a migration"))
		if got := fmt.Sprintf("%s %d %s", answer.Outcome.Ruleset, len(answer.Attempts), answer.Notice); got != want {
			t.Errorf("%s: got %q, want %q", onError, got, want)
		}
	}
	answer := testEngine().Decide("custom/two\nlines", engine.OnErrorSurface, engine.State{}, input(t, "x"))
	if strings.ContainsAny(answer.Notice, "\n\r") || len(answer.Notice) > 500 {
		t.Errorf("notice is %q", answer.Notice)
	}
}

// Ensure that nobody else is started once time is up, and that the default does
// not stand in for itself.
func TestDecideGivesUp(t *testing.T) {
	event := input(t, "x")
	event.Stop = new(atomic.Bool)
	event.Stop.Store(true)
	answer := testEngine().Decide("custom/loop", engine.OnErrorFallback, engine.State{}, event)
	if len(answer.Attempts) != 1 || answer.Outcome.Ran || answer.Health.Failures != 0 {
		t.Errorf("%d attempts, health %+v", len(answer.Attempts), answer.Health)
	}
	ruleset, err := testSet().Load(engine.DefaultID)
	if err != nil {
		t.Fatal(err)
	}
	if got := engine.Choose(engine.DefaultID, engine.OnErrorFallback, ruleset, &ruleset, &ruleset); len(got) != 0 {
		t.Errorf("%d rulesets stand in for the default", len(got))
	}
}

// Ensure that a bundle is the ruleset, modules included, and that damage or a
// path out of its folder is noticed.
func TestBundle(t *testing.T) {
	ruleset, err := testSet().Load("custom/parts")
	if err != nil {
		t.Fatal(err)
	}
	bundle := engine.Bundle(ruleset)
	again, err := engine.Unbundle(bundle)
	if err != nil || again.Hash != ruleset.Hash || string(engine.Bundle(again)) != string(bundle) {
		t.Fatalf("%v, hash %s", err, again.Hash)
	}
	if got := testEngine().Consult(again, input(t, "x")); got.Fault != nil || got.Decision.Activate[0].Reason != "hello function" {
		t.Errorf("the bundle's ruleset: %v %v", got.Fault, got.Decision)
	}
	for _, edit := range [][2]string{{"custom/parts", "custom/other"}, {`"parts.lua"`, `"../parts.lua"`}, {`"lib/words.lua"`, `"lib/word.lua"`}, {`"files"`, `"file"`}} {
		damaged := strings.Replace(string(bundle), edit[0], edit[1], 1)
		if _, err := engine.Unbundle([]byte(damaged)); err == nil && damaged != string(bundle) {
			t.Errorf("%s for %s went unnoticed", edit[1], edit[0])
		}
	}
}

// Ensure that a bundle has of a ruleset's files only those that can run, and still the hash
// and the name of the whole.
func TestBundleHoldsWhatRuns(t *testing.T) {
	user := t.TempDir()
	for _, name := range []string{"small.lua", "part.lua", "lib/more.lua", "not.reached.lua", "notes.txt", "README.md", "scenarios/a.yaml"} {
		write(t, filepath.Join(user, "custom/small", name), "return {} -- "+name)
	}
	ruleset, err := engine.Find(engine.Places{User: user}).Load("custom/small")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := engine.Unbundle(engine.Bundle(ruleset))
	if err != nil || kept.Hash != ruleset.Hash || kept.Program.Name != ruleset.Program.Name {
		t.Fatalf("%v, hash %s of %s", err, kept.Hash, kept.Program.Name)
	}
	if got, want := slices.Sorted(maps.Keys(kept.Files())), []string{"lib/more.lua", "part.lua", "small.lua"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Ensure that the last good version of a project's ruleset answers nowhere: another
// workspace may have a ruleset of the same id and never have trusted that code.
func TestProjectsLastGoodIsNotRun(t *testing.T) {
	project, user := t.TempDir(), t.TempDir()
	write(t, filepath.Join(project, "team/a.lua"), goodCode)
	write(t, filepath.Join(user, "team/a.lua"), "this is no Lua")
	frozen, err := engine.Freeze(project)
	if err != nil {
		t.Fatal(err)
	}
	e := testEngine()
	e.Set = engine.Find(engine.Places{Builtin: builtin.FS, Trusted: frozen})
	answer := e.Decide("team/a", engine.OnErrorFallback, engine.State{}, input(t, "x"))
	if answer.Good == nil || answer.Outcome.Ruleset != "team/a" {
		t.Fatalf("the project's ruleset did not answer: %+v", answer.Attempts)
	}
	good, err := engine.Unbundle(engine.Bundle(*answer.Good))
	if err != nil {
		t.Fatal(err)
	}
	e.Set = engine.Find(engine.Places{Builtin: builtin.FS, User: user})
	state := engine.State{GoodHash: good.Hash, LastGood: func() *engine.Ruleset { return &good }}
	answer = e.Decide("team/a", engine.OnErrorFallback, state, input(t, "x"))
	if answer.Outcome.Ruleset != engine.DefaultID {
		t.Errorf("%s answered", answer.Outcome.Ruleset)
	}
}

// Ensure that a bundle names what is wrong with it.
func TestUnbundleErrors(t *testing.T) {
	for data, want := range map[string]string{
		`{"id":"a/b","files":{"b.lua":"","../x":""}}`:  `unbundle ruleset a/b: "../x" is no path inside a folder`,
		`{"id":"a","files":{}}`:                        `unbundle ruleset: "a" is no id`,
		`{"id":"a/b","hash":"x","files":{"c.txt":""}}`: `unbundle ruleset a/b: it has no code: there is no b.lua, ruleset.lua, b.wasm or ruleset.wasm`,
	} {
		if _, err := engine.Unbundle([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
	}
}

// FuzzUnbundle holds that bytes from the store give a ruleset with the hash that
// they claim, or an error.
func FuzzUnbundle(f *testing.F) {
	ruleset, err := testSet().Load("acme/searcher")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(engine.Bundle(ruleset))
	f.Add([]byte(`{"id":"a/b","files":{"b.lua":""},"modules":{"x":{}}}`))
	f.Add([]byte(`{"id":"a","files":null}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		ruleset, err := engine.Unbundle(data)
		if err != nil {
			return
		}
		again, err := engine.Unbundle(engine.Bundle(ruleset))
		if err != nil || again.Hash != ruleset.Hash {
			t.Errorf("%v: %s became %s", err, ruleset.Hash, again.Hash)
		}
	})
}

// BenchmarkLoad measures what every prompt pays: reading and hashing the active
// ruleset: under 1 ms.
func BenchmarkLoad(b *testing.B) {
	set := engine.Find(engine.Places{Builtin: builtin.FS, User: os.DevNull})
	for b.Loop() {
		if _, err := set.Load("builtin/aggressive"); err != nil {
			b.Fatal(err)
		}
	}
}
