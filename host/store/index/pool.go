package index

import (
	"encoding/json"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// pool is the items of a view that compete for a prompt. Words are counted, odds
// computed and thresholds calibrated among them alone: items of another pool neither
// take a place nor move what is enough. Items of several pools meet by their
// calibrated similarity only. See RATIONALE.md, "Why do items compete in pools?".
type pool struct {
	name    string
	items   int
	lexical rank.Thresholds
	dense   rank.Thresholds
}

// enlist puts the view's items into their pools.
func (v *View) enlist() {
	places := map[string]int{}
	for i := range v.items {
		name := catalog.PoolOf(v.items[i].ref.Kind)
		at, known := places[name]
		if !known {
			at = len(v.pools)
			places[name] = at
			v.pools = append(v.pools, pool{name: name})
		}
		v.items[i].pool = at
		v.pools[at].items++
	}
}

// poolOf returns the pool in which a hit competes; of a hit that is not the view's, one
// without items.
func (v *View) poolOf(hit Hit) *pool {
	if at, ok := v.position[hit.Key]; ok {
		return &v.pools[v.items[at].pool]
	}
	return &pool{}
}

// maxima are what null prompts reach at most, by pool.
type maxima map[string][]float64

// calibrate sets the pools' thresholds by what is stored of their workspace.
func (v *View) calibrate(stored string, hasDense bool) error {
	known, err := decodeMaxima(stored)
	if err != nil {
		return err
	}
	for i := range v.pools {
		p := &v.pools[i]
		if hasDense {
			p.dense = v.recipe.Thresholds(known[p.name], true)
		} else {
			p.lexical = v.recipe.Thresholds(known[p.name], false)
		}
	}
	return nil
}

func (p *pool) thresholds(hasDense bool) rank.Thresholds {
	if hasDense {
		return p.dense
	}
	return p.lexical
}

func encodeMaxima(m maxima) (string, error) {
	encoded, err := json.Marshal(m)
	return string(encoded), err
}

func decodeMaxima(stored string) (m maxima, err error) {
	if stored != "" {
		err = sqlite.Unreadable(json.Unmarshal([]byte(stored), &m))
	}
	return m, err
}
