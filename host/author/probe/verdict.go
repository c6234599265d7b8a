package probe

// What became of a prompt for one item, best first.
const (
	Reached = "reached" // the item was suggested
	Beaten  = "beaten"  // it fits well enough, and others were suggested instead
	Near    = "near"    // it is within Band of the threshold, or second to what was suggested
	Missed  = "missed"
)

// Band is how far below the threshold, in similarity, an item nearly made it:
// between the thresholds of the default and of the aggressive ruleset.
const Band = .2

// Outcome is how an item did with a prompt.
type Outcome struct {
	Suggested  bool
	Similarity float64
	Rank       int  // from 1; 0: not among the candidates
	Others     bool // something else was suggested
}

// Verdict returns what became of a prompt at a ruleset's threshold.
func (o Outcome) Verdict(threshold float64) string {
	switch {
	case o.Suggested:
		return Reached
	case o.Rank > 0 && o.Similarity >= threshold:
		return Beaten
	case o.Rank > 0 && o.Similarity >= threshold-Band, o.Rank == 2 && o.Others:
		return Near
	}
	return Missed
}
