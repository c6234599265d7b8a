package codeset

import (
	"math"
	"slices"
)

// depth is how many hits count for nDCG and recall, filesDepth how many files for File.
const (
	depth      = 10
	filesDepth = 5
)

// Hit is a place that a search answered.
type Hit struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Score is how well one question was answered, each 0 to 1.
type Score struct {
	NDCG   float64 // nDCG of the first ten places
	First  float64 // whether the first place is right
	MRR    float64 // 1 / rank of the first right place
	File   float64 // whether a right file is among the first five files
	Recall float64 // share of the labelled places among the first ten
}

// Judge scores hits, the best first. A hit is right if it lies in a labelled file and shares
// half of the labelled lines, or half of its own lines, with them. A further hit on a place
// that was met already is passed over.
func Judge(hits []Hit, gold [][]Place) Score {
	var s Score
	if len(gold) == 0 {
		return s
	}
	met := make([]bool, len(gold))
	rank := 0
	for _, h := range hits {
		group, again := meets(h, gold, met)
		if again {
			continue
		}
		rank++
		if group < 0 {
			continue
		}
		met[group] = true
		if s.MRR == 0 {
			s.MRR = 1 / float64(rank)
		}
		if rank == 1 {
			s.First = 1
		}
		if rank <= depth {
			s.NDCG += 1 / math.Log2(float64(rank)+1)
			s.Recall += 1 / float64(len(gold))
		}
	}
	ideal := 0.0
	for i := range min(depth, len(gold)) {
		ideal += 1 / math.Log2(float64(i)+2)
	}
	s.NDCG /= ideal
	s.File = fileMet(hits, gold)
	return s
}

// meets returns the first group not met yet that a hit answers, or −1; again, that it only
// answers groups that were met.
func meets(h Hit, gold [][]Place, met []bool) (group int, again bool) {
	for n, places := range gold {
		if !slices.ContainsFunc(places, h.answers) {
			continue
		}
		if !met[n] {
			return n, false
		}
		again = true
	}
	return -1, again
}

func (h Hit) answers(p Place) bool {
	over := min(p.End, h.End) - max(p.Start, h.Start) + 1
	return p.Path == h.Path && over > 0 && (2*over >= p.End-p.Start+1 || 2*over >= h.End-h.Start+1)
}

func fileMet(hits []Hit, gold [][]Place) float64 {
	var files []string
	for _, h := range hits {
		if slices.Contains(files, h.Path) {
			continue
		}
		if files = append(files, h.Path); len(files) > filesDepth {
			return 0
		}
		for _, group := range gold {
			for _, p := range group {
				if p.Path == h.Path {
					return 1
				}
			}
		}
	}
	return 0
}

// Right reports whether a hit answers one of the places.
func Right(h Hit, gold [][]Place) bool {
	return slices.ContainsFunc(gold, func(group []Place) bool { return slices.ContainsFunc(group, h.answers) })
}

// RightFile reports whether a hit lies in the file of one of the places.
func RightFile(h Hit, gold [][]Place) bool {
	return fileMet([]Hit{h}, gold) == 1
}
