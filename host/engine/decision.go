package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// believe keeps the entries whose items exist, the first one of each item, with
// the kind filled in; a warning tells of every other.
func (r *run) believe(function string, entries []abi.Entry) []abi.Entry {
	kept := make([]abi.Entry, 0, len(entries))
	type key struct{ kind, id string }
	seen := map[key]bool{}
	for _, entry := range entries {
		if entry.Kind == "" {
			entry.Kind = abi.KindSkill
		}
		item := key{entry.Kind, entry.SkillID}
		switch {
		case !r.input.Known(entry.Kind, entry.SkillID):
			r.trace.Unknown = append(r.trace.Unknown, entry.SkillID)
			r.warn("%s: %s: there is no %.100q of kind %.40q; left out", r.active.Manifest.ID, function, entry.SkillID, entry.Kind)
		case seen[item]:
			r.warn("%s: %s: %.100q comes twice; the first counts", r.active.Manifest.ID, function, entry.SkillID)
		default:
			seen[item] = true
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

// Encode gives the one encoding in which decisions are compared, hashed and
// stored: sorted fields, kinds written out, scores rounded to 6 decimals.
func Encode(decision abi.Decision) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(struct {
		Activate   []canonicalEntry `json:"activate"`
		Deactivate []canonicalEntry `json:"deactivate"`
	}{canonical(decision.Activate), canonical(decision.Deactivate)})
	if err != nil {
		panic(err) // scores are between 0 and 1, the rest are strings
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// canonicalEntry is abi.Entry with its fields in alphabetical order.
type canonicalEntry struct {
	Kind    string   `json:"kind"`
	Reason  string   `json:"reason"`
	Score   *float64 `json:"score,omitempty"`
	SkillID string   `json:"skill_id"`
}

func canonical(entries []abi.Entry) []canonicalEntry {
	list := make([]canonicalEntry, len(entries))
	for i, entry := range entries {
		list[i] = canonicalEntry{Kind: entry.Kind, Reason: entry.Reason, SkillID: entry.SkillID}
		if entry.Kind == "" {
			list[i].Kind = abi.KindSkill
		}
		if entry.Score != nil {
			score := math.Round(*entry.Score*1e6)/1e6 + 0 // no negative zero
			list[i].Score = &score
		}
	}
	return list
}
