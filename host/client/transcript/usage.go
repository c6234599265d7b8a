package transcript

import "hash/maphash"

// Usage is what one answer of the model took, in tokens, by the client's account.
type Usage struct {
	Input         int64 `json:"input"` // without what the cache had
	Output        int64 `json:"output"`
	CacheRead     int64 `json:"cache_read"`
	CacheCreation int64 `json:"cache_creation"`
}

// Read returns what the model read, with what the cache had.
func (u Usage) Read() int64 { return u.Input + u.CacheRead + u.CacheCreation }

// plus adds up.
func (u Usage) plus(other Usage, sign int64) Usage {
	return Usage{
		Input: u.Input + sign*other.Input, Output: u.Output + sign*other.Output,
		CacheRead: u.CacheRead + sign*other.CacheRead, CacheCreation: u.CacheCreation + sign*other.CacheCreation,
	}
}

// answersMax is half of the answers, the newest ones, whose numbers can still change. All of them
// take some 60 MB.
const answersMax = 1 << 18

// Tokens adds up usage by answer. An answer is several lines of a transcript with one id and
// growing numbers, of which the last counts; files share lines where a session was forked. One
// value may sum up many files. The zero value has nothing.
type Tokens struct {
	seed          maphash.Seed
	newest, older map[uint64]Usage
	answers       int
	sum           Usage
}

// Add takes an event; those of other kinds than KindUsage, and without an id, do not count.
func (t *Tokens) Add(e Event) {
	if e.Kind == KindUsage && e.Usage != nil {
		t.AddUsage(e.Request, *e.Usage)
	}
}

// AddUsage takes the numbers that a line has for an answer.
func (t *Tokens) AddUsage(answer string, usage Usage) {
	if answer == "" {
		return
	}
	if t.newest == nil {
		t.seed, t.newest = maphash.MakeSeed(), map[uint64]Usage{}
	}
	id := maphash.String(t.seed, answer)
	before, known := t.newest[id]
	if !known {
		if before, known = t.older[id]; !known {
			t.answers++
		}
	}
	t.sum = t.sum.plus(before, -1).plus(usage, 1)
	if len(t.newest) >= answersMax {
		t.newest, t.older = map[uint64]Usage{}, t.newest
	}
	t.newest[id] = usage
}

// Sum returns the tokens of all answers.
func (t *Tokens) Sum() Usage { return t.sum }

// Answers returns how many answers there were.
func (t *Tokens) Answers() int { return t.answers }
