package session

// Digest sums up a period. Suggestions that are still open are Suggested minus
// the three others.
type Digest struct {
	Sessions  int `json:"sessions"` // with a prompt in it
	Prompts   int `json:"prompts"`
	Answered  int `json:"answered"`  // prompts with a suggestion
	Suggested int `json:"suggested"` // items
	Invoked   int `json:"invoked"`   // within UsedPrompts
	Late      int `json:"late"`      // invoked after that
	Ignored   int `json:"ignored"`
}

// Digest sums the period up.
func (p Period) Digest() Digest {
	d := Digest{Prompts: len(p.Asked), Suggested: len(p.Told)}
	answered := map[int64]bool{} // by decision: what is told elsewhere answers no prompt
	sessions := map[string]bool{}
	for _, asked := range p.Asked {
		sessions[asked.SessionID] = true
		if asked.Decision > 0 {
			answered[asked.Decision] = false
		}
	}
	for _, told := range p.Told {
		if seen, asked := answered[told.DecisionID]; asked && !seen {
			answered[told.DecisionID] = true
			d.Answered++
		}
		switch told.Became {
		case BecameUsed:
			d.Invoked++
		case BecameLate:
			d.Late++
		case BecameIgnored:
			d.Ignored++
		}
	}
	d.Sessions = len(sessions)
	return d
}
