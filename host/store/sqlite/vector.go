package sqlite

import (
	"encoding/binary"
	"fmt"
	"math"
)

// DimensionsMax bounds a stored vector.
const DimensionsMax = 4096

// VecVersion returns the version of sqlite-vec, which every connection has.
func VecVersion(db *DB) (string, error) {
	var version string
	if err := db.QueryRow("SELECT vec_version()").Scan(&version); err != nil {
		return "", fmt.Errorf("ask for sqlite-vec's version: %w", err)
	}
	return version, nil
}

// EncodeVector returns a vector as sqlite-vec stores it: float32, little endian.
func EncodeVector(vector []float32) []byte {
	blob := make([]byte, 0, 4*len(vector))
	for _, x := range vector {
		blob = binary.LittleEndian.AppendUint32(blob, math.Float32bits(x))
	}
	return blob
}

// DecodeVector reads what EncodeVector wrote. Blobs that are no vector of 1 to
// DimensionsMax finite numbers are errors.
func DecodeVector(blob []byte) ([]float32, error) {
	if len(blob) == 0 || len(blob)%4 != 0 || len(blob) > 4*DimensionsMax {
		return nil, fmt.Errorf("decode vector: %d bytes are not 1 to %d numbers of 4", len(blob), DimensionsMax)
	}
	vector := make([]float32, len(blob)/4)
	for i := range vector {
		vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(blob[4*i:]))
		if x := float64(vector[i]); math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("decode vector: number %d is not finite", i)
		}
	}
	return vector, nil
}
