package places

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/rank/place"
)

// paths gives paths their ids inside a transaction.
type paths struct {
	tx    *sql.Tx
	terms map[string][]byte // what paths that are new add to their terms
}

// id returns that of a path, which it makes where there is none.
func (p *paths) id(path string) (id int64, err error) {
	err = one(p.tx, `SELECT id FROM paths WHERE path = ?`, []any{path}, &id)
	if !errors.Is(err, errNone) {
		return id, err
	}
	if err := one(p.tx, `INSERT INTO paths (path) VALUES (?) RETURNING id`, []any{path}, &id); err != nil {
		return 0, err
	}
	if id > pathsMax {
		return 0, errBlob
	}
	if p.terms == nil {
		p.terms = map[string][]byte{}
	}
	for term, n := range pathTerms(path) {
		p.terms[term] = appendPath(p.terms[term], pathHit{id, n})
	}
	return id, nil
}

func pathTerms(path string) map[string]int {
	counts := map[string]int{}
	for _, term := range place.PathTerms(path) {
		if term != "" && len(term) <= termBytesMax {
			counts[term]++
		}
	}
	return counts
}

// save writes the terms of the paths that were made.
func (p *paths) save() error {
	for _, term := range slices.Sorted(maps.Keys(p.terms)) {
		_, err := p.tx.Exec(`INSERT INTO path_terms (term, paths) VALUES (?, ?)
			ON CONFLICT (term) DO UPDATE SET paths = CAST(paths || excluded.paths AS BLOB)`, term, p.terms[term])
		if err != nil {
			return err
		}
	}
	p.terms = nil
	return nil
}

// pathHit says how often a term occurs in a path.
type pathHit struct {
	id int64
	n  int
}

func appendPath(blob []byte, h pathHit) []byte {
	if h.n == 1 {
		return binary.AppendUvarint(blob, uint64(h.id)<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(blob, uint64(h.id)<<1|1), uint64(h.n))
}

// decodePaths calls yield for the paths that have a term, ascending.
func decodePaths(blob []byte, yield func(pathHit)) error {
	r := reader{blob: blob}
	last := int64(0)
	for r.left() > 0 {
		x := r.uint()
		h := pathHit{int64(x >> 1), 1}
		if x&1 == 1 {
			h.n = r.upTo(frequencyMax)
		}
		if r.bad || h.id <= last || h.id > pathsMax {
			return errBlob
		}
		last = h.id
		yield(h)
	}
	return r.end()
}
