package sentencepiece

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf8"
)

// space is what stands for a space in pieces: U+2581.
const space = "▁"

// normalizer rewrites a text before it is cut: the longest sequence of bytes that a table
// knows is replaced, again and again. The table is a double array (Aoe 1989, as in the
// library Darts-clone) of units of four bytes, and the replacements, each of which ends
// with a zero byte.
type normalizer struct {
	units        []uint32
	replacements []byte
	keepSpaces   bool // runs of spaces, and those at the ends, stay
	noPrefix     bool // no space is put before the text
	plainSpaces  bool // spaces stay spaces
}

// read reads a NormalizerSpec.
func (n *normalizer) read(data []byte) error {
	return fields(data, func(f field) error {
		switch f.number {
		case 2:
			return n.readTable(f.bytes)
		case 3:
			n.noPrefix = f.value == 0
		case 4:
			n.keepSpaces = f.value == 0
		case 5:
			n.plainSpaces = f.value == 0
		}
		return nil
	})
}

func (n *normalizer) readTable(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if len(data) < 4 {
		return errTruncated
	}
	size := binary.LittleEndian.Uint32(data)
	if data = data[4:]; uint64(size) > uint64(len(data)) || size%4 != 0 || size == 0 {
		return errTruncated
	}
	n.units = make([]uint32, size/4)
	for i := range n.units {
		n.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	n.replacements = data[size:]
	if len(n.replacements) == 0 || n.replacements[len(n.replacements)-1] != 0 {
		return errors.New("the table of replacements is damaged")
	}
	return nil
}

// Parts of a unit.
const (
	unitLabel = 1<<31 | 0xFF // with the bit that marks a value, which no label has
	unitLeaf  = 1 << 8
	unitValue = 1<<31 - 1
)

// offset is how far a unit's children are.
func offset(unit uint32) uint32 { return (unit >> 10) << ((unit & (1 << 9)) >> 6) }

// first returns what the start of a text becomes, and how many bytes of it that was.
func (n *normalizer) first(text string) (replaced []byte, size int) {
	value := -1
	if len(n.units) > 0 {
		at := offset(n.units[0])
		for i := range len(text) {
			at ^= uint32(text[i])
			if uint64(at) >= uint64(len(n.units)) || n.units[at]&unitLabel != uint32(text[i]) {
				break
			}
			unit := n.units[at]
			at ^= offset(unit)
			if uint64(at) >= uint64(len(n.units)) {
				break
			}
			if unit&unitLeaf != 0 {
				value, size = int(n.units[at]&unitValue), i+1
			}
		}
	}
	if value < 0 || value >= len(n.replacements) {
		r, size := utf8.DecodeRuneInString(text)
		return utf8.AppendRune(nil, r), size // U+FFFD for a byte that is none
	}
	rest := n.replacements[value:]
	return rest[:bytes.IndexByte(rest, 0)], size
}

// normalize returns the text that is cut into pieces, bytesMax at most.
func (n *normalizer) normalize(text string, bytesMax int) []byte {
	out := make([]byte, 0, min(bytesMax, len(text)+len(text)/2)+len(space))
	mark := space
	if n.plainSpaces {
		mark = " "
	}
	afterSpace := !n.keepSpaces
	for len(text) > 0 && len(out) < bytesMax {
		part, size := n.first(text)
		text = text[size:]
		if afterSpace && !n.keepSpaces {
			part = bytes.TrimLeft(part, " ")
		}
		if len(part) == 0 {
			continue
		}
		if len(out) == 0 && !n.noPrefix {
			out = append(out, mark...)
		}
		for _, c := range part {
			if c == ' ' {
				out = append(out, mark...)
			} else {
				out = append(out, c)
			}
		}
		afterSpace = part[len(part)-1] == ' '
	}
	for !n.keepSpaces && bytes.HasSuffix(out, []byte(mark)) {
		out = out[:len(out)-len(mark)]
	}
	return out
}
