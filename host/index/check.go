package index

import (
	"database/sql"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// Damage that SQLite does not mind, a byte of a text or of a number, would keep an
// item out of sight for good, as its file does not change. So what is stored of an
// item has a sum, which a session's start compares: the whole of what its prompts
// will read.

var errSum = errors.New("what is stored is not what was written")

// Check looks at every page of the file and at every sum. An error for which
// IsDamaged holds means that it must be rebuilt.
func (x *Index) Check() error {
	if err := sqlite.Check(x.db); err != nil {
		return err
	}
	all := scopes{}
	err := each(x.db, `SELECT root, id, model FROM scopes`, func(rows *sql.Rows) error {
		var root string
		var s scope
		err := rows.Scan(&root, &s.id, &s.model)
		all[root] = s
		return err
	})
	if err != nil {
		return err
	}
	return checkSums(x.db, all, func() bool { return false })
}

// check looks over what the listing's prompts will read, and the file where that is
// asked for.
func (r *refresh) check(listing catalog.Listing) error {
	if r.opt.Check {
		return r.Check()
	}
	if r.opt.Hurry {
		return nil
	}
	found, err := readScopes(r.db, listing)
	if err != nil {
		return err
	}
	return checkSums(r.db, found, r.late)
}

// sealQuery gives what the sum of each item in a range of keys is of. Its postings
// are added up where they lie: there are hundreds to an item.
const sealQuery = `SELECT i.key, i.sum, i.path, i.kind, i.id, i.source, i.plugin, i.content_hash, i.hidden, i.reject_code, i.length,
		coalesce(d.name || char(0) || d.description || char(0) || d.listed || char(0) || d.keywords || char(0) || d.sticky ||
			char(0) || d.front_matter || char(0) || d.warnings || char(0) || d.reject_why, ''),
		(SELECT coalesce(sum(p.tf * (length(p.term) * 1000003 + unicode(p.term) * 31 + unicode(substr(p.term, -1)))), 0) FROM postings p WHERE p.item = i.key),
		(SELECT coalesce(group_concat(p.n || ':' || hex(p.hash)), '') FROM passages p WHERE p.item = i.key)
	FROM items i LEFT JOIN details d USING (key) WHERE i.key BETWEEN ? AND ?`

// sealed is what an item's row says its sum is, and what it is.
func sealed(rows *sql.Rows) (key, said, is int64, err error) {
	var texts [9]string
	var length, postings int64
	var path, kind, id, source, plugin, content, hidden, code = &texts[0], &texts[1], &texts[2], &texts[3], &texts[4], &texts[5], &texts[6], &texts[7]
	var passages string
	err = rows.Scan(&key, &said, path, kind, id, source, plugin, content, hidden, code, &length, &texts[8], &postings, &passages)
	sum := fnv.New64a()
	for _, text := range append(texts[:], passages, fmt.Sprint(length, postings)) {
		writePart(sum, text)
	}
	return key, said, int64(sum.Sum64()), err
}

func writePart(sum hash.Hash, text string) {
	_, _ = io.WriteString(sum, text) // a hash never fails
	_, _ = sum.Write([]byte{0})
}

// seal stores the sum of an item that has been written.
func (w *writer) seal(key int64) error {
	var sum int64
	err := each(w.tx, sealQuery, func(rows *sql.Rows) (err error) {
		_, _, sum, err = sealed(rows)
		return err
	}, key, key)
	if err == nil {
		_, err = w.tx.Exec(`UPDATE items SET sum = ? WHERE key = ?`, sum, key)
	}
	return err
}

// checkSums compares all items and vectors of scopes with their sums, as far as time
// allows.
func checkSums(db asker, within scopes, late func() bool) error {
	for _, s := range within {
		if late() {
			return nil
		}
		err := each(db, sealQuery, func(rows *sql.Rows) error {
			_, said, is, err := sealed(rows)
			if err == nil && said != is {
				err = errSum
			}
			return err
		}, s.first(), s.last())
		if err != nil {
			return err
		}
		if err := checkVectors(db, s); err != nil {
			return err
		}
	}
	return nil
}

const vectorsQuery = `SELECT v.hash = p.hash AND v.model = ?, v.vector, v.sum FROM passages p LEFT JOIN vectors v ON v.id = p.vector
	WHERE p.item BETWEEN ? AND ? AND p.vector IS NOT NULL`

// checkVectors finds vectors that are not as stored, or not of the passage's text and the
// scope's model.
func checkVectors(db asker, s scope) error {
	return each(db, vectorsQuery, func(rows *sql.Rows) error {
		var same bool
		var vector sql.RawBytes
		var sum int64
		if err := rows.Scan(&same, &vector, &sum); err != nil {
			return err
		}
		if !same || sum != sumOfVector(vector) {
			return errSum
		}
		return nil
	}, s.model, s.first(), s.last())
}

func sumOfVector(blob []byte) int64 { return int64(crc32.ChecksumIEEE(blob)) }

// sum is of what View and the next calibration rely on.
func (c calibration) sum() int64 {
	sum := fnv.New64a()
	for _, text := range []string{c.seen, c.lexicalFor, c.lexicalJSON, c.denseFor, c.denseJSON, c.model, fmt.Sprint(c.own)} {
		writePart(sum, text)
	}
	return int64(sum.Sum64())
}
