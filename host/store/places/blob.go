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
	rest []byte
	bad  bool
}

func (r *reader) uint() uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		x := r.rest[0]
		r.rest = r.rest[1:]
		return uint64(x)
	}
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
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
	if n < 0 || n > len(r.rest) {
		r.fail()
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// text reads a length and so many bytes.
func (r *reader) text(limit int) []byte { return r.bytes(r.upTo(limit)) }

func (r *reader) fail() { r.bad, r.rest = true, nil }

// end is the error of a blob that is to be read to its last byte.
func (r *reader) end() error {
	if r.bad || len(r.rest) > 0 {
		return errBlob
	}
	return nil
}

func appendText(blob []byte, text string) []byte {
	return append(binary.AppendUvarint(blob, uint64(len(text))), text...)
}
