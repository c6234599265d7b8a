package rulefuzz

import (
	"math"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Names of the parameters that mean the same in every ruleset that has them, for
// users set them once for all rulesets.
const (
	threshold = "similarity_threshold"
	boost     = "keyword_boost"
	margin    = "switch_margin"
	refresh   = "refresh_threshold"
	capacity  = "max_active_skills"
	unused    = "inactive_threshold"
	lookback  = "lookback_activate"
)

// meanings are the properties of parameters by their names.
func meanings() []Property {
	shared := "Users set parameters of this name for all rulesets at once, so it has to mean the same in each. "
	return []Property{
		{
			ID: "means-" + threshold, Sentence: "A skill is activated from " + threshold + " on, and not below.",
			Why:     shared + "Tried with one skill, without keywords and history.",
			applies: declares(threshold), make: atThreshold, check: decided,
		},
		{
			ID: "means-" + boost, Sentence: "A skill with a keyword in the prompt is activated from " + threshold + " minus " + boost + " on, others are not; its score rises by " + boost + " at most.",
			Why:     shared + "A keyword counts as a word of its own, whatever its case, wherever it stands.",
			applies: declares(threshold, boost), make: withKeyword, check: decided, often: 2,
		},
		{
			ID: "means-" + margin, Sentence: "While a skill is active, another needs " + switchMore + " for a prompt of few words; the active one does not.",
			Why:     shared + "A short prompt more likely means the topic at hand. Tried with prompts of 3 and of 20 words.",
			applies: declares(threshold, margin), make: newcomer, check: decided,
		},
		{
			ID: "means-" + refresh, Sentence: "An active skill is activated again from " + refresh + " on, and not below.",
			Why:     shared + "To activate it again is what keeps it fresh.",
			applies: declares(threshold, refresh), make: refreshed, check: decided,
		},
		{
			ID: "means-" + capacity, Sentence: "If more skills fit, exactly " + capacity + " are activated at once; never more.",
			Why:     shared,
			applies: declares(capacity), make: crowded, check: atMost,
		},
		{
			ID: "means-" + unused, Sentence: "An active skill leaves after exactly " + unused + " prompts without relevance, this one included.",
			Why:     shared + "prompts_since_relevant counts those before the present one.",
			applies: declares(unused), make: ageing, check: leavesAt,
		},
		{
			ID: "means-" + lookback, Sentence: "The last " + lookback + " messages of the user before the prompt are the search's background.",
			Why:     shared + "Neither older ones, nor the assistant's, nor the prompt itself.",
			applies: declares(lookback), make: remembered, check: looksBack,
		},
	}
}

const switchMore = margin + " more than " + threshold

// declares: the ruleset is asked about prompts and has numbers of these names.
func declares(names ...string) func(abi.Manifest) bool {
	return func(m abi.Manifest) bool {
		for _, name := range names {
			if p := m.Parameters[name]; p.Type != "number" && p.Type != "integer" || saidUnused(p) {
				return false
			}
		}
		return prompted(m)
	}
}

// saidUnused: a parameter may be kept for configurations that still set it.
func saidUnused(p abi.Parameter) bool {
	return strings.Contains(strings.ToLower(p.Description), "unused")
}

// set sets a parameter to a value within its limits, with two decimals, and returns
// that value.
func (g *maker) set(s *scenario.Scenario, name string, value float64) float64 {
	p := g.manifest.Parameters[name]
	if p.Minimum != nil {
		value = max(value, *p.Minimum)
	}
	if p.Maximum != nil {
		value = min(value, *p.Maximum)
	}
	if value = round(value); p.Type == "integer" {
		value = math.Round(value)
	}
	if s.Parameters == nil {
		s.Parameters = map[string]any{}
	}
	s.Parameters[name] = value
	return value
}

// number is a parameter's value in a scenario.
func (t *trial) number(name string) float64 {
	value, ok := t.s.Parameters[name].(float64)
	if !ok {
		value, _ = t.input.Ruleset.Manifest.Parameters[name].Default.(float64)
	}
	return value
}

// hair is a little more or less than something.
func (g *maker) hair() float64 { return pick(g.Rand, 0, 0, 0.001, -0.001, 0.3, -0.3) }

func clamp(x float64) float64 { return math.Round(min(max(x, 0), 1)*1e6) / 1e6 }

func atThreshold(g *maker) scenario.Scenario {
	s := g.plain(1)
	at := g.set(&s, threshold, g.score(0.05, 1))
	if g.chance(30) {
		s.Parameters = nil
		at, _ = g.manifest.Parameters[threshold].Default.(float64)
	}
	s.Search[s.Items[0].Ref] = clamp(at + g.hair())
	return s
}

// withKeyword: never exactly at the edge, for there sums of decimals decide.
func withKeyword(g *maker) scenario.Scenario {
	s := g.plain(1)
	word := pick(g.Rand, "deploy", "Deploy", "c++", "ci/cd", "HTTP")
	low := g.set(&s, threshold, g.score(0.5, 0.95)) - g.set(&s, boost, g.score(0.02, 0.3))
	shown := pick(g.Rand, word, strings.ToUpper(word), strings.ToLower(word))
	s.Context.UserPrompt = pick(g.Rand, shown+" the second page", "now "+shown, "now: "+shown+", and then the rest of it", "(\""+shown+"\") please",
		"now the "+shown+"ment", "a re"+shown+" of it", "something else")
	keywords := []string{"zq1", "zq2", "zq3"}
	at := pick(g.Rand, 0, 3, g.IntN(4))
	s.Items[0].Keywords = append(append(append([]string{}, keywords[:at]...), word), keywords[at:]...)
	s.Search[s.Items[0].Ref] = clamp(low + pick(g.Rand, 0.005, -0.005, 0.015, -0.015, 0.5))
	return s
}

func newcomer(g *maker) scenario.Scenario {
	s := g.plain(2)
	s.Context.UserPrompt = pick(g.Rand, "rename it now", strings.Repeat("go through all pages ", 5))
	at := g.set(&s, threshold, g.score(0.2, 0.8))
	more := g.set(&s, margin, g.score(0.05, 0.3))
	s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}}}
	if g.chance(30) {
		s.Active = nil
	}
	which := g.IntN(2)
	s.Search[s.Items[which].Ref] = clamp(at + pick(g.Rand, more+0.005, more-0.005, 0.005, -0.005))
	g.unrefreshed(&s)
	return s
}

// unrefreshed sets the refresh threshold so high that it does not matter.
func (g *maker) unrefreshed(s *scenario.Scenario) {
	if _, ok := g.manifest.Parameters[refresh]; ok {
		g.set(s, refresh, 1)
	}
}

func refreshed(g *maker) scenario.Scenario {
	s := g.plain(2)
	g.set(&s, threshold, 1)
	at := g.set(&s, refresh, g.score(0.1, 0.95))
	s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[0].Ref}, PromptsSinceRelevant: g.IntN(3)}}
	s.Search[s.Items[0].Ref] = clamp(at + g.hair())
	if s.Search[s.Items[0].Ref] >= 1 {
		s.Search[s.Items[0].Ref] = at
	}
	return s
}
