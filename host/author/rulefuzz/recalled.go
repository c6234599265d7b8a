package rulefuzz

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// recalled is a prompt after some messages, each with a word that nothing else has.
func recalled(g *maker) scenario.Scenario {
	s := g.plain(2)
	s.Search[s.Items[0].Ref] = g.score(0, 1)
	for i := range 1 + g.IntN(12) {
		s.Messages = append(s.Messages, abi.Message{
			Role: pick(g.Rand, "user", "user", "assistant"), Content: fmt.Sprintf("zq%dx was said", i), Sequence: int64(i + 1),
		})
	}
	if g.chance(50) { // the prompt is logged already
		s.Context.Sequence = int64(len(s.Messages) + 1)
		s.Messages = append(s.Messages, abi.Message{Role: "user", Content: "zqhere " + s.Context.UserPrompt, Sequence: s.Context.Sequence})
	}
	return s
}

func searchForPrompt(t *trial) *Breach {
	a, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	for _, made := range a.requests {
		query, asked := made.field("text")
		if !asked || query == "" {
			continue
		}
		for _, message := range t.s.Messages {
			word, _, _ := strings.Cut(message.Content, " ")
			if strings.HasPrefix(word, "zq") && strings.Contains(query, word) {
				expect := a.instead(all, all)
				made.text = made.with("text", t.s.Context.UserPrompt)
				if declares(lookback)(t.input.Ruleset.Manifest) && made.call == "search" {
					made.text = made.with("background", t.before())
				}
				expect.Asked = []string{made.text}
				return &Breach{fmt.Sprintf("%s asks for %q, which an earlier message says", made.call, word), []scenario.Scenario{expecting(t.s, expect)}}
			}
		}
	}
	return nil
}
