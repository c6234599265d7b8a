package rulefuzz

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// matters are properties of all runs together: something has to happen in one.
func matters() []Property {
	return []Property{
		{
			ID: "speaks", Sentence: "There is something that makes it activate a skill.",
			Why:  "A ruleset that never activates anything is of no use.",
			make: matter, check: looks, often: 5,
			settled: func(_ abi.Manifest, n *notes) bool { return n.has("activates") },
			missing: func(_ abi.Manifest, n *notes) []string { return unseen(n, "it never activated anything", "activates") },
		},
		{
			ID: "forgets", Sentence: "There is something that makes it withdraw a skill.",
			Why:  "What is never withdrawn stays active until the session ends.",
			make: matter, check: looks, often: 5,
			settled: func(_ abi.Manifest, n *notes) bool { return n.has("withdraws") },
			missing: func(_ abi.Manifest, n *notes) []string { return unseen(n, "it never withdrew anything", "withdraws") },
		},
		{
			ID: "reads-parameters", Sentence: "Every declared parameter is read.",
			Why:     "A parameter that is not read can be set and does nothing: often its name is misspelt in the code. One that is kept for old configurations says unused in its description.",
			applies: func(m abi.Manifest) bool { return len(declared(m)) > 0 },
			make:    matter, check: looks, often: 5,
			settled: func(m abi.Manifest, n *notes) bool { return len(unread(m, n)) == 0 },
			missing: unread,
		},
		{
			ID: "parameters-matter", Sentence: "Every number, switch and choice among the parameters changes what it decides or asks for, somewhere.",
			Why:     "A parameter that is read and changes nothing is not used for what it says. One that is kept for old configurations says unused in its description.",
			applies: func(m abi.Manifest) bool { return len(variable(m)) > 0 },
			make:    matter, check: parameterMatters, often: 5,
			settled: func(m abi.Manifest, n *notes) bool { return len(idle(m, n)) == 0 },
			missing: idle,
		},
		{
			ID: "makes-calls", Sentence: "Every host call that the manifest names is made, somewhere.",
			Why:     "What is never called is permission for nothing, or code that is never reached.",
			applies: func(m abi.Manifest) bool { return len(m.Calls) > 0 },
			make:    matter, check: looks, often: 5,
			settled: func(m abi.Manifest, n *notes) bool { return len(uncalled(m, n)) == 0 },
			missing: uncalled,
		},
		{
			ID: "calls-matter", Sentence: "Every host call that it makes for an answer changes what it decides or asks for, somewhere.",
			Why:  "An answer that nothing depends on is time for nothing, and often a comparison that is the wrong way round. Compared is the same with that call answered by nothing, by 0, or for cosines by 1.",
			make: matter, check: callMatters, often: 5,
			settled: func(_ abi.Manifest, n *notes) bool { return n.has("called search") && len(deaf(n)) == 0 },
			missing: func(_ abi.Manifest, n *notes) []string { return deaf(n) },
		},
	}
}

// matter is an event in which as much as possible is near to deciding something.
func matter(g *maker) scenario.Scenario {
	if len(g.sowing) > 0 && g.chance(30) {
		return g.sown()
	}
	if len(g.words.all) > 0 && g.chance(40) {
		return g.worded()
	}
	switch g.IntN(4) {
	case 0:
		return newTopic(g)
	case 1:
		s := recalled(g)
		s.Active = []abi.Active{{Item: abi.Item{Ref: s.Items[1].Ref}, PromptsSinceRelevant: g.IntN(12)}}
		return s
	case 2:
		s := g.usual()
		s.Context.Neutral = false
		return s
	}
	return g.usual()
}

func looks(t *trial) *Breach {
	t.ask(t.s)
	return nil
}
