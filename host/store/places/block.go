package places

import (
	"encoding/binary"
	"slices"
)

// posting says how often a term occurs in a place of a segment.
type posting struct {
	place        int32 // number in the segment
	body, symbol uint16
}

// blockBytes is the size from which a block is full. Smaller ones waste the rest of a page
// each, larger ones are read and looked through for one term; a long list has its own.
const blockBytes = 8 << 10

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

func appendPosting(blob []byte, p posting, before int32) []byte {
	distance := uint64(p.place-before) << postingBits
	switch {
	case p.symbol > 0:
		blob = binary.AppendUvarint(blob, distance|alsoSymbol)
		blob = binary.AppendUvarint(blob, uint64(p.body))
		return binary.AppendUvarint(blob, uint64(p.symbol))
	case p.body == 1:
		return binary.AppendUvarint(blob, distance|oneInBody)
	case p.body == 2:
		return binary.AppendUvarint(blob, distance|twoInBody)
	}
	blob = binary.AppendUvarint(blob, distance|moreInBody)
	return binary.AppendUvarint(blob, uint64(p.body))
}

// postingList are the encoded postings of a term in a segment, ascending by place.
type postingList struct {
	count int
	data  []byte
}

// decode appends the postings to others. The list's segment has so many places.
func (l postingList) decode(into []posting, places int) ([]posting, error) {
	data, at, place := l.data, 0, -1
	into = slices.Grow(into, l.count)
	for range l.count {
		var x, body, symbol uint64
		if at < len(data) && data[at] < oneByte { // most are of one
			x, at = uint64(data[at]), at+1
		} else {
			x, at = longNumber(data, at)
		}
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
		if at > len(data) || distance == 0 || distance >= uint64(places-place) || body > frequencyMax || symbol > frequencyMax {
			return into, errBlob
		}
		place += int(distance)
		into = append(into, posting{int32(place), uint16(body), uint16(symbol)})
	}
	if at != len(data) {
		return into, errBlob
	}
	return into, nil
}

// encodePostings writes the postings of a term, which ascend by place.
func encodePostings(blob []byte, all []posting) []byte {
	before := int32(-1)
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

// find returns the postings of a term in the unsealed block that would have it. It passes
// hundreds of terms, and reads of most only how much they share with the one before.
func find(block []byte, term string, places int) (postingList, error) {
	same := 0 // bytes that the term before, which is less, shares with the wanted one
	for at := 0; at < len(block); {
		shared, length, from := twoNumbers(block, at)
		count, size, data := twoNumbers(block, from+length)
		if size > len(block)-data || count > size || count > places || shared+length > termBytesMax {
			return postingList{}, errBlob
		}
		at = data + size
		if shared > same { // it is less where the one before was
			continue
		}
		if shared < same { // it is more where the one before was equal
			break
		}
		rest := block[from : from+length]
		for len(rest) > 0 && same < len(term) && rest[0] == term[same] {
			rest, same = rest[1:], same+1
		}
		if len(rest) == 0 && same == len(term) {
			return postingList{count, block[data:at]}, nil
		}
		if len(rest) > 0 && (same == len(term) || rest[0] > term[same]) {
			break
		}
	}
	return postingList{}, nil
}

// twoNumbers reads two numbers at a place of a blob and returns the place behind them, which lies
// behind the blob's end where they are not there. Each is below oneByte or at most the blob's
// length: whoever takes so many bytes looks first whether they are left.
func twoNumbers(blob []byte, at int) (first, second, next int) {
	if at+1 < len(blob) && blob[at]|blob[at+1] < oneByte {
		return int(blob[at]), int(blob[at+1]), at + 2
	}
	return twoLongNumbers(blob, at)
}

func twoLongNumbers(blob []byte, at int) (first, second, next int) {
	x, at := number(blob, at)
	y, at := number(blob, at)
	if x > uint64(len(blob)) || y > uint64(len(blob)) {
		return 0, 0, len(blob) + 1
	}
	return int(x), int(y), at
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
	all := string(blob) // which the terms are parts of
	for i := range firsts {
		n := len(r.text(termBytesMax))
		firsts[i] = all[r.at-n : r.at]
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
