package decide

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// consult asks the active rulesets, or those that answer in their place; for a prompt
// whose time is up before any answered, the scores at hand answer. It reports whether
// they did, or would have.
func consult(in Inputs, context abi.Context, calls *calls, found Found, active []session.ActiveItem, gone []abi.Entry) (_ engine.Answer, timedOut bool) {
	began := in.Now()
	input := engine.Input{
		Context:        context,
		DeactivateOnly: in.DeactivateOnly || in.Event.Name == abi.EventTurnEnded,
		Always:         in.DeactivateOnly,
		Host:           calls,
		Params:         in.Settings.Params,
		Budgets:        in.Settings.Budgets,
		Stop:           new(atomic.Bool),
		Known: func(ref abi.Ref) bool {
			return in.View.Has(ref) || calls.sources.has(ref) || slices.ContainsFunc(gone, func(entry abi.Entry) bool { return entry.Ref == ref })
		},
		Clock: func() time.Duration { return in.Now().Sub(began) },
	}
	answer := ask(in, input)
	failed := slices.ContainsFunc(answer.Attempts, engine.Attempt.Failed) // else none wanted the event
	if timedOut = input.Stop.Load() && failed && !answer.Outcome.Ran && in.Event.Name == abi.EventPrompt; timedOut {
		answer = standIn(in, answer, found, context.Neutral, active)
	}
	return answer, timedOut
}

// stopGrace is how long a ruleset may take to end after it was stopped: it looks
// between two instructions. One that is being started, or is inside a library, does not.
const stopGrace = 10 * time.Millisecond

// ask has the engine decide. Where that neither decides in time nor stops, it is left
// to itself: every further host call of it is refused, and the rulesets before it have
// answered.
func ask(in Inputs, input engine.Input) engine.Answer {
	decide := func() engine.Answer {
		return in.Rulesets.DecideAll(in.Settings.Rulesets, in.Settings.OnRulesetError, in.Session.States, input)
	}
	if in.Deadline == nil {
		return decide()
	}
	var progress atomic.Pointer[engine.Answer]
	input.Progress = func(answer engine.Answer) { progress.Store(&answer) }
	var calls sync.Mutex // held by a host call under way
	input.Calls = &calls
	stopped := make(chan struct{})
	defer in.Deadline.Then(func() { input.Stop.Store(true); close(stopped) })()
	answers := make(chan engine.Answer, 1)
	go func() { // so that it can be left behind
		defer func() {
			if reason := recover(); reason != nil {
				answers <- unanswered(in, progress.Load(), &abi.Fault{Code: abi.Internal, Message: fmt.Sprint(reason)})
			}
		}()
		answers <- decide()
	}()
	select {
	case answer := <-answers:
		return answer
	case <-stopped:
	}
	if answer, inTime := deadline.Await(answers, deadline.Until(in.Now().Add(stopGrace), in.Now)); inTime {
		return answer
	}
	calls.Lock() // what is asked from here on finds that time is up
	defer calls.Unlock()
	return unanswered(in, progress.Load(), &abi.Fault{Code: abi.Limit, Message: engine.TimePrefix + " it did not stop"})
}

// unanswered is the answer so far, nil before any, where the ruleset that was asked then
// came to a fault.
func unanswered(in Inputs, progress *engine.Answer, fault *abi.Fault) (answer engine.Answer) {
	if progress != nil {
		answer = *progress
	}
	id := engine.DefaultID // stood in for all
	if asked := len(answer.Asked); asked < len(in.Settings.Rulesets) {
		id = in.Settings.Rulesets[asked]
	}
	answer.Attempts = append(slices.Clip(answer.Attempts), engine.Attempt{ID: id, Outcome: engine.Outcome{Fault: fault}})
	if in.Settings.OnRulesetError == engine.OnErrorSurface {
		answer.Notice = engine.Notice(answer, "nothing was suggested")
	}
	return answer
}

// late is what time ran out for.
func late(noted error, rulesets bool) (late []string) {
	if errors.Is(noted, embedding.ErrDeadline) {
		late = append(late, session.LateModel)
	}
	if rulesets {
		late = append(late, session.LateRuleset)
	}
	return late
}

// standIn answers a prompt by the scores at hand where time is up and no ruleset has
// answered. What it suggests has passed the same threshold as with the ruleset: right, or
// silent. See RATIONALE.md, "Why do deadlines stretch?".
func standIn(in Inputs, answer engine.Answer, found Found, neutral bool, active []session.ActiveItem) engine.Answer {
	if in.Settings.OnRulesetError == engine.OnErrorSilent {
		return answer
	}
	answer.Outcome.Decision = abi.Decision{Activate: best(in, found, neutral, active), Deactivate: []abi.Entry{}}
	if in.Settings.OnRulesetError == engine.OnErrorSurface {
		answer.Notice = engine.Notice(answer, "the scores at hand answered")
	}
	return answer
}

// best are the items that reach the threshold, best first, of each family as many as may be
// active. While others of its family are active, one that is not has to be the topic beyond
// doubt.
func best(in Inputs, found Found, neutral bool, active []session.ActiveItem) []abi.Entry {
	entries := []abi.Entry{}
	if neutral {
		return entries
	}
	limits, kinds := thresholdsOf(in, engine.Outcome{}), seenKinds(in)
	for _, hit := range found.Hits {
		needed := limits.similarity
		if len(activeWith(hit.Ref, active)) > 0 && !isActive(active, hit.Ref) {
			needed += limits.margin
		}
		if !(hit.Similarity >= needed) || !slices.Contains(kinds, hit.Ref.Kind) || float64(len(FamilyOf(hit.Ref, entries))) >= limits.active {
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

// addAttempts makes every attempt that failed a problem.
func (p *Problems) addAttempts(attempts []engine.Attempt) {
	for _, attempt := range attempts {
		if attempt.Skipped != "" {
			p.Add(ProblemRuleset, fmt.Errorf("%s: %s", attempt.ID, attempt.Skipped))
		}
		if attempt.Outcome.Fault != nil {
			p.Add(ProblemRuleset, fmt.Errorf("%s: %w", attempt.ID, attempt.Outcome.Fault))
		}
		for _, warning := range attempt.Outcome.Warnings {
			p.Add(ProblemWarning, errors.New(warning))
		}
	}
}
