package ui

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/trace"
)

// because says why what was told was, else how near the best came.
func (p *pages) because(made trace.Made, scores []scored) node {
	told := p.toldNames(made)
	at := firstTold(made, scores)
	if len(scores) == 0 || at < 0 && len(made.Told) > 0 { // it was told for another reason than its score
		return el("p", "lead", told, when(len(told) == 0, "Nothing"), " was suggested.")
	}
	s := scores[max(at, 0)]
	similarity, needed := score(s.Similarity, "made.scores.%d.similarity", max(at, 0)), ""
	if floor := s.floor(); !math.IsNaN(floor) {
		needed = shortScore(floor)
	}
	switch {
	case at < 0 && s.Enough:
		return el("p", "lead", "Nothing was suggested, though ", el("b", "", p.name(s.Ref)), " fits with ", similarity, when(needed != "", ", and ", needed, " is needed"), ": it was told before, or is left out below.")
	case at < 0 && needed == "":
		return el("p", "lead", "Nothing was suggested: of all, ", el("b", "", p.name(s.Ref)), " is nearest with ", similarity, ".")
	case at < 0:
		return el("p", "lead", "Nothing was suggested: of all, ", el("b", "", p.name(s.Ref)), " is nearest with ", similarity, ", and ", needed, " is needed.")
	}
	words := " were suggested"
	if len(made.Told) == 1 {
		words = " was suggested, as it fits"
	}
	mostly := ""
	if e := s.explained(); e != nil {
		mostly = strongest(e.Parts)
	}
	return el("p", "lead", told, words, ": similarity ", similarity, when(needed != "", ", ", needed, " is needed"), when(mostly != "", "; most of it by ", mostly), ".")
}

func (p *pages) toldNames(made trace.Made) nodes {
	var all nodes
	for i, ref := range made.Told {
		all = append(all, join(when(i > 0, ", "), el("b", "", p.name(ref))))
	}
	return all
}

// partWords name the parts of a score that say something of an item, as a reader would.
var partWords = map[string]string{
	"meaning": "meaning", "words": "words", "coverage": "its share of the prompt's words", "related": "related words", "asked": "what people ask it for",
	"card": "its card", "technology": "the technology", "context": "what you work on",
}

// strongest names the two parts that speak most for an item.
func strongest(all []shape.Part) string {
	var parts []string
	points := map[string]float64{}
	for _, part := range all {
		if words := partWords[part.Name]; words != "" && part.Points > 0 {
			parts = append(parts, words)
			points[words] = part.Points
		}
	}
	slices.SortStableFunc(parts, func(a, b string) int { return cmp.Compare(points[b], points[a]) })
	return strings.Join(parts[:min(len(parts), 2)], " and ")
}
