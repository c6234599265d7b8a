package places

import (
	"encoding/binary"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/cut"
)

// kinds are the kinds of places by the byte that stands for them. Only append.
var kinds = [...]code.Kind{"", code.Function, code.Method, code.Type, code.Variable, code.Rest, code.Window}

func kindByte(kind code.Kind) byte {
	for i, k := range kinds {
		if k == kind {
			return byte(i)
		}
	}
	return 0
}

func kindOf(b byte) code.Kind {
	if int(b) < len(kinds) {
		return kinds[b]
	}
	return ""
}

// linesMax bounds a place's last line.
const linesMax = 1 << 30

// detail is a place with the sum of its text.
type detail struct {
	code.Place
	sum Sum
}

// encodeDetails writes the places of a text: what only the best hits are asked for.
func encodeDetails(all []code.Place, sums []Sum) []byte {
	blob := binary.AppendUvarint(nil, uint64(len(all)))
	last := 0
	for i, p := range all {
		start := min(max(p.Start, last), linesMax)
		end := min(max(p.End, start), linesMax)
		blob = binary.AppendUvarint(blob, uint64(start-last))
		blob = binary.AppendUvarint(blob, uint64(end-start))
		blob = append(blob, kindByte(p.Kind))
		blob = binary.LittleEndian.AppendUint64(blob, uint64(sums[i]))
		blob = appendText(blob, cut.Bytes(p.Symbol, symbolBytesMax))
		blob = appendText(blob, cut.Bytes(p.Doc, code.DocBytesMax))
		last = start
	}
	return seal(blob)
}

// decodeDetails reads of what encodeDetails wrote the places whose numbers are wanted, which
// ascend, and nothing behind the last of them.
func decodeDetails(blob []byte, wanted []int) ([]detail, error) {
	blob, err := unseal(blob)
	if err != nil {
		return nil, err
	}
	r := reader{blob: blob}
	found := make([]detail, 0, len(wanted))
	last := 0
	for i := range r.upTo(placesPerTextMax) {
		if len(found) == len(wanted) {
			break
		}
		start := last + r.upTo(linesMax)
		end := start + r.upTo(linesMax)
		fixed := r.bytes(1 + 8)
		symbol, doc := r.text(symbolBytesMax), r.text(code.DocBytesMax)
		if r.bad || end > linesMax {
			return nil, errBlob
		}
		if last = start; wanted[len(found)] == i {
			found = append(found, detail{
				code.Place{Start: start, End: end, Kind: kindOf(fixed[0]), Symbol: string(symbol), Doc: string(doc)},
				Sum(binary.LittleEndian.Uint64(fixed[1:])),
			})
		}
	}
	return found, nil
}
