package recorded

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const refPrefix = "e"

// refer keeps a scripted vector and gives its reference.
func (h *Host) refer(e abi.Embedding) abi.Embedding {
	if e.Values == nil {
		return abi.Embedding{}
	}
	h.vectors = append(h.vectors, e.Values)
	return abi.Embedding{Ref: refPrefix + strconv.Itoa(len(h.vectors))}
}

// Vector gives the numbers behind a reference.
func (h *Host) Vector(request abi.EmbeddingRequest) ([]float32, error) {
	if request.Embedding.Ref == "" {
		return request.Embedding.Values, nil
	}
	digits, _ := strings.CutPrefix(request.Embedding.Ref, refPrefix)
	number, err := strconv.Atoi(digits)
	if err != nil || number < 1 || number > len(h.vectors) {
		return nil, &abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("there is no embedding %q in this event", request.Embedding.Ref)}
	}
	return h.vectors[number-1], nil
}

// Embed is unavailable: a script has no model.
func (h *Host) Embed(abi.TextRequest) (abi.Embedding, error) {
	return abi.Embedding{}, &abi.Fault{Code: abi.Unavailable, Message: "the scripted host has no embedding model"}
}

// cosine compares two vectors; one of length 0 is like no other.
func (h *Host) cosine(first, second abi.Embedding) (float64, error) {
	a, err := h.Vector(abi.EmbeddingRequest{Embedding: first})
	if err != nil {
		return 0, err
	}
	b, err := h.Vector(abi.EmbeddingRequest{Embedding: second})
	if err != nil {
		return 0, err
	}
	if len(a) != len(b) {
		return 0, &abi.Fault{Code: abi.BadRequest, Message: fmt.Sprintf("vectors of %d and %d numbers cannot be compared", len(a), len(b))}
	}
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0, nil
	}
	return dot / math.Sqrt(aa*bb), nil
}

// Similarities compares one vector with several.
func (h *Host) Similarities(request abi.SimilaritiesRequest) ([]float64, error) {
	cosines := []float64{}
	for _, b := range request.Bs {
		cosine, err := h.cosine(request.A, b)
		if err != nil {
			return nil, err
		}
		cosines = append(cosines, cosine)
	}
	return cosines, nil
}
