package ui

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
)

// because is why a decision fell as it did, for one sentence.
type because struct {
	Ref        abi.Ref // of the item whose score it is
	Index      int     // of the item in the decision's scores
	Similarity float64
	Needed     string // similarity
	Mostly     string // what speaks most for the item, in words
	Told       bool   // the item was
}

// Because returns why what was told was, else how near the best came; nil where no scores are stored.
func (w why) Because() *because {
	var scores []scored
	if json.Unmarshal(w.Scores, &scores) != nil || len(scores) == 0 {
		return nil
	}
	at := slices.IndexFunc(scores, func(s scored) bool { return slices.Contains(w.Made.Told, s.Ref) })
	if at < 0 && len(w.Made.Told) > 0 {
		return nil // it was told for another reason than its score
	}
	s := scores[max(at, 0)]
	b := because{Ref: s.Ref, Index: max(at, 0), Similarity: s.Similarity, Needed: shortScore(usualFloor), Told: at >= 0}
	if s.Fit != nil {
		if w.Explained != nil {
			b.Mostly = strongest(w.Explained.Parts)
		}
		if s.Fit.Needed != nil {
			b.Needed = shortScore(s.Fit.Needed.Similarity)
		}
	}
	return &b
}

// partWords name the parts of a score that say something of an item, as a reader would.
var partWords = map[string]string{
	"meaning": "meaning", "words": "words", "related": "related words", "asked": "what people ask it for",
	"card": "its card", "technology": "the technology", "context": "what you work on",
}

// strongest names the two parts that speak most for an item.
func strongest(all []shape.Part) string {
	var parts []string
	points := map[string]float64{}
	for _, part := range all {
		if words := partWords[part.Name]; words != "" && part.Points > 0 {
			parts = append(parts, words)
			points[words] = part.Points
		}
	}
	slices.SortStableFunc(parts, func(a, b string) int { return cmp.Compare(points[b], points[a]) })
	return strings.Join(parts[:min(len(parts), 2)], " and ")
}
