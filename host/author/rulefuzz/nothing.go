package rulefuzz

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

func blank(g *maker) scenario.Scenario {
	s := g.anything()
	s.Context.HookEvent, s.Context.UserPrompt = abi.EventPrompt, pick(g.Rand, "", " ", "\n\t  ")
	for _, active := range s.Active {
		s.Search[active.Ref] = 1
	}
	return s
}

func unfound(g *maker) scenario.Scenario {
	s := g.usual()
	s.Search, s.Context.Neutral = nil, false
	return s
}

// activatesNothing holds of scenarios that give no reason to.
func activatesNothing(where string, about func(scenario.Scenario) bool) func(*trial) *Breach {
	return func(t *trial) *Breach {
		if !about(t.s) {
			return nil
		}
		a, ok := t.ask(t.s)
		if !ok || len(a.Activate) == 0 {
			return nil
		}
		none := func(abi.Entry) bool { return false }
		return &Breach{fmt.Sprintf("%s activates %s", where, a.Activate[0].Ref), []scenario.Scenario{expecting(t.s, a.instead(none, all))}}
	}
}

// neutral is a prompt about nothing while something is active that any relevance
// would keep.
func neutral(g *maker) scenario.Scenario {
	s := g.usual()
	s.Context.HookEvent, s.Context.UserPrompt, s.Context.Neutral = abi.EventPrompt, pick(g.Rand, "thanks", "yes", "go on please"), true
	s.Search, s.Relevance = map[abi.Ref]float64{}, map[abi.Ref]float64{}
	for _, active := range s.Active {
		s.Relevance[active.Ref] = g.score(0.6, 1)
	}
	return s
}

func neutralPrompt(t *trial) *Breach {
	if !t.s.Context.Neutral {
		return nil
	}
	return activatesNothing("a prompt about nothing", func(s scenario.Scenario) bool { return len(s.Search) == 0 })(t)
}
