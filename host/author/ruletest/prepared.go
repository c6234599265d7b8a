package ruletest

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Prepared is a scenario that can be played again and again, with its index where it
// asks for one. It has to be closed.
type Prepared struct {
	scenario.Scenario
	search Searcher // nil: searches are scripted
}

// Prepare reads a scenario.
func (p *Player) Prepare(file File) (*Prepared, error) {
	s, err := scenario.DecodeIn(file.Data, file.Read)
	if err != nil {
		return nil, err
	}
	prepared := &Prepared{Scenario: s}
	if s.Index == "" || p.Index == nil {
		return prepared, nil
	}
	if prepared.search, err = p.Index(s.Items); err != nil {
		return nil, fmt.Errorf("index the scenario's skills: %w", err)
	}
	return prepared, nil
}

// Play plays the scenario; ask asks the ruleset about one event.
func (p *Prepared) Play(ask func(*recorded.Host, abi.Context) engine.Outcome) []scenario.Failure {
	return scenario.Play(p.Scenario, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		if p.search != nil {
			host.Index = p.search
			if err := neutral(p.search, &context); err != nil {
				return scenario.Result{}, err
			}
		}
		return result(ask(host, context))
	})
}

// neutral says in the context, as the hook does, whether a prompt is about nothing.
func neutral(search recorded.Searcher, context *abi.Context) (err error) {
	if context.HookEvent == abi.EventPrompt && !context.Neutral {
		context.Neutral, err = search.Neutral(context.UserPrompt)
	}
	return err
}

// Close removes the index.
func (p *Prepared) Close() error {
	if p.search == nil {
		return nil
	}
	return p.search.Close()
}
