package host

import (
	"fmt"
	"math"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// FoundWhy is how the answer to a person's search came about.
type FoundWhy struct {
	Items      []ItemWhy          // as those found
	Thresholds []index.Calibrated // from which odds on rulesets suggest, rising
}

// ItemWhy explains one found item; Fit is nil for what full text alone found.
type ItemWhy struct {
	Fit *Fit
	index.Explanation

	// Here is what the workspace and past use in it would tell of the item for a
	// prompt, computed anew: a search goes by its words alone. nil: nothing.
	Here *Beside
}

// ExplainFound explains what Find found for the same query.
func (h *Host) ExplainFound(x *index.Index, listing catalog.Listing, query string, found Found, model *Model) (FoundWhy, error) {
	view, err := x.View(listing, h.Pools)
	if err != nil {
		return FoundWhy{}, err
	}
	defer view.Close()
	q := index.Query{Query: rank.NewQuery(query)}
	if found.Tier == TierModel {
		if q.Vector, err = queryVector(view, query, model); err != nil {
			return FoundWhy{}, fmt.Errorf("explain the search: %w", err)
		}
	}
	why := FoundWhy{Items: make([]ItemWhy, len(found.Items))}
	var first int64
	if len(found.Items) > 0 {
		first = found.Items[0].Hit.Key
	}
	if why.Thresholds, err = view.Calibration(first, found.Tier == TierModel); err != nil {
		return why, err
	}
	hits, err := view.Search(q)
	if err != nil {
		return why, err
	}
	byKey := make(map[int64]index.Hit, len(hits))
	for _, hit := range hits {
		byKey[hit.Key] = hit
	}
	here, err := h.here(view, listing.Workspace, hits)
	if err != nil {
		return why, fmt.Errorf("explain the search: %w", err)
	}
	fitter := fitter{view: view, recipe: h.Recipe, hits: hits, threshold: math.NaN()}
	for i, item := range found.Items {
		hit, scored := byKey[item.Hit.Key]
		if !scored {
			continue
		}
		why.Items[i].Fit, why.Items[i].Here = fitter.fit(hit), here[hit.Key]
		if why.Items[i].Explanation, err = view.Explain(q, hit); err != nil {
			return why, err
		}
	}
	return why, nil
}

// here is what a prompt in the workspace would be told by what is known besides
// it, by key.
func (h *Host) here(view *index.View, workspace string, hits []index.Hit) (map[int64]*Beside, error) {
	var known besides
	if err := known.addWorkspace(view, h.Recipe, workspace); err != nil {
		return nil, err
	}
	if h.Sessions != nil {
		usage, err := h.Sessions.Usage(workspace, "", h.Now())
		if err != nil {
			return nil, err
		}
		known.addUsage(usage)
	}
	lifted, err := view.Lift(hits, known.Context)
	if err != nil {
		return nil, err
	}
	here := make(map[int64]*Beside, len(lifted))
	for _, hit := range lifted {
		here[hit.Key] = known.of(hit, hit.Logit-h.Recipe.Logit(hit.Features))
	}
	return here, nil
}
