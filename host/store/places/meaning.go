package places

import (
	"encoding/binary"
	"math"
	"slices"
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
	if err := w.near(nearest, cosines, sums); err != nil {
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

func (a near) before(b near) bool {
	return a.cosine > b.cosine || a.cosine == b.cosine && a.sum < b.sum
}

// cosines returns the cosines of the hits' texts and of the nearest, and which the nearest are.
func (w *words) cosines(norm float64) (map[Sum]float64, *sumSet, error) {
	cosines := make(map[Sum]float64, len(w.hits))
	hits, nearest := &sumSet{}, &sumSet{}
	for _, f := range w.hits {
		hits.add(f.Sum)
	}
	best := heapOf(nearestPerHit*w.search.N, near.before)
	err := eachVectors(w.q, w.search.Model, func(r *vectorRow) error {
		if r.dimensions() != len(w.search.Vector) {
			return nil
		}
		for i := range r.len() {
			n := near{r.sum(i), r.dot(i, w.search.Vector) / norm}
			if hits.has(n.sum) {
				cosines[n.sum] = n.cosine
			}
			best.offer(n)
		}
		return nil
	})
	for _, n := range best.all {
		nearest.add(n.sum)
		cosines[n.sum] = n.cosine
	}
	return cosines, nearest, err
}

// sumSet is a set of sums that says of most others at once that they are not in it.
type sumSet struct {
	bits [1 << 10]uint64
	sums map[Sum]bool
}

func (s *sumSet) add(sum Sum) {
	if s.sums == nil {
		s.sums = map[Sum]bool{}
	}
	s.sums[sum] = true
	s.bits[sum>>6&(1<<10-1)] |= 1 << (sum & 63)
}

func (s *sumSet) has(sum Sum) bool {
	return s.bits[sum>>6&(1<<10-1)]&(1<<(sum&63)) != 0 && s.sums[sum]
}

// near adds the nearest places that are no hits yet.
func (w *words) near(nearest *sumSet, cosines map[Sum]float64, sums []byte) error {
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
			sum, at := Sum(binary.LittleEndian.Uint64(sums[8*(first+i):])), slot+int32(i)
			if !nearest.has(sum) || known[at] || kinds != nil && kinds[first+i] != wanted {
				continue
			}
			more = append(more, candidate{scored{at, w.scores.sum[at], 0}, cosines[sum]})
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
