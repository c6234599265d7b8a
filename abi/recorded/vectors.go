package recorded

import (
	"fmt"
	"math"
	"strconv"

	"github.com/ed-irl/impressionism/abi"
)

const refPrefix = "e"

// refer keeps a scripted vector and returns its reference.
func (h *Host) refer(e abi.Embedding) abi.Embedding {
	if e.Values == nil {
		return abi.Embedding{}
	}
	ref := refPrefix + strconv.Itoa(len(h.numbers)+1)
	h.numbers[ref] = e.Values
	return abi.Embedding{Ref: ref}
}

// vectorKey is the reference, or the numbers as text.
func vectorKey(e abi.Embedding) string {
	if e.Ref != "" {
		return e.Ref
	}
	return text(e)
}

func (h *Host) learnVector(q abi.EmbeddingRequest, r []float32, _ int) {
	h.numbers[vectorKey(q.Embedding)] = r
}

func (h *Host) vector(r abi.EmbeddingRequest) ([]float32, bool, error) {
	return h.numbersFor("vector", r.Embedding)
}

// numbersFor returns the numbers of an embedding; the call that needs them is for the fault.
func (h *Host) numbersFor(call string, e abi.Embedding) ([]float32, bool, error) {
	numbers, ok := h.numbers[vectorKey(e)]
	switch {
	case ok || h.partial:
		return numbers, ok, nil
	case e.Ref == "":
		return e.Values, true, nil
	}
	return nil, false, &abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("%s: there is no embedding %q in this event", call, e.Ref)}
}

func (h *Host) learnEmbedded(q abi.TextRequest, r abi.Embedding, _ int) { h.embedded[q.Text] = r }

func (h *Host) embed(r abi.TextRequest) (abi.Embedding, bool, error) {
	embedding, ok := h.embedded[r.Text]
	return embedding, ok, nil
}

// pair is the same whichever vector is named first: so is their cosine.
func pair(a, b abi.Embedding) [2]string {
	return [2]string{min(vectorKey(a), vectorKey(b)), max(vectorKey(a), vectorKey(b))}
}

func (h *Host) learnSimilarities(q abi.SimilaritiesRequest, r []float64, _ int) {
	for i := range min(len(r), len(q.Bs)) {
		h.cosines[pair(q.A, q.Bs[i])] = r[i]
	}
}

// similarities compares one vector with several, whichever were compared together.
func (h *Host) similarities(r abi.SimilaritiesRequest) ([]float64, bool, error) {
	cosines := make([]float64, 0, len(r.Bs))
	for _, b := range r.Bs {
		cosine, known, err := h.cosine("similarities", r.A, b)
		if !known || err != nil {
			return nil, false, err
		}
		cosines = append(cosines, cosine)
	}
	return cosines, true, nil
}

// cosine compares two vectors; one of length 0 is like no other.
func (h *Host) cosine(call string, first, second abi.Embedding) (cosine float64, known bool, err error) {
	if h.partial {
		cosine, known = h.cosines[pair(first, second)]
		return cosine, known, nil
	}
	a, _, err := h.numbersFor(call, first)
	if err != nil {
		return 0, false, err
	}
	b, _, err := h.numbersFor(call, second)
	if err != nil {
		return 0, false, err
	}
	if len(a) != len(b) {
		return 0, false, &abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("%s: vectors of %d and %d numbers cannot be compared", call, len(a), len(b))}
	}
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0, true, nil
	}
	return dot / math.Sqrt(aa*bb), true, nil
}

// Vectors returns the numbers that are known of each reference.
func (h *Host) Vectors() map[string][]float32 { return h.numbers }

// Cosines returns the recorded cosines, by two references in order; where numbers
// were compared, they stand in place of a reference.
func (h *Host) Cosines() map[[2]string]float64 { return h.cosines }
