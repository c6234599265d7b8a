package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// believe keeps the entries whose items exist, the first one of each item; a
// warning tells of every other.
func (r *run) believe(function string, entries []abi.Entry) []abi.Entry {
	kept := make([]abi.Entry, 0, len(entries))
	seen := map[abi.Ref]bool{}
	for _, entry := range entries {
		switch {
		case !r.input.Known(entry.Ref):
			r.trace.Unknown = append(r.trace.Unknown, entry.Ref)
			r.warn("%s: %s: there is no %.140q; left out", r.active.Manifest.ID, function, entry.Ref)
		case !r.active.Manifest.Sees(entry.Ref.Kind):
			r.warn("%s: %s: %.140q is of a kind that its manifest does not name (kinds); left out", r.active.Manifest.ID, function, entry.Ref)
		case seen[entry.Ref]:
			r.warn("%s: %s: %.140q comes twice; the first counts", r.active.Manifest.ID, function, entry.Ref)
		default:
			seen[entry.Ref] = true
			kept = append(kept, entry)
		}
	}
	return kept
}

// warn keeps a warning, once.
func (r *run) warn(format string, args ...any) {
	warning := fmt.Sprintf(format, args...)
	if len(r.warnings) < warningsMax && !slices.Contains(r.warnings, warning) {
		r.warnings = append(r.warnings, warning)
	}
}

const warningsMax = 2*abi.EntriesMax + 16 // every entry of both functions, and some more

// Encode returns the one encoding in which decisions are compared, hashed and
// stored: sorted fields, scores rounded to 6 decimals.
func Encode(decision abi.Decision) []byte {
	return EncodeBy(decision, func(abi.Entry) string { return "" })
}

// EncodeBy is Encode with who decided about each entry, where by names anybody.
func EncodeBy(decision abi.Decision, by func(abi.Entry) string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(struct {
		Activate   []canonicalEntry `json:"activate"`
		Deactivate []canonicalEntry `json:"deactivate"`
	}{canonical(decision.Activate, by), canonical(decision.Deactivate, by)})
	if err != nil {
		panic(err) // scores are between 0 and 1, the rest are strings
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// DecodeBy reads who decided about each entry of an encoded decision; "": the
// ruleset that the decision is stored under. Of what cannot be read nobody is known.
func DecodeBy(encoded []byte) func(abi.Entry) string {
	var decision struct{ Activate, Deactivate []canonicalEntry }
	_ = json.Unmarshal(encoded, &decision)
	by := map[abi.Ref]string{}
	for _, entry := range append(decision.Activate, decision.Deactivate...) {
		by[entry.Ref] = entry.By
	}
	return func(entry abi.Entry) string { return by[entry.Ref] }
}

// canonicalEntry is abi.Entry with its fields in alphabetical order.
type canonicalEntry struct {
	By     string   `json:"by,omitempty"`
	Reason string   `json:"reason"`
	Ref    abi.Ref  `json:"ref"`
	Score  *float64 `json:"score,omitempty"`
}

func canonical(entries []abi.Entry, by func(abi.Entry) string) []canonicalEntry {
	list := make([]canonicalEntry, len(entries))
	for i, entry := range entries {
		list[i] = canonicalEntry{By: by(entry), Reason: entry.Reason, Ref: entry.Ref}
		if entry.Score != nil {
			score := math.Round(*entry.Score*1e6)/1e6 + 0 // no negative zero
			list[i].Score = &score
		}
	}
	return list
}
