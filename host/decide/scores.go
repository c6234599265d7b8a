package decide

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Score is an item's result in the search for this prompt.
type Score struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Enough     bool     `json:"enough,omitempty"` // it reaches the threshold that counted
	Cosine     *float64 `json:"cosine,omitempty"`
	BM25       float64  `json:"bm25"`
	Matched    []string `json:"matched,omitempty"` // stems of the prompt that the item has
	Fit        *fit.Fit `json:"fit,omitempty"`     // how the similarity came about

	Behind  *Behind   `json:"behind,omitempty"`  // what else it lacked, of an item that reaches the threshold
	Similar []Similar `json:"similar,omitempty"` // of an item that is suggested
	Hinted  string    `json:"hinted,omitempty"`  // why the project's settings lifted the similarity
}

// scoresMax bounds the scores kept with a decision: the best items for the
// prompt, chosen or not, so that `why` can show what came close.
const scoresMax = 5

// scores explains the best items for the prompt and those that are suggested.
func scores(in Inputs, s situation, found Found, said suggest.Said) []Score {
	var all []Score
	fits := fit.Search{View: in.View, Recipe: in.View.RecipeOf, Threshold: thresholdOf(s.outcome), Context: found.Context}
	limits := thresholdsOf(in, s.outcome)
	if !s.outcome.Ran {
		fits.Threshold = limits.similarity
	}
	told, allTold := suggested(said), suggested(said)
	for _, item := range said.Told {
		allTold = append(allTold, item.With...)
	}
	for i, hit := range found.Hits {
		isTold := slices.Contains(told, hit.Ref)
		if i >= scoresMax && !isTold {
			continue
		}
		score := Score{Ref: hit.Ref, Similarity: round6(hit.Similarity), BM25: round6(hit.Features.BM25), Matched: hit.Matched, Fit: fits.Of(hit)}
		if found.hinted.Ref == hit.Ref {
			score.Hinted = found.hinted.why
		}
		score.Enough = hit.Similarity >= fits.Threshold // false where there is none
		if score.Enough {
			score.Behind = s.behind(hit, limits)
		}
		if isTold {
			score.Similar = s.toldSimilar(found, hit, said, allTold, suggest.NamesSimilar(in.Settings.Templates, in.Settings.Kinds.Pool(hit.Ref.Kind)))
		}
		if hit.Features.HasDense {
			score.Cosine = new(round6(hit.Cosine))
		}
		all = append(all, score)
	}
	return all
}

// Behind is why an item that reaches the threshold was not chosen: others of its family are
// active, and ahead of them a ruleset wants more.
type Behind struct {
	Active []string `json:"active"`
	Needed float64  `json:"needed"` // similarity
}

// behind reports whether a margin kept an item back that reaches the threshold; nil: it
// did not. As many items of the family as may be active are a reason of their own.
func (s situation) behind(hit index.Hit, limits thresholds) *Behind {
	chosen, active := FamilyOf(hit.Ref, s.outcome.Decision.Activate), activeWith(hit.Ref, s.active)
	needed := round6(limits.similarity + limits.margin)
	if !(hit.Similarity < needed) || math.IsNaN(limits.similarity) || len(active) == 0 || float64(len(chosen)) >= limits.active || isActive(active, hit.Ref) ||
		slices.ContainsFunc(chosen, func(entry abi.Entry) bool { return entry.Ref == hit.Ref }) {
		return nil
	}
	behind := &Behind{Needed: needed}
	for _, item := range active {
		behind.Active = append(behind.Active, item.Ref.ID)
	}
	return behind
}
