package places

import (
	"database/sql"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/code"
)

// A segment holds the postings of some texts and what a search needs of each of their places.
// It is written once. Its places are numbered from 0, those of a text in a row.

// placesPerSegmentMax bounds a segment, so that a merge is short. One text alone may not have
// more.
const placesPerSegmentMax = 1 << 15

// segmentText is a text of a segment.
type segmentText struct {
	id       int64
	places   int
	language code.Language
}

// columns are what a segment keeps by place, and of its texts.
type columns struct {
	texts   []segmentText
	lengths []uint16
	kinds   []byte
	sums    []byte // 8 bytes each
}

// add appends a text.
func (c *columns) add(id int64, language code.Language, content *Content) {
	c.texts = append(c.texts, segmentText{id, len(content.Places), language})
	for i, p := range content.Places {
		c.lengths = append(c.lengths, uint16(min(max(content.Terms[i].Length, 0), lengthMax)))
		c.kinds = append(c.kinds, kindByte(p.Kind))
		c.sums = binary.LittleEndian.AppendUint64(c.sums, uint64(content.Sums[i]))
	}
}

func encodeTexts(texts []segmentText) []byte {
	var languages []string
	at := map[code.Language]int{}
	for _, t := range texts {
		if _, known := at[t.language]; !known {
			at[t.language] = len(languages)
			languages = append(languages, string(t.language))
		}
	}
	blob := binary.AppendUvarint(nil, uint64(len(languages)))
	for _, language := range languages {
		blob = appendText(blob, language)
	}
	blob = binary.AppendUvarint(blob, uint64(len(texts)))
	for _, t := range texts {
		blob = binary.AppendUvarint(blob, uint64(t.id))
		blob = binary.AppendUvarint(blob, uint64(t.places))
		blob = binary.AppendUvarint(blob, uint64(at[t.language]))
	}
	return seal(blob)
}

const languageBytesMax = 64

// decodeTexts reads what encodeTexts wrote for a segment of so many places.
func decodeTexts(blob []byte, places int) ([]segmentText, error) {
	blob, err := unseal(blob)
	if err != nil {
		return nil, err
	}
	r := reader{blob: blob}
	languages := make([]code.Language, r.upTo(len(blob)))
	for i := range languages {
		languages[i] = code.Language(r.text(languageBytesMax))
	}
	texts := make([]segmentText, r.upTo(r.left()))
	for i := range texts {
		texts[i].id = int64(r.upTo(textsMax))
		texts[i].places = r.upTo(places)
		if language := r.uint(); language < uint64(len(languages)) {
			texts[i].language = languages[language]
		} else {
			r.fail()
		}
		places -= texts[i].places
	}
	if err := r.end(); err != nil || places != 0 {
		return nil, errBlob
	}
	return texts, nil
}

func encodeLengths(lengths []uint16) []byte {
	blob := make([]byte, 0, len(lengths)+len(lengths)/4+sealBytes)
	for _, n := range lengths {
		blob = binary.AppendUvarint(blob, uint64(n))
	}
	return seal(blob)
}

// decodeLengths appends the lengths of a segment of so many places.
func decodeLengths(into []uint16, blob []byte, places int) ([]uint16, error) {
	blob, err := unseal(blob)
	if err != nil {
		return nil, err
	}
	at := 0
	for range places {
		var n uint64
		if at < len(blob) && blob[at] < oneByte { // most are of one
			n, at = uint64(blob[at]), at+1
		} else if n, at = longNumber(blob, at); n > lengthMax || at > len(blob) {
			return nil, errBlob
		}
		into = append(into, uint16(n))
	}
	if at != len(blob) {
		return nil, errBlob
	}
	return into, nil
}

// segmentWriter writes one segment inside a transaction.
type segmentWriter struct {
	tx     *sql.Tx
	id     int64
	blocks blockWriter
	insert *sql.Stmt
}

// newSegment takes the next id, which no segment had before: its blocks' ids are made of it.
func newSegment(tx *sql.Tx) (*segmentWriter, error) {
	w := &segmentWriter{tx: tx}
	err := one(tx, `INSERT INTO meta (key, value) VALUES ('segment', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING value`, nil, &w.id)
	if err != nil {
		return nil, err
	}
	if w.insert, err = tx.Prepare(`INSERT INTO blocks (id, block) VALUES (?, ?)`); err != nil {
		return nil, err
	}
	w.blocks.put = func(number int, block []byte) error {
		_, err := w.insert.Exec(w.id<<blockNumberBits|int64(number), block)
		return err
	}
	return w, nil
}

// finish writes the last block and the segment itself.
func (w *segmentWriter) finish(c columns) error {
	if err := w.blocks.flush(); err != nil {
		return err
	}
	if err := w.insert.Close(); err != nil {
		return err
	}
	_, err := w.tx.Exec(`INSERT INTO place_segments (id, places, texts, lengths, directory, kinds, sums) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		w.id, len(c.lengths), encodeTexts(c.texts), encodeLengths(c.lengths), encodeDirectory(w.blocks.firsts), seal(c.kinds), seal(c.sums))
	return err
}

// builder collects what one transaction adds.
type builder struct {
	columns
	postings map[string][]posting
}

// add appends a text, whose places have terms.
func (b *builder) add(id int64, language code.Language, content *Content) {
	if b.postings == nil {
		b.postings = map[string][]posting{}
	}
	first := int32(len(b.lengths))
	b.columns.add(id, language, content)
	for i, t := range content.Terms {
		for term, body := range t.Body {
			if body > 0 && term != "" && len(term) <= termBytesMax {
				b.postings[term] = append(b.postings[term], posting{first + int32(i), frequency(body), frequency(t.Symbol[term])})
			}
		}
		for term, symbol := range t.Symbol {
			if symbol > 0 && t.Body[term] <= 0 && term != "" && len(term) <= termBytesMax {
				b.postings[term] = append(b.postings[term], posting{first + int32(i), 0, frequency(symbol)})
			}
		}
	}
}

// frequency is how often a term occurs as a posting has it.
func frequency(n int) uint16 { return uint16(min(max(n, 0), frequencyMax)) }

// store writes what was collected as a segment.
func (b *builder) store(tx *sql.Tx) error {
	if len(b.texts) == 0 {
		return nil
	}
	w, err := newSegment(tx)
	if err != nil {
		return err
	}
	var data []byte
	for _, term := range slices.Sorted(maps.Keys(b.postings)) {
		list := b.postings[term]
		data = encodePostings(data[:0], list)
		if err := w.blocks.add(term, len(list), data); err != nil {
			return err
		}
	}
	return w.finish(b.columns)
}
