package find

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Why is how the answer to a person's search came about.
type Why struct {
	Items      []ItemWhy          // as those found
	Thresholds []index.Calibrated // from which odds on rulesets suggest, rising; of each pool that was found
}

// ItemWhy explains one found item; Fit is nil for what full text alone found.
type ItemWhy struct {
	Fit *fit.Fit
	index.Explanation

	// Here is what the workspace and past use in it would tell of the item for a
	// prompt, computed anew: a search goes by its words alone. nil: nothing.
	Here *fit.Beside
}

// Past is what the workspace's earlier sessions are read from.
type Past struct {
	Sessions *session.Store // nil: nothing is known of them
	Now      time.Time
}

// Explain explains what Find found for the same query.
func Explain(x *index.Index, listing catalog.Listing, pools catalog.Pools, query Query, found Found, model *embedding.Model, past Past) (Why, error) {
	view, err := x.View(listing, pools)
	if err != nil {
		return Why{}, err
	}
	defer view.Close()
	q := index.Query{Query: rank.NewQuery(query.Text), Kinds: query.Kinds}
	if found.Tier == index.TierModel {
		if q.Vector, err = model.Query(query.Text, view.Model(), nil); err != nil {
			return Why{}, fmt.Errorf("explain the search: %w", err)
		}
	}
	why := Why{Items: make([]ItemWhy, len(found.Items))}
	hits, err := view.Search(q)
	if err != nil {
		return why, err
	}
	byKey := make(map[int64]index.Hit, len(hits))
	for _, hit := range hits {
		byKey[hit.Key] = hit
	}
	for _, item := range found.Items {
		if slices.ContainsFunc(why.Thresholds, func(c index.Calibrated) bool { return slices.Contains(c.Kinds, item.Item.Ref.Kind) }) {
			continue
		}
		hit, scored := byKey[item.Hit.Key]
		thresholds, err := view.Calibration(item.Hit.Key, hit.Features.HasDense || !scored && found.Tier == index.TierModel)
		if err != nil {
			return why, err
		}
		why.Thresholds = append(why.Thresholds, thresholds...)
	}
	byContext, err := here(view, pools.Default, listing.Workspace, hits, past)
	if err != nil {
		return why, fmt.Errorf("explain the search: %w", err)
	}
	fits := fit.Search{View: view, Recipe: view.RecipeOf, Threshold: math.NaN()}
	for i, item := range found.Items {
		hit, scored := byKey[item.Hit.Key]
		if !scored {
			continue
		}
		why.Items[i].Fit, why.Items[i].Here = fits.Of(hit), byContext[hit.Key]
		if why.Items[i].Explanation, err = view.Explain(q, hit); err != nil {
			return why, err
		}
	}
	return why, nil
}

// here is what a prompt in the workspace would be told by what is known besides
// it, by key.
func here(view *index.View, recipe *rank.Recipe, workspace string, hits []index.Hit, past Past) (map[int64]*fit.Beside, error) {
	var known fit.Context
	if err := known.AddWorkspace(view, recipe, workspace); err != nil {
		return nil, err
	}
	if past.Sessions != nil {
		usage, err := past.Sessions.Usage(workspace, "", past.Now)
		if err != nil {
			return nil, err
		}
		known.AddUsage(usage)
	}
	lifted, err := view.Lift(hits, known.Moves)
	if err != nil {
		return nil, err
	}
	byKey := make(map[int64]*fit.Beside, len(lifted))
	for _, hit := range lifted {
		byKey[hit.Key] = known.Beside(hit, hit.Logit-view.RecipeOf(hit.Key).Logit(hit.Features))
	}
	return byKey, nil
}
