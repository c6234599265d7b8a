package builtin_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// Ensure that a built-in ruleset answers with half of its fuel even where it has
// most to do, for it is what answers when others fail: twenty close candidates
// with a hundred keywords each, which are everywhere in the prompt and nowhere a
// word, three active items of another topic, the longest prompt.
func TestFuel(t *testing.T) {
	script := recorded.Script{Search: map[abi.Ref]float64{}}
	for i := range 20 {
		id := fmt.Sprintf("skill-%d", i)
		item := abi.Item{Ref: abi.Skill(id), Description: strings.Repeat("what it is for ", 40), Embedding: abi.Embedding{Values: []float32{1, 0}}}
		for k := range 100 {
			item.Keywords = append(item.Keywords, string(rune('a'+k%10)))
		}
		script.Items = append(script.Items, item)
		script.Search[item.Ref] = 0.75
	}
	for i := range 3 {
		id := fmt.Sprintf("active-%d", i)
		script.Items = append(script.Items, abi.Item{Ref: abi.Skill(id), Embedding: abi.Embedding{Values: []float32{0, 1}}})
		script.Active = append(script.Active, abi.Active{Item: abi.Item{Ref: abi.Skill(id)}})
	}
	for i := range 40 {
		script.Messages = append(script.Messages, abi.Message{Role: "user", Content: strings.Repeat("words ", 30), Sequence: int64(i)})
	}
	e := newEngine(t, "")
	for _, found := range e.Set.List() {
		ruleset, err := e.Set.Load(found.ID)
		if err != nil {
			t.Fatal(err)
		}
		host, err := recorded.New(script)
		if err != nil {
			t.Fatal(err)
		}
		context := abi.Context{HookEvent: abi.EventPrompt, Sequence: 100, UserPrompt: strings.Repeat("abcdefghij ", 64<<10/11)}
		outcome := consultWith(e, ruleset, host, context, abi.DefaultBudgets().Fuel/2)
		if outcome.Fault != nil {
			t.Errorf("%s: %v", found.ID, outcome.Fault)
		}
	}
}
