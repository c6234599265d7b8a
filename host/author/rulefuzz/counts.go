package rulefuzz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// crowded is a prompt that more items fit perfectly than may be active.
func crowded(g *maker) scenario.Scenario {
	at, _ := g.manifest.Parameters[capacity].Default.(float64)
	most := int(at)
	s := g.plain(min(len(items), max(1, most)+2))
	if g.chance(70) {
		most = int(g.set(&s, capacity, float64(1+g.IntN(max(1, most)))))
	}
	for i, item := range s.Items {
		s.Search[item.Ref] = 1
		if i > most && g.chance(50) {
			s.Search[item.Ref] = g.score(0.9, 1)
		}
	}
	return s
}

func atMost(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok || !isPrompt(t.s) {
		return nil
	}
	fit := 0
	for _, score := range t.s.Search {
		if score == 1 {
			fit++
		}
	}
	most := int(t.number(capacity))
	if n := len(a.Activate); n <= most && n >= min(most, fit) {
		return nil
	}
	expect := a.instead(all, all)
	expect.Activate, expect.Count = nil, new(min(most, max(fit, len(a.Activate))))
	return &Breach{fmt.Sprintf("%d skills fit perfectly, %d are activated, at most %d may be", fit, len(a.Activate), most), []scenario.Scenario{expecting(t.s, expect)}}
}

// ageing is an active item that no prompt concerns, about as old as it may get.
func ageing(g *maker) scenario.Scenario {
	s := g.plain(1 + g.IntN(3))
	limit, _ := g.manifest.Parameters[unused].Default.(float64)
	if g.chance(50) {
		limit = g.set(&s, unused, float64(2+g.IntN(12)))
	}
	for _, item := range s.Items {
		s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: item.Ref}, PromptsSinceRelevant: max(0, int(limit)-1+pick(g.Rand, -2, -1, 0, 1))})
	}
	return s
}

func leavesAt(t *trial) *Breach {
	if !isPrompt(t.s) || len(t.s.Search) > 0 || slices.ContainsFunc(t.s.Items, func(i abi.Item) bool { return i.Sticky || !i.Embedding.IsZero() }) {
		return nil
	}
	a, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	limit := int(t.number(unused))
	for _, active := range t.s.Active {
		prompts := active.PromptsSinceRelevant + 1
		if (prompts >= limit) == a.withdraws(active.Ref) {
			continue
		}
		expect := a.instead(all, func(e abi.Entry) bool { return e.Ref != active.Ref })
		verb := "withdrawn"
		if prompts >= limit {
			verb = "not withdrawn"
			expect.Deactivate = nil
			for _, one := range t.s.Active {
				if one.PromptsSinceRelevant+1 >= limit {
					expect.Deactivate = append(expect.Deactivate, named(abi.Entry{Ref: one.Ref}))
				}
			}
		}
		return &Breach{fmt.Sprintf("%s is %s at prompt %d without relevance; it leaves at number %d", active.Ref, verb, prompts, limit), []scenario.Scenario{expecting(t.s, expect)}}
	}
	return nil
}

func remembered(g *maker) scenario.Scenario {
	s := recalled(g)
	g.set(&s, lookback, float64(g.IntN(5)))
	return s
}

// looksBack wants one search with exactly the words that belong there.
func looksBack(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok || !isPrompt(t.s) {
		return nil
	}
	before := t.before()
	words := marked(before)
	found, searched := "", request{}
	for _, made := range a.requests {
		if made.call != "search" {
			continue
		}
		background, _ := made.field("background")
		if searched.call == "" || background != "" {
			found, searched = background, made
		}
		if slices.Equal(marked(background), words) {
			return nil
		}
	}
	if searched.call == "" {
		return nil
	}
	expect := a.instead(all, all)
	if query, _ := searched.field("text"); len(marked(query)) > 0 { // it is where the background went
		searched.text = searched.with("text", t.s.Context.UserPrompt)
	}
	expect.Asked = []string{searched.with("background", before)}
	return &Breach{fmt.Sprintf("the search's background is %q; it should hold the messages that begin with %q", found, words), []scenario.Scenario{expecting(t.s, expect)}}
}

// before is what the user said before the prompt, as far back as the ruleset looks.
func (t *trial) before() string {
	var said []string
	for _, message := range t.s.Messages {
		if message.Role == "user" && (message.Sequence != t.s.Context.Sequence || message.Sequence == 0) && message.Content != "" {
			said = append(said, message.Content)
		}
	}
	return strings.Join(said[max(0, len(said)-int(t.number(lookback))):], " ")
}

// marked returns the words that mark messages, in their order.
func marked(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(text) {
		if strings.HasPrefix(word, "zq") {
			words = append(words, word)
		}
	}
	return words
}
