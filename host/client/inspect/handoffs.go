package inspect

import "time"

// Handoffs is the format in which another tool of the client's keeps unfinished work.
type Handoffs struct {
	Name string // in flags; empty: there is none
	What string // what it is, in a few words
	// Read returns the handoffs of a file in its order and what is odd about it, with the line.
	// An error says why the file is none of this format.
	Read func(data []byte) (handoffs []ForeignHandoff, odd []string, err error)
	// Put returns a file with a handoff in place of the first one with its id, else behind the
	// last one. All other bytes stay. Empty data is a new file.
	Put func(data []byte, h ForeignHandoff) ([]byte, error)
	// ID returns the id of a handoff that is made from a session.
	ID       func(session string) string
	BytesMax int
}

// Statuses of a ForeignHandoff, and the phase of one that is made from a session.
const (
	HandoffInProgress = "in_progress"
	HandoffBlocked    = "blocked"
	HandoffCompleted  = "completed"

	HandoffImplementing = "implementing"
)

// Outcomes of a HandoffTry.
const (
	HandoffSuccess = "success"
	HandoffFail    = "fail"
)

// ForeignHandoff is a handoff as such a file has it. Texts are one line each, without hidden
// characters.
type ForeignHandoff struct {
	ID          string
	Title       string
	Status      string // one of the statuses, or whatever stands there
	Phase       string
	Agent       string
	Created     string // a day, as in 2026-03-02, or whatever stands there
	Updated     string
	Refs        []string // files, with lines or without
	Description string
	Tried       []HandoffTry
	Next        string
	Checkpoint  string // how far the work is
	Line        int    // where it begins
}

// HandoffTry is one thing that was tried.
type HandoffTry struct {
	Outcome string // one of the outcomes, or whatever stands there
	Text    string
}

// WorkedAt returns the day of a handoff's last update, else the one on which it was made; the
// zero time: neither is a day.
func (h ForeignHandoff) WorkedAt() time.Time {
	for _, day := range []string{h.Updated, h.Created} {
		if at, err := time.Parse(time.DateOnly, day); err == nil {
			return at
		}
	}
	return time.Time{}
}

// LastOpen returns the handoff that is not completed and was worked on last. Of one day, one in
// progress goes before one that is not, then the one further up. False: none is open.
func LastOpen(all []ForeignHandoff) (ForeignHandoff, bool) {
	var last ForeignHandoff
	found := false
	for _, h := range all {
		if h.Status == HandoffCompleted {
			continue
		}
		later := h.WorkedAt().Compare(last.WorkedAt())
		if !found || later > 0 || later == 0 && h.Status == HandoffInProgress && last.Status != HandoffInProgress {
			last, found = h, true
		}
	}
	return last, found
}
