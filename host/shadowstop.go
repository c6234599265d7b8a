package host

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// shadow asks the rulesets that only look on about this session's decisions,
// once everything else of the event is done.
func (e *exchange) shadow() error {
	var rulesets []engine.Ruleset
	for _, id := range e.Settings.Shadows {
		ruleset, err := e.Engine.Set.Load(id)
		if err != nil {
			e.response.problem(ProblemShadow, err)
			continue
		}
		rulesets = append(rulesets, ruleset)
	}
	ran, err := e.Shadow(ShadowRun{Rulesets: rulesets, Session: e.event.SessionID, Deadline: e.deadlines.Shadow})
	for _, problem := range ran.Problems {
		e.response.problem(ProblemShadow, problem)
	}
	return err
}

// shadows reports whether this event is one to ask them at.
func (e *exchange) shadows() bool {
	return e.event.Name == abi.EventTurnEnded && len(e.Settings.Shadows) > 0 && e.Sessions != nil && e.event.SessionID != ""
}
