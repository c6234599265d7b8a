package places

import (
	"database/sql"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/rank/place"
)

// looksPerHit is how many places are looked at for one that is returned: those of tests, whose
// prior is low, may come first by their words.
const looksPerHit = 5

// scored is a slot with its BM25, and with that times its prior.
type scored struct {
	slot         int32
	sum, weighed float32
}

// compare orders the best first.
func (a scored) compare(b scored) int {
	switch {
	case a.weighed > b.weighed:
		return -1
	case a.weighed < b.weighed:
		return 1
	}
	return int(a.slot - b.slot)
}

// found is a hit and where it is.
type found struct {
	Hit
	slot int32
}

// choose takes the best by BM25 and prior. It looks at those of the best BM25, as many as could
// still be among them with their priors. A prior that depends on the symbol counts in the
// score alone, since only the chosen are read.
func (w *words) choose() error {
	best, err := w.best(w.search.N * looksPerHit)
	if err != nil {
		return err
	}
	if w.search.Filter.Symbol != "" {
		return w.chooseNamed(best)
	}
	var chosen []scored
	for len(best) > 0 {
		chunk := best[:min(len(best), w.search.N)]
		if err := w.weigh(chunk); err != nil {
			return err
		}
		chosen = append(chosen, chunk...)
		slices.SortFunc(chosen, scored.compare)
		best, chosen = best[len(chunk):], chosen[:min(len(chosen), w.search.N)]
		if len(best) > 0 && len(chosen) == w.search.N && chosen[len(chosen)-1].weighed >= best[0].weighed {
			break
		}
	}
	return w.look(chosen)
}

// chooseNamed is choose where the names that the filter wants make them few.
func (w *words) chooseNamed(best []scored) error {
	if err := w.weigh(best); err != nil {
		return err
	}
	slices.SortFunc(best, scored.compare)
	for len(best) > 0 && len(w.hits) < w.search.N {
		chunk := best[:min(len(best), w.search.N)]
		if err := w.look(chunk); err != nil {
			return err
		}
		best = best[len(chunk):]
	}
	w.hits = w.hits[:min(len(w.hits), w.search.N)]
	return nil
}

// weigh multiplies the scores of slots by what their paths and kinds say.
func (w *words) weigh(chunk []scored) error {
	v, files := w.view, make([]int, len(chunk))
	for i, x := range chunk {
		files[i], _, _ = v.at(x.slot)
	}
	if err := v.readPathsOf(w.q, slices.Values(files)); err != nil {
		return err
	}
	for i, file := range files {
		chunk[i].weighed *= float32(w.search.Recipe.Prior(w.search.Query, v.pathOf(file), "", ""))
	}
	return nil
}

// best returns the best slots by BM25, the best first.
func (w *words) best(n int) ([]scored, error) {
	counts, err := w.counts()
	if err != nil {
		return nil, err
	}
	least := w.scores.least(n, counts)
	best := make([]scored, 0, n+n/2)
	for slot, sum := range w.scores.sum {
		if sum >= least && (sum > 0 || len(w.names) > 0) && (counts == nil || counts(slot)) {
			best = append(best, scored{int32(slot), sum, sum})
		}
	}
	slices.SortFunc(best, scored.compare)
	return best[:min(len(best), n)], nil
}

// counts returns what reports whether a slot has the names and the kind that the filter asks
// for; nil: it asks for none.
func (w *words) counts() (func(slot int) bool, error) {
	kinds, err := w.kinds()
	if err != nil || kinds == nil && w.names == nil {
		return nil, err
	}
	wanted := kindByte(w.search.Filter.Kind)
	return func(slot int) bool {
		if w.names != nil && int(w.scores.names[slot]) < len(w.names) {
			return false
		}
		if kinds == nil {
			return true
		}
		_, _, at := w.view.at(int32(slot))
		return kinds[at] == wanted
	}, nil
}

// kinds returns the kinds of all places, nil where any will do.
func (w *words) kinds() ([]byte, error) {
	if w.search.Filter.Kind == "" {
		return nil, nil
	}
	return column(w.q, w.view, `SELECT kinds FROM place_segments ORDER BY id`, 1)
}

// column reads what segments keep by place, so many bytes each.
func column(q querier, v *snapshot, query string, width int) ([]byte, error) {
	all, segment := make([]byte, 0, width*len(v.lengths)), 0
	err := each(q, query, func(rows *sql.Rows) error {
		var blob sql.RawBytes
		if err := rows.Scan(&blob); err != nil {
			return err
		}
		if segment == len(v.segments) {
			return errBlob
		}
		part, err := unsealed(blob, width*v.segments[segment].places)
		all, segment = append(all, part...), segment+1
		return err
	})
	if err == nil && segment < len(v.segments) {
		err = errBlob
	}
	return all, err
}

// look reads what a file and its text say of places, and keeps those that the filter takes.
func (w *words) look(chunk []scored) error {
	v, looked := w.view, lookup{}
	for _, x := range chunk {
		file, text, at := v.at(x.slot)
		looked.want(file, v.texts[text].id, at-int(v.textFirst[text]))
	}
	if err := looked.read(w.q, v); err != nil {
		return err
	}
	w.hits = slices.Grow(w.hits, len(chunk))
	matches := make([]place.Match, len(chunk)*w.asked)
	for i, x := range chunk {
		file, text, at := v.at(x.slot)
		f, p, err := looked.found(file, v.texts[text].id, at-int(v.textFirst[text]))
		if err != nil {
			return err
		}
		if !symbolFits(p.Symbol, w.search.Filter.Symbol) {
			continue
		}
		w.hits = append(w.hits, found{slot: x.slot, Hit: Hit{
			Language: f.Language, Sum: p.sum, File: *f,
			Score: float64(x.sum) * w.search.Recipe.Prior(w.search.Query, f.Path, p.Symbol, string(p.Kind)),
			Candidate: place.Candidate{
				Path: f.Path, Symbol: p.Symbol, Kind: string(p.Kind), Doc: p.Doc, Start: p.Start, End: p.End,
				Length: int(v.lengths[at]), Cosine: place.NoCosine, Matches: matches[i*w.asked:][:w.asked:w.asked],
			},
		}})
	}
	return nil
}

// symbolFits reports whether a symbol is the wanted one or ends in its names, whatever the
// case, the underscores and what joins them.
func symbolFits(symbol, wanted string) bool {
	if wanted == "" {
		return true
	}
	have, want := namesOf(symbol), namesOf(wanted)
	return len(want) > 0 && len(have) >= len(want) && slices.EqualFunc(have[len(have)-len(want):], want, strings.EqualFold)
}

func namesOf(symbol string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(symbol, "_", ""), func(r rune) bool { return strings.ContainsRune(".:#()*>- ", r) })
}

// match notes for every hit how often it has each term.
func (w *words) match() error {
	v := w.view
	bySlot := make([]int, len(w.hits)) // the hits in the order of their places
	files, places := make([]int, len(w.hits)), make([]int, len(w.hits))
	for i, f := range w.hits {
		bySlot[i] = i
		files[i], _, places[i] = v.at(f.slot)
	}
	slices.SortFunc(bySlot, func(a, b int) int { return places[a] - places[b] })
	for i := range w.terms[:w.asked] {
		rest := bySlot
		for j, s := range v.segments {
			end, _ := slices.BinarySearchFunc(rest, s.first+s.places, func(hit, place int) int { return places[hit] - place })
			own := rest[:end]
			if rest = rest[end:]; len(own) == 0 {
				continue
			}
			all, err := w.postings(i, j)
			if err != nil {
				return err
			}
			for _, hit := range own {
				at, ok := slices.BinarySearchFunc(all, int32(places[hit]-s.first), func(p posting, place int32) int { return int(p.place - place) })
				if all = all[at:]; ok {
					w.hits[hit].Matches[i] = place.Match{Body: int(all[0].body), Symbol: int(all[0].symbol)}
				}
			}
		}
		for j, file := range files {
			at, ok := slices.BinarySearchFunc(w.paths[i], file, func(h pathHit, file int) int { return int(h.id) - file })
			if ok {
				w.hits[j].Matches[i].Path = w.paths[i][at].n
			}
		}
	}
	return nil
}
