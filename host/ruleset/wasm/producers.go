package wasm

import (
	"encoding/binary"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// producersMax bounds what is told of a toolchain.
const producersMax = 32

// producers reads the custom section in which compilers leave their names: fields
// ("language", "processed-by"), each with names and versions. What does not
// follow the convention is left out.
func producers(content []byte) []string {
	var found []string
	r := reader{content}
	for fields := r.number(); fields > 0 && !r.ended() && len(found) < producersMax; fields-- {
		field := r.text()
		for values := r.number(); values > 0 && !r.ended() && len(found) < producersMax; values-- {
			line := field + " " + r.text()
			if version := r.text(); version != "" {
				line += " " + version
			}
			found = append(found, cut.BytesEllipsis(visible.Text(line), 100))
		}
	}
	return found
}

// reader reads numbers and names; what is not there is 0 and "".
type reader struct{ left []byte }

func (r *reader) ended() bool { return len(r.left) == 0 }

func (r *reader) number() uint64 {
	number, size := binary.Uvarint(r.left)
	if size <= 0 {
		r.left = nil
		return 0
	}
	r.left = r.left[size:]
	return number
}

func (r *reader) text() string {
	length := r.number()
	if length > uint64(len(r.left)) {
		r.left = nil
		return ""
	}
	text := string(r.left[:length])
	r.left = r.left[length:]
	return text
}
