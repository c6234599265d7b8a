package scenario

import "fmt"

// Failure is one thing that was not as expected.
type Failure struct {
	Event int    `json:"event"` // from 1
	What  string `json:"what"`  // "activate", "reason of db-migrations", "log", "active", …
	Want  string `json:"want"`  // empty: nothing of the kind
	Got   string `json:"got"`
}

// ofFault reports whether the event failed, or should have.
func (f Failure) ofFault() bool { return f.What == "fault" || f.What == "code" }

func (f Failure) String() string {
	want, got := f.Want, f.Got
	if want == "" {
		want = "nothing"
	}
	if got == "" {
		got = "nothing"
	}
	return fmt.Sprintf("event %d: %s:\n  want %s\n  got  %s", f.Event, f.What, want, got)
}
