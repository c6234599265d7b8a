// Package replay reads recorded decisions, from state.db or files, and has rulesets
// decide them again.
package replay

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// TraceNames tells how a decision is named on the command line.
const TraceNames = `A decision is named by its number in "trace list", by "last", or by a file that
"trace export" wrote.`

// traceLast names the newest decision.
const traceLast = "last"

// Traced reads a decision: a stored one or a file. Of a stored one that has no
// trace, ABI is 0. The ruleset is left out.
func Traced(e *env.Env, name string) (trace.File, error) {
	if _, err := strconv.ParseInt(name, 10, 64); err != nil && name != traceLast {
		return readTraceFile(name)
	}
	store, err := Stored(e)
	if err != nil {
		return trace.File{}, err
	}
	defer store.Close()
	made, err := named(store, name)
	if err != nil {
		return trace.File{}, err
	}
	return StoredTrace(e, store, made)
}

// Made returns a stored decision by its id, or the last one.
func Made(e *env.Env, name string) (session.Made, error) {
	store, err := Stored(e)
	if err != nil {
		return session.Made{}, err
	}
	defer store.Close()
	return named(store, name)
}

func named(store *session.Store, name string) (session.Made, error) {
	if name == traceLast {
		made, err := store.Decisions("", 1)
		if err == nil && len(made) > 0 {
			return made[0], nil
		}
		return session.Made{}, cmp.Or(err, noDecision(name))
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return session.Made{}, noDecision(name)
	}
	made, there, err := store.DecisionOf(id)
	if err == nil && !there {
		err = noDecision(name)
	}
	return made, err
}

func noDecision(name string) error {
	return fmt.Errorf("there is no decision %s; see: impressionism trace list", name)
}

// Stored opens state.db for a command that has nothing to do without it.
func Stored(e *env.Env) (*session.Store, error) {
	if !env.Exists(e.Paths.StateDB) {
		return nil, fmt.Errorf("nothing was decided yet: %s does not exist", e.Paths.StateDB)
	}
	return wire.Open(e, e.WorkspaceOf(""))
}

// StoredTrace reads the trace of a stored decision; its ABI is 0 where none is kept.
func StoredTrace(e *env.Env, store *session.Store, m session.Made) (trace.File, error) {
	f := trace.File{Version: env.Version, Made: madeOf(m), Budgets: abi.Budgets(e.Loaded.Budgets)}
	data, err := store.Trace(m.ID)
	if errors.Is(err, session.ErrNoTrace) {
		return f, nil
	}
	if err != nil {
		return trace.File{}, err
	}
	if f.Failed, err = failures(store, m.ID); err == nil && m.RulesetID != "" { // where nobody answered there is nothing else
		f.Trace, err = trace.Decode(data)
	}
	had := f.Trace.Budgets
	if len(f.Failed) > 0 {
		had = f.Failed[0].Trace.Budgets // the same
	}
	if had != (abi.Budgets{}) { // else it is of before they were stored
		f.Budgets = had
	}
	return f, err
}

// failures reads the traces of the rulesets that failed before a decision. That of one which
// did not stop may be stored though it is empty.
func failures(store *session.Store, decisionID int64) ([]trace.Failure, error) {
	stored, err := store.FailedTraces(decisionID)
	if err != nil {
		return nil, err
	}
	var failures []trace.Failure
	for _, data := range stored {
		var head struct{ ABI int }
		if json.Unmarshal(data, &head) == nil && head.ABI == 0 {
			continue
		}
		t, err := trace.Decode(data)
		if err != nil {
			return nil, fmt.Errorf("a failure before decision %d: %w", decisionID, err)
		}
		failures = append(failures, trace.Failure{Trace: t})
	}
	return failures, nil
}

// WhyNoTrace returns why a decision cannot be looked into.
func WhyNoTrace(m trace.Made) string {
	switch {
	case m.Ruleset == "" && m.Fault != "":
		return "no ruleset answered, so that there is no trace of an answer"
	case m.Ruleset == "":
		return "no ruleset was asked, so that there is no trace"
	}
	return "its trace is no longer kept; only the newest decisions have one (retention.traces)"
}

// Whole is traced for what cannot do without a trace.
func Whole(e *env.Env, name string) (trace.File, error) {
	f, err := Traced(e, name)
	if err == nil && f.Trace.ABI == 0 {
		err = fmt.Errorf("decision %s: %s", name, WhyNoTrace(f.Made))
	}
	return f, err
}

func readTraceFile(name string) (trace.File, error) {
	data, err := foreign.Read(name, trace.FileBytesMax)
	if err != nil {
		return trace.File{}, fmt.Errorf("%w; a decision is a number from: impressionism trace list", err)
	}
	f, err := trace.DecodeFile(data)
	if err != nil {
		return trace.File{}, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func madeOf(m session.Made) trace.Made {
	d := DecisionShape(m)
	made := trace.Made{
		ID: d.ID, Session: d.Session, Workspace: d.Workspace, At: d.At, Event: d.Event, Ruleset: d.Ruleset, Hash: d.Hash,
		Tier: d.Tier, Late: m.Late, Neutral: d.Neutral, Answer: d.Answer, Scores: d.Scores, Told: d.Told, Said: d.Said,
		Dropped: []trace.Note{}, Fault: d.Fault, StepsMS: d.StepsMS,
	}
	for _, dropped := range d.Dropped {
		made.Dropped = append(made.Dropped, trace.Note{Ref: dropped.Ref, Why: dropped.Why})
	}
	return made
}

// AnswerOf reads a stored decision; one that cannot be read is empty.
func AnswerOf(data json.RawMessage) abi.Decision {
	var answer abi.Decision
	if err := json.Unmarshal(data, &answer); err != nil {
		return abi.Decision{}
	}
	return answer
}

// DecidersOf returns a function that names in brackets who decided about an entry of a
// stored decision, where that was not the ruleset that it is stored under.
func DecidersOf(data json.RawMessage) func(abi.Entry) string {
	by := engine.DecodeBy(data)
	return func(entry abi.Entry) string {
		if who := by(entry); who != "" {
			return " (by " + who + ")"
		}
		return ""
	}
}

// Deciders are the rulesets that decided about something in a stored decision, after
// the one that it is stored under.
func Deciders(first string, data json.RawMessage) []string {
	names, by, answer := []string{first}, engine.DecodeBy(data), AnswerOf(data)
	for _, entry := range slices.Concat(answer.Activate, answer.Deactivate) {
		if who := by(entry); who != "" && !slices.Contains(names, who) {
			names = append(names, who)
		}
	}
	return names
}

// RefsOf returns the items of entries.
func RefsOf(entries []abi.Entry) []abi.Ref {
	refs := []abi.Ref{}
	for _, entry := range entries {
		refs = append(refs, entry.Ref)
	}
	return refs
}

// IDsOf names items as people read them.
func IDsOf(refs []abi.Ref) []string {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	return ids
}

// CouldNot marks an error of a command that has findings.
func CouldNot(err error) error {
	if err == nil {
		return nil
	}
	return &env.ExitError{Code: env.ExitUsage, Err: err}
}

// DecisionShape returns a stored decision as --json prints it.
func DecisionShape(m session.Made) shape.Decision {
	d := shape.Decision{
		ID: m.ID, Session: m.SessionID, Workspace: m.Workspace, At: m.At, Event: m.Event, Ruleset: m.RulesetID,
		Hash: m.RulesetHash, Inputs: m.InputsHash, Tier: m.Tier, Neutral: m.Neutral, Told: append([]abi.Ref{}, m.Told...),
		Answer: m.Answer, Scores: m.Scores, Dropped: []shape.Dropped{}, Said: m.Said, StepsMS: map[string]float64{},
		Prompt: m.Prompt, Outcomes: []shape.SuggestionOutcome{},
	}
	for _, dropped := range m.Dropped {
		d.Dropped = append(d.Dropped, shape.Dropped{Ref: dropped.Ref, Why: dropped.Why})
	}
	all := int64(0)
	for step, micros := range m.Durations {
		d.StepsMS[step] = float64(micros) / 1000
		all += micros
	}
	d.TookMS = float64(all) / 1000
	if m.Fault != nil {
		d.Fault = m.Fault.Error()
	}
	d.Opinion = OpinionOf(m)
	return d
}

// OpinionOf reads the opinion of a stored decision; nil: none was wanted, or it cannot be read.
func OpinionOf(m session.Made) *trace.Opinion {
	var o *trace.Opinion
	if m.Opinion == nil || json.Unmarshal(m.Opinion, &o) != nil {
		return nil
	}
	return o
}
