package places

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"sync"
)

// errBlob reports a blob that this program did not write so.
var errBlob = errors.New("a blob does not decode")

// errSum reports a blob that changed since it was written.
var errSum = errors.New("a blob is not what was stored")

const sealBytes = 4

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// seal appends the sum by which unseal sees damage that SQLite does not.
func seal(blob []byte) []byte {
	return binary.LittleEndian.AppendUint32(blob, crc32.Checksum(blob, castagnoli()))
}

// unseal returns a blob without its sum.
func unseal(blob []byte) ([]byte, error) {
	n := len(blob) - sealBytes
	if n < 0 || crc32.Checksum(blob[:n], castagnoli()) != binary.LittleEndian.Uint32(blob[n:]) {
		return nil, errSum
	}
	return blob[:n], nil
}

// reader reads a blob from its beginning. After the first number that is not there, bad is set
// and everything reads as zero.
type reader struct {
	blob []byte
	at   int
	bad  bool
}

func (r *reader) left() int { return len(r.blob) - r.at }

func (r *reader) uint() uint64 {
	x, at := number(r.blob, r.at)
	if at > len(r.blob) {
		r.fail()
		return 0
	}
	r.at = at
	return x
}

// upTo reads a number that must not be larger than a limit.
func (r *reader) upTo(limit int) int {
	x := r.uint()
	if x > uint64(limit) {
		r.fail()
		return 0
	}
	return int(x)
}

// bytes reads so many bytes, which stay the blob's.
func (r *reader) bytes(n int) []byte {
	if n < 0 || n > r.left() {
		r.fail()
		return nil
	}
	b := r.blob[r.at:][:n]
	r.at += n
	return b
}

// text reads a length and so many bytes.
func (r *reader) text(limit int) []byte { return r.bytes(r.upTo(limit)) }

func (r *reader) fail() { r.bad, r.at = true, len(r.blob) }

// end is the error of a blob that is to be read to its last byte.
func (r *reader) end() error {
	if r.bad || r.left() > 0 {
		return errBlob
	}
	return nil
}

// oneByte is what a number is less than that takes one byte.
const oneByte = 0x80

// number reads a number at a place of a blob and returns the place behind it, which lies
// behind the blob's end where there is none.
func number(blob []byte, at int) (uint64, int) {
	if at < len(blob) && blob[at] < oneByte {
		return uint64(blob[at]), at + 1
	}
	return longNumber(blob, at)
}

func longNumber(blob []byte, at int) (uint64, int) {
	if at >= len(blob) {
		return 0, len(blob) + 1
	}
	x, n := binary.Uvarint(blob[at:])
	if n <= 0 {
		return 0, len(blob) + 1
	}
	return x, at + n
}

func appendText(blob []byte, text string) []byte {
	return append(binary.AppendUvarint(blob, uint64(len(text))), text...)
}
