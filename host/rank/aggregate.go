package rank

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
)

// DenseOf is Dense of cosines that were computed elsewhere: to the head, the
// best of the chunks, their mean.
func (r *Recipe) DenseOf(head, best, mean float64) float64 {
	return r.Mixture.Head*head + r.Mixture.Best*best + r.Mixture.Mean*mean
}

// Fingerprint changes with whatever decides how null prompts score.
func (r *Recipe) Fingerprint() string { return r.ID }

// Seal returns the ID that names all of a recipe: 16 hexadecimal digits of the
// SHA-256 of its numbers, vectors and tables.
func (r *Recipe) Seal() string {
	plain := *r
	plain.ID, plain.Model = "", ""
	scalars, err := json.Marshal(plain)
	if err != nil {
		panic(err) // finite numbers
	}
	sum := sha256.New()
	for _, part := range []string{string(scalars), string(r.Vectors) + string(r.Own) + r.OwnNames, r.nulls, r.words, r.manner, r.concepts, r.background.table} {
		_, _ = io.WriteString(sum, part+"\x00") // a hash never fails
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
