package rank

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// DenseOf is Dense of cosines that were computed elsewhere: to the head, the
// best of the chunks, their mean.
func (r *Recipe) DenseOf(head, best, mean float64) float64 {
	return r.dense.head*head + r.dense.best*best + r.dense.mean*mean
}

// Fingerprint changes with whatever decides how null prompts score.
func (r *Recipe) Fingerprint() string {
	sum := sha256.New()
	fmt.Fprintln(sum, r.bm25, r.dense, r.logit, r.lexical, r.background.documents, r.background.length, r.Nulls(), string(r.gate))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
