// Package shadow asks rulesets that only look on what they would have decided, from the
// traces of stored decisions, and keeps how their answers compare. It suggests nothing.
package shadow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Run says what rulesets that only look on are asked about.
type Run struct {
	Rulesets []engine.Ruleset
	Session  string    // "": all
	Deadline time.Time // what is left then waits; zero: none
	Again    bool      // ask those, too, that keep failing
}

// Ran is what came of it.
type Ran struct {
	Verdicts map[string]int // evaluations by verdict
	Waiting  bool           // time was up before all decisions were seen
	Problems []error        // rulesets that could not be asked
}

// Limits of shadows.
const (
	// FailuresMax failures in a row end the asking of a version at the end of a turn.
	FailuresMax = 3
	// shareMin is how much time the first evaluation of a run must have had
	// before running out of it counts as a failure. Otherwise it waits, and is the
	// first one of the next run.
	shareMin = 20 * time.Millisecond
	// timeMax ends an evaluation whose fuel lasts too long.
	timeMax = 10 * time.Second
	// evaluationsMax is how many evaluations one run makes; the rest waits.
	evaluationsMax = session.ShadowsKept
)

// Shadow is what rulesets are asked with.
type Shadow struct {
	Sessions *session.Store // of the decisions
	Engine   *engine.Engine
	Active   []string // the rulesets that decide, in their order
	Params   engine.Params
	Budgets  abi.Budgets
	Now      func() time.Time
}

// Run asks rulesets about stored decisions from their traces, oldest first,
// and keeps what they would have decided.
func (h Shadow) Run(run Run) (Ran, error) {
	s := &shadowing{with: h, run: run, ran: Ran{Verdicts: map[string]int{}}, unfit: map[int]bool{}, skipped: map[int64]bool{}}
	if err := s.choose(); err != nil || len(s.versions) == 0 {
		return s.ran, err
	}
	pending, err := h.Sessions.Unshadowed(run.Session, s.versions, evaluationsMax)
	if err != nil {
		return s.ran, err
	}
	for _, one := range pending {
		if s.unfit[one.Ruleset] || s.skipped[one.DecisionID] {
			continue
		}
		if s.timeUp() {
			s.ran.Waiting = true
			break
		}
		if err := s.evaluate(one); err != nil {
			return s.ran, err
		}
	}
	return s.ran, nil
}

// shadowing is one Run under way.
type shadowing struct {
	with     Shadow
	run      Run
	ran      Ran
	rulesets []engine.Ruleset
	versions []session.Version // of rulesets
	unfit    map[int]bool      // rulesets that cannot be asked now
	skipped  map[int64]bool    // decisions whose trace cannot be read
	read     int64             // decision of trace
	trace    trace.Trace
}

func (s *shadowing) timeUp() bool {
	return !s.run.Deadline.IsZero() && !s.with.Now().Before(s.run.Deadline)
}

// choose leaves out rulesets that keep failing.
func (s *shadowing) choose() error {
	for _, ruleset := range s.run.Rulesets {
		version := session.Version{ID: ruleset.Manifest.ID, Hash: ruleset.Hash}
		if slices.Contains(s.versions, version) {
			continue
		}
		failures, err := s.with.Sessions.ShadowFailures(version, FailuresMax)
		if err != nil {
			return err
		}
		if failures < FailuresMax || s.run.Again {
			s.rulesets, s.versions = append(s.rulesets, ruleset), append(s.versions, version)
		}
	}
	return nil
}

// open reads a decision's trace. One that cannot be read is passed over: it would
// be as bad the next time.
func (s *shadowing) open(decisionID int64) bool {
	if s.read == decisionID {
		return true
	}
	data, err := s.with.Sessions.Trace(decisionID)
	if err == nil {
		s.trace, err = trace.Decode(data)
	}
	if err != nil {
		s.skipped[decisionID] = true
		s.ran.Problems = append(s.ran.Problems, fmt.Errorf("shadow decision %d: %w", decisionID, err))
		return false
	}
	s.read = decisionID
	return true
}

// evaluate asks one ruleset about one decision and keeps what came of it.
func (s *shadowing) evaluate(one session.Unshadowed) error {
	if !s.open(one.DecisionID) {
		return nil
	}
	began := s.with.Now()
	got := s.ask(s.rulesets[one.Ruleset], one.StartedAt)
	row := session.Shadow{
		DecisionID: one.DecisionID, Ruleset: s.versions[one.Ruleset], At: began, Answer: json.RawMessage("{}"),
		Fuel: got.Fuel, Micros: s.with.Now().Sub(began).Microseconds(),
	}
	switch {
	case len(got.Missing) > 0:
		row.Verdict, row.Reason = session.VerdictUnknown, strings.Join(got.Missing, "; ")
	case got.Fault != nil && got.Fault.Code == abi.Unavailable:
		// It was not started: no failure of its own, and it may be there next time.
		s.unfit[one.Ruleset] = true
		s.ran.Problems = append(s.ran.Problems, fmt.Errorf("%s: %w", row.Ruleset.ID, got.Fault))
		return nil
	case engine.TimeUp(got.Fault) && !s.hadTime(began):
		s.ran.Waiting = true
		return nil
	case got.Fault != nil:
		row.Verdict, row.Reason = session.VerdictFault, got.Fault.Error()
	default:
		would := s.inPlace(row.Ruleset.ID, got.Decision)
		row.Verdict, row.Answer = engine.Compare(merged(s.decided()), would), engine.Encode(would)
	}
	s.ran.Verdicts[row.Verdict]++
	return s.with.Sessions.SaveShadow(row)
}

// hadTime reports whether an evaluation that began then had its fair share.
func (s *shadowing) hadTime(began time.Time) bool {
	return s.run.Deadline.IsZero() || len(s.ran.Verdicts) == 0 && s.run.Deadline.Sub(began) >= shareMin
}

// ask lets a ruleset decide on the trace in the time that is left.
func (s *shadowing) ask(ruleset engine.Ruleset, started time.Time) engine.Shadowed {
	stop := new(atomic.Bool)
	limit := timeMax
	if !s.run.Deadline.IsZero() {
		limit = min(limit, s.run.Deadline.Sub(s.with.Now()))
	}
	timer := time.AfterFunc(limit, func() { stop.Store(true) })
	defer timer.Stop()
	return s.with.Engine.Shadow(ruleset, s.trace, engine.ShadowInput{
		Params: s.with.Params, Budgets: s.with.Budgets, StartedAt: started.UTC().Format(time.RFC3339), Stop: stop, Log: s.log(),
	})
}

// log reads what was logged in the session up to the trace's event. The vector of
// that event's own message was stored after the decision.
func (s *shadowing) log() trace.Log {
	session, until := s.trace.Context.SessionID, s.trace.Context.Sequence
	if session == "" || until <= 0 {
		return trace.Log{}
	}
	return trace.Log{
		Messages: func(count int) ([]abi.Message, map[string][]float32, error) {
			stored, err := s.with.Sessions.MessagesUntil(session, until, count)
			messages, vectors := make([]abi.Message, len(stored)), map[string][]float32{}
			for i, m := range stored {
				messages[i] = m.Message
				if m.Vector != nil && m.Sequence < until {
					ref := fmt.Sprintf("message %d", m.Sequence)
					messages[i].Embedding, vectors[ref] = abi.Embedding{Ref: ref}, m.Vector
				}
			}
			return messages, vectors, err
		},
		ToolUses: func(count int) ([]abi.ToolUse, error) { return s.with.Sessions.ToolUsesUntil(session, until, count) },
	}
}

// decided is what each of the rulesets decided, in their order.
func (s *shadowing) decided() []abi.Decision {
	var decisions []abi.Decision
	for _, part := range s.trace.Parts() {
		var decision abi.Decision
		_ = json.Unmarshal(part.Decision, &decision) // Encode wrote it
		decisions = append(decisions, decision)
	}
	return decisions
}

// inPlace is what would have been decided with a ruleset's answer. One of several
// active rulesets stands in its place among them, also where it had no say; any other
// decides alone, as it would once it is the active one. So what is compared is what one
// act of the user would change.
func (s *shadowing) inPlace(id string, answer abi.Decision) abi.Decision {
	parts, decisions := s.trace.Parts(), s.decided()
	rank := func(part trace.Trace) int { return slices.Index(s.with.Active, part.Ruleset) }
	own := rank(trace.Trace{Ruleset: id})
	away := slices.ContainsFunc(parts, func(part trace.Trace) bool { return rank(part) < 0 })
	if at := slices.IndexFunc(parts, func(part trace.Trace) bool { return part.Ruleset == id }); at >= 0 {
		decisions[at] = answer
	} else if later := slices.IndexFunc(parts, func(part trace.Trace) bool { return rank(part) > own }); own < 0 || away {
		return answer
	} else if later >= 0 {
		decisions = slices.Insert(decisions, later, answer)
	} else {
		decisions = append(decisions, answer)
	}
	return merged(decisions)
}

func merged(decisions []abi.Decision) abi.Decision {
	whole, _ := engine.Merge(decisions)
	return whole
}
