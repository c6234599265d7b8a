package places

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/rank/place"
)

// words is one search.
type words struct {
	q      querier
	view   *snapshot
	search *Search
	scores *scores

	terms   []string // the question's, then those of Filter.Symbol that it lacks
	asked   int      // how many are the question's
	names   map[int]bool
	lists   [][]postingList // by term and segment
	paths   [][]pathHit     // by term, with the number of a file of the worktree as id
	stats   place.Stats
	weights []place.Weighted
	scorer  place.Scorer
	skip    []bool // by file: the filter leaves it out; nil: none
	hits    []found
}

func (w *words) run() error {
	w.parse()
	for _, step := range []func() error{w.readPostings, w.readPaths, w.countTerms, w.filterFiles, w.score, w.choose, w.meaning, w.match} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// termsMax bounds the terms of a search: a mark of a slot has room for so many.
const termsMax = math.MaxUint8 - 1

func (w *words) parse() {
	for _, t := range w.search.Query.Terms {
		if len(w.terms) < termsMax {
			w.terms = append(w.terms, t.Text)
		}
	}
	w.asked = len(w.terms)
	if w.search.Filter.Symbol == "" {
		return
	}
	w.names = map[int]bool{}
	for _, term := range slices.Sorted(maps.Keys(place.Analyze(w.search.Filter.Symbol, "").Symbol)) {
		if !strings.HasPrefix(term, "=") {
			continue // its words may be divided otherwise; that of a whole name starts so
		}
		at := slices.Index(w.terms, term)
		if at < 0 && len(w.terms) < termsMax {
			at = len(w.terms)
			w.terms = append(w.terms, term)
		}
		if at >= 0 {
			w.names[at] = true
		}
	}
}

// readPostings reads the blocks that may have the terms, all in one query.
func (w *words) readPostings() error {
	type want struct{ term, segment int }
	wanted := map[int64][]want{}
	w.lists = make([][]postingList, len(w.terms))
	for i, term := range w.terms {
		w.lists[i] = make([]postingList, len(w.view.segments))
		for j, s := range w.view.segments {
			if n := blockOf(s.directory, term); n >= 0 {
				id := s.id<<blockNumberBits | int64(n)
				wanted[id] = append(wanted[id], want{i, j})
			}
		}
	}
	found := 0
	err := eachOf(w.q, `SELECT id, block FROM blocks WHERE id IN (SELECT value FROM json_each(?))`, slices.Sorted(maps.Keys(wanted)), func(rows *sql.Rows) error {
		var id int64
		var blob sql.RawBytes
		if err := rows.Scan(&id, &blob); err != nil {
			return err
		}
		block, err := unseal(blob)
		if err != nil {
			return err
		}
		found++
		for _, x := range wanted[id] {
			list, err := find(block, w.terms[x.term], w.view.segments[x.segment].places)
			if err != nil {
				return err
			}
			list.data = bytes.Clone(list.data)
			w.lists[x.term][x.segment] = list
		}
		return nil
	})
	if err == nil && found != len(wanted) {
		err = errBlob
	}
	return err
}

// eachOf runs a query whose argument is a list of ids.
func eachOf(q querier, query string, ids []int64, do func(*sql.Rows) error, args ...any) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	return each(q, query, do, append([]any{string(list)}, args...)...)
}

// readPaths reads which of the worktree's files have the terms in their paths.
func (w *words) readPaths() error {
	w.paths = make([][]pathHit, len(w.terms))
	for i, term := range w.terms[:w.asked] {
		var blob []byte
		err := one(w.q, `SELECT paths FROM path_terms WHERE term = ?`, []any{term}, &blob)
		if errors.Is(err, errNone) {
			continue
		}
		if err != nil {
			return err
		}
		file := 0
		err = decodePaths(blob, func(h pathHit) {
			for file < len(w.view.files) && w.view.files[file].path < h.id {
				file++
			}
			if file < len(w.view.files) && w.view.files[file].path == h.id {
				w.paths[i] = append(w.paths[i], pathHit{int64(file), min(h.n, math.MaxUint8)})
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// countTerms counts in how many places that are alive each term occurs.
func (w *words) countTerms() error {
	v := w.view
	w.stats = place.Stats{Places: v.places, Length: v.length, DF: make(map[string]int, w.asked)}
	for i, term := range w.terms[:w.asked] {
		n := 0
		for j, s := range v.segments {
			if !s.hasDead {
				n += w.lists[i][j].count
				continue
			}
			all, err := w.postings(i, j)
			if err != nil {
				return err
			}
			text := s.firstText
			for _, p := range all {
				if text = v.textFrom(text, s.first+int(p.place)); v.alive[text] {
					n++
				}
			}
		}
		w.stats.DF[term] = n
	}
	w.weights = w.search.Recipe.Weigh(w.search.Query, w.stats)
	w.scorer = w.search.Recipe.Scorer(w.stats)
	return nil
}

// postings decodes those of a term in a segment. They last until the next call.
func (w *words) postings(term, segment int) ([]posting, error) {
	all, err := w.lists[term][segment].decode(w.scores.postings[:0], w.view.segments[segment].places)
	w.scores.postings = all
	return all, err
}

// textFrom returns the text of a place, which is this one or a later one.
func (v *snapshot) textFrom(text, place int) int {
	for text+1 < len(v.textFirst) && int(v.textFirst[text+1]) <= place {
		text++
	}
	return text
}

// filterFiles finds the files that the filter leaves out.
func (w *words) filterFiles() error {
	f, v := w.search.Filter, w.view
	if f.Language == "" && f.Path == nil && f.Imports == "" {
		return nil
	}
	importing, err := w.importing()
	if err != nil {
		return err
	}
	w.skip = make([]bool, len(v.files))
	if f.Path != nil {
		if err := v.readPaths(w.q); err != nil {
			return err
		}
	}
	for i, text := range v.fileText {
		t := v.texts[text]
		w.skip[i] = f.Language != "" && t.language != f.Language || f.Path != nil && !f.Path(v.paths[i]) || importing != nil && !importing[t.id]
	}
	return nil
}

// importing returns the texts that import what the filter names; nil: all count.
func (w *words) importing() (map[int64]bool, error) {
	if w.search.Filter.Imports == "" {
		return nil, nil
	}
	texts := map[int64]bool{}
	err := each(w.q, `SELECT id FROM texts WHERE instr(imports, ?) > 0`, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		texts[id] = true
		return err
	}, w.search.Filter.Imports)
	return texts, err
}

// readPaths reads the paths of all files, once for a snapshot.
func (v *snapshot) readPaths(q querier) error {
	if v.paths != nil {
		return nil
	}
	all, at := make([]string, len(v.files)), 0
	err := each(q, `SELECT f.path, p.path FROM files f JOIN paths p ON p.id = f.path WHERE f.worktree = ? AND f.deleted_at = 0 ORDER BY f.path`, func(rows *sql.Rows) error {
		var id int64
		var path string
		if err := rows.Scan(&id, &path); err != nil {
			return err
		}
		if at == len(all) || v.files[at].path != id {
			return errBlob
		}
		all[at] = path
		at++
		return nil
	}, v.worktree)
	if err == nil && at < len(all) {
		err = errBlob
	}
	if err == nil {
		v.paths = all
	}
	return err
}

// score adds up BM25 for every slot.
func (w *words) score() error {
	w.scores.reset(w.view.slots, len(w.view.files), w.names != nil)
	for i := range w.terms {
		t := term{mark: uint8(i + 1), named: w.names[i], paths: w.paths[i], scorer: w.scorer}
		if i < w.asked {
			t.weight = w.weights[i].Weight
		}
		for _, h := range t.paths {
			w.scores.path[h.id] = uint8(h.n)
		}
		for j := range w.view.segments {
			all, err := w.postings(i, j)
			if err != nil {
				return err
			}
			w.scorePostings(&t, &w.view.segments[j], all)
		}
		w.scorePaths(&t)
	}
	return nil
}

// term is one that is being scored.
type term struct {
	weight float64
	scorer place.Scorer
	mark   uint8
	named  bool // Filter.Symbol has it
	paths  []pathHit
}

// scorePostings adds what a term gives to the slots that have it in a segment.
func (w *words) scorePostings(t *term, s *segmentView, all []posting) {
	v, scores := w.view, w.scores
	text, next, file := s.firstText, s.first, -1 // of the last posting; next is the place after its text
	var copies []int
	for _, p := range all {
		at := s.first + int(p.place)
		if at >= next {
			text = v.textFrom(text, at)
			next = int(v.textFirst[text]) + v.texts[text].places
			file, copies = int(v.textFile[text]), v.copies[int32(text)]
		}
		if file < 0 {
			continue
		}
		if w.skip == nil || !w.skip[file] {
			scores.add(t, at, file, int(v.lengths[at]), p)
		}
		for _, other := range copies {
			if w.skip == nil || !w.skip[other] {
				scores.add(t, int(v.copyAt[other])+at-int(v.textFirst[text]), other, int(v.lengths[at]), p)
			}
		}
	}
}

// add adds what a posting gives to a slot.
func (s *scores) add(t *term, slot, file, length int, p posting) {
	onPath := 0
	if len(t.paths) > 0 {
		s.mark[slot], onPath = t.mark, int(s.path[file])
	}
	if t.named && p.symbol > 0 {
		s.names[slot]++
	}
	s.sum[slot] += float32(t.scorer.Add(t.weight, place.Match{Body: int(p.body), Symbol: int(p.symbol), Path: onPath}, length))
}

// scorePaths adds what a term gives to the slots that have it in their path alone.
func (w *words) scorePaths(t *term) {
	v, s := w.view, w.scores
	for _, h := range t.paths {
		file := int(h.id)
		s.path[file] = 0
		if w.skip != nil && w.skip[file] {
			continue
		}
		text := v.fileText[file]
		first, slot := int(v.textFirst[text]), int(v.slotOf(file))
		for k := range v.texts[text].places {
			if s.mark[slot+k] != t.mark {
				s.sum[slot+k] += float32(t.scorer.Add(t.weight, place.Match{Path: h.n}, int(v.lengths[first+k])))
			}
		}
	}
}
