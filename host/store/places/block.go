package places

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// posting says how often a term occurs in a place of a segment.
type posting struct {
	place        int // number in the segment
	body, symbol int
}

// blockBytes is the size from which a block is full. Smaller ones waste the rest of a page
// each, larger ones are read and looked through for one term; a long list has its own.
const blockBytes = 16 << 10

// blockNumberBits is how much of a block's id counts the blocks of its segment.
const blockNumberBits = 20

// The low two bits of a posting say what follows the distance from the place before.
const (
	oneInBody   = 0
	twoInBody   = 1
	moreInBody  = 2 // its frequency
	alsoSymbol  = 3 // both frequencies
	postingBits = 2
)

func appendPosting(blob []byte, p posting, before int) []byte {
	distance := uint64(p.place-before) << postingBits
	switch {
	case p.symbol > 0:
		blob = binary.AppendUvarint(blob, distance|alsoSymbol)
		blob = binary.AppendUvarint(blob, uint64(min(p.body, frequencyMax)))
		return binary.AppendUvarint(blob, uint64(min(p.symbol, frequencyMax)))
	case p.body == 1:
		return binary.AppendUvarint(blob, distance|oneInBody)
	case p.body == 2:
		return binary.AppendUvarint(blob, distance|twoInBody)
	}
	blob = binary.AppendUvarint(blob, distance|moreInBody)
	return binary.AppendUvarint(blob, uint64(min(p.body, frequencyMax)))
}

// postingList are the encoded postings of a term in a segment, ascending by place.
type postingList struct {
	count int
	data  []byte
}

// each calls yield for the postings. The list's segment has so many places. It is the innermost
// loop of a search, and so reads numbers of one byte by itself.
func (l postingList) each(places int, yield func(posting)) error {
	data, at := l.data, 0
	p := posting{place: -1}
	for range l.count {
		var x, body, symbol uint64
		x, at = number(data, at)
		switch x & (1<<postingBits - 1) {
		case oneInBody:
			body = 1
		case twoInBody:
			body = 2
		case moreInBody:
			body, at = number(data, at)
		case alsoSymbol:
			body, at = number(data, at)
			symbol, at = number(data, at)
		}
		distance := x >> postingBits
		if at > len(data) || distance == 0 || distance >= uint64(places-p.place) || body > frequencyMax || symbol > frequencyMax {
			return errBlob
		}
		p = posting{p.place + int(distance), int(body), int(symbol)}
		yield(p)
	}
	if at != len(data) {
		return errBlob
	}
	return nil
}

// encodePostings writes the postings of a term, which ascend by place.
func encodePostings(blob []byte, all []posting) []byte {
	before := -1
	for _, p := range all {
		blob = appendPosting(blob, p, before)
		before = p.place
	}
	return blob
}

// blockWriter cuts the terms of a segment, which come in order, into blocks.
type blockWriter struct {
	put    func(number int, block []byte) error
	firsts []string // the first term of each block
	block  []byte
	last   []byte
}

// add writes a term with its postings.
func (w *blockWriter) add(term string, count int, data []byte) error {
	if len(w.block) == 0 {
		w.firsts = append(w.firsts, term)
		w.last = w.last[:0]
	}
	shared := 0
	for shared < min(len(term), len(w.last)) && term[shared] == w.last[shared] {
		shared++
	}
	w.block = binary.AppendUvarint(w.block, uint64(shared))
	w.block = appendText(w.block, term[shared:])
	w.block = binary.AppendUvarint(w.block, uint64(count))
	w.block = binary.AppendUvarint(w.block, uint64(len(data)))
	w.block = append(w.block, data...)
	w.last = append(w.last[:0], term...)
	if len(w.block) < blockBytes {
		return nil
	}
	return w.flush()
}

func (w *blockWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	err := w.put(len(w.firsts)-1, seal(w.block))
	w.block = w.block[:0]
	return err
}

// readTerm reads the next term of an unsealed block, whose former term it is given.
func readTerm(r *reader, term *[]byte, list *postingList, places int) error {
	shared := r.upTo(len(*term))
	rest := r.text(termBytesMax)
	*list = postingList{count: r.upTo(places)}
	list.data = r.text(r.left())
	if r.bad || shared+len(rest) > termBytesMax || list.count > len(list.data) {
		return errBlob
	}
	*term = append((*term)[:shared], rest...)
	return nil
}

// find returns the postings of a term in the unsealed block that would have it.
func find(block []byte, term string, places int) (list postingList, err error) {
	r := reader{blob: block}
	var last []byte
	for r.left() > 0 {
		if err := readTerm(&r, &last, &list, places); err != nil {
			return postingList{}, err
		}
		switch bytes.Compare(last, []byte(term)) {
		case 0:
			return list, nil
		case 1:
			return postingList{}, nil
		}
	}
	return postingList{}, nil
}

// blocksPerSegmentMax is what a block's id has room for.
const blocksPerSegmentMax = 1 << blockNumberBits

func encodeDirectory(firsts []string) []byte {
	blob := binary.AppendUvarint(nil, uint64(len(firsts)))
	for _, first := range firsts {
		blob = appendText(blob, first)
	}
	return seal(blob)
}

func decodeDirectory(blob []byte) ([]string, error) {
	blob, err := unseal(blob)
	if err != nil {
		return nil, err
	}
	r := reader{blob: blob}
	firsts := make([]string, r.upTo(min(len(blob), blocksPerSegmentMax)))
	for i := range firsts {
		firsts[i] = string(r.text(termBytesMax))
	}
	if err := r.end(); err != nil || !slices.IsSorted(firsts) {
		return nil, errBlob
	}
	return firsts, nil
}

// blockOf returns the number of the block that would have a term; -1: none.
func blockOf(firsts []string, term string) int {
	at, found := slices.BinarySearch(firsts, term)
	if found {
		return at
	}
	return at - 1
}
