package generate_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/generate"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Ensure that a scenario can be made again from its seed and number alone, and
// that seeds differ.
func TestSeeds(t *testing.T) {
	m := material(t)
	all := generate.Scripts(7, 40, m)
	if again := generate.Script(7, 39, m); !reflect.DeepEqual(all[39], again) {
		t.Errorf("scenario 39 of seed 7 is %+v, and then %+v", all[39], again)
	}
	if other := generate.Script(8, 39, m); reflect.DeepEqual(all[39].Script, other.Script) {
		t.Error("seeds 7 and 8 give the same")
	}
}

// Ensure that a scenario of interest can be kept: its JSON is a scenario file.
func TestKept(t *testing.T) {
	for _, s := range generate.Scripts(3, 60, material(t)) {
		encoded, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := scenario.Decode(encoded)
		if err != nil {
			t.Errorf("%s: %v", s.File, err)
			continue
		}
		again, err := json.Marshal(kept)
		if err != nil || string(again) != string(encoded) {
			t.Errorf("%s: became\n%s, was\n%s, %v", s.File, again, encoded, err)
		}
	}
}

// Ensure that a few hundred scenarios have in them what implementations may
// differ on, and that parameters stay inside their ranges.
func TestVariety(t *testing.T) {
	m := material(t)
	seen := map[string]int{}
	note := func(what string, is bool) {
		times := 0
		if is {
			times = 1
		}
		seen[what] += times
	}
	for _, s := range generate.Scripts(1, 300, m) {
		note("no items", len(s.Items) == 0)
		note("several active", len(s.Active) > 1)
		note("several events", len(s.Then) > 1)
		note("long history", len(s.Messages) > 40)
		ids := map[string]bool{}
		for _, item := range s.Items {
			ids[item.Ref.ID] = item.Sticky
			note("command", item.Ref.Kind == abi.KindCommand)
			note("tool", item.Ref.Kind == abi.KindTool)
			note("unicode id", len(item.Ref.ID) != len([]rune(item.Ref.ID)))
			note("no keywords", len(item.Keywords) == 0)
			note("no embedding", item.Embedding.IsZero())
			note("many keywords", len(item.Keywords) > 8)
		}
		for _, active := range s.Active {
			note("sticky and active", ids[active.Ref.ID])
			note("active tool", active.Ref.Kind == abi.KindTool)
		}
		for name, value := range s.Parameters {
			if err := m.Parameters[name].Check(value); err != nil {
				t.Errorf("%s: %s: %v", s.File, name, err)
			}
			note("parameter "+name, true)
		}
		first := scenario.Event{Context: s.Context, Search: s.Search}
		for _, event := range append([]scenario.Event{first}, s.Then...) {
			note("event "+event.Context.HookEvent, true)
			note("neutral", event.Context.Neutral)
			note("blank prompt", event.Context.HookEvent == abi.EventPrompt && strings.TrimSpace(event.Context.UserPrompt) == "")
			note("prompt cut in a character", len(event.Context.UserPrompt) > 2000 && len([]rune(event.Context.UserPrompt)) < len(event.Context.UserPrompt))
			for _, score := range event.Search {
				note("at the threshold", score == 0.7)
				note("a hair below it", score == 0.699999)
				note("with the boost", score == 0.55)
				note("with the margin", score == 0.9)
			}
		}
	}
	for what, times := range seen {
		if times == 0 {
			t.Errorf("%s: in none", what)
		}
	}
	for _, kind := range []string{"turn_ended", "tool_used", "compacting", "prompt"} {
		if seen["event "+kind] == 0 {
			t.Errorf("event %s: in none", kind)
		}
	}
	for name := range m.Parameters {
		if seen["parameter "+name] == 0 {
			t.Errorf("parameter %s is never set", name)
		}
	}
}
