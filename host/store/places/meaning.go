package places

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/host/rank/place"
)

// meaning adds what a search by a vector finds: the cosine of each hit that has a vector, and
// the nearest places that are no hits yet.
func (w *words) meaning() error {
	if w.search.Vector == nil {
		return nil
	}
	norm := 0.0
	for _, x := range w.search.Vector {
		norm += float64(x) * float64(x)
	}
	if norm = math.Sqrt(norm); norm == 0 {
		return nil
	}
	sums, err := column(w.q, w.view, sumsQuery, 8)
	if err != nil {
		return err
	}
	cosines, nearest, err := w.cosines(norm)
	if err != nil {
		return err
	}
	if err := w.near(nearest, sums); err != nil {
		return err
	}
	for i := range w.hits {
		if cosine, ok := cosines[w.hits[i].Sum]; ok {
			w.hits[i].Cosine = cosine
		}
	}
	return nil
}

// nearestPerHit is how many texts are kept for one hit, since some are of other worktrees or
// left out by the filter.
const nearestPerHit = 4

// near is a text with its cosine.
type near struct {
	sum    Sum
	cosine float64
}

// cosines returns the cosines of all texts, and the nearest.
func (w *words) cosines(norm float64) (map[Sum]float64, map[Sum]float64, error) {
	var all []near
	err := eachVectors(w.q, w.search.Model, func(r *vectorRow) error {
		if r.dimensions() != len(w.search.Vector) {
			return nil
		}
		for i := range r.len() {
			all = append(all, near{r.sum(i), r.dot(i, w.search.Vector) / norm})
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(all, func(a, b near) int {
		switch {
		case a.cosine != b.cosine && a.cosine > b.cosine, a.cosine == b.cosine && a.sum < b.sum:
			return -1
		}
		return 1
	})
	cosines := make(map[Sum]float64, len(w.hits))
	for _, f := range w.hits {
		cosines[f.Sum] = place.NoCosine
	}
	nearest := map[Sum]float64{}
	for i, n := range all {
		if i < nearestPerHit*w.search.N {
			nearest[n.sum] = n.cosine
			cosines[n.sum] = n.cosine
		} else if _, wanted := cosines[n.sum]; wanted {
			cosines[n.sum] = n.cosine
		}
	}
	return cosines, nearest, nil
}

// near adds the nearest places that are no hits yet.
func (w *words) near(nearest map[Sum]float64, sums []byte) error {
	v := w.view
	known := map[int32]bool{}
	for _, f := range w.hits {
		known[f.slot] = true
	}
	kinds, err := w.kinds()
	if err != nil {
		return err
	}
	type candidate struct {
		scored
		cosine float64
	}
	var more []candidate
	wanted := kindByte(w.search.Filter.Kind)
	for file, text := range v.fileText {
		if w.skip != nil && w.skip[file] {
			continue
		}
		first, slot := int(v.textFirst[text]), v.slotOf(file)
		for i := range v.texts[text].places {
			cosine, ok := nearest[Sum(binary.LittleEndian.Uint64(sums[8*(first+i):]))]
			at := slot + int32(i)
			if !ok || known[at] || kinds != nil && kinds[first+i] != wanted {
				continue
			}
			more = append(more, candidate{scored{at, w.scores.sum[at], 0}, cosine})
		}
	}
	slices.SortFunc(more, func(a, b candidate) int {
		if a.cosine > b.cosine || a.cosine == b.cosine && a.slot < b.slot {
			return -1
		}
		return 1
	})
	var chunk []scored
	for _, c := range more[:min(len(more), w.search.N)] {
		chunk = append(chunk, c.scored)
	}
	return w.look(chunk)
}
