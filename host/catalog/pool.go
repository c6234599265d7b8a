package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// PoolListed is the pool of what the client lists under one set of names.
const PoolListed = "listed"

// Pools maps each kind to the pool in which its items compete, and each pool to the
// recipe that ranks it. Made of a recipe alone, each kind is a pool of its own.
type Pools struct {
	Default *rank.Recipe            // of a pool without one of its own
	kinds   []string                // in their order
	names   map[string]string       // by kind
	recipes map[string]*rank.Recipe // by pool
}

// Compare orders pools as the registry has their first kinds; unknown ones are last.
func (p Pools) Compare(a, b string) int {
	place := func(pool string) int {
		if at := slices.IndexFunc(p.kinds, func(kind string) bool { return p.names[kind] == pool }); at >= 0 {
			return at
		}
		return len(p.kinds)
	}
	return cmp.Compare(place(a), place(b))
}

// Pools returns the pools of the registry, ranked for an encoder. It panics where a
// kind has the recipe of another pool's kind: its floors would mean nothing.
func (k Kinds) Pools(encoder string) Pools {
	p := Pools{names: map[string]string{}, recipes: map[string]*rank.Recipe{}}
	for _, kind := range k {
		pool := k.Pool(kind.Name)
		p.kinds, p.names[kind.Name] = append(p.kinds, kind.Name), pool
		if kind.Recipe == nil || p.recipes[pool] != nil {
			continue
		}
		recipe := kind.Recipe(encoder)
		if k.Pool(recipe.Kind) != pool {
			panic(fmt.Sprintf("kind %s: its recipe was fitted for %q", kind.Name, recipe.Kind))
		}
		p.recipes[pool] = recipe
		p.Default = cmp.Or(p.Default, recipe)
	}
	return p
}

// Of returns the name of the pool in which items of a kind compete.
func (p Pools) Of(kind string) string { return cmp.Or(p.names[kind], kind) }

// In returns the kinds of a pool in their order.
func (p Pools) In(pool string) []string {
	var kinds []string
	for _, kind := range p.kinds {
		if p.names[kind] == pool {
			kinds = append(kinds, kind)
		}
	}
	if kinds == nil {
		return []string{pool}
	}
	return kinds
}

// Key is equal for pools that rank alike.
func (p Pools) Key() string {
	key := recipeKey(p.Default)
	for _, kind := range p.kinds {
		key += " " + kind + ":" + p.names[kind] + ":" + recipeKey(p.recipes[p.names[kind]])
	}
	return key
}

func recipeKey(r *rank.Recipe) string {
	switch {
	case r == nil:
		return ""
	case r.Foreign != nil:
		return r.Fingerprint() + "+languages"
	}
	return r.Fingerprint()
}

// Recipe returns the recipe by which a pool is ranked.
func (p Pools) Recipe(pool string) *rank.Recipe { return cmp.Or(p.recipes[pool], p.Default) }
