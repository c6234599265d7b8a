// Package generate makes scenarios at random from real items and prompts, for
// tests that hold implementations of one ruleset to the same decisions. Equal
// seeds give equal scenarios. They expect nothing: what matters is that all give
// the same. It knows the contract only, no ruleset and no runtime.
package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Material is what scenarios are made from. Of an item the texts are used.
type Material struct {
	Items      []abi.Item
	Prompts    []string
	Parameters map[string]abi.Parameter // as in a manifest; scenarios set some of them
}

// Scripts gives the scenarios 0 to n−1 of a seed.
func Scripts(seed uint64, n int, m Material) []scenario.Scenario {
	scenarios := make([]scenario.Scenario, n)
	for i := range scenarios {
		scenarios[i] = Script(seed, i, m)
	}
	return scenarios
}

// Script gives scenario i of a seed, whatever comes before it: a session of one to
// five events over up to thirty items.
func Script(seed uint64, i int, m Material) scenario.Scenario {
	g := generator{Rand: rand.New(rand.NewPCG(seed, uint64(i))), material: m, edges: edgesOf(m.Parameters)}
	s := scenario.Scenario{
		File:   fmt.Sprintf("seed %d, scenario %d", seed, i),
		Why:    "Every implementation of a ruleset decides the same.",
		Script: recorded.Script{Session: g.session()},
	}
	g.prompt = g.text()
	s.Items = g.items()
	s.Active = g.active(s.Items)
	s.ToolUses = g.toolUse()
	s.Parameters = g.parameters()
	s.Messages = g.messages(s.Items)
	for range 1 + g.IntN(5) {
		s.Then = append(s.Then, g.event(s.Items, int64(len(s.Messages)+len(s.Then))))
	}
	first := s.Then[0]
	s.Context, s.Search, s.Relevance, s.Then = first.Context, first.Search, first.Relevance, s.Then[1:]
	return s
}

type generator struct {
	*rand.Rand
	material Material
	edges    []float64
	prompt   string // the session's first
}

// chance is true in so many of a hundred cases.
func (g generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

func (g generator) session() abi.Session {
	return abi.Session{
		SessionID:     pick(g, "session", "5f1c9d6e-0b7a-4c5f-9a43-2f6d3c1b8e70", "sitzung-ü"),
		WorkspacePath: pick(g, "", "/home/me/my-project", "/home/me/my project/API", "/srv/ämter/日本"),
		StartedAt:     "2026-01-02T03:04:05Z",
	}
}

// event is mostly a prompt, of the session's topic or of another.
func (g generator) event(items []abi.Item, sequence int64) scenario.Event {
	e := scenario.Event{Search: g.scores(items)}
	if g.chance(30) {
		e.Relevance = g.scores(items)
	}
	e.Context.Sequence = sequence
	if g.chance(10) {
		e.Context.Sequence = 0
	}
	e.Context.HookEvent = abi.EventPrompt
	if g.chance(8) {
		e.Context.HookEvent, e.Context.Touched = abi.EventFileTouched, []string{pick(g, "db/migrations/0001.sql", "日本/a b.ts")}
		return e
	}
	if g.chance(20) {
		e.Context.HookEvent = pick(g, abi.EventTurnEnded, abi.EventTurnEnded, abi.EventToolUsed, abi.EventCompacting)
		return e
	}
	e.Context.UserPrompt = g.prompt
	if g.chance(50) {
		e.Context.UserPrompt = g.text()
	}
	e.Context.Neutral = g.chance(12)
	return e
}

func (g generator) toolUse() []abi.ToolUse {
	var uses []abi.ToolUse
	for i := range g.IntN(5) {
		uses = append(uses, abi.ToolUse{
			ToolName: pick(g, "Read", "Bash", "mcp__db__query"), ToolInputPreview: g.text(),
			LoggedAt: "2026-01-02T03:04:06Z", Sequence: int64(i),
		})
	}
	return uses
}
