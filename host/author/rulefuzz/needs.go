package rulefuzz

import (
	"fmt"
	"math"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// decided compares what is activated with what the parameters say of each item. It says
// nothing where the scenario itself says what the call relevance answers.
func decided(t *trial) *Breach {
	if !isPrompt(t.s) || len(t.s.Items) > 2 || t.s.Relevance != nil {
		return nil
	}
	a, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	for _, item := range t.s.Items {
		if breach := t.lifted(a, item); breach != nil {
			return breach
		}
		needs := t.needs(item)
		score := t.s.Search[item.Ref]
		if fits := score >= needs; fits != a.activates(item.Ref) && (score == needs || math.Abs(score-needs) > 0.0004) {
			expect := a.instead(func(e abi.Entry) bool { return e.Ref != item.Ref }, all)
			verb := "activated"
			if fits {
				verb = "not activated"
				expect.Activate = append(expect.Activate, named(abi.Entry{Ref: item.Ref}))
			}
			return &Breach{fmt.Sprintf("%s has similarity %.4g where it needs %.4g, and is %s", item.Ref, score, needs, verb), []scenario.Scenario{expecting(t.s, expect)}}
		}
	}
	return nil
}

// lifted is a breach where a keyword lifts an item's score by more than it may.
func (t *trial) lifted(a answer, item abi.Item) *Breach {
	most := round4(min(1, t.s.Search[item.Ref]+t.number(boost)))
	if _, ok := t.input.Ruleset.Manifest.Parameters[boost]; !ok || scoreOf(a, item.Ref) <= most+0.0001 {
		return nil
	}
	expect := a.instead(all, all)
	for i := range expect.Activate {
		if expect.Activate[i].Ref == item.Ref {
			expect.Activate[i].Score = new(most)
		}
	}
	return &Breach{
		fmt.Sprintf("%s has similarity %.4g and gets the score %.4g; a keyword adds %.4g", item.Ref, t.s.Search[item.Ref], scoreOf(a, item.Ref), t.number(boost)),
		[]scenario.Scenario{expecting(t.s, expect)},
	}
}

// needs is the similarity from which on an item should be activated; 2 is never.
func (t *trial) needs(item abi.Item) float64 {
	active := isActive(t.s, item.Ref)
	parameters := t.input.Ruleset.Manifest.Parameters
	needs := t.number(threshold)
	if _, ok := parameters[margin]; ok && len(t.s.Active) > 0 && !active && len(strings.Fields(t.s.Context.UserPrompt)) <= 4 {
		needs += t.number(margin)
	}
	if standsIn(t.s.Context.UserPrompt, item.Keywords) {
		needs -= t.number(boost)
	}
	if _, ok := parameters[refresh]; ok && active {
		needs = min(needs, t.number(refresh))
	}
	if t.s.Search[item.Ref] == 0 && needs <= 0 {
		return 0
	}
	return math.Round(needs*1e6) / 1e6
}

// standsIn: one of the keywords stands in the text as a word of its own.
func standsIn(text string, keywords []string) bool {
	text = " " + strings.ToLower(text) + " "
	for _, keyword := range keywords {
		keyword = strings.ToLower(keyword)
		for rest := text; keyword != ""; {
			at := strings.Index(rest, keyword)
			if at < 0 {
				break
			}
			before, after := rest[at-1], rest[at+len(keyword)]
			if !isWord(before) && !isWord(after) {
				return true
			}
			rest = rest[at+1:]
			if len(rest) <= len(keyword) {
				break
			}
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 0x80
}
