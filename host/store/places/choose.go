package places

import (
	"cmp"
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
	return cmp.Or(cmp.Compare(b.weighed, a.weighed), cmp.Compare(a.slot, b.slot))
}

func (a scored) before(b scored) bool { return a.sum > b.sum || a.sum == b.sum && a.slot < b.slot }

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
	v := w.view
	wanted := map[int64]int{}
	for _, x := range chunk {
		file, _, _ := v.at(x.slot)
		if v.pathOf(file) == "" {
			wanted[v.files[file].path] = file
		}
	}
	err := eachOf(w.q, `SELECT id, path FROM paths WHERE id IN (SELECT value FROM json_each(?))`, keysOf(wanted), func(rows *sql.Rows) error {
		var id int64
		var path string
		if err := rows.Scan(&id, &path); err != nil {
			return err
		}
		v.pathOfFile[wanted[id]] = path
		return nil
	})
	if err != nil {
		return err
	}
	for i := range chunk {
		file, _, _ := v.at(chunk[i].slot)
		chunk[i].weighed *= float32(w.search.Recipe.Prior(w.search.Query, v.pathOf(file), "", ""))
	}
	return nil
}

// best returns the best slots by BM25, the best first.
func (w *words) best(n int) ([]scored, error) {
	kinds, err := w.kinds()
	if err != nil {
		return nil, err
	}
	wanted := kindByte(w.search.Filter.Kind)
	best := heapOf(n, scored.before)
	floor := float32(0) // of what gets in
	for slot, sum := range w.scores.sum {
		if sum <= floor && w.names == nil || w.names != nil && (int(w.scores.names[slot]) < len(w.names) || sum < floor) {
			continue
		}
		if kinds != nil {
			if _, _, at := w.view.at(int32(slot)); kinds[at] != wanted {
				continue
			}
		}
		if best.offer(scored{int32(slot), sum, sum}) {
			floor = best.all[0].sum
		}
	}
	slices.SortFunc(best.all, scored.compare)
	return best.all, nil
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
	if len(chunk) == 0 {
		return nil
	}
	v := w.view
	wanted := map[int64][]int{} // by text: numbers of places in it
	byFile := map[int]*File{}
	for _, x := range chunk {
		file, text, at := v.at(x.slot)
		wanted[v.texts[text].id] = append(wanted[v.texts[text].id], at-int(v.textFirst[text]))
		byFile[file] = nil
	}
	details, err := w.details(wanted)
	if err != nil {
		return err
	}
	if err := w.files(byFile); err != nil {
		return err
	}
	for _, x := range chunk {
		file, text, at := v.at(x.slot)
		all := details[v.texts[text].id]
		f, n := byFile[file], at-int(v.textFirst[text])
		if n >= len(all) || f == nil {
			return errBlob
		}
		p := all[n]
		if !symbolFits(p.Symbol, w.search.Filter.Symbol) {
			continue
		}
		hit := Hit{Language: v.texts[text].language, Sum: p.sum, File: *f, Candidate: place.Candidate{
			Path: f.Path, Symbol: p.Symbol, Kind: string(p.Kind), Doc: p.Doc, Start: p.Start, End: p.End,
			Length: int(v.lengths[at]), Cosine: place.NoCosine, Matches: make([]place.Match, w.asked),
		}}
		hit.Score = float64(x.sum) * w.search.Recipe.Prior(w.search.Query, hit.Path, hit.Symbol, hit.Kind)
		w.hits = append(w.hits, found{hit, x.slot})
	}
	return nil
}

// details reads the wanted places of texts.
func (w *words) details(wanted map[int64][]int) (map[int64][]detail, error) {
	details := map[int64][]detail{}
	err := eachOf(w.q, `SELECT id, places FROM texts WHERE id IN (SELECT value FROM json_each(?))`, keysOf(wanted), func(rows *sql.Rows) error {
		var id int64
		var blob sql.RawBytes
		if err := rows.Scan(&id, &blob); err != nil {
			return err
		}
		numbers := wanted[id]
		all, err := decodeDetails(blob, func(i int) bool { return slices.Contains(numbers, i) })
		details[id] = all
		return err
	})
	return details, err
}

func keysOf[V any](m map[int64]V) []int64 {
	keys := make([]int64, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// files reads the wanted files of the worktree, by their numbers.
func (w *words) files(wanted map[int]*File) error {
	byPath := map[int64]int{}
	for file := range wanted {
		byPath[w.view.files[file].path] = file
	}
	return eachOf(w.q, `SELECT f.path, `+fileColumns+` FROM files f JOIN paths p ON p.id = f.path JOIN texts t ON t.id = f.text
		WHERE f.path IN (SELECT value FROM json_each(?)) AND f.worktree = ?`, keysOf(byPath), func(rows *sql.Rows) error {
		var id int64
		f := &File{}
		if err := f.scan(rows, &id); err != nil {
			return err
		}
		wanted[byPath[id]] = f
		return nil
	}, w.view.worktree)
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
	byPlace := map[int32][]int{} // the hits, copies included
	wanted := make([]int32, 0, len(w.hits))
	files := make([]int, len(w.hits))
	for i, f := range w.hits {
		file, _, at := v.at(f.slot)
		if files[i] = file; byPlace[int32(at)] == nil {
			wanted = append(wanted, int32(at))
		}
		byPlace[int32(at)] = append(byPlace[int32(at)], i)
	}
	slices.Sort(wanted)
	for i := range w.terms[:w.asked] {
		rest := wanted
		for j, s := range v.segments {
			end, _ := slices.BinarySearch(rest, int32(s.first+s.places))
			err := w.lists[i][j].pick(s, rest[:end], func(p posting) {
				for _, hit := range byPlace[int32(s.first+p.place)] {
					w.hits[hit].Matches[i] = place.Match{Body: p.body, Symbol: p.symbol}
				}
			})
			if err != nil {
				return err
			}
			rest = rest[end:]
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

// pick calls yield for the postings of the wanted places, which ascend and are counted through
// all segments.
func (l postingList) pick(s segmentView, wanted []int32, yield func(posting)) error {
	if len(wanted) == 0 {
		return nil
	}
	return l.each(s.places, func(p posting) {
		at := int32(s.first + p.place)
		for len(wanted) > 0 && wanted[0] < at {
			wanted = wanted[1:]
		}
		if len(wanted) > 0 && wanted[0] == at {
			yield(p)
		}
	})
}
