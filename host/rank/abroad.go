package rank

import (
	_ "embed"
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/host/rank/language"
)

//go:embed data/foreign-minilm-skills.json
var foreignMiniLMSkills []byte

// KnowLanguages gives the recipe weights for prompts in other languages than English, if
// some were fitted for its encoder. Their vectors come from package abroad. They are no part
// of the recipe's ID: null prompts are English, so no calibration depends on them.
func (r *Recipe) KnowLanguages() {
	if FittedFor(r.Model) != "minilm-skills" {
		return
	}
	r.Foreign = &Weights{}
	if err := json.Unmarshal(foreignMiniLMSkills, r.Foreign); err != nil {
		panic(err) // embedded, and read by a test
	}
}

// Knows reports whether the encoder knows the language of a prompt: English, and others
// where the recipe has weights for them.
func (r *Recipe) Knows(q Query) bool { return !q.Foreign || r.Foreign != nil }

// weights are those that count for a prompt and an item.
func (r *Recipe) weights(f Features) *Weights {
	switch {
	case !f.HasDense:
		return &r.Lexical
	case f.Foreign && r.Foreign != nil:
		return r.Foreign
	}
	return &r.Weights
}

// Shared reports which terms of a prompt it would have in another language, too: those of
// the technologies that it names. What a recipe says of other languages is fitted on
// English prompts that are read so.
func (q Query) Shared() []bool {
	var names []string
	for _, technology := range TechnologiesOf(q.Text) {
		names = append(names, language.Terms(technology.name)...)
	}
	shared := make([]bool, len(q.Terms))
	for i, term := range q.Terms {
		shared[i] = slices.Contains(names, term)
	}
	return shared
}
