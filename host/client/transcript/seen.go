package transcript

import "hash/maphash"

// seenMax bounds how many lines Seen remembers: twice as many, some 50 MB.
const seenMax = 1 << 19

// Seen knows the lines that were read, across files: a session that was forked
// or resumed brings copies of earlier lines along. The oldest are forgotten
// where there are very many.
type Seen struct {
	seed          maphash.Seed
	newest, older map[uint64]bool
}

// NewSeen has seen nothing.
func NewSeen() *Seen { return &Seen{seed: maphash.MakeSeed(), newest: map[uint64]bool{}} }

// again reports whether a line was seen before, and notes it.
func (s *Seen) again(uuid string) bool {
	if s == nil || uuid == "" {
		return false
	}
	sum := maphash.String(s.seed, uuid)
	if s.newest[sum] || s.older[sum] {
		return true
	}
	if len(s.newest) >= seenMax {
		s.newest, s.older = map[uint64]bool{}, s.newest
	}
	s.newest[sum] = true
	return false
}
