package places

import (
	"bytes"
	"database/sql"
	"errors"
	"slices"
)

// A transaction of Apply writes a segment, and a search looks into each. So that they stay few,
// those of one class of size are merged when there are mergeFrom of them, or when their
// places fill a segment: see TestSegmentsStayFew. A place is so written three times.
const mergeFrom = 8

// classOf returns the class of a segment by its places: below 512, 4,096, half a
// segment's, and more: those of the last class are full enough.
func classOf(places int) int {
	class := 0
	for limit := placesPerSegmentMax >> 6; places >= limit && class < lastClass-1; limit *= 8 {
		class++
	}
	if places >= placesPerSegmentMax/2 {
		return lastClass
	}
	return class
}

const lastClass = 3

// mergeSome merges until no class has too many segments. A merge is a transaction.
func (s *Store) mergeSome() error {
	for merged := true; merged; {
		err := s.turn(func(tx *sql.Tx) (err error) {
			merged, err = mergeOnce(tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mergeOnce merges the segments of one class where they are too many, and reports whether there
// were any.
func mergeOnce(tx *sql.Tx) (bool, error) {
	ids, err := mergeable(tx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	return true, mergeSegments(tx, ids, nil)
}

// mergeable returns the segments to merge next, by id.
func mergeable(tx *sql.Tx) ([]int64, error) {
	type class struct {
		ids    []int64
		places int
		full   bool
	}
	var classes [lastClass + 1]class
	err := each(tx, `SELECT id, places FROM place_segments ORDER BY id`, func(rows *sql.Rows) error {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		c := &classes[classOf(n)]
		if c.full = c.full || c.places+n > placesPerSegmentMax; !c.full {
			c.ids, c.places = append(c.ids, id), c.places+n
			c.full = len(c.ids) == mergeFrom
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, c := range classes[:lastClass] {
		if c.full && len(c.ids) > 1 {
			return c.ids, nil
		}
	}
	return nil, nil
}

// mergeSegments makes one segment of some, without the texts that drop names.
func mergeSegments(tx *sql.Tx, ids []int64, drop map[int64]bool) error {
	var c columns
	var cursors []*cursor
	for _, id := range ids {
		in := &cursor{tx: tx, id: id}
		if err := in.open(&c, drop); err != nil {
			return err
		}
		cursors = append(cursors, in)
	}
	if len(c.texts) > 0 {
		w, err := newSegment(tx)
		if err != nil {
			return err
		}
		if err := mergePostings(w, cursors); err != nil {
			return err
		}
		if err := w.finish(c); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := deleteSegment(tx, id); err != nil {
			return err
		}
	}
	return bump(tx)
}

func deleteSegment(tx *sql.Tx, id int64) error {
	if _, err := tx.Exec(`DELETE FROM blocks WHERE id BETWEEN ? AND ?`, id<<blockNumberBits, (id+1)<<blockNumberBits-1); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM place_segments WHERE id = ?`, id)
	return err
}

// mergePostings writes the terms of all cursors in order.
func mergePostings(w *segmentWriter, cursors []*cursor) error {
	for _, in := range cursors {
		if err := in.next(); err != nil {
			return err
		}
	}
	var one, all []posting
	var data, term []byte
	for {
		lowest := -1
		for i, in := range cursors {
			if in.term != nil && (lowest < 0 || bytes.Compare(in.term, cursors[lowest].term) < 0) {
				lowest = i
			}
		}
		if lowest < 0 {
			return nil
		}
		term = append(term[:0], cursors[lowest].term...)
		all = all[:0]
		for _, in := range cursors {
			if !bytes.Equal(in.term, term) {
				continue
			}
			var err error
			if one, err = in.list.decode(one[:0], len(in.moved)); err == nil {
				all = append(all, in.move(one)...)
				err = in.next()
			}
			if err != nil {
				return err
			}
		}
		if len(all) == 0 {
			continue
		}
		data = encodePostings(data[:0], all)
		if err := w.blocks.add(string(term), len(all), data); err != nil {
			return err
		}
	}
}

// cursor reads a segment's terms in order.
type cursor struct {
	tx     *sql.Tx
	id     int64
	moved  []int32 // the places' numbers in the merged segment; -1: dropped
	blocks int
	number int // of the next block
	rest   reader
	term   []byte // nil: no more
	list   postingList
}

// open reads the segment's columns and adds them to the merged ones.
func (in *cursor) open(c *columns, drop map[int64]bool) error {
	var places int
	var texts, lengths, directory, kinds, sums []byte
	err := one(in.tx, `SELECT places, texts, lengths, directory, kinds, sums FROM place_segments WHERE id = ?`, []any{in.id}, &places, &texts, &lengths, &directory, &kinds, &sums)
	if err != nil {
		return err
	}
	s := columns{}
	if s.texts, err = decodeTexts(texts, places); err != nil {
		return err
	}
	if s.lengths, err = decodeLengths(nil, lengths, places); err != nil {
		return err
	}
	firsts, err := decodeDirectory(directory)
	if err != nil {
		return err
	}
	if s.kinds, err = unsealed(kinds, places); err != nil {
		return err
	}
	if s.sums, err = unsealed(sums, 8*places); err != nil {
		return err
	}
	in.blocks, in.moved = len(firsts), make([]int32, 0, places)
	at := 0
	for _, t := range s.texts {
		end := at + t.places
		if drop[t.id] {
			in.moved = append(in.moved, slices.Repeat([]int32{-1}, t.places)...)
		} else {
			c.texts = append(c.texts, t)
			for i := at; i < end; i++ {
				in.moved = append(in.moved, int32(len(c.lengths)+i-at))
			}
			c.lengths = append(c.lengths, s.lengths[at:end]...)
			c.kinds = append(c.kinds, s.kinds[at:end]...)
			c.sums = append(c.sums, s.sums[8*at:8*end]...)
		}
		at = end
	}
	return nil
}

// move gives postings their places' numbers in the merged segment, and leaves out those of
// dropped places.
func (in *cursor) move(all []posting) []posting {
	kept := all[:0]
	for _, p := range all {
		if p.place = in.moved[p.place]; p.place >= 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// unsealed is unseal for a blob of known length.
func unsealed(blob []byte, length int) ([]byte, error) {
	blob, err := unseal(blob)
	if err == nil && len(blob) != length {
		err = errBlob
	}
	return blob, err
}

// next reads the next term.
func (in *cursor) next() error {
	if in.rest.left() == 0 {
		if in.number == in.blocks {
			in.term = nil
			return nil
		}
		block, err := readBlock(in.tx, in.id, in.number)
		if err != nil {
			return err
		}
		in.rest, in.term, in.number = reader{blob: block}, []byte{}, in.number+1
	}
	return readTerm(&in.rest, &in.term, &in.list, len(in.moved))
}

// readBlock reads and unseals a block of a segment.
func readBlock(q querier, segment int64, number int) ([]byte, error) {
	var block []byte
	if err := one(q, `SELECT block FROM blocks WHERE id = ?`, []any{segment<<blockNumberBits | int64(number)}, &block); err != nil {
		return nil, damaged(err)
	}
	return unseal(block)
}

// damaged makes of a row that another says is there an error of damage.
func damaged(err error) error {
	if errors.Is(err, errNone) {
		return errBlob
	}
	return err
}
