package index

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Explanation is how one item came to its logit.
type Explanation struct {
	Terms   []TermShare // of the prompt that the item has, most points first
	Related []TermShare // words that go with the prompt's, which the item has
	Passage *Passage    // nearest by meaning; nil where meaning was not compared
}

// TermShare is what one term adds.
type TermShare struct {
	Term   string
	BM25   float64 // at least 0
	Points float64 // in logits: its part of the shares that words go into
	Asked  bool    // false: it stands only in a name
	tells  float64 // Lexicon.Tells
}

// Passage is a text of an item and its nearness to a prompt.
type Passage struct {
	Number int // 0: name and description; from 1: of the body
	Text   string
	Cosine float64 // to the adapted prompt, −1 to 1
}

// Explain returns what each term adds to a hit of the same query. The points of a
// term are its part, by BM25, of the shares that BM25 goes into, and its part of
// what is asked: their sum is theirs.
func (v *View) Explain(q Query, hit Hit) (Explanation, error) {
	v = v.partOf(hit.Key)
	at, ok := v.position[hit.Key]
	if !ok {
		return Explanation{}, fmt.Errorf("explain: no item has the key %d", hit.Key)
	}
	shares := pointsOf(v.recipe.Shares(hit.Features))
	words := shares[rank.ShareSaturated] + shares[rank.ShareNormalised]
	terms, err := v.termShares(q.Query, at, nil)
	if err != nil {
		return Explanation{}, fmt.Errorf("explain: %w", err)
	}
	for i := range terms {
		terms[i].Points = part(terms[i].BM25, hit.Features.BM25, words)
		switch {
		case hit.Features.HasDense:
			terms[i].Points += part(terms[i].tells, hit.Features.Told, shares[rank.ShareAsked])
		case terms[i].Asked:
			terms[i].Points += part(terms[i].BM25, hit.Features.Asked, shares[rank.ShareAsked])
		}
	}
	query, weights := v.recipe.Related(q.Query)
	related, err := v.termShares(query, at, weights)
	if err != nil {
		return Explanation{}, fmt.Errorf("explain: %w", err)
	}
	for i := range related {
		related[i].Points = part(related[i].BM25, hit.Features.Related, shares[rank.ShareRelated])
	}
	passage, err := v.nearestPassage(q, hit)
	sortShares(terms)
	sortShares(related)
	return Explanation{Terms: terms, Related: related, Passage: passage}, err
}

func pointsOf(shares rank.Shares) map[string]float64 {
	points := make(map[string]float64, len(shares))
	for _, s := range shares {
		points[s.Name] = s.Points()
	}
	return points
}

// part divides points in the proportion of one to all.
func part(one, all, points float64) float64 {
	if all == 0 {
		return 0
	}
	return points * one / all
}

func sortShares(shares []TermShare) {
	slices.SortFunc(shares, func(a, b TermShare) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Term, b.Term))
	})
}

// termShares returns the BM25 of each term that the item at a place has.
func (v *View) termShares(q rank.Query, at int, weights []float64) ([]TermShare, error) {
	lexicon, postings, err := v.weigh(q)
	if err != nil {
		return nil, err
	}
	var shares []TermShare
	for t, list := range postings {
		for _, p := range list {
			if p.item != at {
				continue
			}
			share := TermShare{Term: q.Terms[t], BM25: lexicon.Share(t, p.tf, v.items[at].length), Asked: q.IsAsked(t), tells: lexicon.Tells(t)}
			if weights != nil {
				share.BM25 *= weights[t]
			}
			shares = append(shares, share)
		}
	}
	return shares, nil
}

// nearestPassage is the text of an item nearest to a prompt by meaning.
func (v *View) nearestPassage(q Query, hit Hit) (*Passage, error) {
	if q.Vector == nil || !hit.Features.HasDense {
		return nil, nil //nolint:nilnil // meaning was not compared
	}
	var p Passage
	var text sql.NullString
	err := one(v.tx.QueryRow(`SELECT p.n, t.text, 1 - vec_distance_cosine(v.vector, ?) AS c FROM `+embedded+`
		LEFT JOIN passage_texts t ON t.hash = p.hash WHERE p.item = ? AND p.n < ? ORDER BY c DESC, p.n LIMIT 1`,
		sqlite.EncodeVector(v.recipe.Adapt(q.Vector)), v.model, hit.Key, asksFrom), &p.Number, &text, &p.Cosine)
	if err != nil {
		return nil, fmt.Errorf("find the nearest passage: %w", err)
	}
	p.Text = text.String
	return &p, nil
}

// Needed is what a ruleset's threshold means on this index.
type Needed struct {
	Similarity float64 // the ruleset's threshold
	Odds       float64
	Profile    string // whose threshold it is; empty: it stands between two
	From       string // of that profile's threshold: rank.FromFloor and so on
}

// Needed returns the odds from which on an item has a similarity in a hit's pool;
// cheap enough for every prompt.
func (v *View) Needed(similarity float64, hit Hit) Needed {
	hasDense := hit.Features.HasDense
	part := v.partOf(hit.Key)
	t := part.thresholds(hasDense)
	n := Needed{Similarity: similarity, Odds: t.Odds(similarity), Profile: rank.ProfileAt(similarity)}
	if n.Profile != "" {
		n.From = part.recipe.Source(t, n.Profile, hasDense)
	}
	return n
}

// Calibrated is a pool's threshold with the null prompt that the quantile picks.
type Calibrated struct {
	rank.Origin
	NullText string
	Kinds    []string // of the pool
}

// Calibration returns where the thresholds in force for the pool of an item come from;
// where the view does not have the item, for its first pool.
func (v *View) Calibration(key int64, hasDense bool) ([]Calibrated, error) {
	if part := v.partOf(key); part.parts != nil {
		v = part
	} else {
		v = v.parts[0]
	}
	stored := v.calibration.lexicalJSON
	if hasDense {
		stored = v.calibration.denseJSON
	}
	maxima, err := decodeMaxima(stored)
	if err != nil {
		return nil, fmt.Errorf("read calibration: %w", err)
	}
	nulls := v.recipe.Nulls()
	var all []Calibrated
	for _, origin := range v.recipe.Origins(maxima, hasDense) {
		c := Calibrated{Origin: origin, Kinds: v.kinds}
		if len(maxima) == len(nulls) && origin.Null >= 0 {
			c.NullText = nulls[origin.Null].Text
		}
		all = append(all, c)
	}
	return all, nil
}
