package decide

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
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
