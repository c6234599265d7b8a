package meter

// segment is code that runs from its beginning to its end, unless it traps. It
// is paid where it begins.
type segment struct {
	parent int   // the segment before it on every way here, or none: a loop or the function itself
	own    int64 // weight of its instructions
	merged int64 // weight of segments that are paid together with it
	charge int64 // what is paid where it begins; 0: nothing
}

// none is the parent of segments that always pay for themselves, and look
// whether anything is left.
const none = -1

// smallMax is the weight up to which a segment is paid with its parent, run or
// not: fewer places to count at, for a count that is a little higher.
const smallMax = 16

// merge decides where each segment is paid. A segment runs at most once for
// each time that its parent runs, so paying with the parent never pays too
// little; and no segment pays for more than max(smallMax, own) besides its own.
func (f *function) merge() {
	for i := len(f.segments) - 1; i >= 0; i-- {
		s := &f.segments[i]
		total := s.own + s.merged
		if s.parent != none && total <= smallMax {
			parent := &f.segments[s.parent]
			if parent.merged+total <= max(smallMax, parent.own) {
				parent.merged += total
				continue
			}
		}
		s.charge = total
	}
}
