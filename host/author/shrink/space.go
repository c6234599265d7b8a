package shrink

import (
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// space is what a trace tells of embeddings: some vectors, some cosines. Numbers
// of the others are made so that they have these cosines.
type space struct {
	vectors map[string][]float32
	cosines map[[2]string]float64 // by two references in order
}

func newSpace() space {
	return space{vectors: map[string][]float32{}, cosines: map[[2]string]float64{}}
}

func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// spaceOf takes the cosines of two references from what is recorded.
func spaceOf(host *recorded.Host) space {
	s := newSpace()
	s.vectors = host.Vectors()
	for pair, cosine := range host.Cosines() {
		if pair[0] != pair[1] && !strings.HasPrefix(pair[0], "[") && !strings.HasPrefix(pair[1], "[") {
			s.cosines[pair] = cosine
		}
	}
	return s
}

// vectors returns the numbers of each reference of the scene that was compared.
func (s scene) vectors() map[string][]float32 {
	var refs []string
	used := func(e abi.Embedding) {
		if e.Ref == "" || slices.Contains(refs, e.Ref) {
			return
		}
		for pair := range s.space.cosines {
			if pair[0] == e.Ref || pair[1] == e.Ref {
				refs = append(refs, e.Ref)
				return
			}
		}
	}
	for _, item := range s.script.Items {
		used(item.Embedding)
	}
	for _, message := range s.script.Messages {
		used(message.Embedding)
	}
	if !slices.ContainsFunc(refs, func(ref string) bool { return s.space.vectors[ref] == nil }) {
		return s.space.vectors
	}
	return s.space.arranged(refs)
}

// arranged makes unit vectors with the recorded cosines by Cholesky's
// decomposition of their matrix; what was not compared is unlike.
func (s *space) arranged(refs []string) map[string][]float32 {
	n := len(refs)
	rows := make([][]float64, n)
	for i := range n {
		rows[i] = make([]float64, n)
		rest := 1.0
		for j := range i {
			sum := s.cosines[pair(refs[i], refs[j])]
			for k := range j {
				sum -= rows[i][k] * rows[j][k]
			}
			if rows[j][j] > 1e-9 {
				rows[i][j] = sum / rows[j][j]
			}
			rest -= rows[i][j] * rows[i][j]
		}
		rows[i][i] = math.Sqrt(max(0, rest))
	}
	vectors := map[string][]float32{}
	for i, ref := range refs {
		vector := make([]float32, n)
		for j, x := range rows[i] {
			vector[j] = float32(math.Round(x*1e6) / 1e6)
		}
		vectors[ref] = vector
	}
	return vectors
}
