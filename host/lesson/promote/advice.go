// Package promote says which lessons have outgrown their place, and writes what takes it: a
// line of a file of instructions, a draft of a skill. It only proposes; a person decides. The
// package is pure: it knows no file, no clock and no client.
package promote

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/lesson/near"
)

// What may be proposed.
const (
	ToInstructions = "instructions" // what every session of the project needs should not be searched for
	ToUser         = "user"         // it counts in more than one project
	ToSkill        = "skill"        // several say how one thing is done
	Drop           = "drop"
)

// The limits from which something is proposed.
const (
	sessionsLast  = 20
	sessionsTold  = sessionsLast / 2
	usesForUser   = 50
	gotchasMin    = 3
	toldInVain    = 20
	doubtfulFor   = 30 * 24 * time.Hour
	gotchasPerOne = 8 // of a draft, at most
)

// Lesson is a lesson with what is known of its use.
type Lesson struct {
	ID         string
	Reading    near.Reading
	Gotcha     bool
	OfProject  bool
	Superseded string          // the id of the lesson that takes its place
	Sessions   map[string]bool // in which it was told
	Settled    int             // of those told: it is known whether it was cited
	Cited      int
	Uses       int       // as the seed counts them
	Doubtful   time.Time // since when; zero: it is not
}

// Other is a lesson of another workspace.
type Other struct {
	ID, Workspace string
	Reading       near.Reading
}

// Advice is one proposal.
type Advice struct {
	IDs []string
	Do  string // one of the constants
	Why string // in words for a person, without an id
}

// Of returns what is proposed for lessons, at most one thing for each, in their order. last are
// the ids of the workspace's last sessions, the newest first.
func Of(lessons []Lesson, others []Other, last []string, now time.Time) []Advice {
	var all []Advice
	advised := map[string]bool{}
	propose := func(do, why string, ids ...string) {
		all = append(all, Advice{ids, do, why})
		for _, id := range ids {
			advised[id] = true
		}
	}
	for _, l := range lessons {
		if why := l.drop(now); why != "" {
			propose(Drop, why, l.ID)
		}
	}
	for _, l := range lessons {
		if advised[l.ID] || !l.OfProject { // one of the user's counts elsewhere, too
			continue
		}
		if told := l.toldIn(last); told >= sessionsTold {
			propose(ToInstructions, fmt.Sprintf("it was told in %d of the last %d sessions", told, min(len(last), sessionsLast)), l.ID)
		}
	}
	for _, l := range lessons {
		if why := l.forUser(others); !advised[l.ID] && why != "" {
			propose(ToUser, why, l.ID)
		}
	}
	for _, group := range gotchas(lessons, advised) {
		propose(ToSkill, fmt.Sprintf("%d pitfalls are about the same thing", len(group)), group...)
	}
	order := map[string]int{}
	for i, l := range lessons {
		order[l.ID] = i
	}
	slices.SortStableFunc(all, func(a, b Advice) int { return cmp.Compare(order[a.IDs[0]], order[b.IDs[0]]) })
	return all
}

// drop returns why a lesson is better dropped, or "".
func (l Lesson) drop(now time.Time) string {
	switch {
	case l.Superseded != "":
		return "another lesson takes its place"
	case l.Settled >= toldInVain && l.Cited == 0:
		return fmt.Sprintf("it was told %d times and never cited", l.Settled)
	case !l.Doubtful.IsZero() && now.Sub(l.Doubtful) >= doubtfulFor:
		return fmt.Sprintf("what it names is gone, as was seen %d days ago", int(now.Sub(l.Doubtful)/(24*time.Hour)))
	}
	return ""
}

func (l Lesson) toldIn(last []string) (n int) {
	for _, id := range last[:min(len(last), sessionsLast)] {
		if l.Sessions[id] {
			n++
		}
	}
	return n
}

// forUser returns why a project's lesson is better one of the user's, or "".
func (l Lesson) forUser(others []Other) string {
	if !l.OfProject {
		return ""
	}
	if l.Uses >= usesForUser {
		return fmt.Sprintf("it has %d uses", l.Uses)
	}
	for _, other := range others {
		if other.ID != l.ID && isNear(l.Reading, other.Reading) { // the same id: a clone of this project
			return "one like it is in " + other.Workspace
		}
	}
	return ""
}

func isNear(a, b near.Reading) bool {
	relation := a.To(b).Relation
	return relation == near.Same || relation == near.Near
}

// gotchas returns groups of pitfalls that are near the first of the group.
func gotchas(lessons []Lesson, advised map[string]bool) (groups [][]string) {
	taken := map[string]bool{}
	for i, first := range lessons {
		if !first.Gotcha || advised[first.ID] || taken[first.ID] {
			continue
		}
		group := []string{first.ID}
		for _, other := range lessons[i+1:] {
			if other.Gotcha && !advised[other.ID] && !taken[other.ID] && len(group) < gotchasPerOne && first.Reading.To(other.Reading).Relation != near.None {
				group = append(group, other.ID)
			}
		}
		if len(group) < gotchasMin {
			continue
		}
		for _, id := range group {
			taken[id] = true
		}
		groups = append(groups, group)
	}
	return groups
}
