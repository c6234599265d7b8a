package index

import (
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// A part is the view of one pool: the items that compete for a prompt. Words are
// counted, odds computed and thresholds calibrated in a part alone: items of another pool
// neither take a place nor move what is enough. Items of several pools meet by their
// calibrated similarity only. See RATIONALE.md, "Why do items compete in pools?".

// Parts returns a view of each pool that the view has items of, in the order of the kinds. They
// close with the view.
func (v *View) Parts() []*View { return v.parts }

// Pool names the pool of a part; of a view with several it is empty.
func (v *View) Pool() string { return v.pool }

// Kinds returns the kinds of a part's pool.
func (v *View) Kinds() []string { return v.kinds }

// Recipe returns the recipe by which a part is ranked; of a view with several, the default.
func (v *View) Recipe() *rank.Recipe { return v.recipe }

// RecipeOf returns the recipe by which an item is ranked.
func (v *View) RecipeOf(key int64) *rank.Recipe { return v.partOf(key).recipe }

// divide makes the parts of the view, and has each take its thresholds.
func (v *View) divide(listing catalog.Listing, pools catalog.Pools) error {
	var names []string
	for _, item := range v.items {
		if pool := pools.Of(item.ref.Kind); !slices.Contains(names, pool) {
			names = append(names, pool)
		}
	}
	slices.SortStableFunc(names, pools.Compare)
	v.recipe, v.parts = pools.Default, nil
	for _, name := range names {
		part := v
		if len(names) > 1 {
			part = v.only(name, pools)
		}
		part.pool, part.kinds, part.recipe = name, pools.In(name), pools.Recipe(name)
		v.parts = append(v.parts, part)
		if err := part.loadThresholds(listing); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		v.parts = []*View{v}
	}
	return nil
}

// only returns a view of the items of one pool.
func (v *View) only(name string, pools catalog.Pools) *View {
	part := &View{tx: v.tx, model: v.model, scopes: v.scopes.of(name), position: map[int64]int{}}
	part.within, part.parts = part.scopes.ids(), []*View{part}
	for _, item := range v.items {
		if pools.Of(item.ref.Kind) == name {
			part.position[item.key] = len(part.items)
			part.items = append(part.items, item)
		}
	}
	return part
}

// partOf returns the part that has an item; where none has it, one without thresholds.
func (v *View) partOf(key int64) *View {
	for _, part := range v.parts {
		if _, ok := part.position[key]; ok {
			return part
		}
	}
	return &View{tx: v.tx, recipe: v.recipe}
}

// apart divides hits by the parts that have them, best first where they were.
func (v *View) apart(hits []Hit) [][]Hit {
	if len(v.parts) == 1 {
		return [][]Hit{hits}
	}
	divided := make([][]Hit, len(v.parts))
	for _, hit := range hits {
		for i, part := range v.parts {
			if _, ok := part.position[hit.Key]; ok {
				divided[i] = append(divided[i], hit)
			}
		}
	}
	return divided
}

// takeThresholds sets those by what is stored of null prompts.
func (v *View) takeThresholds(stored string, hasDense bool) error {
	known, err := decodeMaxima(stored)
	if err != nil {
		return err
	}
	if hasDense {
		v.dense = v.recipe.Thresholds(known, true)
	} else {
		v.lexical = v.recipe.Thresholds(known, false)
	}
	return nil
}

func (v *View) thresholds(hasDense bool) rank.Thresholds {
	if hasDense {
		return v.dense
	}
	return v.lexical
}

func encodeMaxima(maxima []float64) (string, error) {
	encoded, err := json.Marshal(maxima)
	return string(encoded), err
}

func decodeMaxima(stored string) (maxima []float64, err error) {
	if stored != "" {
		err = sqlite.Unreadable(json.Unmarshal([]byte(stored), &maxima))
	}
	return maxima, err
}
