package index

import (
	"database/sql"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// Damage that SQLite does not mind, a byte of a text or of a number, would keep an
// item out of sight for good, as its file does not change. So what is stored of an
// item has a sum, which a session's start compares: the whole of what its prompts
// will read.

var errSum = errors.New("what is stored is not what was written")

// wordsAtStart is how many items' postings a session's start adds up: they are
// hundreds to an item, and all else of it a few rows. Of more items it takes others
// each time.
const wordsAtStart = 128

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
	return checkSums(x.db, all, math.MaxInt)
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
	words := wordsAtStart
	if r.opt.RemoveMax == 0 {
		words = math.MaxInt // nobody waits
	}
	return checkSums(r.db, found, words)
}

// sealQuery gives what the sum of each item in a range of keys is of; wordsQuery that
// of its postings, added up where they lie, and by the way that a prompt takes to them.
const (
	sealQuery = `SELECT i.key, i.sum, i.path, i.kind, i.id, i.source, i.plugin, i.content_hash, i.hidden, i.reject_code, i.length, i.words,
			coalesce(d.name || char(0) || d.description || char(0) || d.listed || char(0) || d.keywords || char(0) || d.sticky ||
				char(0) || d.front_matter || char(0) || d.warnings || char(0) || d.reject_why, ''),
			(SELECT coalesce(group_concat(p.n || ':' || hex(p.hash)), '') FROM passages p WHERE p.item = i.key)
		FROM items i LEFT JOIN details d USING (key) WHERE i.key BETWEEN ? AND ?`
	wordsQuery = `SELECT coalesce(sum(p.tf * (length(p.term) * 1000003 + unicode(p.term) * 31 + unicode(substr(p.term, -1)))), 0) FROM postings p WHERE p.item = ?`
)

// sealed is an item's row with the sum that it has and the one it should have.
type sealed struct{ key, words, has, wants int64 }

func scanSealed(rows *sql.Rows) (s sealed, err error) {
	var texts [10]string
	var length int64
	err = rows.Scan(&s.key, &s.has, &texts[0], &texts[1], &texts[2], &texts[3], &texts[4], &texts[5], &texts[6], &texts[7], &length, &s.words, &texts[8], &texts[9])
	sum := fnv.New64a()
	for _, text := range append(texts[:], fmt.Sprint(length, s.words)) {
		writePart(sum, text)
	}
	s.wants = int64(sum.Sum64())
	return s, err
}

func writePart(sum hash.Hash, text string) {
	_, _ = io.WriteString(sum, text) // a hash never fails
	_, _ = sum.Write([]byte{0})
}

// seal stores the sums of an item that has been written.
func (w *writer) seal(key int64) error {
	if _, err := w.tx.Exec(`UPDATE items SET words = (`+wordsQuery+`) WHERE key = ?`, key, key); err != nil {
		return err
	}
	var item sealed
	err := each(w.tx, sealQuery, func(rows *sql.Rows) (err error) {
		item, err = scanSealed(rows)
		return err
	}, key, key)
	if err == nil {
		_, err = w.tx.Exec(`UPDATE items SET sum = ? WHERE key = ?`, item.wants, key)
	}
	return err
}

// checkSums compares all items and vectors of scopes with their sums, and of some
// items the postings.
func checkSums(db asker, within scopes, words int) error {
	var items []sealed
	for _, s := range within {
		err := each(db, sealQuery, func(rows *sql.Rows) error {
			item, err := scanSealed(rows)
			if err == nil && item.has != item.wants {
				err = errSum
			}
			items = append(items, item)
			return err
		}, s.first(), s.last())
		if err != nil {
			return err
		}
		if err := checkVectors(db, s); err != nil {
			return err
		}
	}
	if len(items) > words {
		rand.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
		items = items[:words]
	}
	for _, item := range items {
		var sum int64
		err := one(db.QueryRow(wordsQuery, item.key), &sum)
		if err == nil && sum != item.words {
			err = sqlite.Unreadable(errSum)
		}
		if err != nil {
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
