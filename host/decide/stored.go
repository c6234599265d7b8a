package decide

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Stored returns the decision on an event as it is stored, without its scores and with
// the microseconds that steps took.
func (d *Decision) Stored(event abi.Event, durations map[string]int64) session.Decision {
	return session.Decision{
		Opinion: d.encodedOpinion(),
		Event:   event.Name, At: event.Time, RulesetID: d.Outcome.Ruleset, RulesetHash: d.Outcome.Hash,
		InputsHash: inputsHash(d.Outcome.Trace), Answer: d.Whole, Said: d.Said.Text, Dropped: d.Dropped(),
		Tier: d.Tier, Durations: maps.Clone(durations), Fault: d.FirstFault(), Late: d.Late,
	}
}

// encodedOpinion returns the opinion as it is stored; nil: there is none.
func (d *Decision) encodedOpinion() json.RawMessage {
	if d.Opinion == nil {
		return nil
	}
	encoded, err := json.Marshal(d.Opinion)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return encoded
}

// FirstFault returns the fault of the first ruleset that failed, or nil.
func (d *Decision) FirstFault() *abi.Fault {
	for _, attempt := range d.Attempts {
		if attempt.Outcome.Fault != nil {
			return attempt.Outcome.Fault
		}
	}
	return nil
}

// Limits of ids that lead to no item, in what is kept of a decision.
const (
	unknownMax      = 16
	unknownBytesMax = 100
)

// Dropped returns what would have been suggested but for a limit, and why not.
func (d *Decision) Dropped() []session.Dropped {
	var dropped []session.Dropped
	for _, item := range d.Said.Dropped {
		dropped = append(dropped, session.Dropped{Ref: item.Ref, Why: item.Why})
	}
	for _, ref := range d.Outcome.Trace.Unknown {
		if len(dropped) < unknownMax {
			dropped = append(dropped, session.Dropped{Ref: abi.Ref{Kind: cut.Bytes(ref.Kind, unknownBytesMax), ID: cut.Bytes(ref.ID, unknownBytesMax)}, Why: "the ruleset named it, and there is no such item here"})
		}
	}
	return dropped
}

// Traces returns the encoded trace of the decision, and the traces of the rulesets that
// failed. One that did not stop has none.
func (d *Decision) Traces() (whole []byte, failed [][]byte, err error) {
	outcome := d.Outcome
	outcome.Trace.Opinion = d.Opinion
	for _, ref := range d.Suggested {
		outcome.Trace.Said = append(outcome.Trace.Said, trace.Note{Ref: ref, Why: d.wished[ref]})
	}
	for _, item := range d.Dropped() {
		outcome.Trace.Dropped = append(outcome.Trace.Dropped, trace.Note{Ref: item.Ref, Why: item.Why})
	}
	if whole, err = trace.Encode(outcome.Trace); err != nil {
		return nil, nil, err
	}
	for _, attempt := range d.Attempts {
		if attempt.Outcome.Fault == nil || attempt.Outcome.Trace.ABI == 0 {
			continue
		}
		encoded, err := trace.Encode(attempt.Outcome.Trace)
		if err != nil {
			return nil, nil, err
		}
		failed = append(failed, encoded)
	}
	return whole, failed, nil
}

// inputsHash names everything the ruleset was told.
func inputsHash(t trace.Trace) string {
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	for _, part := range t.Parts() {
		_ = encoder.Encode(part.Context) // a hash never fails
		for _, call := range part.Calls {
			_ = encoder.Encode([]any{call.Call, call.Request, call.Reply})
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
