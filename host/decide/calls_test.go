package decide

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Ensure that to a blank text no item is relevant, as in a scenario, and that no model is
// asked about it.
func TestRelevanceOfNothing(t *testing.T) {
	in := inputs(t, "write a database migration that adds a column")
	embed, asked := in.Embed, []string{}
	in.Embed = func(text string) ([]float32, error) {
		asked = append(asked, text)
		return embed(text)
	}
	in.Rulesets.Set = engine.Find(engine.Places{Builtin: fstest.MapFS{"eager/eager.lua": {Data: []byte(`return { evaluate_activation = function()
	local answer = {}
	for _, one in ipairs(impressionism.relevance({ text = " \n", refs = { "skill:css-layout", "skill:nowhere", "skill:release-notes" } })) do
		answer[#answer + 1] = { ref = one.ref, reason = "similarity " .. one.similarity }
	end
	return answer
end }`)}}})
	d := Decide(in)
	var got []string
	for _, entry := range d.Outcome.Decision.Activate {
		got = append(got, entry.Ref.String()+" "+entry.Reason)
	}
	if text := strings.Join(got, ", "); text != "skill:css-layout similarity 0, skill:release-notes similarity 0" {
		t.Errorf("got %q, %v", text, d.FirstFault())
	}
	for _, text := range asked {
		if strings.TrimSpace(text) == "" {
			t.Errorf("the model was asked about %q", text)
		}
	}
}

// Ensure a search by an embedding neither returns what the user never wants nor counts it
// against the limit, and that one of another length is refused in the call's name.
func TestSearchByEmbeddingNever(t *testing.T) {
	in := inputs(t, "write a database migration that adds a column")
	in.View = viewOf(t, index.Sources{
		Pools: catalog.Pools{Default: in.Recipe}, Now: in.Now, Model: "m",
		Embed: func(string) ([]float32, error) { return []float32{1, 0}, nil },
	}, map[string]string{"a-migrations": "Write database migrations.", "b-tables": "Add columns to tables."})
	for want, never := range map[string][]string{"a-migrations": nil, "b-tables": {"a-*"}} {
		in.Settings.Wishes = wish.Wishes{Never: never}
		c := newCalls(in, newFinder(in, nil), newMemory(in, &Problems{}), nil, &Problems{})
		got, err := c.Search(abi.SearchRequest{Embedding: abi.Embedding{Values: []float32{1, 0}}, Limit: 1})
		if err != nil || len(got) != 1 || got[0].Item.Ref != abi.Skill(want) {
			t.Errorf("never %v: got %+v, %v; want %s", never, got, err, want)
		}
		_, err = c.Search(abi.SearchRequest{Embedding: abi.Embedding{Values: []float32{1, 0, 0}}, Limit: 1})
		if fault := abi.AsFault(err); err == nil || fault.Message != "search: an embedding has 2 numbers, got 3" {
			t.Errorf("three numbers: got %v", err)
		}
	}
}
