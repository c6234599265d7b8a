package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"sync"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of a file of vectors: one of 4,096 numbers is the longest that is
// stored anywhere here, and 100,000 prompts of 384 are what fits.
const (
	vectorsBytesMax = 160 << 20
	dimensionsMax   = 4096
)

// vectorsMagic begins a file of vectors; its last character is the format's
// number. Records follow: SHA-256 of model and text, how many numbers (uint16),
// the numbers (float32), CRC-32 of all that; little endian.
const vectorsMagic = "imprvec1"

// Vectors remembers the vectors of texts between runs, so that a set is embedded
// once. It may be used by several goroutines.
type Vectors struct {
	model   string
	mutex   sync.Mutex
	file    *os.File
	bytes   int64
	vectors map[[32]byte][]float32
}

// OpenVectors opens the vectors that a model made; a file that is absent,
// damaged, of another format or over 160 MB begins anew.
func OpenVectors(path, model string) (*Vectors, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	v := &Vectors{model: model}
	data, err := foreign.Read(path, vectorsBytesMax)
	if err == nil {
		v.vectors, err = decodeVectors(data)
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if err != nil {
		v.vectors, data = map[[32]byte][]float32{}, nil
		flags |= os.O_TRUNC
	}
	if v.file, err = os.OpenFile(path, flags, 0o600); err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	if v.bytes = int64(len(data)); v.bytes == 0 {
		if err := v.append([]byte(vectorsMagic)); err != nil {
			return nil, errors.Join(err, v.file.Close())
		}
	}
	return v, nil
}

// Get returns a text's vector, and false where it is not known yet.
func (v *Vectors) Get(text string) ([]float32, bool) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	vector, ok := v.vectors[v.key(text)]
	return vector, ok
}

// Put remembers a text's vector. A full file takes no more; that is no error.
func (v *Vectors) Put(text string, vector []float32) error {
	if len(vector) == 0 || len(vector) > dimensionsMax {
		return fmt.Errorf("store a vector: %d are not 1 to %d numbers", len(vector), dimensionsMax)
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	key := v.key(text)
	v.vectors[key] = vector
	record := encodeVector(key, vector)
	if v.bytes+int64(len(record)) > vectorsBytesMax {
		return nil
	}
	return v.append(record)
}

// Through returns a function that embeds what is not known yet, and remembers it.
func (v *Vectors) Through(embed func(string) ([]float32, error)) func(string) ([]float32, error) {
	return func(text string) ([]float32, error) {
		if vector, ok := v.Get(text); ok {
			return vector, nil
		}
		vector, err := embed(text)
		if err != nil {
			return nil, err
		}
		return vector, v.Put(text, vector)
	}
}

// Close closes the file.
func (v *Vectors) Close() error { return v.file.Close() }

// append writes a record at once, so that two runs do not mix theirs.
func (v *Vectors) append(record []byte) error {
	n, err := v.file.Write(record)
	v.bytes += int64(n)
	if err != nil {
		return fmt.Errorf("store a vector: %w", err)
	}
	return nil
}

func (v *Vectors) key(text string) [32]byte {
	return sha256.Sum256([]byte(v.model + "\x00" + text))
}

func encodeVector(key [32]byte, vector []float32) []byte {
	record := append(make([]byte, 0, 32+2+4*len(vector)+4), key[:]...)
	record = binary.LittleEndian.AppendUint16(record, uint16(len(vector)))
	for _, x := range vector {
		record = binary.LittleEndian.AppendUint32(record, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(record))
}

var errDamaged = errors.New("the file of vectors is damaged")

func decodeVectors(data []byte) (map[[32]byte][]float32, error) {
	rest, ok := bytes.CutPrefix(data, []byte(vectorsMagic))
	if !ok {
		return nil, errDamaged
	}
	vectors := map[[32]byte][]float32{}
	for len(rest) > 0 {
		if len(rest) < 34 {
			return nil, errDamaged
		}
		n := int(binary.LittleEndian.Uint16(rest[32:]))
		size := 34 + 4*n + 4
		if n == 0 || n > dimensionsMax || len(rest) < size {
			return nil, errDamaged
		}
		record := rest[:size-4]
		if crc32.ChecksumIEEE(record) != binary.LittleEndian.Uint32(rest[size-4:]) {
			return nil, errDamaged
		}
		vector := make([]float32, n)
		for i := range vector {
			vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(record[34+4*i:]))
		}
		vectors[[32]byte(record[:32])] = vector
		rest = rest[size:]
	}
	return vectors, nil
}
