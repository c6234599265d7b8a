package respond

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Opinion is how a language model is asked about open prompts.
type Opinion struct {
	Provider string
	Model    string
	Timeout  time.Duration
	Limits   session.OpinionLimits
	Skip     string // why nobody can be asked, to be counted; empty: somebody can

	// Ask asks, and ends with the context at the latest.
	Ask func(ctx context.Context, q decide.Question) OpinionAnswer
}

// OpinionAnswer is the answer of a language model.
type OpinionAnswer struct {
	Chosen    []abi.Ref
	TokensIn  int
	TokensOut int
	Cause     string        // why there is no opinion; empty: there is one
	Rest      time.Duration // that the provider wants not to be asked; 0: it did not say
	Err       error         // what to tell of the cause; may be nil
}

// Causes that a language model has no part in.
const (
	opinionLeft  = "left"  // nobody waited any more
	opinionPanic = "panic" // a fault of ours
)

// opined returns a decision with the opinion of a language model, where the prompt is open
// and one is to be asked. Whatever fails leaves the local decision.
func (t *task) opined(ctx context.Context, d decide.Decision) decide.Decision {
	o := t.host.Opinion
	if o == nil || t.Hold == nil || t.View != nil || !t.remembers() || t.unstored != nil || t.event.SessionID == "" {
		return d // what a request costs has to be counted
	}
	q, open := d.Question()
	if !open {
		return d
	}
	began := t.host.Now()
	said := trace.Opinion{Provider: o.Provider, Model: o.Model, Open: q.Open, Candidates: []abi.Ref{}, Chosen: []abi.Ref{}}
	for _, candidate := range q.Candidates {
		said.Candidates = append(said.Candidates, candidate.Ref)
	}
	request := session.OpinionRequest{SessionID: t.event.SessionID, At: began, Provider: o.Provider, Model: o.Model}
	if o.Skip != "" {
		t.response.Problems.Add(decide.ProblemState, t.host.Sessions.SkipOpinion(request, o.Skip))
		said.Verdict, said.Cause = trace.OpinionSkipped, o.Skip
		return d.Weigh(said)
	}
	id, skipped, err := t.host.Sessions.BookOpinion(request, o.Limits)
	if err != nil {
		t.response.Problems.Add(decide.ProblemState, err)
		return d
	}
	if skipped != "" {
		said.Verdict, said.Cause = trace.OpinionSkipped, skipped
		return d.Weigh(said)
	}
	answer := t.ask(ctx, &d, q)
	weighed := d.Weigh(answer.told(said, t.host.Now().Sub(began)))
	t.response.Problems.Add(decide.ProblemState, t.host.Sessions.EndOpinion(id, session.OpinionResult{
		Cause: answer.Cause, Agreed: weighed.Opinion.Verdict == trace.OpinionConfirmed, Took: t.host.Now().Sub(began),
		TokensIn: answer.TokensIn, TokensOut: answer.TokensOut, Rest: answer.Rest,
	}))
	if answer.Cause != "" && answer.Cause != opinionLeft {
		t.response.Problems.Add(decide.ProblemOpinion, answer.Err)
	}
	return weighed
}

// told returns an opinion with the answer.
func (a OpinionAnswer) told(o trace.Opinion, took time.Duration) trace.Opinion {
	o.Chosen, o.Cause = append(o.Chosen, a.Chosen...), a.Cause
	o.TokensIn, o.TokensOut, o.MS = a.TokensIn, a.TokensOut, float64(took.Microseconds())/1000
	if a.Cause != "" {
		o.Verdict = trace.OpinionFailed
	}
	return o
}

// ask hands the local answer to whoever waits, so that it is there whatever becomes of this
// process, and asks.
func (t *task) ask(ctx context.Context, d *decide.Decision, q decide.Question) (answer OpinionAnswer) {
	defer func() {
		if reason := recover(); reason != nil {
			answer = OpinionAnswer{Cause: opinionPanic, Err: fmt.Errorf("ask for an opinion: %.2000v", reason)}
		}
	}()
	o := t.host.Opinion
	made := d.Stored(t.event, d.Steps)
	local := Response{Context: d.Said.Text, Notice: t.noticeWith(d)}
	if !t.Hold(local, t.handover(d, &made), o.Timeout) {
		return OpinionAnswer{Cause: opinionLeft}
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	return o.Ask(ctx, t.redacted(q))
}

// redacted returns a question without secrets. An event's prompt has none that redaction
// knows; descriptions were never looked at.
func (t *task) redacted(q decide.Question) decide.Question {
	if t.host.Redact == nil {
		return q
	}
	candidates := slices.Clone(q.Candidates)
	for i := range candidates {
		candidates[i].Description = t.host.Redact(candidates[i].Description)
	}
	q.Prompt, q.Candidates = t.host.Redact(q.Prompt), candidates
	return q
}
