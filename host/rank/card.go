package rank

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
)

// A card says what people type when they need an item (asks), and what only sounds like it
// (not). Its lines are compared with a prompt, by words and by meaning, and move the item's
// logit. See RATIONALE.md, "Why do cards move a logit?".

// CardFeatures are the raw numbers of one prompt and one item's card.
type CardFeatures struct {
	Best     float64 // highest cosine of the prompt with an ask
	Mean     float64 // mean of the three highest
	Not      float64 // highest cosine with what is not meant; 0 where nothing is
	Level    float64 // of the ask behind Best: how near it is to anything, CardVectors
	Line     float64 // share of the prompt's mass in the ask that has most of it, 0 to 1
	Words    float64 // the same in all asks together
	NotLine  float64 // the same as Line of what is not meant
	Asks     int     // how many the card has
	Handicap float64 // log-odds that are taken from what the card adds
	Ask      int     // place of the ask behind Best; by words alone, behind Line
	NotMeant int     // place of what is behind Not
	Has      bool    // the item has a card that can be compared
	Author   bool    // it is the author's, not the user's own, and counts less
}

// CardWeights are those of a card's features: with the model all of them, by words alone
// only Scale, Line, Words, Length and Bias. Length and Manner weigh more beside a card: what
// is asked like a need and near to an ask is one.
type CardWeights struct {
	Scale  float64 `json:"scale"` // of the logit without the card
	Best   float64 `json:"best"`
	Mean   float64 `json:"mean"`
	Not    float64 `json:"not"`
	Level  float64 `json:"level"`
	Line   float64 `json:"line"`
	Words  float64 `json:"words"`
	Length float64 `json:"length"` // of the prompt, as in Weights
	Manner float64 `json:"manner"` // the same
	Bias   float64 `json:"bias"`
}

// Bounds of what a card may move, in log-odds: its text is a model's or a stranger's.
const (
	CardAddsMax = 6.0 // and takes, by an own card
	// cardSame is the cosine, and cardSameLine the share of the mass, from which on a prompt
	// is one of the lines.
	cardSame, cardSameLine = .93, .6
	// cardAsksWhole is how many asks the weights were fitted with.
	cardAsksWhole = 12
	// cardOfAuthor is what an author's card counts of the user's own: authors write for
	// everybody, and want their item to be used.
	cardOfAuthor = .75
)

// cardMassFloor is added to a prompt's mass, so that one word that is met proves little.
const cardMassFloor = 6

// cardShift is what a card adds to a logit without it.
func (r *Recipe) cardShift(base float64, f Features) float64 {
	c, w := f.Card, r.cardWeights(f.HasDense)
	if !c.Has || w.Scale == 0 { // none were fitted
		return 0
	}
	shift := w.sum(base, f) - base
	if shift > 0 {
		shift = max(0, shift-c.Handicap)
	}
	switch {
	case c.Not > c.Best && c.Not >= cardSame, !f.HasDense && c.NotLine > c.Line && c.NotLine >= cardSameLine:
		shift = -CardAddsMax // somebody said so of this very prompt
	case shift < 0 && c.Not <= c.Best:
		shift *= min(1, float64(c.Asks)/cardAsksWhole) // what few asks do not name may be meant all the same
	}
	shift = max(-CardAddsMax, min(CardAddsMax, shift))
	if c.Author {
		shift *= cardOfAuthor
	}
	return shift
}

func (r *Recipe) cardWeights(hasDense bool) *CardWeights {
	if hasDense {
		return &r.Card
	}
	return &r.LexicalCard
}

// sum is the logit with a card, by the logit without.
func (w *CardWeights) sum(base float64, f Features) float64 {
	sum, values := 0.0, w.Values()
	for i, x := range CardRow(base, f) {
		sum += values[i] * x
	}
	return sum
}

// Values are the weights in the order of CardRow.
func (w *CardWeights) Values() []float64 {
	return []float64{w.Scale, w.Best, w.Mean, w.Not, w.Level, w.Line, w.Words, w.Length, w.Manner, w.Bias}
}

// CardRow are the numbers that CardWeights weigh, in the order of Set.
func CardRow(base float64, f Features) []float64 {
	c := f.Card
	return []float64{base, c.Best, c.Mean, c.Not, c.Level, c.Line, c.Words, lengthOf(f), f.Manner, 1}
}

// Set sets the weights to values in the order of CardRow.
func (w *CardWeights) Set(v []float64) {
	*w = CardWeights{Scale: v[0], Best: v[1], Mean: v[2], Not: v[3], Level: v[4], Line: v[5], Words: v[6], Length: v[7], Manner: v[8], Bias: v[9]}
}

// CardPrompt is a prompt that cards are compared with.
type CardPrompt struct {
	words  []hashed
	mass   float64
	length int
	manner float64 // of a null prompt
	steps  steps   // of the vector as it is; nil: by words alone
}

type hashed struct {
	hash uint32
	mass float64
}

// CardPrompt prepares a prompt, with its vector where there is one. The rarity of words is
// that of the background alone, so that no other item of a catalog moves it.
func (r *Recipe) CardPrompt(q Query, vector []float32) *CardPrompt {
	p := &CardPrompt{length: q.Words}
	lexicon := r.Lexicon(q, 0, nil)
	for i, term := range q.Terms {
		p.words = append(p.words, hashed{hashOf(term), lexicon.idf[i]})
	}
	p.mass = lexicon.mass
	if vector != nil {
		p.steps = inSteps(vector)
	}
	return p
}

// CardNull is CardPrompt for a null prompt, which cards are held against when they are
// compiled.
func (r *Recipe) CardNull(q Query, vector []float32) *CardPrompt {
	p := r.CardPrompt(q, vector)
	p.manner = r.MannerGate(q)
	return p
}

func hashOf(term string) uint32 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(term)) // a hash never fails
	return sum.Sum32()
}

// CardWords are the words of a card's asks, as they are stored: little-endian
//
//	handicap by words alone                   float32
//	asks a                                    uint32
//	for each ask, and then for what is not meant: terms n, n hashes of them
//
// Two terms have one hash once in millions of pairs, which does no harm.
type CardWords string

// CardVectors are the vectors of a card's lines, as they are stored: little-endian
//
//	dimensions d, asks a, not n                  uint32
//	handicap, step                               float32
//	level of each ask                            a float32
//	asks, then not: vectors of length 1          (a+n)×d bytes with sign, a step each
//
// The level of an ask is the mean of its ten highest cosines with the concepts: an ask
// that is near to everything says little (Conneau et al. 2018 call this a hub).
type CardVectors string

const (
	levelBest   = 10
	wordsHeader = 2
	cardsHeader = 4 * 5
	linesMax    = 1 << 8
)

// CompileWords makes the words of a card ready to be compared.
func (r *Recipe) CompileWords(asks, not []string, nulls []*CardPrompt) CardWords {
	data := binary.LittleEndian.AppendUint32(nil, 0)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(asks)))
	for _, line := range slices.Concat(asks, not) {
		terms := Prompt(line).Terms
		data = binary.LittleEndian.AppendUint32(data, uint32(len(terms)))
		for _, term := range terms {
			data = binary.LittleEndian.AppendUint32(data, hashOf(term))
		}
	}
	handicap := r.handicap(false, nulls, func(p *CardPrompt) (f CardFeatures) {
		p.wordsOf(string(data), &f)
		return f
	})
	binary.LittleEndian.PutUint32(data, math.Float32bits(float32(handicap)))
	return CardWords(data)
}

// CompileVectors makes the vectors of a card, of length 1 and of one space, ready to be
// compared. nulls are the recipe's null prompts with their vectors.
func (r *Recipe) CompileVectors(words CardWords, asks, not [][]float32, nulls []*CardPrompt) CardVectors {
	d := len(asks[0])
	lines := slices.Concat(asks, not)
	step := conceptStep(lines)
	var data []byte
	for _, n := range []uint32{uint32(d), uint32(len(asks)), uint32(len(not)), 0, math.Float32bits(step)} {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	for _, ask := range asks {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(r.level(ask))))
	}
	for _, line := range lines {
		for _, x := range line {
			data = append(data, byte(int8(math.Round(float64(x/step)))))
		}
	}
	handicap := r.handicap(true, nulls, func(p *CardPrompt) CardFeatures {
		return p.Of(words, CardVectors(data))
	})
	binary.LittleEndian.PutUint32(data[4*3:], math.Float32bits(float32(handicap)))
	return CardVectors(data)
}

// level is how near a text is to what people ask for at all.
func (r *Recipe) level(vector []float32) float64 {
	bids := r.Bids(r.Adapt(vector))
	if bids == nil {
		return 0
	}
	sum, n := 0.0, min(levelBest, len(bids.nearest))
	for _, b := range bids.nearest[:n] {
		sum += b.cosine
	}
	return sum / float64(n)
}

// A card's handicap is by how much it would lift more than one in a hundred null prompts
// beyond what the cards of honest hands do: a card that is near to "help me" or "fix this"
// gets nothing for it.
const (
	handicapShare = .01
	// What the card's own part of a logit may be for the prompt after these, with the model
	// and by words alone: of 661 cards by honest hands none reaches more.
	handicapFree, handicapFreeWords = .5, 2.6
)

func (r *Recipe) handicap(hasDense bool, nulls []*CardPrompt, features func(*CardPrompt) CardFeatures) float64 {
	w, free := r.cardWeights(hasDense), handicapFreeWords
	if hasDense {
		free = handicapFree
	}
	adds := make([]float64, 0, len(nulls))
	for _, null := range nulls {
		adds = append(adds, w.sum(0, Features{Card: features(null), Words: null.length, Manner: null.manner}))
	}
	slices.SortFunc(adds, func(a, b float64) int { return cmp.Compare(b, a) })
	at := int(handicapShare * float64(len(adds)))
	if at >= len(adds) {
		return 0
	}
	return max(0, adds[at]-free)
}

// ByWords compares the prompt's words with those of a card.
func (p *CardPrompt) ByWords(words CardWords) (f CardFeatures) {
	if len(words) < 4*wordsHeader {
		return f
	}
	f.Has, f.Handicap = true, float64(float32At(string(words), 0))
	p.wordsOf(string(words), &f)
	return f
}

// Of compares the prompt with a card by meaning, too. A card without vectors, or with such
// that are not as they were made or of another space, has none of the features.
func (p *CardPrompt) Of(words CardWords, vectors CardVectors) CardFeatures {
	f, v := p.ByWords(words), string(vectors)
	if !f.Has || len(v) < cardsHeader {
		return CardFeatures{}
	}
	d, asks, not := wordAt(v, 0), wordAt(v, 1), wordAt(v, 2)
	if int(d) != len(p.steps) || asks == 0 || asks > linesMax || not > linesMax || len(v) != cardsHeader+int(4*asks+(asks+not)*d) {
		return CardFeatures{}
	}
	f.Handicap = float64(float32At(v, 3))
	step, lines := float32At(v, 4), v[cardsHeader+4*asks:]
	best := [3]float64{-1, -1, -1}
	for i := range int(asks) {
		cosine := p.steps.cosine(lines[i*int(d):], step)
		switch {
		case cosine > best[0]:
			best = [3]float64{cosine, best[0], best[1]}
			f.Ask = i
		case cosine > best[1]:
			best[1], best[2] = cosine, best[1]
		case cosine > best[2]:
			best[2] = cosine
		}
	}
	f.Best, f.Level = best[0], float64(float32At(v, 5+f.Ask))
	n := min(3, int(asks))
	for _, cosine := range best[:n] {
		f.Mean += cosine / float64(n)
	}
	for i := range int(not) {
		if cosine := p.steps.cosine(lines[(int(asks)+i)*int(d):], step); cosine > f.Not {
			f.Not, f.NotMeant = cosine, i
		}
	}
	return f
}

// wordsOf sets what a card's words tell: Line with its place, Words, NotLine and Asks.
func (p *CardPrompt) wordsOf(words string, f *CardFeatures) {
	met := make([]bool, len(p.words))
	f.Asks = int(min(wordAt(words, 1), linesMax))
	for at, line := wordsHeader, 0; 4*at+4 <= len(words); line++ {
		at++
		n := min(int(wordAt(words, at-1)), len(words)/4-at) // as many as there are
		mass := 0.0
		for i, word := range p.words {
			for j := range n {
				if wordAt(words, at+j) == word.hash {
					met[i] = met[i] || line < f.Asks
					mass += word.mass
					break
				}
			}
		}
		at += n
		switch share := mass / (cardMassFloor + p.mass); {
		case line >= f.Asks:
			f.NotLine = max(f.NotLine, share)
		case share > f.Line:
			f.Line, f.Ask = share, line
		}
	}
	all := 0.0
	for i, word := range p.words {
		if met[i] {
			all += word.mass
		}
	}
	f.Words = all / (cardMassFloor + p.mass)
}

func wordAt(data string, i int) uint32 {
	b := data[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func float32At(data string, i int) float32 { return math.Float32frombits(wordAt(data, i)) }
