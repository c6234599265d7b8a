// Package handoff draws the state of unfinished work for whoever goes on with it: from the
// steps of a session and from git as it is now. It is pure: clock, transcript and git are
// arguments. It knows no client's words, and stores and prints nothing.
//
// Nothing is drawn when a session ends: a client that ends kills its hooks, and a client that
// crashes starts none. What came from a tool's result is quoted as one line of an error, and
// where git differs from the record, git counts.
package handoff

import (
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/client/work"
)

// How a successor starts; see abi.Event.Source.
const (
	Startup = "startup"
	Resume  = "resume"
	Clear   = "clear"
	Compact = "compact"
)

// MaxAge is how long after a session's end its work is handed on.
const MaxAge = 7 * 24 * time.Hour

// Session is what was stored of the session that is handed on.
type Session struct {
	ID        string
	Workspace string    // absolute
	Branch    string    // when its last turn ended; empty: none, or not known
	Head      string    // hash of the commit then; empty: not known
	EndedAt   time.Time // of its last event; zero: not known
	MayRun    bool      // it did not say that it ended, and its last event is not long ago
	Words     string    // what a person wrote in place of what is drawn, a fact a line; empty: nothing
	WordsAt   time.Time // when that was
	Imported  bool      // the words are of another program's handoff, and no session's
}

// Input is everything that a handoff is drawn from.
type Input struct {
	Source  string
	Now     time.Time
	Session Session
	Events  []work.Step  // recorded events, the oldest first
	Record  *work.Record // the transcript's end; nil: there is none
	Git     *Git         // as it is now; nil: no repository, or no answer in time
}

// Why nothing is told.
const (
	NothingOpen = "nothing is open"
	OtherBranch = "another branch is checked out"
	TooOld      = "the session ended more than 7 days ago"
	NothingNew  = "nothing has changed since"
)

// Handoff is the state of a session's work. Texts are one line each, redacted, without
// hidden characters.
type Handoff struct {
	Session  Session
	Why      string // nothing is told, and this is why; else empty
	Goal     string
	Decided  []string
	Also     []string // what else the user said
	Files    []File
	Commit   string // subject of the session's last commit
	Gone     bool   // the branch does not have that commit
	Since    []string
	Failing  []Failure // the last one first
	Open     []Todo
	Tried    []string
	Refused  []string
	Next     string
	Asked    string // the last request, where nothing answered it
	Waiting  string // what the user said last about waiting
	Verified bool   // git was asked
	Rebasing bool   // a rebase of the branch is under way
	torn     bool   // Open is a beginning of the list
	now      time.Time
}

// Todo is an open item of the session's list.
type Todo struct {
	Text   string `json:"text"`
	Active bool   `json:"active"`
}

// Failure is a command that failed and did not pass since.
type Failure struct {
	Command string
	Line    string // what its output says, may be empty
	Runs    int    // how often it failed in a row
	Stale   bool   // commits were made since
}

// Draw returns the state of the work in Input.
func Draw(in Input) Handoff {
	h := Handoff{Session: in.Session, now: in.Now, Verified: in.Git != nil}
	steps := merge(in.Events, ours(in))
	h.Session.Branch = in.branch()
	if h.Session.EndedAt.IsZero() {
		h.Session.EndedAt = lastTime(steps)
	}
	if h.Why = unfit(h.Session, in); h.Why != "" {
		return h
	}
	h.Rebasing = in.Git != nil && in.Git.Rebasing
	s := newStory(steps, in.Session.Workspace)
	h.tell(s, in.Git)
	if h.Session.Words != "" {
		return h
	}
	if in.Source == Resume {
		h.onlySince()
		return h
	}
	if !h.open() {
		h.Why = NothingOpen
	}
	return h
}

// branch is the session's, as it was stored or as its transcript has it; empty: HEAD was detached,
// or nothing is known.
func (in Input) branch() string {
	if in.Session.Branch == "" && in.Record != nil {
		return in.Record.Branch
	}
	return in.Session.Branch
}

// Elsewhere reports whether another branch is checked out than the session's, which is empty where
// HEAD is detached, or, where the session had a detached HEAD, another commit. It is not where
// nothing is known of the session's.
func (in Input) Elsewhere(branch, head string) bool {
	if was := in.branch(); was != "" {
		return branch != was
	}
	return in.Session.Head != "" && !sameHash(in.Session.Head, head)
}

// unfit says why a session's work is not handed on, whatever it was.
func unfit(s Session, in Input) string {
	age := in.Now.Sub(s.lastAt()) // negative where the clock jumped back
	switch {
	case in.Source != Compact && !s.EndedAt.IsZero() && age > MaxAge:
		return TooOld
	case in.Git != nil && in.Elsewhere(in.Git.Branch, in.Git.Head):
		return OtherBranch
	}
	return ""
}

// lastAt returns when somebody last worked in the session or wrote about it.
func (s Session) lastAt() time.Time {
	if s.Words != "" && s.WordsAt.After(s.EndedAt) {
		return s.WordsAt
	}
	return s.EndedAt
}

// ours returns the transcript if it is of the session and of its workspace. One that names
// another session, as the copy of a resumed one may, counts if it has a prompt of the session.
func ours(in Input) *work.Record {
	r := in.Record
	if r == nil || r.Workspace != "" && in.Session.Workspace != "" && !related(r.Workspace, in.Session.Workspace) {
		return nil
	}
	last := lastPrompt(in.Events)
	if r.Session == "" || r.Session == in.Session.ID || last < 0 {
		return r
	}
	for _, step := range r.Steps {
		if isPrompt(step) && slices.ContainsFunc(in.Events[max(0, last-eventsCompared):], func(e work.Step) bool { return isPrompt(e) && samePrompt(e.Text, step.Text) }) {
			return r
		}
	}
	return nil
}

// eventsCompared bounds how many events a transcript of another session is compared with.
const eventsCompared = 200

// open reports whether anything is left to do.
func (h *Handoff) open() bool {
	if len(h.Open) > 0 || len(h.Failing) > 0 || h.Asked != "" {
		return true
	}
	for _, f := range h.Files {
		if f.State != Committed && f.State != Since {
			return true
		}
	}
	return false
}

func lastTime(steps []work.Step) time.Time {
	var last time.Time
	for _, s := range steps {
		if s.Time.After(last) {
			last = s.Time
		}
	}
	return last
}

// onlySince leaves what changed after the session, for a successor that remembers the rest.
func (h *Handoff) onlySince() {
	var files []File
	for _, f := range h.Files {
		if f.State == Since {
			files = append(files, f)
		}
	}
	*h = Handoff{Session: h.Session, now: h.now, Verified: h.Verified, Rebasing: h.Rebasing, Files: files, Since: h.Since, Gone: h.Gone, Commit: h.Commit}
	if len(files) == 0 && len(h.Since) == 0 && !h.Gone {
		h.Why = NothingNew
	}
}
