package cards

import (
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/store/index"
)

// judge judges cards by what is installed.
type judge struct {
	reach     *skills.Search // nil: by words alone, see notes
	languages []string
	notes     []string
}

// judge opens the index. Without one, cards are judged by their words alone.
func (s *study) judge() *judge {
	j := &judge{languages: s.languages()}
	reach, err := skills.OpenSearch(s.env, s.workspace)
	if err != nil {
		j.notes = append(j.notes, "cards are not compared with other items: "+err.Error())
		return j
	}
	j.reach = reach
	for _, note := range reach.Notes() {
		j.notes = append(j.notes, "cards are compared by "+note)
	}
	return j
}

func (j *judge) close() {
	if j.reach != nil {
		_ = j.reach.Close() // it was only read
	}
}

// card judges one card of an item.
func (j *judge) card(item studied, c card.Card) ([]cardjudge.Fault, error) {
	of := cardjudge.Judge{Languages: j.languages}
	if j.reach != nil {
		of.Embed = j.reach.Vector
	}
	if j.reach != nil && j.reach.Has(item.ref()) {
		of.Search = func(text string, vector []float32) ([]cardjudge.Hit, error) {
			hits, err := j.reach.Hits(text, vector)
			return hitsOf(hits), err
		}
	}
	return of.Card(cardjudge.Item{Ref: item.ref(), Name: item.item.Name, Description: item.item.Description}, c)
}

func hitsOf(found []index.Hit) []cardjudge.Hit {
	hits := make([]cardjudge.Hit, len(found))
	for i, hit := range found {
		hits[i] = cardjudge.Hit{Ref: hit.Ref, Similarity: hit.Similarity, Logit: hit.Logit}
	}
	return hits
}
