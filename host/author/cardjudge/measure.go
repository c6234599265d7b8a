package cardjudge

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/stats"
)

// A sibling is clearly nearer to an ask than the item is where it would be suggested, the
// item would not even be close, and the odds are far apart.
const (
	siblingTold    = .70
	ownNotClose    = .50
	siblingFarther = 2.0 // in log-odds
)

// From these cosines on a not says what an ask says, and is nearer to the description than
// any ask is.
const (
	sameMeaning   = .90
	notNearerThan = .05
)

// measured are the faults that the search and the encoder find.
func (j Judge) measured(item Item, c card.Card) ([]Fault, error) {
	asks, err := j.vectors(c.Asks)
	if err != nil {
		return nil, err
	}
	faults, err := j.siblings(item, c.Asks, asks)
	if err != nil || j.Embed == nil {
		return faults, err
	}
	nots, err := j.vectors(c.Not)
	if err != nil {
		return nil, err
	}
	head, err := j.Embed(item.Description)
	if err != nil || head == nil {
		return faults, err
	}
	for i, not := range c.Not {
		if f, found := nearness(c.Asks, asks, not, nots[i], head); found {
			faults = append(faults, f)
		}
	}
	return faults, nil
}

// vectors are those of lines; nil for a line without one.
func (j Judge) vectors(lines []string) ([][]float32, error) {
	vectors := make([][]float32, len(lines))
	if j.Embed == nil {
		return vectors, nil
	}
	for i, line := range lines {
		var err error
		if vectors[i], err = j.Embed(line); err != nil {
			return nil, fmt.Errorf("judge a card: embed a line: %w", err)
		}
	}
	return vectors, nil
}

// nearness compares a not with the asks and the item.
func nearness(asks []string, vectors [][]float32, not string, vector, head []float32) (Fault, bool) {
	if vector == nil {
		return Fault{}, false
	}
	nearest, best := -1.0, -1.0 // of an ask to the not, and to the item
	at := 0
	for i, ask := range vectors {
		if ask == nil {
			continue
		}
		if cosine := stats.Dot(ask, vector); cosine > nearest {
			nearest, at = cosine, i
		}
		best = max(best, stats.Dot(ask, head))
	}
	switch {
	case nearest >= sameMeaning:
		return harm(CodeNotIsAsk, not, "it means what the ask %s means; keep one of the two", quoted(asks[at])), true
	case best > -1 && stats.Dot(vector, head) > best+notNearerThan:
		return advice(CodeNotNear, not, "it is nearer to the item than any of the asks; name the other task more plainly"), true
	}
	return Fault{}, false
}

// siblings names the items that are clearly nearer to an ask. That is advice: the search
// does not know the card yet, and an ask without the description's words is what a card is
// for. But where most asks reach one other item, the card is that item's.
func (j Judge) siblings(item Item, asks []string, vectors [][]float32) ([]Fault, error) {
	if j.Search == nil {
		return nil, nil
	}
	var faults []Fault
	count := map[abi.Ref]int{}
	for i, ask := range asks {
		hits, err := j.Search(ask, vectors[i])
		if err != nil {
			return nil, fmt.Errorf("judge a card: search an ask: %w", err)
		}
		if sibling, found := nearer(item.Ref, hits); found {
			count[sibling]++
			faults = append(faults, advice(CodeSibling, ask, "it reaches %s instead; say what %s does and the other does not, unless both fit", sibling.ID, item.Ref.ID))
			if 2*count[sibling] > len(asks) {
				return []Fault{harm(CodeSibling, "", "most of its asks reach %s instead; write what only %s is for", sibling.ID, item.Ref.ID)}, nil
			}
		}
	}
	return faults, nil
}

// nearer returns the best item for a text, if it is clearly nearer than the item's own.
func nearer(own abi.Ref, hits []Hit) (abi.Ref, bool) {
	if len(hits) == 0 || hits[0].Ref == own || hits[0].Similarity < siblingTold {
		return abi.Ref{}, false
	}
	for _, hit := range hits {
		if hit.Ref == own {
			return hits[0].Ref, hit.Similarity < ownNotClose && hits[0].Logit-hit.Logit >= siblingFarther
		}
	}
	return hits[0].Ref, true
}
