// Package sentencepiece cuts a text into the pieces of a Unigram vocabulary, as the
// library SentencePiece does (Kudo 2018, "Subword Regularization"). It knows the file
// format of that library and nothing of encoders.
package sentencepiece

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Limits of a model's file. A multilingual one has 128,000 to 250,000 pieces in 2 to 5 MB.
const (
	FileBytesMax  = 16 << 20
	piecesMax     = 1 << 19
	pieceBytesMax = 512
)

// Model is a vocabulary with a score for each piece. It is safe for concurrent use.
type Model struct {
	text    []byte    // of all pieces, one after another
	ends    []uint32  // of each piece in text
	scores  []float32 // log probability of each piece
	slots   []uint32  // id + 1, or 0: a hash table with open addressing
	longest int       // bytes of the longest piece

	begin, end, unknown int64
	unknownScore        float32
	normalizer          normalizer
}

// unknownPenalty is by how much a character that no piece has scores below the least
// likely piece (SentencePiece, unigram_model.cc).
const unknownPenalty = 10

// Kinds of pieces (sentencepiece_model.proto).
const (
	kindNormal      = 1
	kindUnknown     = 2
	kindControl     = 3
	kindUserDefined = 4
	kindUnused      = 5
)

// Read reads a model's file. Only Unigram models are read: of others, pieces have no
// probability.
func Read(data []byte) (*Model, error) {
	if len(data) > FileBytesMax {
		return nil, fmt.Errorf("read SentencePiece model: %d bytes, at most %d", len(data), FileBytesMax)
	}
	m := &Model{text: make([]byte, 0, len(data)), begin: -1, end: -1, unknown: -1, unknownScore: float32(math.Inf(1))}
	pieces := 0
	err := fields(data, func(f field) error {
		if f.number == 1 {
			pieces++
		}
		return nil
	})
	m.reserve(min(pieces, piecesMax))
	if err == nil {
		err = fields(data, func(f field) error {
			switch f.number {
			case 1:
				return m.addPiece(f.bytes)
			case 2:
				return checkTrainer(f.bytes)
			case 3:
				return m.normalizer.read(f.bytes)
			}
			return nil
		})
	}
	if err == nil && (m.begin < 0 || m.end < 0 || m.unknown < 0) {
		err = errors.New("one of the pieces <s>, </s> and the unknown one is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("read SentencePiece model: %w", err)
	}
	m.unknownScore -= unknownPenalty
	return m, nil
}

// reserve makes room for so many pieces: more than half of the table stays free.
func (m *Model) reserve(pieces int) {
	size := 64
	for size < 2*pieces {
		size *= 2
	}
	m.slots, m.ends, m.scores = make([]uint32, size), make([]uint32, 0, pieces), make([]float32, 0, pieces)
}

// Begin is the id of the piece <s>, which starts a text.
func (m *Model) Begin() int64 { return m.begin }

// End is the id of the piece </s>, which ends a text.
func (m *Model) End() int64 { return m.end }

// Pieces is how many there are: ids are 0 to Pieces − 1.
func (m *Model) Pieces() int { return len(m.ends) }

// addPiece appends a piece. Those that stand for no text are not found in a text.
func (m *Model) addPiece(data []byte) error {
	piece, score, kind, err := readPiece(data)
	if err != nil {
		return err
	}
	id := int64(len(m.ends))
	if id >= piecesMax || len(piece) > pieceBytesMax {
		return fmt.Errorf("more than %d pieces, or one of more than %d bytes", piecesMax, pieceBytesMax)
	}
	m.text = append(m.text, piece...)
	m.ends, m.scores = append(m.ends, uint32(len(m.text))), append(m.scores, score)
	switch kind {
	case kindNormal, kindUserDefined:
		m.unknownScore, m.longest = min(m.unknownScore, score), max(m.longest, len(piece))
		m.insert(uint32(id), piece)
	case kindUnknown:
		m.unknown = id
	case kindControl:
		switch string(piece) {
		case "<s>":
			m.begin = id
		case "</s>":
			m.end = id
		}
	case kindUnused:
	default:
		return fmt.Errorf("piece %d is of kind %d, which is not read", id, kind)
	}
	return nil
}

// readPiece reads a piece as a cold process has to, 128,000 times.
func readPiece(data []byte) (piece []byte, score float32, kind uint64, err error) {
	kind = kindNormal
	for len(data) > 0 {
		f, rest, err := nextField(data)
		if err != nil {
			return nil, 0, 0, err
		}
		switch f.number {
		case 1:
			piece = f.bytes
		case 2:
			score = math.Float32frombits(uint32(f.value))
		case 3:
			kind = f.value
		}
		data = rest
	}
	return piece, score, kind, nil
}

// checkTrainer refuses models of other kinds.
func checkTrainer(data []byte) error {
	return fields(data, func(f field) error {
		if f.number == 3 && f.value != 1 {
			return fmt.Errorf("it is of type %d; only Unigram (1) is read", f.value)
		}
		return nil
	})
}

// FNV-1a, which a longer piece continues from a shorter one.
const (
	hashStart = 2166136261
	hashPrime = 16777619
)

func next(hash uint32, c byte) uint32 { return (hash ^ uint32(c)) * hashPrime }

func mix(hash uint32) uint32 { return hash ^ hash>>15 }

// insert enters a piece into the table.
func (m *Model) insert(id uint32, piece []byte) {
	hash := uint32(hashStart)
	for _, c := range piece {
		hash = next(hash, c)
	}
	mask := uint32(len(m.slots) - 1)
	slot := mix(hash) & mask
	for m.slots[slot] != 0 {
		slot = (slot + 1) & mask
	}
	m.slots[slot] = id + 1
}

func (m *Model) piece(id uint32) []byte {
	start := uint32(0)
	if id > 0 {
		start = m.ends[id-1]
	}
	return m.text[start:m.ends[id]]
}

// find returns the id of a piece by its hash; −1 where there is none.
func (m *Model) find(hash uint32, piece []byte) int64 {
	mask := uint32(len(m.slots) - 1)
	for slot := mix(hash) & mask; m.slots[slot] != 0; slot = (slot + 1) & mask {
		if string(m.piece(m.slots[slot]-1)) == string(piece) {
			return int64(m.slots[slot] - 1)
		}
	}
	return -1
}

var errTruncated = errors.New("the file is damaged")

// field is one of a protobuf message: its bytes, or its value.
type field struct {
	number int
	bytes  []byte
	value  uint64
}

// nextField reads the first field of a message, which is not empty, and returns the rest.
func nextField(data []byte) (f field, rest []byte, err error) {
	key, n := binary.Uvarint(data)
	if n <= 0 {
		return f, nil, errTruncated
	}
	data, f.number = data[n:], int(key>>3)
	size := 0
	switch key & 7 {
	case 0:
		f.value, size = binary.Uvarint(data)
	case 1:
		size = 8
	case 2:
		length, n := binary.Uvarint(data)
		if n <= 0 || length > uint64(len(data)-n) {
			return f, nil, errTruncated
		}
		f.bytes, size = data[n:n+int(length)], n+int(length)
	case 5:
		if size = 4; len(data) >= size {
			f.value = uint64(binary.LittleEndian.Uint32(data))
		}
	}
	if size <= 0 || size > len(data) {
		return f, nil, errTruncated
	}
	return f, data[size:], nil
}

// fields calls each with every field of a message.
func fields(data []byte, each func(f field) error) error {
	for len(data) > 0 {
		f, rest, err := nextField(data)
		if err == nil {
			err = each(f)
		}
		if err != nil {
			return err
		}
		data = rest
	}
	return nil
}
