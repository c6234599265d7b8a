package rulefuzz

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/generate"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// maker makes scenarios of one event. A session is no more than what is active,
// for nothing else is carried over.
type maker struct {
	*rand.Rand
	manifest abi.Manifest
	sowing   []scenario.Scenario // events of the author's scenarios
	words    words               // of the code
}

func (g *maker) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// anything is an event that the ruleset wants, with anything in it.
func (g *maker) anything() scenario.Scenario {
	s := generate.Script(g.Uint64(), 0, material(g.manifest))
	s.Then, s.File, s.Why = nil, "", ""
	if !g.manifest.Wants(s.Context.HookEvent) {
		s.Context.HookEvent = abi.EventPrompt
		if !g.manifest.Wants(abi.EventPrompt) {
			s.Context.HookEvent = pick(g.Rand, g.manifest.Events...)
		}
	}
	if s.Context.HookEvent == abi.EventPrompt && s.Context.UserPrompt == "" && g.chance(80) {
		s.Context.UserPrompt = pick(g.Rand, prompts...)
	}
	return s
}

// usual is anything with the parameters as they are and one score for an item,
// whichever call asks for it; rulesets may rely on that.
func (g *maker) usual() scenario.Scenario {
	s := g.anything()
	s.Parameters, s.Relevance = nil, nil
	return s
}

// plain is a prompt in a catalog of so many items that differ in name and score
// alone: no keywords, no vectors, nothing active, nothing said before.
func (g *maker) plain(count int) scenario.Scenario {
	var s scenario.Scenario
	s.Context = abi.Context{HookEvent: abi.EventPrompt, UserPrompt: g.prompt()}
	s.Search = map[abi.Ref]float64{}
	for i, at := range g.Perm(len(items))[:count] {
		from := items[at]
		from.Keywords, from.Path = []string{}, ""
		if i > 0 && g.chance(15) {
			from.Ref.Kind = abi.KindCommand
		}
		s.Items = append(s.Items, from)
	}
	return s
}

// prompt is about something, of few words or of many.
func (g *maker) prompt() string {
	text := pick(g.Rand, "change the colours of it", "now the second page", "rename it", "move this there")
	if g.chance(50) {
		text += " and after that go through all of the other pages too, one by one, and do what was done here"
	}
	return text
}

// score is a similarity with two decimals between two of them.
func (g *maker) score(low, high float64) float64 {
	return round(low + g.Float64()*(high-low))
}

// crowd is more than a ruleset will look at, and all of it fits.
func (g *maker) crowd() scenario.Scenario {
	s := g.plain(1)
	s.Items, s.Context.UserPrompt = nil, strings.Repeat(pick(g.Rand, "words ", "ü ", "日本 "), 60<<10/6)
	for i := range pick(g.Rand, 60, 400) {
		one := pick(g.Rand, items...)
		one.Ref.ID = fmt.Sprintf("%s-%d", one.Ref.ID, i)
		one.Description = strings.Repeat(one.Description+" ", 20)
		one.Embedding = abi.Embedding{Values: []float32{float32(i % 3), 1}}
		s.Items = append(s.Items, one)
		s.Search[one.Ref] = g.score(0.5, 1)
		if i < 40 && g.chance(50) {
			s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: one.Ref}, PromptsSinceRelevant: g.IntN(20)})
		}
	}
	for i := range 100 {
		s.Messages = append(s.Messages, abi.Message{Role: pick(g.Rand, "user", "assistant", "tool"), Content: strings.Repeat("said ", 1600), Sequence: int64(i)})
	}
	return s
}

// nasty is anything with one of the things that rulesets forget.
func (g *maker) nasty() scenario.Scenario {
	s := g.anything()
	if g.chance(30) { // no model
		for i := range s.Items {
			s.Items[i].Embedding = abi.Embedding{}
		}
		for i := range s.Messages {
			s.Messages[i].Embedding = abi.Embedding{}
		}
	}
	if len(s.Items) == 0 {
		return s
	}
	at := g.IntN(len(s.Items))
	odd := &s.Items[at]
	switch g.IntN(5) {
	case 0: // nothing but an id
		*odd = abi.Item{Ref: odd.Ref}
		s.Search[odd.Ref] = g.score(0.6, 1)
	case 1: // a name longer than a reason may be, and another topic before
		s = newTopic(g)
		for i := range s.Items {
			s.Items[i].Name, s.Items[i].Embedding = strings.Repeat("längst ", 60), abi.Embedding{Values: []float32{0, 1}}
			if isActive(s, s.Items[i].Ref) {
				s.Items[i].Embedding.Values = []float32{1, 0}
			}
		}
	case 2: // a keyword that is a pattern to somebody
		g.keyword(&s, at, pick(g.Rand, "c++", "(", "[a", "%", "a.b", "100%", ".*", "%w+", "^x$", "-", "ü+"))
	case 3: // a keyword longer than a reason may be
		g.keyword(&s, at, strings.Repeat("lang", 100))
	case 4: // as good as can be, with a keyword besides
		g.keyword(&s, at, "migration")
		s.Search[odd.Ref] = g.score(0.9, 1)
	}
	return s
}

// keyword makes an item fit a little and its keyword stand in the prompt.
func (g *maker) keyword(s *scenario.Scenario, at int, word string) {
	s.Items[at].Keywords = []string{word}
	s.Context.UserPrompt = "use " + word + " here, then go through all the other pages as well"
	s.Search = maps.Clone(s.Search)
	s.Search[s.Items[at].Ref] = g.score(0.55, 1)
}

// dimensions is the length of a scenario's vectors.
func dimensions(s scenario.Scenario) int {
	for _, item := range s.Items {
		if n := len(item.Embedding.Values); n > 0 {
			return n
		}
	}
	return 2
}

func isActive(s scenario.Scenario, id abi.Ref) bool {
	return slices.ContainsFunc(s.Active, func(a abi.Active) bool { return a.Ref == id })
}

func skill(s scenario.Scenario, id abi.Ref) *abi.Item {
	if i := slices.IndexFunc(s.Items, func(i abi.Item) bool { return i.Ref == id }); i >= 0 {
		return &s.Items[i]
	}
	return nil
}

// isPrompt: somebody wrote something.
func isPrompt(s scenario.Scenario) bool {
	return s.Context.HookEvent == abi.EventPrompt && strings.TrimSpace(s.Context.UserPrompt) != ""
}
