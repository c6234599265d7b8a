package host

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// stopGrace is how long a ruleset may take to end after it was stopped: it looks
// between two instructions. One that is being started, or is inside a library, does not.
const stopGrace = 10 * time.Millisecond

// ask has the engine decide. Where that neither decides in time nor stops, it is left
// to itself: every further host call of it is refused.
func (d *decision) ask(input engine.Input) engine.Answer {
	decide := func() engine.Answer {
		return d.Engine.DecideAll(d.Settings.Rulesets, d.Settings.OnRulesetError, d.states, input)
	}
	if d.deadlines.Ruleset == nil {
		return decide()
	}
	var calls sync.Mutex // held by a host call under way
	input.Calls = &calls
	stopped := make(chan struct{})
	defer d.deadlines.Ruleset.Then(func() { input.Stop.Store(true); close(stopped) })()
	answers := make(chan engine.Answer, 1)
	go func() {
		defer func() {
			if reason := recover(); reason != nil {
				answers <- d.unanswered(&abi.Fault{Code: abi.Internal, Message: fmt.Sprint(reason)})
			}
		}()
		answers <- decide()
	}()
	select {
	case answer := <-answers:
		return answer
	case <-stopped:
	}
	if answer, inTime := Await(answers, Until(d.Now().Add(stopGrace), d.Now)); inTime {
		return answer
	}
	calls.Lock() // what is asked from here on finds that time is up
	defer calls.Unlock()
	return d.unanswered(&abi.Fault{Code: abi.Limit, Message: engine.TimePrefix + " it did not stop"})
}

// unanswered is the answer of an engine that gave none.
func (d *decision) unanswered(fault *abi.Fault) engine.Answer {
	return engine.Answer{Attempts: []engine.Attempt{{ID: d.Settings.Rulesets[0], Outcome: engine.Outcome{Fault: fault}}}}
}

// standIn answers a prompt by the scores at hand where time is up and no ruleset has
// answered. What it tells has passed the same threshold as with the ruleset: right, or
// silent. See RATIONALE.md, "Why do the scores answer when time is up?".
func (d *decision) standIn(input engine.Input) {
	answer := &d.outcome.Answer
	if answer.Outcome.Ran || !input.Stop.Load() || d.event.Name != abi.EventPrompt {
		return
	}
	d.outcome.Late = append(d.outcome.Late, session.LateRuleset)
	if d.Settings.OnRulesetError == engine.OnErrorSilent {
		return
	}
	answer.Outcome.Decision = abi.Decision{Activate: d.best(), Deactivate: []abi.Entry{}}
	if d.Settings.OnRulesetError == engine.OnErrorSurface {
		answer.Notice = engine.Notice(*answer, "the scores at hand answered")
	}
}

// best are the items that reach the threshold, best first, as many as may be active.
// While others are active, one that is not has to be the topic beyond doubt.
func (d *decision) best() []abi.Entry {
	entries := []abi.Entry{}
	found, known := d.finder.found[d.prompt()]
	if !known || d.outcome.Neutral {
		return entries
	}
	threshold, most := d.floor(), d.parameter(parameterActiveMax)
	for _, hit := range found.hits {
		needed := threshold
		if len(d.active) > 0 && !d.isActive(hit.Ref) {
			needed += d.parameter(parameterSwitch)
		}
		if !(hit.Similarity >= needed) || float64(len(entries)) >= most {
			continue
		}
		score := round6(min(1, hit.Similarity))
		entries = append(entries, abi.Entry{
			Ref: hit.Ref, Score: &score,
			Reason: fmt.Sprintf("fits the prompt by the scores at hand, similarity=%.2f; the ruleset was out of time", score),
		})
	}
	return entries
}

func (d *decision) isActive(ref abi.Ref) bool {
	return slices.ContainsFunc(d.active, func(item session.ActiveItem) bool { return item.Ref == ref })
}

// Parameters of the built-ins that hold also where none of them answers.
const (
	parameterActiveMax = "max_active_skills"
	parameterSwitch    = "switch_margin"
)

// threshold is what counted for this event: as the ruleset that answered asked for
// it, or as it would have been told. NaN: it has none.
func (d *decision) threshold() float64 {
	if d.outcome.Answer.Outcome.Ran {
		return thresholdOf(d.outcome.Answer.Outcome)
	}
	return d.floor()
}

func (d *decision) floor() float64 { return d.parameter(ParameterThreshold) }

// parameter is a parameter of the first active ruleset that has it, or else the
// default's. NaN: neither has it.
func (d *decision) parameter(name string) float64 {
	for _, id := range append(slices.Clone(d.Settings.Rulesets), engine.DefaultID) {
		if number, ok := finite(d.Engine.Parameter(id, name, d.Settings.Params)); ok {
			return number
		}
	}
	return math.NaN()
}
