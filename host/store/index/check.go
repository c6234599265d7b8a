package index

import (
	"database/sql"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"math"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Damage that SQLite does not mind, a byte of a text or of a number, would keep an
// item out of sight for good, as its file does not change. So what is stored of an
// item has a sum, which a session's start compares: the whole of what its prompts
// will read.

var errSum = errors.New("what is stored is not what was written")

// wordsAtStart is how many items' postings a session's start adds up: they are
// hundreds to an item, and all else of it a few rows. The next start goes on with others.
const wordsAtStart = 128

// Check looks at every page of the file and at every sum. An error for which
// IsDamaged holds means that it must be rebuilt.
func (x *Index) Check() error {
	if x.db == nil {
		return errClosed
	}
	if err := sqlite.Check(x.db); err != nil {
		return err
	}
	all := scopes{}
	err := each(x.db, `SELECT root, pool, id, model FROM scopes`, func(rows *sql.Rows) error {
		var at origin
		var s scope
		err := rows.Scan(&at.root, &at.pool, &s.id, &s.model)
		all[at] = s
		return err
	})
	if err != nil {
		return err
	}
	return checkSums(x.db, all, sound{Scopes: map[int64]int64{}}, math.MaxInt)
}

// check looks over what the listing's prompts will read, or the whole file where that
// is asked for; in both cases what was not found sound before.
func (r *refresh) check(listing catalog.Listing, stamp string) error {
	if r.opt.Hurry {
		return nil
	}
	known := r.soundNow(stamp, r.src.Now())
	if known.Whole && !r.opt.Anew {
		return nil
	}
	if known.Stamp == "" || r.opt.Anew {
		known.Stamp = r.settle() // before it is looked at: who writes meanwhile changes it
	}
	if r.opt.Check || r.opt.Anew {
		if err := r.Check(); err != nil {
			return err
		}
		r.writeSound(sound{Stamp: known.Stamp, Since: r.src.Now().Unix(), Whole: true})
		return nil
	}
	found, err := readScopes(r.db, listing, r.src.Pools)
	if err != nil {
		return err
	}
	before := maps.Clone(known.Scopes)
	words := wordsAtStart
	if r.opt.RemoveMax == 0 {
		words = math.MaxInt // nobody waits
	}
	if err := checkSums(r.db, found, known, words); err != nil {
		return err
	}
	if !maps.Equal(before, known.Scopes) {
		r.writeSound(known)
	}
	return nil
}

// sealQuery gives what the sum of each item in a range of keys is of; wordsQuery that
// of its postings, added up where they lie, and by the way that a prompt takes to them.
const (
	sealQuery = `SELECT i.key, i.sum, i.path, i.kind, i.id, i.source, i.plugin, i.content_hash, i.hidden, i.reject_code, i.length, i.words,
			coalesce(d.name || char(0) || d.description || char(0) || d.listed || char(0) || d.keywords || char(0) || d.sticky ||
				char(0) || d.text_hash || char(0) || d.card || char(0) || d.front_matter || char(0) || d.warnings || char(0) || d.reject_why, ''),
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

// sumWords stores the sum of an item's postings, which must be among the stored ones.
func (w *writer) sumWords(key int64) error {
	if err := w.insertPostings(); err != nil {
		return err
	}
	_, err := w.tx.Exec(`UPDATE items SET words = (`+wordsQuery+`) WHERE key = ?`, key, key)
	return err
}

// seal stores the sum of an item that has been written, whose sum of words is stored.
func (w *writer) seal(key int64) error {
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

// checkSums compares items and vectors of scopes with their sums, as far as they are not
// known to be sound, and of some items the postings. It adds to what is known.
func checkSums(db asker, within scopes, known sound, words int) error {
	for _, s := range within {
		upTo, again := known.Scopes[s.id]
		if !again {
			if err := checkRows(db, s); err != nil {
				return err
			}
			upTo = s.first() - 1
		}
		if upTo < s.last() {
			added, last, err := checkWords(db, upTo+1, s.last(), words, again)
			if err != nil {
				return err
			}
			words, upTo = words-added, last
		}
		known.Scopes[s.id] = upTo
	}
	return nil
}

// checkRows compares what a scope's items have in all tables but the postings.
func checkRows(db asker, s scope) error {
	err := each(db, sealQuery, func(rows *sql.Rows) error {
		item, err := scanSealed(rows)
		if err == nil && item.has != item.wants {
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
	return checkCards(db, s)
}

// checkWords adds up the postings of some items at most, in order or, as what changes at
// every start must not always lead to the same, by chance. It returns of how many, and up
// to which key none is left.
func checkWords(db asker, first, last int64, most int, inOrder bool) (added int, upTo int64, err error) {
	var items []sealed
	err = each(db, `SELECT key, words FROM items WHERE key BETWEEN ?1 AND ?2 ORDER BY iif(?4, key, random()) LIMIT ?3`, func(rows *sql.Rows) error {
		var item sealed
		err := rows.Scan(&item.key, &item.words)
		items = append(items, item)
		return err
	}, first, last, most, inOrder)
	for _, item := range items {
		var sum int64
		if err == nil {
			err = one(db.QueryRow(wordsQuery, item.key), &sum)
		}
		if err == nil && sum != item.words {
			err = sqlite.Unreadable(errSum)
		}
	}
	switch {
	case len(items) < most:
		return len(items), last, err
	case inOrder && len(items) > 0:
		return len(items), items[len(items)-1].key, err
	}
	return len(items), first - 1, err
}

// checkCards finds what is compared of cards and is not as it was made.
func checkCards(db asker, s scope) error {
	return each(db, `SELECT words, vectors, sum FROM cards WHERE item BETWEEN ? AND ? AND words_of <> ''`, func(rows *sql.Rows) error {
		var words, vectors sql.RawBytes
		var sum int64
		if err := rows.Scan(&words, &vectors, &sum); err != nil {
			return err
		}
		if sum != sumOfCard(rank.CardWords(words), rank.CardVectors(vectors)) {
			return errSum
		}
		return nil
	}, s.first(), s.last())
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
